/** Every call and push of the bridge. Main parses inputs by main/ipc/inputs.ts. The preload loads this file, so it imports types only. */
import type { AccountAmounts, ProfileView, SampleData, SessionState } from '../models/account.ts'
import type { ChangePage, ChangeSpan } from '../models/change.ts'
import type { Connection, InvoiceStatus } from '../models/connection.ts'
import type { ConnectionCheckReport } from '../models/connection-check.ts'
import type { Freshness, Progress, Topic } from '../models/freshness.ts'
import type {
  ExportKind,
  ExportProgress,
  Invoice,
  InvoiceChoice,
  InvoiceMonths,
  InvoiceOrder,
  InvoiceOverview,
  InvoicePage,
  InvoiceQuery,
  InvoiceTotals,
  InvoiceView
} from '../models/invoice.ts'
import type { LockState, AppInfo, Desktop, Settings, SettingsChange } from '../models/settings.ts'
import type { Status } from '../models/status.ts'
import type {
  LabelCount,
  ProductChoice,
  ProductPage,
  ProductQuery,
  ProductSeek,
  ProductView,
  ProviderSort,
  StoredSortOrder
} from '../models/product.ts'
import type { ErrorCode, ErrorInfo } from './error.ts'

const call = <F extends (input: never) => unknown>(): F => null as unknown as F

type AccountId = { id: string }
type Key = { key: string }
/** `again`: the account that signs in again; null: any. */
type SignIn = { connection: Connection; again: string | null }

export const calls = {
  session: {
    state: call<() => SessionState>(),
    signIn: call<(input: SignIn & { email: string; password: string; code?: string | undefined }) => SessionState>(),
    useToken: call<(input: SignIn & { token: string }) => SessionState>(),
    exploreSample: call<(input: { data: SampleData }) => SessionState>(),
    /** `erase` also deletes the account's stored data and its key. The next signed-in account opens. */
    signOut: call<(input: AccountId & { erase: boolean }) => SessionState>(),
    retryKeychain: call<() => SessionState>()
  },
  accounts: {
    /** UNAUTHORIZED for an account that is signed out. */
    switch: call<(input: AccountId) => SessionState>(),
    rename: call<(input: AccountId & { label: string }) => SessionState>(),
    move: call<(input: AccountId & { to: number }) => SessionState>(),
    /** In the order of the accounts. */
    amounts: call<() => { accounts: AccountAmounts[] }>(),
    /** Signs out, and deletes the stored data and the record. */
    remove: call<(input: AccountId) => SessionState>(),
    /** Deletes everything. KEYCHAIN_* if a secret can't be removed; with `leaveEntries` it becomes a pending deletion instead. */
    eraseEverything: call<(input: { leaveEntries: boolean }) => SessionState>()
  },
  /** While the app is locked, only these are answered, and `app.info`, `app.settings` and `accounts.eraseEverything`. */
  lock: {
    state: call<() => LockState>(),
    now: call<() => LockState>(),
    /** WRONG_PIN, with retryAt when one has to wait. */
    unlock: call<(input: { pin: string }) => LockState>(),
    /** CANCELLED if the person dismisses it, BAD_REQUEST where the system can't ask. */
    unlockBySystem: call<() => LockState>(),
    setPin: call<(input: { pin: string; current: string | null }) => LockState>(),
    turnOff: call<(input: { pin: string }) => LockState>()
  },
  connection: {
    /** With another origin the account has to sign in again: a token belongs to its origin. */
    change: call<(input: Connection) => SessionState>(),
    exportFile: call<(input: Connection) => { name: string | null }>(),
    importFile: call<() => { connection: Connection | null }>(),
    statuses: call<() => { statuses: InvoiceStatus[] }>()
  },
  connectionCheck: {
    /** Of the open account (null), or of a connection not signed in to. Cancels a running check. */
    run: call<(input: { connection: Connection | null }) => ConnectionCheckReport>(),
    report: call<() => { report: ConnectionCheckReport | null }>(),
    cancel: call<() => null>()
  },
  profile: {
    read: call<() => { profile: ProfileView | null; freshness: Freshness }>()
  },
  catalogue: {
    page: call<(input: ProductQuery) => ProductPage & { freshness: Freshness }>(),
    product: call<(input: Key) => { view: ProductView | null; freshness: Freshness }>(),
    refreshProduct: call<(input: Key) => { view: ProductView | null; freshness: Freshness }>(),
    /** https only. Answers with the host; null: nothing was opened, because it is the sample. */
    openLink: call<(input: Key & { address: string }) => { host: string | null }>(),
    seek: call<(input: ProductSeek) => { place: number | null }>(),
    labels: call<() => { labels: LabelCount[] }>(),
    sortOrders: call<() => { sortOrders: StoredSortOrder[] }>(),
    fetchSortOrder: call<(input: ProviderSort) => { sortOrder: StoredSortOrder | null; error: ErrorInfo | null }>(),
    dropSortOrder: call<(input: ProviderSort) => null>(),
    changes: call<(input: ChangeSpan) => ChangePage>(),
    markSeen: call<(input: { upTo: number }) => null>(),
    progress: call<() => { progress: Progress | null }>(),
    cancelRefresh: call<() => null>(),
    exportFile:
      call<(input: { choice: ProductChoice; format: 'csv' | 'json' }) => { name: string | null; products: number }>()
  },
  invoices: {
    page: call<(input: InvoiceQuery) => InvoicePage & { freshness: Freshness }>(),
    /** The open account's invoices to pay and the latest payments. */
    overview: call<() => InvoiceOverview & { freshness: Freshness }>(),
    invoice: call<(input: Key) => { view: InvoiceView | null; freshness: Freshness }>(),
    totals: call<(input: InvoiceChoice) => InvoiceTotals>(),
    /** Of the rows of a list between two places. At most MOST_SELECTED. */
    keys: call<(input: InvoiceQuery) => { rows: Pick<Invoice, 'key' | 'number'>[] }>(),
    months: call<() => InvoiceMonths>(),
    /** https only. 'fresh' asks the API first, because such links expire. null: not in the browser, as with the sample. */
    openLink: call<(input: Key & { which: 'page' | 'pdf'; link: 'fresh' | 'stored' }) => { host: string | null }>(),
    /** `name` null: cancelled. `kept`: an encrypted copy is stored. BAD_REQUEST while another invoice's PDF is saved. */
    savePdf: call<(input: Key) => { name: string | null; kept: boolean }>(),
    /** NOT_FOUND without a stored copy; BAD_REQUEST as savePdf. */
    openPdf: call<(input: Key) => null>(),
    dropPdf: call<(input: Key) => null>(),
    /** ICS: due days of open invoices. ZIP: PDFs, CSV, and a list of missing PDFs. CANCELLED leaves no file; BAD_REQUEST while another export runs. */
    exportFile: call<
      (input: { choice: InvoiceChoice; order: InvoiceOrder; kind: ExportKind; keys: string[] | null }) => {
        name: string | null
        invoices: number
        pdfs: number
        missing: number
      }
    >(),
    exportProgress: call<() => { progress: ExportProgress | null }>(),
    cancelExport: call<() => null>()
  },
  app: {
    info: call<() => AppInfo>(),
    settings: call<() => Settings>(),
    changeSettings: call<(input: SettingsChange) => Settings>(),
    desktop: call<() => Desktop>(),
    status: call<() => Status>(),
    /** Ends with the attempt; its outcome is in the topic's freshness. */
    refresh: call<(input: { topic: Topic | null }) => Status>(),
    copyText: call<(input: { text: string }) => null>(),
    /** Shows a saved file, by the name that saving it returned, in its folder. */
    revealFile: call<(input: { name: string }) => null>(),
    /** The route that main wants to show, such as `/invoices/<key>`; answered once. */
    takeRoute: call<() => { path: string | null }>()
  }
}

type Calls = typeof calls
export type Domain = keyof Calls
export type Method<D extends Domain> = keyof Calls[D]
type Signature<D extends Domain, M extends Method<D>> = Calls[D][M] extends (...input: infer I) => infer O
  ? { input: I; output: O }
  : never
export type Input<D extends Domain, M extends Method<D>> = Signature<D, M>['input'][0]
export type Output<D extends Domain, M extends Method<D>> = Signature<D, M>['output']

/** Names data that changed and never carries it, so a page that misses one while it loads loses nothing. */
export const PUSH_NAMES = [
  'sessionChanged',
  'profileChanged',
  'catalogueChanged',
  'progressChanged', // of the catalogue's refresh
  'invoicesChanged',
  'amountsChanged', // open invoices of any account
  'exportChanged', // of an export of invoices
  'settingsChanged',
  'desktopChanged',
  'statusChanged',
  'connectionCheckChanged',
  'lockChanged', // the only push that is sent while the app is locked
  'routeRequested' // main asks the page to show a route: app.takeRoute
] as const
export type PushName = (typeof PUSH_NAMES)[number]
export type PushPayload = { revision: number }

export const callChannel = (domain: string, method: string): string => `portside:call:${domain}.${method}`
export const pushChannel = (name: string): string => `portside:push:${name}`

/** Asks for FIRST_CALLS at once. */
export const START_CHANNEL = 'portside:start'

export type Envelope<T> = { ok: true; data: T } | { ok: false; error: ErrorInfo }

export const rejection = (code: ErrorCode): Envelope<never> => ({ ok: false, error: { code } })

export type Bridge = {
  [D in Domain]: {
    [M in Method<D>]: (...input: Signature<D, M>['input']) => Promise<Envelope<Output<D, M>>>
  }
} & {
  /** @returns stops listening */
  onPush: (listener: (name: PushName, payload: PushPayload) => void) => () => void
  /** Empty if anything has changed since. See first-calls.ts. */
  start: () => Promise<readonly (Envelope<unknown> | null)[]>
}

export type Handlers = {
  [D in Domain]: {
    [M in Method<D>]: (input: Input<D, M>) => Promise<Output<D, M>> | Output<D, M>
  }
}
