/**
 * What core needs from the world. Core imports shared/ and this file, nothing else; every room implements its part.
 * Every method may throw a Fault (shared/ipc/failure.ts) and nothing else that is meant to be handled.
 */
import type { Account } from '../../shared/model/account.ts'
import type { Connection, InvoiceStatus } from '../../shared/model/connection.ts'
import type { ReadingNote, Topic } from '../../shared/model/freshness.ts'
import type { Day } from '../../shared/model/day.ts'
import type {
  Invoice,
  InvoiceChoice,
  InvoiceLine,
  InvoiceMonths,
  InvoicePage,
  InvoiceQuery,
  InvoiceSummary,
  InvoiceTotals
} from '../../shared/model/invoice.ts'
import type { Json } from '../../shared/model/json.ts'
import type { ChangePage, ChangeSpan } from '../../shared/model/change.ts'
import type {
  LabelCount,
  PlatformSort,
  Product,
  ProductPage,
  ProductQuery,
  ProductRow,
  ProductSeek,
  StoredOrder
} from '../../shared/model/product.ts'
import type { ProfileView } from '../../shared/model/profile.ts'
import type { Settings } from '../../shared/model/settings.ts'
import type { PushName } from '../../shared/ipc/contract.ts'

// ── time ────────────────────────────────────────────────────────────────────────────────────────────────────────

export interface Clock {
  now(): Date
  /**
   * Milliseconds since some moment of this launch. Nobody sets it back, as they do the computer's clock; while the
   * computer sleeps it may stand still, and so may what `after` waits for.
   */
  elapsed(): number
  /** Runs once after that many milliseconds; the returned function calls it off. */
  after(ms: number, run: () => void): () => void
  /** In [0, 1); for jitter. */
  random(): number
}

// ── platform ────────────────────────────────────────────────────────────────────────────────────────────────────

/** What a signed-in call needs. The token goes into the request and nowhere else. */
export interface Access {
  connection: Connection
  token: string
}

export interface Grant {
  token: string
  /** ISO 8601, from the reply or the JWT's `exp`; null when neither says. */
  expiresAt: string | null
}

export interface ProductRecord {
  /** The id; a stand-in when the platform gave none, or gave it twice in one list. */
  key: string
  product: Product
  /** As it came, credential-like fields removed. */
  raw: { [name: string]: Json }
  unknownFields: string[]
  /** What the reader met in this record. */
  notes: ReadingNote[]
}

export interface InvoiceRecord {
  invoice: Invoice
  raw: { [name: string]: Json }
  /** https addresses only; others are left out. */
  pageUrl: string | null
  pdfUrl: string | null
  /** What its lines say, for searching; not read back from the cache: the raw record has it. */
  lineTexts?: string
}

/** Tells a later request which answer is already here. To core it is opaque: it is stored and handed back. */
export interface Validators {
  etag: string | null
  lastModified: string | null
  /** Of what, by which version of the readers and by which settings it was read; another one is of no use. */
  of: string
}

/** What was read, and what the tolerant reader met on its way. */
export interface Reading<T> {
  value: T
  notes: ReadingNote[]
}

export interface Answer<T> extends Reading<T> {
  /** null when the platform gave none. */
  validators: Validators | null
}

/** How the body of a product list is to be read. */
export interface ListReading {
  /** What was sent in secret, to be blotted out of the records. */
  secrets: readonly string[]
}

/** What has come of a list, once its body is whole. */
export interface ListArrival {
  /** The body without what is in lists; at most 1 MB. */
  rest: Uint8Array
  /** Elements that the list has; null: there is no list. */
  found: number | null
  /** Those of them that are products. */
  products: number
}

/**
 * Where the platform client puts the body of a product list while it comes. Reading and storing it is somebody else's thread.
 * A try may be followed by another one: `begin` makes void what came before.
 */
export interface ListIntake {
  begin(reading: ListReading): void
  /** The piece is the intake's from now on. Resolves when more may come. @throws BAD_REPLY or TOO_LARGE, as soon as it is seen */
  take(piece: Uint8Array): Promise<void>
  /** The body came to its end. @throws as `take`, for what came last */
  end(): Promise<ListArrival>
}

/** One element of a list, read; its key comes when all of them are known. */
export interface ArrivedProduct extends Omit<ProductRecord, 'key'> {
  /** SHA-256 of the bytes that it came in. */
  print: Uint8Array
}

/** Told what a list has, in its order. */
export interface ListTaker {
  /** A list begins. What came before belongs to another, of a name that is less trusted: it is void. */
  restart(): void
  /** True: exactly these bytes were read before, what was made of them is there, and this element is not read again. */
  known(print: Uint8Array): boolean
  add(product: ArrivedProduct): void
}

export interface ListReader {
  /** @throws BAD_REPLY or TOO_LARGE, as soon as it is seen */
  take(piece: Uint8Array): void
  /** What no product says: elements that are no objects. */
  end(): ListArrival & { notes: ReadingNote[] }
}

/** The tolerant reader of product lists, for the catalogue's thread. */
export interface ListReaders {
  /** Another version makes something else of the same bytes. */
  version: string
  open(reading: ListReading, taker: ListTaker): ListReader
  /** A key for each product of a list, in its order; the same list gives the same keys again. */
  keys(products: { id: string | null; record: () => ProductRecord['raw'] }[]): { keys: string[]; notes: ReadingNote[] }
  /** Notes of many as those of one. */
  sum(notes: Iterable<readonly ReadingNote[]>): ReadingNote[]
}

/** How a GET is made. */
export interface Ask {
  signal?: AbortSignal | undefined
  /** What is stored came with these; the answer may then be null: nothing has changed. */
  known?: Validators | null
  /** One try only; otherwise what passes by itself is tried again within the deadline. */
  once?: boolean
}

/** Calls end within the connection's timeout (the product list: six times that, once it has begun to answer). */
export interface Platform {
  /**
   * The base address in its stored form: origin and path prefix, no trailing slash, query or fragment.
   * @throws INSECURE_ADDRESS for http to anything but loopback, BAD_REQUEST for what is no web address
   */
  baseAddress(typed: string): string
  signIn(
    connection: Connection,
    credentials: { email: string; password: string; code?: string },
    signal?: AbortSignal
  ): Promise<Grant>
  profile(access: Access, ask?: Ask): Promise<Answer<ProfileView> | null>
  /** Products go into the intake, and are good once this resolves: to the answer's validators, null when there are none. */
  products(
    access: Access,
    query: Partial<PlatformSort>,
    ask: Ask,
    intake: ListIntake
  ): Promise<{ validators: Validators | null } | null>
  /** NOT_FOUND when the platform no longer offers it. */
  product(access: Access, id: string, ask?: Omit<Ask, 'known'>): Promise<Reading<ProductRecord>>
  invoices(access: Access, ask?: Ask): Promise<Answer<InvoiceRecord[]> | null>
  /** When a token ends (ISO 8601), as a JWT says of itself; null when it says nothing, or is none. */
  expiryOf(token: string): string | null
  /** Reads stored records again, by the connection's settings as they are now. */
  readInvoicesAgain(connection: Connection, records: InvoiceRecord[]): Reading<InvoiceRecord[]>
  /**
   * A picture named by a product: relative to the base address, absolute, or a data URI. At most 2 MB, its type told
   * by its bytes; the credential is sent to nobody.
   */
  picture(connection: Connection, address: string, signal?: AbortSignal): Promise<Picture>
  /** The lines of an invoice, at most MOST_LINES, by the connection's settings; `more`: those beyond. */
  invoiceLines(connection: Connection, record: InvoiceRecord): { lines: InvoiceLine[]; more: number }
  /**
   * The PDF that an invoice links to: https, at most 25 MB, its type told by its bytes. The credential is sent to nobody.
   * @throws BAD_REPLY (found 'notPdf') for anything else than a PDF, BAD_REQUEST (found 'address') for a private address
   */
  pdf(connection: Connection, address: string, signal?: AbortSignal): Promise<Uint8Array>
  /** `GET /health` without credential, once. @returns the status, whatever it is */
  health(connection: Connection, signal?: AbortSignal): Promise<number>
}

export interface Picture {
  type: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'image/svg+xml'
  bytes: Uint8Array
}

// ── cache ───────────────────────────────────────────────────────────────────────────────────────────────────────

/** What is known of a stored topic. */
export interface StoredInfo {
  fetchedAt: string
  notes: ReadingNote[]
  validators: Validators | null
}

export interface Stored<T> extends StoredInfo {
  value: T
}

/** Of the personal documents: 32 random bytes in base64. null: there is none, and they are kept in memory only. */
export type KeyOf = () => Promise<string | null>

/** Where PDFs have no room left: those kept first make it, or another is not kept. */
export type PdfRoom = 'make' | 'ifFree'

/**
 * The stored data of one account. A save is one transaction: a reader sees the old data or the new, never a mix.
 *
 * Profile and invoices, and what is known of these topics, are personal: at rest they are encrypted, by a key that is asked
 * for when it is first needed. Reading them throws as the KeyOf does, with found 'sealed', while there is something
 * stored that can't be opened without the key; saving never does: what can't be encrypted stays in memory until quit.
 */
export interface AccountCache {
  info(topic: Topic): Promise<StoredInfo | null>
  /** What is stored of the topic was found to be current (ISO 8601). */
  confirm(topic: Topic, fetchedAt: string): Promise<void>

  profile(): Promise<Stored<ProfileView> | null>
  saveProfile(profile: ProfileView, info: StoredInfo): Promise<void>

  catalogue: CatalogueCache

  saveInvoices(records: InvoiceRecord[], info: StoredInfo): Promise<void>
  /** @param today where the person is; what is overdue is counted by it */
  invoicePage(query: InvoiceQuery, today: Day): Promise<InvoicePage>
  invoiceTotals(choice: InvoiceChoice, today: Day): Promise<InvoiceTotals>
  invoiceMonths(today: Day): Promise<InvoiceMonths>
  /** Keys as chosen, in that order, all of them: for an export. */
  invoiceKeys(query: Omit<InvoiceQuery, 'offset' | 'limit'>, today: Day): Promise<string[]>
  invoice(key: string): Promise<InvoiceRecord | null>
  invoiceSummary(today: Day): Promise<InvoiceSummary>
  /** All of them, in the platform's order. */
  invoiceRecords(): Promise<InvoiceRecord[]>
  /** Statuses that occur, most frequent first, at most 200. */
  invoiceStatuses(): Promise<InvoiceStatus[]>

  /** The kept PDF of an invoice, encrypted as the documents are. @throws as reading them does */
  pdf(key: string): Promise<Uint8Array | null>
  pdfInfo(key: string): Promise<{ at: string; bytes: number } | null>
  /** @param at ISO 8601 @returns false when it can't be kept: there is no key to encrypt it with, or no room */
  savePdf(key: string, bytes: Uint8Array, at: string, room: PdfRoom): Promise<boolean>
  dropPdf(key: string): Promise<void>

  /**
   * Of these facts, those that the person was not told of, and whether anything was ever noted of this account. Only their
   * digests are stored.
   */
  untold(facts: readonly string[]): Promise<{ first: boolean; untold: string[] }>
  /** The person knows of them, also when there are none. */
  noteTold(facts: readonly string[]): Promise<void>

  /** Pictures by product key and the address they came from. */
  picture(key: string, address: string): Promise<Picture | null>
  savePicture(key: string, address: string, picture: Picture): Promise<void>

  /** 'rebuilt': a file was damaged and set aside; 'memory': one can't be written, data lives until quit. */
  condition(): Promise<'fine' | 'rebuilt' | 'memory'>
  /** The key can be had now: encrypts and stores what is in memory only. */
  seal(): Promise<void>
  close(): void
}

/**
 * The products of one account, in a thread of their own: nothing here holds main's. What is read is of one refresh, never a
 * mix of two. Every call may throw CACHE.
 */
export interface CatalogueCache {
  page(query: ProductQuery): Promise<ProductPage>
  seek(seek: ProductSeek): Promise<number | null>
  product(key: string): Promise<{ record: ProductRecord; row: ProductRow } | null>
  /** Puts one product in place, where the list already has its key. */
  save(record: ProductRecord): Promise<void>
  /** At most MOST_LABELS, the most frequent first. */
  labels(): Promise<LabelCount[]>
  /**
   * Records as chosen, for an export: at most 200, and no more than are about 1 MB; none: that is all. `list` is the same text
   * as long as the list, and the order that it is in, are the same.
   */
  records(query: ProductQuery): Promise<{ records: ProductRecord[]; list: string }>

  /** At most MOST_ORDERS, the one fetched last first. */
  orders(): Promise<StoredOrder[]>
  dropOrder(order: PlatformSort): Promise<void>

  changes(span: ChangeSpan): Promise<ChangePage>
  markSeen(upTo: number): Promise<void>
  /** Changes since the person last looked. */
  unseen(): Promise<number>

  /** Begins to take in a list. Two may arrive at once; they are stored one after the other. */
  intake(told: { signal: AbortSignal; onProgress: (products: number) => void }): CatalogueIntake
}

/** Nothing of it is stored before one of the three that end it. */
export interface CatalogueIntake extends ListIntake {
  /**
   * Puts the list in place of the stored one, and notes what changed.
   * @returns how many products changed, came or went
   * @throws CANCELLED after the signal, and when another list was stored since it began: what is stored stays whole
   */
  commit(info: { fetchedAt: string; validators: Validators | null }): Promise<number>
  /** Stores the order that the list came in, as this one of the platform's. */
  commitOrder(order: Omit<StoredOrder, 'edition'>): Promise<void>
  /** Nothing of it is wanted. */
  discard(): Promise<void>
}

export interface Cache {
  /** Opens (or makes) the account's file; a damaged one is set aside and made anew. */
  open(accountId: string, key: KeyOf): AccountCache
  /** Deletes all that is stored of the account, files included, and what is in memory of it. @throws CACHE */
  erase(accountId: string): void
  /** Deletes everything, accounts and settings included; the registry is then as at the first start. @throws CACHE */
  eraseAll(): void
  registry: Registry
}

/** Accounts and settings: small, read before the first window, so synchronous. */
export interface Registry {
  accounts(): Account[]
  saveAccount(account: Account): void
  removeAccount(id: string): void
  /** Puts the accounts in this order; those not named come last, as they were. */
  orderAccounts(ids: readonly string[]): void
  activeAccountId(): string | null
  setActiveAccountId(id: string | null): void
  settings(): Settings
  saveSettings(settings: Settings): void
  /** Ids of accounts that are gone or signed out, whose entry in the password store could not be removed yet. */
  owed(): string[]
  saveOwed(ids: readonly string[]): void
  lock(): LockRecord | null
  saveLock(record: LockRecord | null): void
}

/** What is stored of the app lock. */
export interface LockRecord {
  /** Tells the right PIN from others: see PinHash. */
  verifier: string
  /** Wrong tries since the last right one. */
  failures: number
  /** ISO 8601; see LockState.waitUntil. */
  waitUntil: string | null
}

// ── vault ───────────────────────────────────────────────────────────────────────────────────────────────────────

/** What is kept of one account: one entry, so that one question to the person is enough for both. */
export interface Entry {
  token: string | null
  /** See KeyOf. */
  dataKey: string | null
}

/**
 * The system's password store. Each call ends within 3 s, with one of
 * VAULT_LOCKED: it is locked, or the person dismissed its question;
 * VAULT_SILENT: it did not answer in time;
 * VAULT_MISSING: there is none (found: noLibrary, noBus, noService);
 * VAULT_REFUSED (write): it is open and did not take the entry;
 * VAULT_CHANGED (read): it is open, and the entry is none that Portside wrote, or not all of it is there.
 */
export interface Vault {
  /** null: the store is open and has no such entry. */
  read(accountId: string): Promise<Entry | null>
  /** All of the entry or nothing: what was there before stays when it fails. */
  write(accountId: string, entry: Entry): Promise<void>
  /** No failure when there is none. */
  remove(accountId: string): Promise<void>
}

/** Tells a PIN from another without keeping it. Slow on purpose, and not on main's thread. */
export interface PinHash {
  /** @returns what to store */
  make(pin: string): Promise<string>
  /** False, too, for a verifier that can't be read. */
  matches(pin: string, verifier: string): Promise<boolean>
}

// ── the page and the desktop ────────────────────────────────────────────────────────────────────────────────────

export interface Publisher {
  /** Tells the page (and the tray) that something is stale. */
  publish(name: Exclude<PushName, 'goTo'>): void
}

export interface Opener {
  /**
   * Opens an address in the person's browser. Only https; anything else is BAD_REQUEST.
   * @returns the host that was opened
   */
  open(address: string): Promise<string>
}

/** Whether somebody sits in front of the computer. */
export interface Presence {
  /** Seconds since keyboard or mouse were touched, in any program. */
  idleSeconds(): number
  /** The screen is locked now; only where `onAway` does not tell, false elsewhere and where nothing tells. */
  screenLocked(): boolean
  /** The computer goes to sleep or wakes up, or its screen is locked. */
  onAway(run: () => void): void
}

/** The system's own way to ask who is there. */
export interface SystemPrompt {
  available(): boolean
  /** False when the person was not recognised or dismissed it. */
  ask(): Promise<boolean>
}

/** Whether this computer has a network. */
export interface Network {
  /** False is certain; true proves nothing. */
  online(): boolean
}

/** The system's notifications. */
export interface Notifier {
  /** False: the system shows none. */
  supported(): boolean
  show(notice: { title: string; body: string }, onClick: () => void): void
}

/** One file in an archive. */
export interface ArchiveEntry {
  /** Relative, with `/` between folders. */
  name: string
  modified: Date
  content: Uint8Array | string
}

/** Files that the person chooses. */
export interface Files {
  /** Asks where to, and writes a ZIP of what comes, each entry as it comes; otherwise as saveStream. */
  saveArchive(suggestedName: string, entries: AsyncIterable<ArchiveEntry>): Promise<string | null>
  /**
   * Opens a copy in the system's viewer, readable by this person only; the copy is gone by the next start.
   * @throws CACHE, with found 'noViewer' when nothing opens such files
   */
  openCopy(name: string, bytes: Uint8Array): Promise<void>
  /**
   * Asks where to, and writes what comes. Until it is whole, nothing stands under the chosen name.
   * @returns the file's name; null when the person decided otherwise, and then nothing is asked of `pieces`. @throws CACHE
   */
  saveStream(
    suggestedName: string,
    kind: 'csv' | 'json' | 'pdf',
    pieces: AsyncIterable<string | Uint8Array>
  ): Promise<string | null>
  /** Asks where to, and writes. @returns the file's name; null when the person decided otherwise. @throws CACHE */
  save(suggestedName: string, text: string): Promise<string | null>
  /** Asks which, and reads it as UTF-8. @throws BAD_REQUEST (found 'file') when it is longer (bytes) or can't be read */
  open(longest: number): Promise<string | null>
}

// ── the way to the platform ─────────────────────────────────────────────────────────────────────────────────────

export interface Certificate {
  /** Names as the certificate has them: its common name or organisation. */
  subject: string
  issuer: string
  /** ISO 8601; null when it says nothing that is a time. */
  expires: string | null
  /** Why the system doesn't trust it; null when it does. */
  problem: 'date' | 'name' | 'issuer' | 'other' | null
  /** Trusted by a root that every computer has, not one that was added to this one. */
  byKnownRoot: boolean
}

/** Looks at single steps of the way to a platform, for the doctor. Everything ends with the signal: CANCELLED. */
export interface Probe {
  /** IP addresses of a host name, by the system's resolver. @throws UNREACHABLE, OFFLINE or TIMEOUT */
  lookUp(host: string, signal: AbortSignal): Promise<string[]>
  /** What the system would use for that address: `kind host:port`, best first; empty: none. @throws INTERNAL */
  proxies(address: string): Promise<string[]>
  /**
   * The certificate that is shown for an https address, trusted or not; null when there was no handshake to show one.
   * @throws UNREACHABLE, TLS (a handshake without certificate), PROXY_AUTH, OFFLINE
   */
  certificate(address: string, signal: AbortSignal): Promise<Certificate | null>
}
