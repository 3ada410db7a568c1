/** Core's port to the provider's API, and the records that its answers are read into. */
import type { Connection } from '../../../shared/models/connection.ts'
import type { ReadingNote } from '../../../shared/models/freshness.ts'
import type { Invoice, InvoiceLine } from '../../../shared/models/invoice.ts'
import type { Json } from '../../../shared/models/json.ts'
import type { ProviderSort, Product } from '../../../shared/models/product.ts'
import type { ProfileView } from '../../../shared/models/profile.ts'
import type { PictureType } from '../../../shared/picture/picture.ts'

/** Credentials of a signed-in call. The token appears in the request only. */
export interface Access {
  connection: Connection
  token: string
}

export interface Grant {
  token: string
  /** ISO 8601, from the reply or the JWT's `exp`; null when neither has it. */
  expiresAt: string | null
}

export interface ProductRecord {
  /** The id, or a generated key if the provider sent none or sent it twice. */
  key: string
  product: Product
  /** As received, without fields that look like credentials. */
  raw: { [name: string]: Json }
  unknownFields: string[]
  /** Issues that the reader found in this record. */
  notes: ReadingNote[]
}

export interface InvoiceRecord {
  invoice: Invoice
  raw: { [name: string]: Json }
  /** https only; other links are dropped. */
  pageUrl: string | null
  pdfUrl: string | null
  /** Issues that the reader found in this record; absent: none. */
  notes?: ReadingNote[]
  /** Text of its lines, for searching. It is not stored: the raw record has it. */
  lineTexts?: string
}

/** Identifies the stored answer in a later request. Opaque to core. */
export interface Validators {
  etag: string | null
  lastModified: string | null
  /** The topic, the reader's version and the settings that it was read by. Validators of another value are useless. */
  of: string
}

/** A value, and the issues that the reader found in it. */
export interface Reading<T> {
  value: T
  notes: ReadingNote[]
}

export interface Answer<T> extends Reading<T> {
  /** null when the provider sent none. */
  validators: Validators | null
}

/** Options for reading a product list. */
export interface ListReading {
  /** Secrets of the request, redacted in the records. */
  secrets: readonly string[]
}

/** Result of a complete list body. */
export interface ListArrival {
  /** The body without the list's elements; at most 1 MB. */
  rest: Uint8Array
  /** Number of elements; null: there is no list. */
  found: number | null
  /** How many of the elements are products. */
  products: number
}

/**
 * Receives the body of a product list while it arrives. Another thread reads and stores it. After a retry `begin` is
 * called again and discards earlier data.
 */
export interface ListIntake {
  begin(reading: ListReading): void
  /**
   * Takes ownership of the chunk. Resolves when it can take more. @throws BAD_REPLY or TOO_LARGE as soon as possible
   */
  take(piece: Uint8Array): Promise<void>
  /** Called at the end of the body. @throws as `take` */
  end(): Promise<ListArrival>
}

/** One element of a list. Keys are assigned at the end of the list. */
export interface ArrivedProduct extends Omit<ProductRecord, 'key'> {
  /** SHA-256 of its bytes. */
  hash: Uint8Array
}

/** Receives the elements of a list, in order. */
export interface ListTaker {
  /** A list begins. Elements of an earlier, less trusted list are void. */
  restart(): void
  /** True if exactly these bytes are stored already: the element is not parsed again. */
  known(hash: Uint8Array): boolean
  add(product: ArrivedProduct): void
}

export interface ListReader {
  /** @throws BAD_REPLY or TOO_LARGE as soon as possible */
  take(piece: Uint8Array): void
  /** The notes are about elements that are no objects. */
  end(): ListArrival & { notes: ReadingNote[] }
}

/** The tolerant reader of product lists, for the catalogue worker. */
export interface ListReaders {
  /** Changes when the same bytes may give another result. */
  version: string
  open(reading: ListReading, taker: ListTaker): ListReader
  /** A key for each product, in list order. The same list gives the same keys again. */
  keys(products: { id: string | null; record: () => ProductRecord['raw'] }[]): { keys: string[]; notes: ReadingNote[] }
  /** Merges the notes of many records. */
  sum(notes: Iterable<readonly ReadingNote[]>): ReadingNote[]
}

/** Options of a GET request. */
export interface Ask {
  signal?: AbortSignal | undefined
  /** Validators of the stored answer. The result is then null if nothing has changed. */
  known?: Validators | null
  /** One attempt only; otherwise temporary errors are retried within the deadline. */
  once?: boolean
}

/** Calls end within the connection's timeout, or six times that for a product list that has begun to arrive. */
export interface Api {
  /**
   * Normalises a base address to origin and path prefix, without trailing slash, query and fragment.
   * @throws INSECURE_ADDRESS for http to anything but loopback, BAD_REQUEST for other text
   */
  baseAddress(typed: string): string
  /**
   * The absolute URL of a record's link, for the browser: https, and not on this computer or a private network unless
   * the provider is there. Hosts are judged by their form.
   * @throws BAD_REQUEST (found 'address' or 'privateAddress'), INSECURE_ADDRESS for http
   */
  externalUrl(baseAddress: string, link: string): string
  signIn(
    connection: Connection,
    credentials: { email: string; password: string; code?: string },
    signal?: AbortSignal
  ): Promise<Grant>
  profile(access: Access, ask?: Ask): Promise<Answer<ProfileView> | null>
  /** Streams the products into the intake. They are valid once this resolves; null when nothing has changed. */
  products(
    access: Access,
    query: Partial<ProviderSort>,
    ask: Ask,
    intake: ListIntake
  ): Promise<{ validators: Validators | null } | null>
  /** @throws NOT_FOUND when the provider no longer offers it */
  product(access: Access, id: string, ask?: Omit<Ask, 'known'>): Promise<Reading<ProductRecord>>
  invoices(access: Access, ask?: Ask): Promise<Answer<InvoiceRecord[]> | null>
  /** The `exp` of a JWT (ISO 8601); null if it has none, or is no JWT. */
  expiryOf(token: string): string | null
  /** Reads stored records again by the connection's current settings. */
  readInvoicesAgain(connection: Connection, records: InvoiceRecord[]): Reading<InvoiceRecord[]>
  /**
   * A product's picture, from a relative or absolute URL or a data URI: a still raster picture within PICTURE_LIMITS
   * and 2 MB, identified by its bytes. No credential is sent.
   */
  picture(connection: Connection, address: string, signal?: AbortSignal): Promise<Picture>
  /** The lines of an invoice, at most MOST_LINES; `more` counts the rest. */
  invoiceLines(connection: Connection, record: InvoiceRecord): { lines: InvoiceLine[]; more: number }
  /**
   * The PDF that an invoice links to: https, at most 25 MB, identified by its bytes. No credential is sent.
   * @throws BAD_REPLY (found 'notPdf') for anything but a PDF, BAD_REQUEST (found 'privateAddress')
   */
  pdf(connection: Connection, address: string, signal?: AbortSignal): Promise<Uint8Array>
  /** `GET /health` without credential, one attempt. @returns the status code */
  health(connection: Connection, signal?: AbortSignal): Promise<number>
}

export interface Picture {
  type: PictureType
  bytes: Uint8Array
}
