/** What core needs of the stored data of accounts. */
import type { InvoiceStatus } from '../../../shared/models/connection.ts'
import type { ReadingNote, Topic } from '../../../shared/models/freshness.ts'
import type { Day } from '../../../shared/models/day.ts'
import type {
  InvoiceChoice,
  InvoiceMonths,
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
import type { Registry } from './registry.ts'

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
export interface AccountStorage {
  info(topic: Topic): Promise<StoredInfo | null>
  /** What is stored of the topic was found to be current (ISO 8601). */
  confirm(topic: Topic, fetchedAt: string): Promise<void>

  profile(): Promise<Stored<ProfileView> | null>
  saveProfile(profile: ProfileView, info: StoredInfo): Promise<void>

  catalogue: CatalogueStorage

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
  /** null, too, while the key that opens it can't be had. */
  pdfInfo(key: string): Promise<{ at: string; bytes: number } | null>
  /** @param at ISO 8601 @returns false when it can't be kept: there is no key to encrypt it with, or no room */
  savePdf(key: string, bytes: Uint8Array, at: string, room: PdfRoom): Promise<boolean>
  /** @throws as reading the documents does */
  dropPdf(key: string): Promise<void>

  /**
   * Of these facts, those that the person was not told of, and whether anything was ever noted of this account. What is
   * stored of them nobody can read, or try a guess on, without the account's key; where there is none, they are known until quit.
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
 * mix of two. Every call may throw STORAGE.
 */
export interface CatalogueStorage {
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
  dropOrder(order: ProviderSort): Promise<void>

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
  open(accountId: string, key: KeyOf): AccountStorage
  /** Deletes all that is stored of the account, files included, and what is in memory of it. @throws STORAGE */
  erase(accountId: string): void
  /** Deletes everything, accounts and settings included; the registry is then as at the first start. @throws STORAGE */
  eraseAll(): void
  registry: Registry
}
