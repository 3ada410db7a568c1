/**
 * Every call and event of the bridge. The preload loads this file, so it imports types only. A new call has a row with its types
 * and its kind here, one with its input's schema in main/ipc/inputs.ts if it takes an input, and one with its handler in
 * main/ipc/handlers.ts. The compiler asks for them. Tests compare answers with the types here, and make every call:
 * test/e2e/canary/calls.ts has inputs of reads. The page calls it as `call('domain', 'method', input)`.
 */
import type { AboutInfo, LicenceRow, Openable, VersionChanges } from '../models/about.ts'
import type { AccountAmounts, SampleData, SessionState } from '../models/account.ts'
import type { ProfileView } from '../models/profile.ts'
import type { ChangePage, ChangeQuery } from '../models/change.ts'
import type { Connection, InvoiceStatus } from '../models/connection.ts'
import type { ConnectionCheckReport } from '../models/connection-check.ts'
import type { Copied } from '../models/copied.ts'
import type { Freshness, Progress, Topic } from '../models/freshness.ts'
import type {
  AccountantExport,
  AccountantShare,
  AccountInvoice,
  ExportKind,
  ExportProgress,
  InvoiceChoice,
  InvoiceMonths,
  InvoiceOrder,
  InvoicePage,
  InvoiceQuery,
  InvoiceTotals,
  InvoiceView,
  MissingAccount,
  MissingReason,
  Period
} from '../models/invoice.ts'
import type { InvoiceOverview, InvoiceSummary } from '../models/invoice-sums.ts'
import type { AppInfo, Desktop, PageMessages } from '../models/desktop.ts'
import type { DiagnosticPartName, DiagnosticReport } from '../models/diagnostics.ts'
import type { LockState } from '../models/lock.ts'
import type { PlanPage, PlanQuery } from '../models/plan.ts'
import type { PatternProblem, PdfFolderState, SavedPdf } from '../models/pdf-folder.ts'
import type { ProxyState } from '../models/network-proxy.ts'
import type { ProviderTrial, TrialEndpoint } from '../models/provider-trial.ts'
import type { Settings, SettingsChange } from '../models/settings.ts'
import type { Status } from '../models/status.ts'
import type { TransferImport } from '../models/transfer.ts'
import type { UpdateState } from '../models/updates.ts'
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
import type { ProviderId } from '../providers/built-in.ts'
import type { ErrorCode, ErrorInfo } from './error.ts'

/**
 * What the page does with a call that the lock interrupted. `read`: it changes nothing and is asked again after the unlock.
 * `repeat`: it is asked again too, because a second time does no harm. `once`: the user starts it again.
 */
type Kind = 'read' | 'repeat' | 'once'

type AnyFunction = (input: never) => unknown
interface Call<F extends AnyFunction> {
  kind: Kind
  /** Only its type is used. */
  signature?: F
}

const read = <F extends AnyFunction>(): Call<F> => ({ kind: 'read' })
const repeat = <F extends AnyFunction>(): Call<F> => ({ kind: 'repeat' })
const call = <F extends AnyFunction>(): Call<F> => ({ kind: 'once' })

type AccountId = { id: string }
/** The account that the page asks about. NOT_FOUND if there is none with this id; CANCELLED if it is signed out meanwhile. */
type Of = { of: string }
/** null: all accounts. */
type OfAll = { of: string | null }
/** The account that the page shows; null: nobody is signed in. `app.status` takes one that is gone for nobody. */
type OfShown = { of: string | null }
type Key = { key: string }
interface ExportResult {
  /** null: the user cancelled. */
  name: string | null
  invoices: number
  pdfs: number
  /** PDFs that couldn't be had. */
  missing: number
  /** What missing.csv says, at most MOST_REASONS of them. */
  reasons: MissingReason[]
  moreReasons: number
}
/** `again`: the account that signs in again; null: any. */
type SignIn = { connection: Connection; again: string | null }

export interface Route {
  path: string | null
  account: string | null
}

export const calls = {
  session: {
    state: read<() => SessionState>(),
    signIn: call<(input: SignIn & { email: string; password: string; code?: string | undefined }) => SessionState>(),
    signInWithToken: call<(input: SignIn & { token: string }) => SessionState>(),
    exploreSample: call<(input: { data: SampleData }) => SessionState>(),
    /** `erase` also deletes the account's stored data and its key. The next signed-in account opens. */
    signOut: call<(input: AccountId & { erase: boolean }) => SessionState>(),
    retryKeychain: call<() => SessionState>()
  },
  accounts: {
    /** The page shows this account from now on: it is fetched as a whole, and shown at the next start. UNAUTHORIZED if it is signed out. */
    show: call<(input: AccountId) => SessionState>(),
    /** null: by its profile or email again. */
    rename: call<(input: AccountId & { label: string | null }) => SessionState>(),
    move: call<(input: AccountId & { to: number }) => SessionState>(),
    /** In the order of the accounts. */
    amounts: read<() => { accounts: AccountAmounts[] }>(),
    /** Signs out, and deletes the stored data and the record. */
    remove: call<(input: AccountId) => SessionState>(),
    /** Deletes everything. KEYCHAIN_* if a secret can't be removed; with `leaveEntries` it becomes a pending deletion instead. */
    eraseEverything: call<(input: { leaveEntries: boolean }) => SessionState>()
  },
  /** While the app is locked, only these are answered, and `app.info`, `app.settings`, `app.messages` and `accounts.eraseEverything`. */
  lock: {
    state: read<() => LockState>(),
    lock: call<() => LockState>(),
    /** WRONG_PIN, with retryAt when one has to wait. */
    unlock: call<(input: { pin: string }) => LockState>(),
    /** CANCELLED if the user dismisses it, BAD_REQUEST where the system can't ask. */
    unlockBySystem: call<() => LockState>(),
    setPin: call<(input: { pin: string; current: string | null }) => LockState>(),
    turnOff: call<(input: { pin: string }) => LockState>()
  },
  connection: {
    /** With another origin the account has to sign in again: a token belongs to its origin. */
    change: call<(input: Of & { connection: Connection }) => SessionState>(),
    exportFile: call<(input: Connection) => { name: string | null }>(),
    importFile: call<() => { connection: Connection | null }>(),
    /** Of a definition that is being edited: each names its part. Its base URL isn't checked. */
    problems: read<(input: { definition: object }) => { problems: ErrorInfo[] }>(),
    statuses: read<(input: Of) => { statuses: InvoiceStatus[] }>(),
    /** In the browser. Answers with the host. NOT_FOUND without a link to it. */
    openDocumentation: call<(input: { provider: ProviderId }) => { host: string }>()
  },
  connectionCheck: {
    /** Of the account (null), or of a connection not signed in to. Cancels a running check. */
    start: call<(input: OfShown & { connection: Connection | null }) => ConnectionCheckReport>(),
    /** The latest one that was started with this account shown. */
    report: read<(input: OfShown) => { report: ConnectionCheckReport | null }>(),
    cancel: call<() => null>()
  },
  providerTrial: {
    /**
     * Asks one endpoint of a connection that isn't saved, and stores nothing. `token` null: the account's, which only its own
     * origin gets (UNAUTHORIZED, found 'otherOrigin'). CANCELLED by a later try of the same endpoint.
     */
    try: call<
      (input: OfShown & { connection: Connection; token: string | null; endpoint: TrialEndpoint }) => ProviderTrial
    >(),
    cancel: call<() => null>()
  },
  proxy: {
    state: read<() => ProxyState>(),
    /** Of the proxy that is set by hand. `error`: why the password store didn't take it; then it is in memory until the app quits. */
    savePassword: call<(input: { password: string }) => ProxyState & { error: ErrorInfo | null }>(),
    /** KEYCHAIN_*; it isn't used any more, but may be left there. */
    removePassword: call<() => ProxyState>()
  },
  profile: {
    read: read<(input: Of) => { profile: ProfileView | null; freshness: Freshness }>()
  },
  catalogue: {
    page: read<(input: Of & ProductQuery) => ProductPage & { freshness: Freshness }>(),
    product: read<(input: Of & Key) => { view: ProductView | null; freshness: Freshness }>(),
    refreshProduct: repeat<(input: Of & Key) => { view: ProductView | null; freshness: Freshness }>(),
    /** https only. Answers with the host; null: nothing was opened, because it is the sample. */
    openLink: call<(input: Of & Key & { address: string }) => { host: string | null }>(),
    seek: read<(input: Of & ProductSeek) => { place: number | null }>(),
    labels: read<(input: Of) => { labels: LabelCount[] }>(),
    sortOrders: read<(input: Of) => { sortOrders: StoredSortOrder[] }>(),
    fetchSortOrder:
      call<(input: Of & ProviderSort) => { sortOrder: StoredSortOrder | null; error: ErrorInfo | null }>(),
    dropSortOrder: call<(input: Of & ProviderSort) => null>(),
    changes: read<(input: Of & ChangeQuery) => ChangePage>(),
    /** Changes that were on screen. */
    markSeen: call<(input: Of & { ids: number[] }) => null>(),
    markAllSeen: call<(input: Of & { upTo: number }) => null>(),
    progress: read<(input: Of) => { progress: Progress | null }>(),
    cancelRefresh: call<(input: Of) => null>(),
    exportFile:
      call<
        (input: Of & { choice: ProductChoice; format: 'csv' | 'json' }) => { name: string | null; products: number }
      >()
  },
  plans: {
    /** Of accounts whose provider has plans. */
    page: read<(input: OfAll & PlanQuery) => PlanPage & { freshness: Freshness }>()
  },
  invoices: {
    /** Of all accounts, `missing` names those that aren't all in it. The key of an invoice names its account. */
    page: read<
      (
        input: OfAll & InvoiceQuery
      ) => InvoicePage & { summary: InvoiceSummary; freshness: Freshness; missing: MissingAccount[] }
    >(),
    /** Invoices to pay and the latest payments, of the same accounts. */
    overview: read<(input: OfAll) => InvoiceOverview & { freshness: Freshness; missing: MissingAccount[] }>(),
    invoice: read<(input: Key) => { view: InvoiceView | null; freshness: Freshness }>(),
    /** By its own endpoint, if the provider has one: the saved invoice may change. */
    refreshInvoice: repeat<(input: Key) => { error: ErrorInfo | null }>(),
    totals: read<(input: OfAll & InvoiceChoice) => InvoiceTotals>(),
    /** Of the rows of a list between two places. At most MOST_SELECTED. */
    keys: read<(input: OfAll & InvoiceQuery) => { rows: Pick<AccountInvoice, 'key' | 'number'>[] }>(),
    months: read<(input: OfAll) => InvoiceMonths>(),
    /** https only. 'fresh' asks the API first, because such links expire. null: not in the browser, as with the sample. */
    openLink: call<(input: Key & { which: 'page' | 'pdf'; link: 'fresh' | 'stored' }) => { host: string | null }>(),
    /** The provider's billing page, or its website. `host`: the one that the user has seen. NOT_FOUND if neither is known. */
    openBilling: call<(input: Of & { host: string }) => { host: string }>(),
    /** `name` null: cancelled. `kept`: an encrypted copy is stored. BAD_REQUEST while another invoice's PDF is saved. */
    savePdf: call<(input: Key) => { name: string | null; kept: boolean }>(),
    /** NOT_FOUND without a stored copy; BAD_REQUEST as savePdf. */
    openPdf: call<(input: Key) => null>(),
    dropPdf: call<(input: Key) => null>(),
    /** ICS: due days of open invoices. ZIP: as for the accountant. CANCELLED leaves no file; BAD_REQUEST while another export runs. */
    exportFile:
      call<
        (
          input: OfAll & { choice: InvoiceChoice; order: InvoiceOrder; kind: ExportKind; keys: string[] | null }
        ) => ExportResult
      >(),
    /** In the order of the accounts. Nothing is fetched. */
    previewForAccountant: read<(input: Period & { accounts: string[] }) => { shares: AccountantShare[] }>(),
    /** ZIP: the accounting CSV, PDFs in a folder for each account, and a list of what is missing. Errors as `exportFile`. */
    exportForAccountant: call<(input: AccountantExport) => ExportResult>(),
    exportProgress: read<() => { progress: ExportProgress | null }>(),
    cancelExport: call<() => null>()
  },
  /** New PDFs are saved into a folder, which only the system's dialog can name. */
  pdfFolder: {
    state: read<() => PdfFolderState>(),
    /** Nothing changes if the user cancels the dialog. */
    chooseFolder: call<() => PdfFolderState>(),
    /** Names that a pattern makes of the newest saved invoices, or of an example. At most three, and none with a problem. */
    preview: read<(input: OfShown & { pattern: string }) => { examples: string[]; problem: PatternProblem | null }>(),
    /** The newest MOST_LISTED_PDFS, newest first, of `total`: of the accounts whose saved data can be read. */
    saved: read<() => { rows: SavedPdf[]; total: number }>(),
    /** Shows a saved file in its folder. NOT_FOUND if it isn't there. */
    reveal: call<(input: AccountId) => null>(),
    /** Saves now what isn't there yet. Doesn't wait for its end. */
    retry: call<() => PdfFolderState>()
  },
  /** Accounts and settings in a file for another computer. */
  transfer: {
    /** `name` null: cancelled. `leftOut`: names of accounts that the file can't have. */
    exportFile: call<() => { name: string | null; accounts: number; leftOut: string[] }>(),
    /** What the file that the user chooses would add and change: do it by addAccounts and app.changeSettings. null: cancelled. */
    openFile: call<() => { file: TransferImport | null }>(),
    /** Of the latest file that was opened, signed out. NOT_FOUND for an earlier one. */
    addAccounts: call<(input: { id: number }) => SessionState>()
  },
  diagnostics: {
    /** Makes a report, which replaces the one before. The keychain may be asked. */
    report: read<() => DiagnosticReport>(),
    /** Saves the latest report, as it was shown. NOT_FOUND for an earlier one. `name` null: the user cancelled. */
    save: call<(input: { id: number; leftOut: DiagnosticPartName[] }) => { name: string | null }>()
  },
  about: {
    info: read<() => AboutInfo>(),
    /** Of everything in the app. NOT_FOUND in a build without the list. */
    licences: read<() => LicenceRow[]>(),
    /** In pieces of LICENCE_PIECE characters. `next`: where the next one starts; null: it is the last. */
    licenceText: read<(input: Key & { offset: number }) => { text: string; next: number | null }>(),
    /** Of this version. NOT_FOUND as for `licences`. */
    changes: read<() => VersionChanges>(),
    /** NOT_FOUND if it isn't there. */
    open: call<(input: { what: Openable }) => null>()
  },
  /** New versions of Portside. Without an update feed, the state is 'off' and the calls do nothing. */
  updates: {
    state: read<() => UpdateState>(),
    /** Doesn't wait for the answer. */
    check: call<() => UpdateState>(),
    /** Downloads the release, and installs it when the app quits. Doesn't wait for the download. */
    install: call<() => UpdateState>(),
    stopInstalling: call<() => UpdateState>(),
    skip: call<() => UpdateState>(),
    unskip: call<() => UpdateState>(),
    remindLater: call<() => UpdateState>(),
    /** Quits. */
    restart: call<() => null>(),
    /** In the browser: the page with the releases. Answers with the host. NOT_FOUND without an update feed. */
    openPage: call<() => { host: string }>()
  },
  app: {
    info: read<() => AppInfo>(),
    settings: read<() => Settings>(),
    messages: read<() => PageMessages>(),
    /** BAD_REQUEST for a `pdfFolderPattern` that `pdfFolder.preview` finds wrong, and for `pdfFolderOn` without a folder. */
    changeSettings: call<(input: SettingsChange) => Settings>(),
    /** The user has seen `lostSettings` of the status: they are saved as they are now. */
    acceptLostSettings: repeat<() => null>(),
    desktop: read<() => Desktop>(),
    /** While the user records another one, the global shortcut reaches the page as any other keys. */
    pauseShortcut: call<(input: { paused: boolean }) => null>(),
    /** `all`: with the open invoices of all accounts. */
    status: read<(input: OfShown & { all: boolean }) => Status>(),
    /** Of the account, or with `all` the invoices of all. Ends with the attempt; its outcome is in the topic's freshness. */
    refresh: repeat<(input: Of & { all: boolean; topic: Topic | null }) => Status>(),
    copyText: call<(input: Copied) => null>(),
    /** For the log. BAD_REQUEST for a text that isErrorDescription rejects. */
    reportError: call<(input: { description: string }) => null>(),
    /** Shows a saved file, by the name that saving it returned, in its folder. */
    revealFile: call<(input: { name: string }) => null>(),
    /** What main wants to show, answered once: a route such as `/invoices/<key>` (null: any), of an account (null: the one that is shown). */
    takeRoute: repeat<() => Route>()
  }
}

type Calls = typeof calls
export type Domain = keyof Calls
export type Method<D extends Domain> = keyof Calls[D]
type FunctionOf<D extends Domain, M extends Method<D>> = Calls[D][M] extends Call<infer F> ? F : never
type Signature<D extends Domain, M extends Method<D>> =
  FunctionOf<D, M> extends (...input: infer I) => infer O ? { input: I; output: O } : never
export type Input<D extends Domain, M extends Method<D>> = Signature<D, M>['input'][0]
export type Output<D extends Domain, M extends Method<D>> = Signature<D, M>['output']

export function mayRepeat<D extends Domain>(domain: D, method: Method<D>): boolean {
  const { kind } = calls[domain][method] as Call<AnyFunction>
  return kind !== 'once'
}

/** What changes of an account. */
export type AccountTopic =
  /** Its stored data, what the latest refresh ended with, or whether it can be read. That a refresh begins is its `status`. */
  | Topic
  /** Of an import of the catalogue or of a sort order. */
  | 'progress'
/** What changes of the app. */
export type AppTopic =
  | 'session'
  /** What is owed to all accounts' providers. */
  | 'amounts'
  /** A refresh of all accounts. */
  | 'refreshAll'
  /** Of an export of invoices. */
  | 'export'
  /** Its state, or the list of saved PDFs. */
  | 'pdfFolder'
  | 'updates'
  | 'settings'
  | 'desktop'
  /** The only one that is sent while the app is locked. */
  | 'lock'
/**
 * What changed, and of which account; null: of the app. It names data and never carries it, so a page that misses one while it loads
 * loses nothing.
 */
export type Change =
  | [topic: AccountTopic, account: string]
  | [topic: AppTopic, account: null]
  | [topic: 'status' | 'connectionCheck', account: string | null]
  /** Main asks the page to show a route: app.takeRoute. */
  | [topic: 'route', account: null]
export type ChangeTopic = Change[0]

export const callChannel = (domain: string, method: string): string => `portside:call:${domain}.${method}`
/** Main to page, with a Change. */
export const CHANGE_CHANNEL = 'portside:changed'

/** Asks for the first calls at once. */
export const START_CHANNEL = 'portside:start'

export type Envelope<T> = { ok: true; data: T } | { ok: false; error: ErrorInfo }

export const rejection = (code: ErrorCode): Envelope<never> => ({ ok: false, error: { code } })

export type Bridge = {
  [D in Domain]: {
    [M in Method<D>]: (...input: Signature<D, M>['input']) => Promise<Envelope<Output<D, M>>>
  }
} & {
  /** @returns stops listening */
  onChange: (listener: (...change: Change) => void) => () => void
  /** null if anything has changed since. */
  start: () => Promise<FirstAnswers | null>
}

/** To `firstCalls` of these. */
export interface FirstAnswers {
  /** The account that was shown last; null: nobody is signed in. */
  account: string | null
  /** All accounts' invoices are wanted. */
  all: boolean
  /** null: late, or the app is locked. */
  answers: (Envelope<unknown> | null)[]
}

export type Handlers = {
  [D in Domain]: {
    [M in Method<D>]: (input: Input<D, M>) => Promise<Output<D, M>> | Output<D, M>
  }
}
