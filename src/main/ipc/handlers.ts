import type { Handlers, Input, Output } from '../../shared/ipc/contract.ts'
import type { AccountAmounts } from '../../shared/models/account.ts'
import type { AppInfo, Desktop } from '../../shared/models/settings.ts'
import type { Status } from '../../shared/models/status.ts'
import type { Catalogue } from '../core/catalogue/catalogue.ts'
import type { Connections } from '../core/connection/connections.ts'
import type { ConnectionCheck } from '../core/connection/connection-check.ts'
import type { Invoices } from '../core/invoices/invoices.ts'
import type { Lock } from '../core/lock/lock.ts'
import type { Refresh } from '../core/refresh/refresh.ts'
import type { Session } from '../core/session/session.ts'
import type { SettingsBook } from '../core/settings.ts'

export interface HandlerParts {
  session: Session
  lock: Lock
  connections: Connections
  connectionCheck: ConnectionCheck
  catalogue: Catalogue
  invoices: Invoices
  refresh: Refresh
  readProfile: () => Promise<Output<'profile', 'read'>>
  accountAmounts: () => Promise<AccountAmounts[]>
  status: () => Promise<Status>
  settings: SettingsBook
  eraseEverything: (leaveEntries: boolean) => Promise<void>
  info: () => AppInfo
  desktop: () => Promise<Desktop>
  applyToSystem: (change: Input<'app', 'changeSettings'>) => Promise<void>
  copyText: (text: string) => Promise<void>
  revealFile: (name: string) => void
  takeRoute: () => string | null
}

export function createHandlers(parts: HandlerParts): Handlers {
  const { session, lock, connections, connectionCheck, catalogue, invoices, refresh, settings } = parts
  const thenState = async (done: Promise<void> | void) => (await done, session.state())
  const thenLock = async (done: Promise<void> | void) => (await done, lock.state())

  return {
    session: {
      state: () => session.state(),
      signIn: (input) => thenState(session.signIn(input)),
      useToken: (input) => thenState(session.useToken(input)),
      exploreSample: ({ data }) => thenState(session.exploreSample(data)),
      signOut: ({ id, erase }) => thenState(session.signOut(id, erase)),
      retryKeychain: () => thenState(session.retryKeychain())
    },
    accounts: {
      switch: ({ id }) => thenState(session.switchTo(id)),
      rename: ({ id, label }) => thenState(session.rename(id, label)),
      move: ({ id, to }) => thenState(session.move(id, to)),
      amounts: async () => ({ accounts: await parts.accountAmounts() }),
      remove: ({ id }) => thenState(session.remove(id)),
      eraseEverything: ({ leaveEntries }) => thenState(parts.eraseEverything(leaveEntries))
    },
    lock: {
      state: () => lock.state(),
      now: () => thenLock(lock.now()),
      unlock: ({ pin }) => thenLock(lock.unlock(pin)),
      unlockBySystem: () => thenLock(lock.unlockBySystem()),
      setPin: ({ pin, current }) => thenLock(lock.setPin(pin, current)),
      turnOff: ({ pin }) => thenLock(lock.turnOff(pin))
    },
    connection: {
      change: (connection) => thenState(connections.change(connection)),
      exportFile: (connection) => connections.exportFile(connection),
      importFile: () => connections.importFile(),
      statuses: () => connections.statuses()
    },
    connectionCheck: {
      run: ({ connection }) => connectionCheck.run(connection),
      report: () => ({ report: connectionCheck.report() }),
      cancel: () => (connectionCheck.cancel(), null)
    },
    profile: { read: () => parts.readProfile() },
    catalogue: {
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
      exportFile: (wanted) => catalogue.exportFile(wanted)
    },
    invoices: {
      page: (query) => invoices.page(query),
      overview: () => invoices.overview(),
      invoice: ({ key }) => invoices.invoice(key),
      totals: (choice) => invoices.totals(choice),
      keys: (query) => invoices.keys(query),
      months: () => invoices.months(),
      openLink: (wanted) => invoices.openLink(wanted),
      savePdf: ({ key }) => invoices.savePdf(key),
      openPdf: async ({ key }) => (await invoices.openPdf(key), null),
      dropPdf: async ({ key }) => (await invoices.dropPdf(key), null),
      exportFile: (wanted) => invoices.exportFile(wanted),
      exportProgress: () => ({ progress: invoices.exportProgress() }),
      cancelExport: () => (invoices.cancelExport(), null)
    },
    app: {
      info: () => parts.info(),
      settings: () => settings.get(),
      changeSettings: async (change) => (await parts.applyToSystem(change), settings.change(change)),
      desktop: () => parts.desktop(),
      status: () => parts.status(),
      refresh: async ({ topic }) => (await refresh.fetchOpenAccount(topic), parts.status()),
      copyText: async ({ text }) => (await parts.copyText(text), null),
      revealFile: ({ name }) => (parts.revealFile(name), null),
      takeRoute: () => ({ path: parts.takeRoute() })
    }
  }
}
