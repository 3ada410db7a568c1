import type { Handlers, Output } from '../../shared/ipc/contract.ts'
import type { LicenceQuery, Openable } from '../../shared/models/about.ts'
import type { Copied } from '../../shared/models/copied.ts'
import type { AppInfo, Desktop, PageMessages } from '../../shared/models/desktop.ts'
import type { LockState } from '../../shared/models/lock.ts'
import type { Status } from '../../shared/models/status.ts'
import type { SettingsChange } from '../../shared/models/settings.ts'
import { NO_UPDATES, type UpdateNotice, type UpdateState } from '../../shared/models/updates.ts'
import type { SessionState } from '../../shared/models/account.ts'
import type { Core } from '../core/core.ts'
import type { Updates } from '../core/updates/updates.ts'

/** desktop/about.ts */
interface About {
  info(): Promise<Output<'about', 'info'>>
  licences(query: LicenceQuery): Promise<Output<'about', 'licences'>>
  licenceText(key: string, offset: number): Promise<Output<'about', 'licenceText'>>
  changes(): Promise<Output<'about', 'changes'>>
  open(what: Openable): Promise<void>
}

export interface HandlerParts {
  core: Core
  info: AppInfo
  capabilities: {
    read(): Promise<Desktop>
    applyAndSave<T>(change: SettingsChange, save: () => T): Promise<T>
  }
  globalShortcut: { pause(): void; resume(): void }
  graphics: { isEnabled(): boolean; setEnabled(enabled: boolean): void }
  files: { reveal(name: string): void }
  updates: UpdateParts
  pageMessages: () => PageMessages
  copyText: (copied: Copied) => Promise<void>
  loadAbout: () => Promise<About>
  reportPageError: (description: string) => void
  takeRoute: () => string | null
}

interface UpdateParts {
  /** null: this build has no update feed. */
  load(): Promise<Updates | null>
  notice(): UpdateNotice
  /** @returns the host @throws NOT_FOUND without an update feed */
  openPage(): Promise<string>
}

/** One function per call of the contract. Inputs are parsed (inputs.ts), and errors become data (answers.ts). */
export const createHandlers = (parts: HandlerParts): Handlers => ({
  session: sessionHandlers(parts.core),
  accounts: accountHandlers(parts.core),
  lock: lockHandlers(parts.core),
  connection: connectionHandlers(parts.core),
  connectionCheck: connectionCheckHandlers(parts.core),
  providerTrial: providerTrialHandlers(parts.core),
  proxy: proxyHandlers(parts.core),
  profile: { read: () => parts.core.storedProfile() },
  catalogue: catalogueHandlers(parts.core),
  invoices: invoiceHandlers(parts.core),
  pdfFolder: pdfFolderHandlers(parts.core),
  settingsFile: settingsFileHandlers(parts.core),
  graphics: graphicsHandlers(parts),
  diagnostics: diagnosticsHandlers(parts.core),
  about: aboutHandlers(parts),
  updates: updateHandlers(parts),
  app: appHandlers(parts)
})

function sessionHandlers({ session }: Core): Handlers['session'] {
  const thenState = async (done: Promise<void>): Promise<SessionState> => (await done, session.state())
  return {
    state: () => session.state(),
    signIn: (input) => thenState(session.signIn(input)),
    signInWithToken: (input) => thenState(session.signInWithToken(input)),
    exploreSample: ({ data }) => thenState(session.exploreSample(data)),
    signOut: ({ id, erase }) => thenState(session.signOut(id, erase)),
    retryKeychain: () => thenState(session.retryKeychain())
  }
}

function accountHandlers(core: Core): Handlers['accounts'] {
  const { session, accountSummaries } = core
  const thenState = async (done: Promise<void> | void): Promise<SessionState> => (await done, session.state())
  return {
    switch: ({ id }) => thenState(session.switchTo(id)),
    rename: ({ id, label }) => thenState(session.rename(id, label)),
    move: ({ id, to }) => thenState(session.move(id, to)),
    amounts: async () => ({ accounts: await accountSummaries.readAmounts() }),
    remove: ({ id }) => thenState(session.remove(id)),
    eraseEverything: ({ leaveEntries }) => thenState(core.eraseEverything(leaveEntries))
  }
}

function lockHandlers({ lock }: Core): Handlers['lock'] {
  const thenState = async (done: Promise<void> | void): Promise<LockState> => (await done, lock.state())
  return {
    state: () => lock.state(),
    lock: () => thenState(lock.lock()),
    unlock: ({ pin }) => thenState(lock.unlock(pin)),
    unlockBySystem: () => thenState(lock.unlockBySystem()),
    setPin: ({ pin, current }) => thenState(lock.setPin(pin, current)),
    turnOff: ({ pin }) => thenState(lock.turnOff(pin))
  }
}

const connectionHandlers = ({ connections, session }: Core): Handlers['connection'] => ({
  change: async (connection) => (await connections.change(connection), session.state()),
  exportFile: (connection) => connections.exportFile(connection),
  importFile: () => connections.importFile(),
  statuses: () => connections.statuses(),
  openDocumentation: ({ provider }) => connections.openDocumentation(provider)
})

const connectionCheckHandlers = ({ connectionCheck }: Core): Handlers['connectionCheck'] => ({
  start: ({ connection }) => connectionCheck.start(connection),
  report: () => ({ report: connectionCheck.report() }),
  cancel: () => (connectionCheck.cancel(), null)
})

const providerTrialHandlers = ({ providerTrials }: Core): Handlers['providerTrial'] => ({
  try: ({ connection, token, call }) => providerTrials.try(connection, token, call),
  cancel: () => (providerTrials.cancel(), null)
})

const proxyHandlers = ({ proxySettings }: Core): Handlers['proxy'] => ({
  state: () => proxySettings.state(),
  savePassword: ({ password }) => proxySettings.savePassword(password),
  removePassword: () => proxySettings.removePassword()
})

const catalogueHandlers = ({ catalogue, refresh }: Core): Handlers['catalogue'] => ({
  page: (query) => catalogue.page(query),
  product: ({ key }) => catalogue.product(key),
  refreshProduct: ({ key }) => catalogue.refreshProduct(key),
  openLink: ({ key, address }) => catalogue.openLink(key, address),
  seek: (seek) => catalogue.seek(seek),
  labels: () => catalogue.labels(),
  sortOrders: async () => ({ sortOrders: await catalogue.sortOrders.list() }),
  fetchSortOrder: (sort) => catalogue.sortOrders.fetch(sort),
  dropSortOrder: async (sort) => (await catalogue.sortOrders.drop(sort), null),
  changes: (span) => catalogue.changes(span),
  markSeen: async ({ upTo }) => (await catalogue.markSeen(upTo), null),
  progress: () => ({ progress: refresh.progress() ?? catalogue.sortOrders.progress() }),
  cancelRefresh: () => (refresh.cancelCatalogue(), catalogue.sortOrders.cancelFetch(), null),
  exportFile: (request) => catalogue.exportFile(request)
})

const invoiceHandlers = ({ invoices }: Core): Handlers['invoices'] => ({
  page: (query) => invoices.page(query),
  overview: () => invoices.overview(),
  invoice: ({ key }) => invoices.invoice(invoices.refOf(key)),
  refreshInvoice: async ({ key }) => ({ error: await invoices.links.refreshDetails(invoices.refOf(key)) }),
  totals: (choice) => invoices.totals(choice),
  keys: (query) => invoices.keys(query),
  months: () => invoices.months(),
  openLink: ({ key, ...request }) => invoices.links.open(invoices.refOf(key), request),
  savePdf: ({ key }) => invoices.pdfs.save(invoices.refOf(key)),
  openPdf: async ({ key }) => (await invoices.pdfs.open(invoices.refOf(key)), null),
  dropPdf: async ({ key }) => (await invoices.pdfs.drop(invoices.refOf(key)), null),
  exportFile: (request) => invoices.export.save(request),
  exportProgress: () => ({ progress: invoices.export.progress() }),
  cancelExport: () => (invoices.export.cancel(), null)
})

const pdfFolderHandlers = ({ pdfFolder }: Core): Handlers['pdfFolder'] => ({
  state: () => pdfFolder.state(),
  chooseFolder: () => pdfFolder.chooseFolder(),
  change: (change) => pdfFolder.change(change),
  preview: ({ pattern }) => pdfFolder.preview(pattern),
  saved: ({ offset, limit }) => pdfFolder.saved(offset, limit),
  reveal: async ({ id }) => (await pdfFolder.reveal(id), null),
  retry: () => pdfFolder.retry()
})

const settingsFileHandlers = ({ settingsFile }: Core): Handlers['settingsFile'] => ({
  exportFile: () => settingsFile.exportFile(),
  openFile: () => settingsFile.openFile()
})

const graphicsHandlers = ({ graphics }: HandlerParts): Handlers['graphics'] => ({
  state: () => ({ enabled: graphics.isEnabled() }),
  change: ({ enabled }) => (graphics.setEnabled(enabled), { enabled: graphics.isEnabled() })
})

const diagnosticsHandlers = (core: Core): Handlers['diagnostics'] => ({
  report: async () => (await core.loadDiagnostics()).report(),
  save: async ({ id, leftOut }) => ({ name: await (await core.loadDiagnostics()).save(id, leftOut) })
})

const aboutHandlers = ({ loadAbout }: HandlerParts): Handlers['about'] => ({
  info: async () => (await loadAbout()).info(),
  licences: async (query) => (await loadAbout()).licences(query),
  licenceText: async ({ key, offset }) => (await loadAbout()).licenceText(key, offset),
  changes: async () => (await loadAbout()).changes(),
  open: async ({ what }) => (await (await loadAbout()).open(what), null)
})

function updateHandlers({ updates }: Pick<HandlerParts, 'updates'>): Handlers['updates'] {
  const thenState = async (act: (loaded: Updates) => void): Promise<UpdateState> => {
    const loaded = await updates.load()
    if (loaded === null) return NO_UPDATES
    act(loaded)
    return loaded.state()
  }
  return {
    state: () => thenState(() => undefined),
    check: () => thenState((loaded) => loaded.check()),
    install: () => thenState((loaded) => loaded.install()),
    stopInstalling: () => thenState((loaded) => loaded.stopInstalling()),
    skip: () => thenState((loaded) => loaded.skipRelease()),
    unskip: () => thenState((loaded) => loaded.offerAgain()),
    remindLater: () => thenState((loaded) => loaded.remindLater()),
    restart: async () => ((await updates.load())?.restart(), null),
    openPage: async () => ({ host: await updates.openPage() })
  }
}

function appHandlers(parts: HandlerParts): Handlers['app'] {
  const { core, info, capabilities, globalShortcut, files, updates, copyText, reportPageError, takeRoute } = parts
  const { settings, refresh } = core
  const status = async (): Promise<Status> => ({ ...(await core.readStatus()), update: updates.notice() })
  return {
    info: () => info,
    settings: () => settings.read(),
    messages: () => parts.pageMessages(),
    changeSettings: (change) => capabilities.applyAndSave(change, () => settings.change(change)),
    acceptLostSettings: () => (settings.acceptLoss(), null),
    desktop: () => capabilities.read(),
    pauseShortcut: ({ paused }) => (paused ? globalShortcut.pause() : globalShortcut.resume(), null),
    status,
    refresh: async ({ topic }) => {
      const isOfAll = settings.read().allAccounts && (topic === null || topic === 'invoices')
      await (isOfAll ? refresh.fetchAllAccounts() : refresh.fetchOpenAccount(topic))
      return status()
    },
    copyText: async (copied) => (await copyText(copied), null),
    reportError: ({ description }) => (reportPageError(description), null),
    revealFile: ({ name }) => (files.reveal(name), null),
    takeRoute: () => ({ path: takeRoute() })
  }
}
