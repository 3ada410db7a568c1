import type { ErrorInfo } from '../../shared/ipc/error.ts'
import type { AccountRecord } from '../../shared/models/account.ts'
import type { Plan } from '../../shared/models/plan.ts'
import type { ProfileView } from '../../shared/models/profile.ts'
import type { Settings } from '../../shared/models/settings.ts'
import type { PdfFolderState } from '../../shared/models/pdf-folder.ts'
import type { LostSetting, StorageCondition } from '../../shared/models/status.ts'
import type { InvoiceStatus } from '../../shared/models/connection.ts'
import type { PartialList, Progress, ReadingNote, Topic } from '../../shared/models/freshness.ts'
import type { Day } from '../../shared/models/day.ts'
import type {
  AccountInvoice,
  Invoice,
  InvoiceChoice,
  InvoiceKind,
  InvoiceMonths,
  InvoiceOrder,
  InvoicePage,
  InvoiceQuery,
  InvoiceState,
  InvoiceTotals
} from '../../shared/models/invoice.ts'
import type { InvoiceSummary } from '../../shared/models/invoice-sums.ts'
import type { ChangePage, ChangeQuery } from '../../shared/models/change.ts'
import type {
  LabelCount,
  ProviderSort,
  ProductPage,
  ProductQuery,
  ProductRow,
  ProductSeek,
  StoredSortOrder
} from '../../shared/models/product.ts'
import type { InvoiceRecord, ListDownload, Picture, ProductRecord, Validators } from './api.ts'
import type { UpdateRecord } from './updates.ts'

export interface StoredInfo {
  fetchedAt: string
  notes: ReadingNote[]
  validators: Validators | null
  /** Absent or null: the whole list came. */
  partial?: PartialList | null | undefined
  /** Of invoices and plans: see Answer. */
  dayZone?: string | null | undefined
}

export interface Stored<T> extends StoredInfo {
  value: T
}

/** 32 random bytes in base64; null: no key, so personal data stays in memory. */
export type KeyOf = () => Promise<string | null>

/** What the page shows of an invoice, so that a search finds it: amounts and days in the locale (BCP 47), and the state's name. */
export interface SearchTexts {
  /** Of amounts. */
  locale: string
  /** Of days and months. */
  dateLocale: string
  stateNames: Partial<Record<InvoiceState | 'overdue', string>>
  kindNames: Partial<Record<InvoiceKind, string>>
}

/** Without room for a PDF, 'make' deletes the oldest ones and 'ifFree' doesn't store it. */
export type PdfRoom = 'make' | 'ifFree'

/**
 * Invoices of one list, or of the lists of several accounts. They never change: a save makes a new list. `today` is a day in the
 * user's time zone. Without `texts`, a search finds no state by its name.
 */
interface InvoiceReads<Row extends Invoice> {
  page(query: InvoiceQuery, today: Day, texts?: SearchTexts): Promise<InvoicePage<Row>>
  totals(choice: InvoiceChoice, today: Day, texts?: SearchTexts): Promise<InvoiceTotals>
  months(today: Day): Promise<InvoiceMonths>
  choose(query: InvoiceChoice & InvoiceOrder, today: Day, texts?: SearchTexts): Promise<Row[]>
}

/** What an invoice is sorted by; null: it has no such value, and comes last. */
export type SortKey = string | number | null

/** Invoices in an order, as places in a list, and the sort keys of that list. */
export interface SortedInvoices {
  all: readonly Invoice[]
  places: readonly number[]
  keys: readonly SortKey[]
  /** Equal ones are sorted by their day of issue, the newest first. */
  issued: readonly SortKey[]
}

/** Of one account. */
export interface StoredInvoices extends InvoiceReads<Invoice> {
  sorted(query: InvoiceChoice & InvoiceOrder, today: Day, texts?: SearchTexts): Promise<SortedInvoices>
  /** @param partial what the list was saved with */
  summary(today: Day, partial: PartialList | null): Promise<InvoiceSummary>
  records(): Promise<InvoiceRecord[]>
  statuses(): InvoiceStatus[]
}

/** The invoices of one account among several. */
export interface AccountList {
  readonly account: string
  readonly invoices: StoredInvoices
  /** What the list was saved with. */
  readonly partial: PartialList | null
}

/** Of several accounts: rows and the keys of a choice have keys that `invoiceKey` makes. */
export interface CombinedInvoices extends InvoiceReads<AccountInvoice> {
  summary(today: Day): Promise<InvoiceSummary>
}

/**
 * Each save is one transaction. Profile, invoices and plans are encrypted, and the key is read lazily. While it is
 * unavailable, reads throw the error of KeyOf with found 'sealed', and saves stay in memory until quit.
 */
export interface AccountStorage {
  info(topic: Topic): Promise<StoredInfo | null>
  confirm(topic: Topic, fetchedAt: string): Promise<void>

  profile(): Promise<Stored<ProfileView> | null>
  saveProfile(profile: ProfileView, info: StoredInfo): Promise<void>

  plans(): Promise<Stored<Plan[]> | null>
  /** Those of a partial list replace the saved ones. */
  savePlans(plans: Plan[], info: StoredInfo): Promise<void>

  catalogue: CatalogueStorage

  /** Of a partial list, the records update or join the saved ones, which keep their age. */
  saveInvoices(records: InvoiceRecord[], info: StoredInfo): Promise<void>
  /** In place of the saved one with the same key, if there is one. */
  saveInvoice(record: InvoiceRecord): Promise<void>
  /** As they are saved now; none without a list. */
  invoices(): Promise<StoredInvoices>
  invoice(key: string): Promise<InvoiceRecord | null>

  pdf(key: string): Promise<Uint8Array | null>
  /** Also null while the key is unavailable. */
  keptPdfInfo(key: string): Promise<{ at: string; bytes: number } | null>
  /** @param at ISO 8601 @returns false without a key or room */
  savePdf(key: string, bytes: Uint8Array, at: string, room: PdfRoom): Promise<boolean>
  dropPdf(key: string): Promise<void>

  readonly savedPdfs: SavedPdfs

  /** Those not notified yet, in their order. Stored as hashes that need the account's key. */
  unnotified(eventIds: readonly string[]): Promise<string[]>
  markNotified(eventIds: readonly string[]): Promise<void>
  unmarkNotified(eventIds: readonly string[]): Promise<void>

  picture(key: string, address: string): Promise<Picture | null>
  savePicture(key: string, address: string, picture: Picture): Promise<void>

  condition(): Promise<StorageCondition>
  /** Encrypts and stores data from memory once the key is available. */
  writeUnwritten(): Promise<void>
  close(): void
}

/** A PDF in the user's folder, or one that is being written. */
export interface SavedPdfEntry {
  /** The chosen folder at that time. */
  folder: string
  /** Within the folder, with slashes. */
  path: string
  /** Of the invoice: what the list shows. */
  number: string
  /** ISO 8601 */
  at: string
  /** Name of the unfinished file beside it, which a crash may have left; null: the file is complete. */
  part: string | null
  /** Of the file, in hexadecimal digits. */
  sha256: string
}

/**
 * Which of an account's PDFs were saved into the user's folder, so that none is saved again, also if the user moves or deletes it.
 * Encrypted. At most 100,000, beyond which the oldest are forgotten.
 */
export interface SavedPdfs {
  /** Invoices without a complete file, in their order. null: without a key, or a file to write to, nothing can be recorded. */
  unsaved(keys: readonly string[]): Promise<{ key: string; begun: SavedPdfEntry | null }[] | null>
  /** Replaces the entry of the invoice. @throws STORAGE if it can't be stored */
  put(key: string, entry: SavedPdfEntry): Promise<void>
  /** Of complete files. @returns their rows, which `entry` reads */
  newest(limit: number): Promise<{ rows: { row: number; at: string }[]; total: number }>
  /** @throws as the reads of AccountStorage, while the key is unavailable */
  entry(row: number): Promise<SavedPdfEntry | null>
}

export interface StoredChangeQuery extends Pick<ChangeQuery, 'allFields' | 'offset' | 'limit'> {
  /** ISO 8601; null: what wasn't seen before the visit */
  from: string | null
  visit: string
}
export type StoredChangePage = Omit<ChangePage, 'visit'>

/** Runs in a worker thread. Each read sees one refresh. Every call may throw STORAGE. */
export interface CatalogueStorage {
  /** With the info of the list, because each key typed asks for both. */
  page(query: ProductQuery): Promise<ProductPage & { info: StoredInfo | null }>
  seek(seek: ProductSeek): Promise<number | null>
  product(key: string): Promise<{ record: ProductRecord; row: ProductRow } | null>
  save(record: ProductRecord): Promise<void>
  labels(): Promise<LabelCount[]>
  /** At most 200 records and 1 MB; empty at the end. `list` changes with the list or its sort order. */
  records(query: ProductQuery): Promise<{ records: ProductRecord[]; list: string }>

  /** Indexes the texts of a new list for the search, unless that is done. */
  ensureIndexed(): Promise<void>

  sortOrders(): Promise<StoredSortOrder[]>
  dropSortOrder(sort: ProviderSort): Promise<void>

  changes(query: StoredChangeQuery): Promise<StoredChangePage>
  /** @param at ISO 8601 */
  markSeen(ids: readonly number[], at: string): Promise<void>
  markAllSeen(upTo: number, at: string): Promise<void>
  unseen(): Promise<number>
  /** Number of products; null: no list is stored. */
  size(): Promise<number | null>

  /**
   * Parses a list as it arrives, and stages it beside the stored one. After an error nothing of it is left. Two imports may
   * run at once, and are stored one by one.
   * @returns null when nothing has changed
   */
  import(download: ListDownload, options: ImportOptions): Promise<StagedList | null>
}

export interface ImportOptions {
  signal: AbortSignal
  onProgress: (change: Partial<Progress>) => void
}

/** A whole list, or a part, that is not stored yet. It is gone after any of these calls, and with the import's signal. */
export interface StagedList {
  partial: PartialList | null
  /** Of a partial list, products that it lacks stay. @returns the number of changes @throws CANCELLED after the signal, or when another list was stored meanwhile */
  commit(fetchedAt: string): Promise<number>
  /** Stores only the order of the products. */
  commitSortOrder(sort: ProviderSort, fetchedAt: string): Promise<void>
  discard(): Promise<void>
}

export interface Storage {
  open(accountId: string, key: KeyOf): AccountStorage
  erase(accountId: string): void
  /** Lists that `AccountStorage.invoices` returned, in the order of the accounts. @param lacksAccounts nothing is known of further accounts */
  combineInvoices(lists: readonly AccountList[], lacksAccounts: boolean): CombinedInvoices
  /** All but the keychain journal. */
  eraseAll(): void
  /** Ids of accounts with saved data, whether or not the registry has them. */
  accountIds(): string[]
  registry: Registry
}

/** Synchronous: it is small, and read before the first window opens. */
export interface Registry {
  accounts(): AccountRecord[]
  saveAccount(account: AccountRecord): void
  removeAccount(id: string): void
  /** Accounts not named come last. */
  orderAccounts(ids: readonly string[]): void
  shownAccountId(): string | null
  saveShownAccountId(id: string | null): void
  settings(): Settings
  /** Stored with a value that can't be used, so that their default holds. The next save sets the damaged text aside. */
  unusableSettings(): readonly LostSetting[]
  /** Leaves settings that a newer version stored. */
  saveSettings(settings: Settings): void
  /** Ids of accounts whose keychain entry is being changed, or has to be: saved before the change, until the record matches it. */
  keychainJournal(): string[]
  saveKeychainJournal(ids: readonly string[]): void
  lock(): LockRecord | null
  saveLock(record: LockRecord | null): void
  /** null: the user never set it up. */
  pdfFolder(): PdfFolderRecord | null
  savePdfFolder(record: PdfFolderRecord | null): void
  /** null: the feed was never asked. */
  updates(): UpdateRecord | null
  saveUpdates(record: UpdateRecord): void
  /** null: no password of a proxy was ever saved. */
  proxyPassword(): ProxyPasswordRecord | null
  saveProxyPassword(record: ProxyPasswordRecord | null): void
  /** For `portside refresh`, which reads the file. */
  saveRefreshAnswers(answers: readonly RefreshAnswer[]): void
  /** False while the file can't be written: what is saved lasts until quit. */
  isLasting(): boolean
}

/** Which entry of the keychain holds the proxy's password, and whose it is. Saved before the keychain is called. */
export interface ProxyPasswordRecord {
  /** Name of the entry. */
  entry: string
  proxy: string
  user: string
  /** False: the entry may exist, but nothing of it is used. */
  isStored: boolean
}

/** To one run of `portside refresh`, which made the id. */
export interface RefreshAnswer {
  id: string
  /** `ended`: each account has an outcome. `locked`: the app lock is on, or was meanwhile. */
  state: 'running' | 'ended' | 'locked' | 'quit'
  accounts: { accountId: string; error: Pick<ErrorInfo, 'code' | 'found'> | null }[]
}

/** Where new PDFs are saved. The path is main's alone: the page gets it to show, and can't send one. */
export interface PdfFolderRecord {
  folder: string | null
  /** `notified`: the user was told of it by a notification. */
  problem: (NonNullable<PdfFolderState['problem']> & { notified: boolean }) | null
  lastSavedAt: string | null
  /** In the folder, on that local day. Absent or null: none. */
  newFiles?: { day: Day; files: number } | null | undefined
}

export interface LockRecord {
  verifier: string
  failures: number
  /** By the computer's clock. Without a wait, both are null. */
  waitUntil: string | null
  /** The same moment by Clock.uptime. */
  uptimeUntil: number | null
}
