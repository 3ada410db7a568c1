/**
 * What core needs from the world. Core imports shared/ and this file, nothing else; every room implements its part.
 * Every method may throw a Fault (shared/ipc/failure.ts) and nothing else that is meant to be handled.
 */
import type { Account, Connection } from '../../shared/model/account.ts'
import type { ReadingNote, Topic } from '../../shared/model/freshness.ts'
import type { Invoice, InvoicePage, InvoiceQuery, InvoiceSummary } from '../../shared/model/invoice.ts'
import type { Json } from '../../shared/model/json.ts'
import type { Product, ProductPage, ProductQuery, ProductRow } from '../../shared/model/product.ts'
import type { ProfileView } from '../../shared/model/profile.ts'
import type { Settings } from '../../shared/model/settings.ts'
import type { PushName } from '../../shared/ipc/contract.ts'

// ── time ────────────────────────────────────────────────────────────────────────────────────────────────────────

export interface Clock {
  now(): Date
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
}

export interface InvoiceRecord {
  invoice: Invoice
  raw: { [name: string]: Json }
  /** https addresses only; others are left out. */
  pageUrl: string | null
  pdfUrl: string | null
}

/** What was read, and what the tolerant reader met on its way. */
export interface Reading<T> {
  value: T
  notes: ReadingNote[]
}

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
  profile(access: Access, signal?: AbortSignal): Promise<Reading<ProfileView>>
  products(
    access: Access,
    query?: { sort?: string; reverse?: boolean },
    signal?: AbortSignal
  ): Promise<Reading<ProductRecord[]>>
  /** NOT_FOUND when the platform no longer offers it. */
  product(access: Access, id: string, signal?: AbortSignal): Promise<Reading<ProductRecord>>
  invoices(access: Access, signal?: AbortSignal): Promise<Reading<InvoiceRecord[]>>
  /**
   * A picture named by a product: relative to the base address, absolute, or a data URI. At most 2 MB, its type told
   * by its bytes; the credential is sent to nobody.
   */
  picture(connection: Connection, address: string, signal?: AbortSignal): Promise<Picture>
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
}

export interface Stored<T> extends StoredInfo {
  value: T
}

/** The stored data of one account. A save is one transaction: a reader sees the old data or the new, never a mix. */
export interface AccountCache {
  info(topic: Topic): Promise<StoredInfo | null>

  profile(): Promise<Stored<ProfileView> | null>
  saveProfile(profile: ProfileView, info: StoredInfo): Promise<void>

  /** Puts the list in place of the stored one. */
  saveProducts(records: ProductRecord[], info: StoredInfo): Promise<void>
  /** Puts one product in place, where the list already has its key. */
  saveProduct(record: ProductRecord): Promise<void>
  productPage(query: ProductQuery): Promise<ProductPage>
  product(key: string): Promise<{ record: ProductRecord; row: ProductRow } | null>

  saveInvoices(records: InvoiceRecord[], info: StoredInfo): Promise<void>
  invoicePage(query: InvoiceQuery): Promise<InvoicePage>
  invoice(key: string): Promise<InvoiceRecord | null>
  invoiceSummary(): Promise<InvoiceSummary>

  /** Pictures by product key and the address they came from. */
  picture(key: string, address: string): Promise<Picture | null>
  savePicture(key: string, address: string, picture: Picture): Promise<void>

  /** 'rebuilt': the file was damaged and set aside; 'memory': it can't be written, data lives until quit. */
  condition(): 'fine' | 'rebuilt' | 'memory'
  close(): void
}

export interface Cache {
  /** Opens (or makes) the account's file; a damaged one is set aside and made anew. */
  open(accountId: string): AccountCache
  /** Deletes all that is stored of the account, files included. */
  erase(accountId: string): void
  registry: Registry
}

/** Accounts and settings: small, read before the first window, so synchronous. */
export interface Registry {
  accounts(): Account[]
  saveAccount(account: Account): void
  removeAccount(id: string): void
  activeAccountId(): string | null
  setActiveAccountId(id: string | null): void
  settings(): Settings
  saveSettings(settings: Settings): void
}

// ── vault ───────────────────────────────────────────────────────────────────────────────────────────────────────

/** The system's password store. Each call ends within 3 s: VAULT_LOCKED or VAULT_MISSING if the store does not answer. */
export interface Vault {
  /** null: the store answered and has no such entry (a locked store may say the same). */
  read(accountId: string): Promise<string | null>
  write(accountId: string, token: string): Promise<void>
  remove(accountId: string): Promise<void>
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
