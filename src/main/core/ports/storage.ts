/** Core's port to the stored data of accounts. */
import type { Account } from '../../../shared/models/account.ts'
import type { Settings } from '../../../shared/models/settings.ts'
import type { InvoiceStatus } from '../../../shared/models/connection.ts'
import type { ReadingNote, Topic } from '../../../shared/models/freshness.ts'
import type { Day } from '../../../shared/models/day.ts'
import type {
  Invoice,
  InvoiceChoice,
  InvoiceMonths,
  InvoiceOrder,
  InvoicePage,
  InvoiceQuery,
  InvoiceSummary,
  InvoiceTotals
} from '../../../shared/models/invoice.ts'
import type { ChangePage, ChangeSpan } from '../../../shared/models/change.ts'
import type {
  LabelCount,
  ProviderSort,
  ProductPage,
  ProductQuery,
  ProductRow,
  ProductSeek,
  StoredOrder
} from '../../../shared/models/product.ts'
import type { ProfileView } from '../../../shared/models/profile.ts'
import type { InvoiceRecord, ListIntake, Picture, ProductRecord, Validators } from './api.ts'

/** When and how a topic was stored. */
export interface StoredInfo {
  fetchedAt: string
  notes: ReadingNote[]
  validators: Validators | null
}

export interface Stored<T> extends StoredInfo {
  value: T
}

/** The account's data key: 32 random bytes in base64; null: there is none, so personal data stays in memory. */
export type KeyOf = () => Promise<string | null>

/** If there is no room for a PDF: 'make' deletes the oldest ones, 'ifFree' doesn't store it. */
export type PdfRoom = 'make' | 'ifFree'

/**
 * The stored data of one account. Each save is one transaction: readers see the old data or the new.
 * Profile and invoices are personal and encrypted at rest. The key is requested when it is first needed. While the key
 * isn't available, reads throw the error of KeyOf with found 'sealed', and saves go to memory until quit.
 */
export interface AccountStorage {
  info(topic: Topic): Promise<StoredInfo | null>
  /** The stored data was confirmed to be current (ISO 8601). */
  confirm(topic: Topic, fetchedAt: string): Promise<void>

  profile(): Promise<Stored<ProfileView> | null>
  saveProfile(profile: ProfileView, info: StoredInfo): Promise<void>

  catalogue: CatalogueStorage

  saveInvoices(records: InvoiceRecord[], info: StoredInfo): Promise<void>
  /** @param today in the user's time zone, for counting overdue invoices */
  invoicePage(query: InvoiceQuery, today: Day): Promise<InvoicePage>
  invoiceTotals(choice: InvoiceChoice, today: Day): Promise<InvoiceTotals>
  invoiceMonths(today: Day): Promise<InvoiceMonths>
  /** All matching invoices, in order. */
  chosenInvoices(query: InvoiceChoice & InvoiceOrder, today: Day): Promise<Invoice[]>
  invoice(key: string): Promise<InvoiceRecord | null>
  invoiceSummary(today: Day): Promise<InvoiceSummary>
  /** All of them, in the provider's order. */
  invoiceRecords(): Promise<InvoiceRecord[]>
  /** Statuses that occur, most frequent first, at most 200. */
  invoiceStatuses(): Promise<InvoiceStatus[]>

  /** The stored PDF of an invoice, encrypted like the other personal data. @throws as other reads */
  pdf(key: string): Promise<Uint8Array | null>
  /** Also null while the key isn't available. */
  pdfInfo(key: string): Promise<{ at: string; bytes: number } | null>
  /** @param at ISO 8601 @returns false when it can't be stored: there is no key, or no room */
  savePdf(key: string, bytes: Uint8Array, at: string, room: PdfRoom): Promise<boolean>
  /** @throws as other reads */
  dropPdf(key: string): Promise<void>

  /**
   * The facts that were not notified yet, and whether none was ever recorded for this account. They are stored as keyed
   * hashes, which nobody can guess without the account's key. Without a key they are kept until quit.
   */
  untold(facts: readonly string[]): Promise<{ first: boolean; untold: string[] }>
  /** Records facts as notified. An empty list counts as a first record. */
  noteTold(facts: readonly string[]): Promise<void>

  /** Pictures by product key and source URL. */
  picture(key: string, address: string): Promise<Picture | null>
  savePicture(key: string, address: string, picture: Picture): Promise<void>

  /** 'rebuilt': a damaged file was replaced; 'memory': a file can't be written, so data lasts until quit. */
  condition(): Promise<'fine' | 'rebuilt' | 'memory'>
  /** Encrypts and stores the data that is in memory, once the key is available. */
  seal(): Promise<void>
  close(): void
}

/**
 * The products of one account, in a worker thread. Each read sees one refresh, never a mix of two. Every call may throw
 * STORAGE.
 */
export interface CatalogueStorage {
  page(query: ProductQuery): Promise<ProductPage>
  seek(seek: ProductSeek): Promise<number | null>
  product(key: string): Promise<{ record: ProductRecord; row: ProductRow } | null>
  /** Replaces one product, if the list has its key. */
  save(record: ProductRecord): Promise<void>
  /** At most MOST_LABELS, the most frequent first. */
  labels(): Promise<LabelCount[]>
  /**
   * Matching records for an export: at most 200 and about 1 MB; empty: the end. `list` stays equal as long as the list
   * and its order stay the same.
   */
  records(query: ProductQuery): Promise<{ records: ProductRecord[]; list: string }>

  /** At most MOST_ORDERS, the latest first. */
  orders(): Promise<StoredOrder[]>
  dropOrder(order: ProviderSort): Promise<void>

  changes(span: ChangeSpan): Promise<ChangePage>
  markSeen(upTo: number): Promise<void>
  /** Changes since the user last opened the list of changes. */
  unseen(): Promise<number>

  /** Starts an intake. Two may run at once; they are stored one after the other. */
  intake(options: { signal: AbortSignal; onProgress: (products: number) => void }): CatalogueIntake
}

/** Nothing is stored before one of these three methods ends it. */
export interface CatalogueIntake extends ListIntake {
  /**
   * Replaces the stored list and records the changes.
   * @returns the number of changed, added and removed products
   * @throws CANCELLED after the signal, and when another list was stored meanwhile; the stored list stays complete
   */
  commit(info: { fetchedAt: string; validators: Validators | null }): Promise<number>
  /** Stores the list's order as one of the provider's orders. */
  commitOrder(order: Omit<StoredOrder, 'edition'>): Promise<void>
  /** Drops the intake. */
  discard(): Promise<void>
}

export interface Storage {
  /** Opens or creates the account's files. Damaged ones are replaced. */
  open(accountId: string, key: KeyOf): AccountStorage
  /** Deletes everything stored for the account, on disk and in memory. @throws STORAGE */
  erase(accountId: string): void
  /** Deletes everything, accounts and settings included. The registry is then as on the first start. @throws STORAGE */
  eraseAll(): void
  registry: Registry
}

/** Small, and read before the first window opens, so its methods are synchronous. */
export interface Registry {
  accounts(): Account[]
  saveAccount(account: Account): void
  removeAccount(id: string): void
  /** Orders the accounts. Those not named come last, in their earlier order. */
  orderAccounts(ids: readonly string[]): void
  activeAccountId(): string | null
  setActiveAccountId(id: string | null): void
  settings(): Settings
  saveSettings(settings: Settings): void
  /** Ids of removed or signed-out accounts whose keychain entry still has to be deleted. */
  pendingDeletions(): string[]
  savePendingDeletions(ids: readonly string[]): void
  lock(): LockRecord | null
  saveLock(record: LockRecord | null): void
}

/** The stored state of the app lock. */
export interface LockRecord {
  /** See PinHash. */
  verifier: string
  /** Wrong PINs since the last right one. */
  failures: number
  /** ISO 8601; see LockState.waitUntil. */
  waitUntil: string | null
}
