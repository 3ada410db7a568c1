/**
 * Every call and push that crosses the bridge. Main's handlers and the page's types derive from it; main parses the inputs by
 * main/ipc/inputs.ts. The preload loads this file, so it imports types only.
 */
import type { SessionState } from '../models/account.ts'
import type { ChangePage, ChangeSpan } from '../models/change.ts'
import type { Connection, InvoiceStatus } from '../models/connection.ts'
import type { ConnectionCheckReport } from '../models/connection-check.ts'
import type { Freshness, Progress, Topic } from '../models/freshness.ts'
import type {
  ExportProgress,
  InvoiceChoice,
  InvoiceMonths,
  InvoiceOrder,
  InvoicePage,
  InvoiceQuery,
  InvoiceTotals,
  InvoiceView
} from '../models/invoice.ts'
import type { LockState } from '../models/lock.ts'
import type {
  LabelCount,
  ProductChoice,
  ProductPage,
  ProductQuery,
  ProductSeek,
  ProductView,
  ProviderSort,
  StoredOrder
} from '../models/product.ts'
import type { ProfileView } from '../models/profile.ts'
import type { AppInfo, Desktop, Settings, SettingsChange, Status } from '../models/settings.ts'
import type { ErrorInfo } from './error.ts'

/** A call's type, as a function of main; it has no value. */
const call = <F extends (input: never) => unknown>(): F => null as unknown as F

type AccountId = { id: string }
type Key = { key: string }
/** `again`: the account that signs in again; null: whoever it turns out to be. */
type SignIn = { connection: Connection; again: string | null }

export const calls = {
  session: {
    state: call<() => SessionState>(),
    signIn: call<(input: SignIn & { email: string; password: string; code?: string | undefined }) => SessionState>(),
    useToken: call<(input: SignIn & { token: string }) => SessionState>(),
    exploreSample: call<() => SessionState>(),
    /**
     * Removes the token of an account. `erase` also deletes what is saved of it, with its key. If the open account leaves,
     * the next one that is signed in opens.
     */
    signOut: call<(input: AccountId & { erase: boolean }) => SessionState>(),
    /** Asks the system's password store again: for the open account's token or to keep it, and for pending deletions. */
    retryKeychain: call<() => SessionState>()
  },
  accounts: {
    /** Opens another account. One that is signed out can't be opened: UNAUTHORIZED. */
    switch: call<(input: AccountId) => SessionState>(),
    rename: call<(input: AccountId & { label: string }) => SessionState>(),
    /** Puts it at that place of the list, from 0. */
    move: call<(input: AccountId & { to: number }) => SessionState>(),
    /** Signs out, and deletes all that is saved of it and its record. */
    remove: call<(input: AccountId) => SessionState>(),
    /**
     * Removes every account, every entry in the password store, every file and setting, the lock included.
     * @throws KEYCHAIN_* when an entry can't be removed: those before it are gone, and no file is deleted yet. With `leaveEntries`
     * an entry that can't be removed becomes a pending deletion.
     */
    eraseEverything: call<(input: { leaveEntries: boolean }) => SessionState>()
  },
  /** While the app is locked, only these are answered, and `app.info`, `app.settings` and `accounts.eraseEverything`. */
  lock: {
    state: call<() => LockState>(),
    /** Locks at once. BAD_REQUEST without a PIN. */
    now: call<() => LockState>(),
    /** WRONG_PIN, with retryAt when one has to wait. */
    unlock: call<(input: { pin: string }) => LockState>(),
    /** Lets the system ask; CANCELLED when the person doesn't answer it, BAD_REQUEST where it can't ask. */
    unlockBySystem: call<() => LockState>(),
    /** Sets the PIN, or another one: `current` is the one before, null when none is set. */
    setPin: call<(input: { pin: string; current: string | null }) => LockState>(),
    turnOff: call<(input: { pin: string }) => LockState>()
  },
  connection: {
    /**
     * Changes how the open account's API is spoken to. A token belongs to the origin that it was given for: with
     * another origin the account has to sign in again, and keeps what is stored.
     */
    change: call<(input: Connection) => SessionState>(),
    /** Asks where to, and writes the connection as a JSON file, which has no secret in it. null: the person decided otherwise. */
    exportFile: call<(input: Connection) => { name: string | null }>(),
    /** Asks which file, and reads it; nothing is changed by that. null: the person decided otherwise. */
    importFile: call<() => { connection: Connection | null }>(),
    /** The statuses in the open account's invoices, most frequent first; at most 200. */
    statuses: call<() => { statuses: InvoiceStatus[] }>()
  },
  connectionCheck: {
    /** Starts a check, of the open account (null) or of a connection not signed in to; one that runs is cancelled. */
    run: call<(input: { connection: Connection | null }) => ConnectionCheckReport>(),
    /** The latest check of this launch. */
    report: call<() => { report: ConnectionCheckReport | null }>(),
    cancel: call<() => null>()
  },
  profile: {
    read: call<() => { profile: ProfileView | null; freshness: Freshness }>()
  },
  catalogue: {
    page: call<(input: ProductQuery) => ProductPage & { freshness: Freshness }>(),
    product: call<(input: Key) => { view: ProductView | null; freshness: Freshness }>(),
    /** Fetches the one product anew and answers with what is stored after that. */
    refreshProduct: call<(input: Key) => { view: ProductView | null; freshness: Freshness }>(),
    /** Opens an address that the product's long description names, in the person's browser; https only. Answers with the host; null: of the sample, nothing is opened. */
    openLink: call<(input: Key & { address: string }) => { host: string | null }>(),
    /** The place in the list of the row sought; null: there is none. */
    seek: call<(input: ProductSeek) => { place: number | null }>(),
    /** The labels that occur, most frequent first; at most MOST_LABELS. */
    labels: call<() => { labels: LabelCount[] }>(),
    /** The provider's orders that are stored, the one fetched last first. */
    orders: call<() => { orders: StoredOrder[] }>(),
    /** Asks the API for its products in that order, and stores the order. `error`: why that didn't work. */
    fetchOrder: call<(input: ProviderSort) => { order: StoredOrder | null; error: ErrorInfo | null }>(),
    dropOrder: call<(input: ProviderSort) => null>(),
    changes: call<(input: ChangeSpan) => ChangePage>(),
    /** The person has seen the changes up to this id. */
    markSeen: call<(input: { upTo: number }) => null>(),
    /** How far the refresh is that is under way; null: none is. */
    progress: call<() => { progress: Progress | null }>(),
    /** Ends the refresh that is under way; what is stored stays as it was. */
    cancelRefresh: call<() => null>(),
    /** Asks where to, and writes what is chosen as a file. `name` null: the person decided otherwise. */
    exportFile:
      call<(input: { choice: ProductChoice; format: 'csv' | 'json' }) => { name: string | null; products: number }>()
  },
  invoices: {
    page: call<(input: InvoiceQuery) => InvoicePage & { freshness: Freshness }>(),
    invoice: call<(input: Key) => { view: InvoiceView | null; freshness: Freshness }>(),
    /** What the chosen invoices add up to. */
    totals: call<(input: InvoiceChoice) => InvoiceTotals>(),
    /** The last twelve months, whatever is chosen. */
    months: call<() => InvoiceMonths>(),
    /**
     * Opens the hosted page or PDF in the person's browser; https only. 'fresh' asks the API for its invoices first, because
     * such links expire; 'stored' opens what is known. Answers with the host opened; null: nothing went
     * to the browser, as with the sample, whose PDF the system's viewer opens.
     */
    openLink: call<(input: Key & { which: 'page' | 'pdf'; link: 'fresh' | 'stored' }) => { host: string | null }>(),
    /**
     * Fetches the PDF, keeps an encrypted copy, and writes it where the person says. `name` null: the person decided
     * otherwise. `kept`: the copy can be opened later, also offline. One at a time: BAD_REQUEST while another invoice's is
     * saved; the same one is joined.
     */
    savePdf: call<(input: Key) => { name: string | null; kept: boolean }>(),
    /** Opens the kept copy in the system's viewer. NOT_FOUND when there is none. One at a time, as savePdf. */
    openPdf: call<(input: Key) => null>(),
    /** Deletes the kept copy. */
    dropPdf: call<(input: Key) => null>(),
    /**
     * Asks where to, and writes the chosen invoices: as CSV, or as a ZIP with their PDFs, the CSV, and a list of the PDFs that
     * are missing and why. `name` null: the person decided otherwise. CANCELLED when it was ended: no file is left.
     * One at a time: BAD_REQUEST while another one is under way.
     */
    exportFile: call<
      (input: { choice: InvoiceChoice; order: InvoiceOrder; kind: 'csv' | 'zip' }) => {
        name: string | null
        invoices: number
        pdfs: number
        missing: number
      }
    >(),
    /** How far the export is that is under way; null: none is. */
    exportProgress: call<() => { progress: ExportProgress | null }>(),
    cancelExport: call<() => null>()
  },
  app: {
    info: call<() => AppInfo>(),
    settings: call<() => Settings>(),
    changeSettings: call<(input: SettingsChange) => Settings>(),
    desktop: call<() => Desktop>(),
    status: call<() => Status>(),
    /** Fetches one topic, or all of them; ends when the try ended, its outcome is in the topic's freshness. */
    refresh: call<(input: { topic: Topic | null }) => Status>(),
    /** Puts text on the system's clipboard, which is closed to the page. */
    copyText: call<(input: { text: string }) => null>(),
    /** The route that main asks the page to show, for example `/invoices/<key>`; it is answered once. null: none. */
    takeRoute: call<() => { path: string | null }>()
  }
}

type Calls = typeof calls
export type Domain = keyof Calls
export type Method<D extends Domain> = keyof Calls[D]
type Signature<D extends Domain, M extends Method<D>> = Calls[D][M] extends (...input: infer I) => infer O
  ? { input: I; output: O }
  : never
/** Input of a call; `undefined` for those that take none. */
export type Input<D extends Domain, M extends Method<D>> = Signature<D, M>['input'][0]
export type Output<D extends Domain, M extends Method<D>> = Signature<D, M>['output']

/** A push names data that changed and never carries it, so a page that misses one while it loads loses nothing. */
export const PUSH_NAMES = [
  'sessionChanged',
  'profileChanged',
  'catalogueChanged',
  'progressChanged', // of the catalogue's refresh
  'invoicesChanged',
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

export type Envelope<T> = { ok: true; data: T } | { ok: false; error: ErrorInfo }

/** What the preload exposes as `window.portside`. */
export type Bridge = {
  [D in Domain]: {
    [M in Method<D>]: (...input: Signature<D, M>['input']) => Promise<Envelope<Output<D, M>>>
  }
} & {
  /** Listens to a push; the returned function ends that. */
  on: (name: PushName, listener: (payload: PushPayload) => void) => () => void
}

/** What main must answer: one function for every call, no more, no less. */
export type Handlers = {
  [D in Domain]: {
    [M in Method<D>]: (input: Input<D, M>) => Promise<Output<D, M>> | Output<D, M>
  }
}
