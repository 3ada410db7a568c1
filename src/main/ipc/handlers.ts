import type { Handlers, Output } from '../../shared/ipc/contract.ts'
import type { Openable } from '../../shared/models/about.ts'
import type { Copied } from '../../shared/models/copied.ts'
import type { AppInfo, Desktop, PageMessages } from '../../shared/models/desktop.ts'
import type { LockState } from '../../shared/models/lock.ts'
import type { Status } from '../../shared/models/status.ts'
import type { SettingsChange } from '../../shared/models/settings.ts'
import { NO_UPDATES, type UpdateNotice, type UpdateState } from '../../shared/models/updates.ts'
import { hasOtherAccounts, type SessionState } from '../../shared/models/account.ts'
import type { Account } from '../accounts/account.ts'
import type { Core } from '../core/core.ts'
import { readStoredProfile } from '../core/summary/status.ts'
import type { Updates } from '../core/updates/updates.ts'

/** desktop/about.ts */
interface About {
  info(): Promise<Output<'about', 'info'>>
  licences(): Promise<Output<'about', 'licences'>>
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
  profile: { read: () => readStoredProfile(parts.core.accounts.current) },
  catalogue: catalogueHandlers(parts.core),
  invoices: invoiceHandlers(parts.core),
  pdfFolder: pdfFolderHandlers(parts.core),
  settingsFile: settingsFileHandlers(parts.core),
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

const connectionHandlers = ({ accounts, connections, session }: Core): Handlers['connection'] => ({
  change: async (connection) => (await connections.change(accounts.current, connection), session.state()),
  exportFile: (connection) => connections.exportFile(connection),
  importFile: () => connections.importFile(),
  problems: ({ definition }) => connections.problems(definition),
  statuses: () => connections.statuses(accounts.current),
  openDocumentation: ({ provider }) => connections.openDocumentation(provider)
})

const connectionCheckHandlers = ({ accounts, connectionCheck }: Core): Handlers['connectionCheck'] => ({
  start: ({ connection }) => connectionCheck.start(accounts.shown, connection),
  report: () => ({ report: connectionCheck.report(accounts.shown) }),
  cancel: () => (connectionCheck.cancel(), null)
})

const providerTrialHandlers = ({ accounts, providerTrials }: Core): Handlers['providerTrial'] => ({
  try: ({ connection, token, call }) => providerTrials.try(accounts.shown, connection, token, call),
  cancel: () => (providerTrials.cancel(), null)
})

const proxyHandlers = ({ proxySettings }: Core): Handlers['proxy'] => ({
  state: () => proxySettings.state(),
  savePassword: ({ password }) => proxySettings.savePassword(password),
  removePassword: () => proxySettings.removePassword()
})

const catalogueHandlers = ({ accounts, catalogue }: Core): Handlers['catalogue'] => ({
  page: (query) => catalogue.page(accounts.current, query),
  product: ({ key }) => catalogue.product(accounts.current, key),
  refreshProduct: ({ key }) => catalogue.refreshProduct(accounts.current, key),
  openLink: ({ key, address }) => catalogue.openLink(accounts.current, key, address),
  seek: (seek) => catalogue.seek(accounts.current, seek),
  labels: () => catalogue.labels(accounts.current),
  sortOrders: async () => ({ sortOrders: await catalogue.sortOrders.list(accounts.current) }),
  fetchSortOrder: (sort) => catalogue.sortOrders.fetch(accounts.current, sort),
  dropSortOrder: async (sort) => (await catalogue.sortOrders.drop(accounts.current, sort), null),
  changes: (span) => catalogue.changes(accounts.current, span),
  markSeen: async ({ upTo }) => (await catalogue.markSeen(accounts.current, upTo), null),
  progress: () => ({ progress: accounts.shown ? catalogue.progress(accounts.shown) : null }),
  cancelRefresh: () => (accounts.shown && catalogue.cancel(accounts.shown), null),
  exportFile: (request) => catalogue.exportFile(accounts.current, request)
})

function invoiceHandlers({ accounts, invoices, session, settings }: Core): Handlers['invoices'] {
  // Without other accounts, a list says why it can't be read.
  const scope = (): Account | null =>
    settings.read().allAccounts && hasOtherAccounts(session.state().accounts, accounts.shown?.id)
      ? null
      : accounts.current
  return {
    page: (query) => invoices.page(scope(), query),
    overview: () => invoices.overview(scope()),
    invoice: ({ key }) => invoices.invoice(invoices.refOf(key)),
    refreshInvoice: async ({ key }) => ({ error: await invoices.links.refreshDetails(invoices.refOf(key)) }),
    totals: (choice) => invoices.totals(scope(), choice),
    keys: (query) => invoices.keys(scope(), query),
    months: () => invoices.months(scope()),
    openLink: ({ key, ...request }) => invoices.links.open(invoices.refOf(key), request),
    savePdf: ({ key }) => invoices.pdfs.save(invoices.refOf(key)),
    openPdf: async ({ key }) => (await invoices.pdfs.open(invoices.refOf(key)), null),
    dropPdf: async ({ key }) => (await invoices.pdfs.drop(invoices.refOf(key)), null),
    exportFile: (request) => invoices.export.save(scope(), request),
    exportProgress: () => ({ progress: invoices.export.progress() }),
    cancelExport: () => (invoices.export.cancel(), null)
  }
}

const pdfFolderHandlers = ({ pdfFolder }: Core): Handlers['pdfFolder'] => ({
  state: () => pdfFolder.state(),
  chooseFolder: () => pdfFolder.chooseFolder(),
  preview: ({ pattern }) => pdfFolder.preview(pattern),
  saved: () => pdfFolder.saved(),
  reveal: async ({ id }) => (await pdfFolder.reveal(id), null),
  retry: () => pdfFolder.retry()
})

const settingsFileHandlers = ({ settingsFile }: Core): Handlers['settingsFile'] => ({
  exportFile: () => settingsFile.exportFile(),
  openFile: () => settingsFile.openFile()
})

const diagnosticsHandlers = (core: Core): Handlers['diagnostics'] => ({
  report: async () => (await core.loadDiagnostics()).report(),
  save: async ({ id, leftOut }) => ({ name: await (await core.loadDiagnostics()).save(id, leftOut) })
})

const aboutHandlers = ({ loadAbout }: HandlerParts): Handlers['about'] => ({
  info: async () => (await loadAbout()).info(),
  licences: async () => (await loadAbout()).licences(),
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
  const { accounts, settings, refresh, pdfFolder } = core
  const status = async (): Promise<Status> => ({ ...(await core.readStatus(accounts.shown)), update: updates.notice() })
  return {
    info: () => info,
    settings: () => settings.read(),
    messages: () => parts.pageMessages(),
    changeSettings: async (change) => {
      pdfFolder.checkChange(change)
      return capabilities.applyAndSave(change, () => settings.change(change))
    },
    acceptLostSettings: () => (settings.acceptLoss(), null),
    desktop: () => capabilities.read(),
    pauseShortcut: ({ paused }) => (paused ? globalShortcut.pause() : globalShortcut.resume(), null),
    status,
    refresh: async ({ topic }) => {
      const isOfAll = settings.read().allAccounts && (topic === null || topic === 'invoices')
      if (isOfAll) await refresh.fetchAllAccounts()
      else if (accounts.shown) await refresh.fetch(accounts.shown, topic)
      return status()
    },
    copyText: async (copied) => (await copyText(copied), null),
    reportError: ({ description }) => (reportPageError(description), null),
    revealFile: ({ name }) => (files.reveal(name), null),
    takeRoute: () => ({ path: takeRoute() })
  }
}
