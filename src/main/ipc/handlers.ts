import type { Handlers, Output, Route } from '../../shared/ipc/contract.ts'
import type { Openable } from '../../shared/models/about.ts'
import type { Copied } from '../../shared/models/copied.ts'
import type { AppInfo, Desktop, PageMessages } from '../../shared/models/desktop.ts'
import type { LockState } from '../../shared/models/lock.ts'
import type { Status } from '../../shared/models/status.ts'
import type { Settings } from '../../shared/models/settings.ts'
import { NO_UPDATES, type UpdateNotice, type UpdateState } from '../../shared/models/updates.ts'
import type { SessionState } from '../../shared/models/account.ts'
import { invoiceRef } from '../../shared/models/invoice.ts'
import type { Account } from '../accounts/account.ts'
import type { Core } from '../app/core.ts'
import { readStoredProfile } from '../accounts/summary/status.ts'
import type { Updates } from '../app/updates/updates.ts'

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
    saveWithAutostart<T>(isOn: boolean, save: () => T): Promise<T>
  }
  globalShortcut: { pause(): void; resume(): void }
  files: { reveal(name: string): void }
  updates: UpdateParts
  pageMessages: () => PageMessages
  copyText: (copied: Copied) => Promise<void>
  loadAbout: () => Promise<About>
  reportPageError: (description: string) => void
  takeRoute: () => Route
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
  profile: { read: ({ of }) => readStoredProfile(parts.core.accounts.get(of)) },
  catalogue: catalogueHandlers(parts.core),
  invoices: invoiceHandlers(parts.core),
  plans: { page: ({ of, ...span }) => parts.core.plans.page(parts.core.accounts.orNull(of), span) },
  pdfFolder: pdfFolderHandlers(parts.core),
  transfer: transferHandlers(parts.core),
  diagnostics: diagnosticsHandlers(parts.core),
  about: aboutHandlers(parts),
  updates: updateHandlers(parts),
  app: appHandlers(parts)
})

function sessionHandlers({ accounts }: Core): Handlers['session'] {
  const thenState = async (done: Promise<void>): Promise<SessionState> => (await done, accounts.state())
  return {
    state: () => accounts.state(),
    signIn: (input) => thenState(accounts.signIn({ kind: 'password', ...input })),
    signInWithToken: (input) => thenState(accounts.signIn({ kind: 'token', ...input })),
    exploreSample: (input) => thenState(accounts.signIn({ kind: 'sample', ...input })),
    signOut: ({ id, erase }) => thenState(accounts.signOut(id, erase)),
    retryKeychain: () => thenState(accounts.retryKeychain())
  }
}

function accountHandlers(core: Core): Handlers['accounts'] {
  const { accounts, accountSummaries } = core
  const thenState = async (done: Promise<void> | void): Promise<SessionState> => (await done, accounts.state())
  return {
    show: ({ id }) => thenState(accounts.show(id)),
    rename: ({ id, label }) => thenState(accounts.rename(id, label)),
    move: ({ id, to }) => thenState(accounts.move(id, to)),
    amounts: async () => ({ accounts: await accountSummaries.readAmounts() }),
    remove: ({ id }) => thenState(accounts.remove(id)),
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

const connectionHandlers = ({ accounts, connections }: Core): Handlers['connection'] => ({
  change: async ({ of, connection }) => (await connections.change(accounts.get(of), connection), accounts.state()),
  exportFile: (connection) => connections.exportFile(connection),
  importFile: () => connections.importFile(),
  problems: ({ definition }) => connections.problems(definition),
  statuses: ({ of }) => connections.statuses(accounts.get(of)),
  openDocumentation: ({ provider }) => connections.openDocumentation(provider)
})

const connectionCheckHandlers = ({ accounts, connectionCheck }: Core): Handlers['connectionCheck'] => ({
  start: ({ of, connection }) => connectionCheck.start(accounts.orNull(of), connection),
  report: ({ of }) => ({ report: connectionCheck.report(accounts.orNull(of)) }),
  cancel: () => (connectionCheck.cancel(), null)
})

const providerTrialHandlers = ({ accounts, providerTrials }: Core): Handlers['providerTrial'] => ({
  try: ({ of, connection, token, endpoint }) => providerTrials.try(accounts.orNull(of), connection, token, endpoint),
  cancel: () => (providerTrials.cancel(), null)
})

const proxyHandlers = ({ proxySettings }: Core): Handlers['proxy'] => ({
  state: () => proxySettings.state(),
  savePassword: ({ password }) => proxySettings.savePassword(password),
  removePassword: () => proxySettings.removePassword()
})

const catalogueHandlers = ({ accounts, catalogue }: Core): Handlers['catalogue'] => ({
  page: ({ of, ...query }) => catalogue.page(accounts.get(of), query),
  product: ({ of, key }) => catalogue.product(accounts.get(of), key),
  refreshProduct: ({ of, key }) => catalogue.refreshProduct(accounts.get(of), key),
  openLink: ({ of, key, address }) => catalogue.openLink(accounts.get(of), key, address),
  seek: ({ of, ...seek }) => catalogue.seek(accounts.get(of), seek),
  labels: ({ of }) => catalogue.labels(accounts.get(of)),
  sortOrders: async ({ of }) => ({ sortOrders: await catalogue.sortOrders.list(accounts.get(of)) }),
  fetchSortOrder: ({ of, ...sort }) => catalogue.sortOrders.fetch(accounts.get(of), sort),
  dropSortOrder: async ({ of, ...sort }) => (await catalogue.sortOrders.drop(accounts.get(of), sort), null),
  changes: ({ of, ...span }) => catalogue.changes(accounts.get(of), span),
  markSeen: async ({ of, ids }) => (await catalogue.markSeen(accounts.get(of), ids), null),
  markAllSeen: async ({ of, upTo }) => (await catalogue.markAllSeen(accounts.get(of), upTo), null),
  progress: ({ of }) => ({ progress: catalogue.progress(accounts.get(of)) }),
  cancelRefresh: ({ of }) => (catalogue.cancel(accounts.get(of)), null),
  exportFile: ({ of, ...request }) => catalogue.exportFile(accounts.get(of), request)
})

const invoiceHandlers = ({ accounts, invoices }: Core): Handlers['invoices'] => ({
  page: ({ of, ...query }) => invoices.page(accounts.orNull(of), query),
  overview: ({ of }) => invoices.overview(accounts.orNull(of)),
  invoice: ({ key }) => invoices.invoice(invoiceRef(key)),
  refreshInvoice: async ({ key }) => ({ error: await invoices.links.refreshInvoice(invoiceRef(key)) }),
  totals: ({ of, ...choice }) => invoices.totals(accounts.orNull(of), choice),
  keys: ({ of, ...query }) => invoices.keys(accounts.orNull(of), query),
  months: ({ of }) => invoices.months(accounts.orNull(of)),
  openLink: ({ key, ...request }) => invoices.links.open(invoiceRef(key), request),
  openBilling: ({ of, host }) => invoices.links.openBilling(accounts.get(of), host),
  savePdf: ({ key }) => invoices.pdfs.save(invoiceRef(key)),
  openPdf: async ({ key }) => (await invoices.pdfs.open(invoiceRef(key)), null),
  dropPdf: async ({ key }) => (await invoices.pdfs.drop(invoiceRef(key)), null),
  exportFile: ({ of, ...request }) => invoices.export.save(accounts.orNull(of), request),
  previewForAccountant: async (choice) => ({ shares: await invoices.previewForAccountant(choice) }),
  exportForAccountant: (wanted) => invoices.export.saveForAccountant(wanted),
  exportProgress: () => ({ progress: invoices.export.progress() }),
  cancelExport: () => (invoices.export.cancel(), null)
})

const pdfFolderHandlers = ({ accounts, pdfFolder }: Core): Handlers['pdfFolder'] => ({
  state: () => pdfFolder.state(),
  chooseFolder: () => pdfFolder.chooseFolder(),
  preview: ({ of, pattern }) => pdfFolder.preview(accounts.orNull(of), pattern),
  saved: () => pdfFolder.saved(),
  reveal: async ({ id }) => (await pdfFolder.reveal(id), null),
  retry: () => pdfFolder.retry()
})

const transferHandlers = ({ accounts, transferFile }: Core): Handlers['transfer'] => ({
  exportFile: () => transferFile.exportFile(),
  openFile: () => transferFile.openFile(),
  addAccounts: ({ id }) => (transferFile.addAccounts(id), accounts.state())
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
  const status = async (account: Account | null, all: boolean): Promise<Status> => ({
    ...(await core.readStatus(account, all)),
    update: updates.notice()
  })
  return {
    info: () => info,
    settings: () => settings.read(),
    messages: () => parts.pageMessages(),
    changeSettings: async (change) => {
      pdfFolder.checkChange(change)
      const save = (): Settings => settings.change(change)
      const { startWithSystem } = change
      return startWithSystem === undefined ? save() : capabilities.saveWithAutostart(startWithSystem, save)
    },
    acceptLostSettings: () => (settings.acceptLoss(), null),
    desktop: () => capabilities.read(),
    pauseShortcut: ({ paused }) => (paused ? globalShortcut.pause() : globalShortcut.resume(), null),
    // An account that is gone meanwhile is nobody.
    status: ({ of, all }) => status(of === null ? null : accounts.find(of), all),
    refresh: async ({ of, all, topic }) => {
      const account = accounts.get(of)
      const isOfAll = all && (topic === null || topic === 'invoices' || topic === 'plans')
      await (isOfAll ? refresh.fetchAllAccounts() : refresh.fetch(account, topic))
      return status(accounts.find(of), all)
    },
    copyText: async (copied) => (await copyText(copied), null),
    reportError: ({ description }) => (reportPageError(description), null),
    revealFile: ({ name }) => (files.reveal(name), null),
    takeRoute
  }
}
