import type { Connection } from '../../../shared/models/connection.ts'
import type { PartialList, ReadingNote } from '../../../shared/models/freshness.ts'
import type { Invoice, InvoiceLine } from '../../../shared/models/invoice.ts'
import type { Json } from '../../../shared/models/json.ts'
import type { ProviderSort, Product } from '../../../shared/models/product.ts'
import type { ProfileView } from '../../../shared/models/account.ts'
import type { PictureType } from '../../../shared/picture/picture.ts'

/** The token appears in the request only. */
export interface Access {
  connection: Connection
  token: string
}

export interface Grant {
  token: string
  /** ISO 8601, from the reply or the JWT's `exp`. */
  expiresAt: string | null
}

export interface ProductRecord {
  /** The id, or a generated key if it is missing or not unique. */
  key: string
  product: Product
  /** Without fields that look like credentials. */
  raw: { [name: string]: Json }
  unknownFields: string[]
  notes: ReadingNote[]
}

export interface InvoiceRecord {
  invoice: Invoice
  raw: { [name: string]: Json }
  pageUrl: string | null
  pdfUrl: string | null
  notes?: ReadingNote[]
  lineTexts?: string
  /** ISO 8601: when the provider last sent it, if its latest reply was partial and lacked it. */
  receivedAt?: string
}

export interface Validators {
  etag: string | null
  lastModified: string | null
  /** Topic, reader version and settings: the validators are valid only for these. */
  of: string
}

export interface Reading<T> {
  value: T
  notes: ReadingNote[]
}

export interface Answer<T> extends Reading<T> {
  validators: Validators | null
  /** Absent or null: the whole list came. */
  partial?: PartialList | null | undefined
  /** Of invoices: the IANA time zone of whose midnights the list's instants are days. Absent or null: they aren't. */
  dayZone?: string | null | undefined
}

export interface ListReading {
  secrets: readonly string[]
}

export interface ListArrival {
  /** At most 1 MB. */
  rest: Uint8Array
  /** null: there is no list. */
  found: number | null
  products: number
}

/** Another thread reads and stores the list as it arrives. A retry calls `begin` again and discards earlier data. */
export interface ListIntake {
  begin(reading: ListReading): void
  /** Takes ownership of the chunk. Resolves when it can take more. @throws BAD_REPLY, TOO_LARGE */
  take(piece: Uint8Array): Promise<void>
  end(): Promise<ListArrival>
}

export interface ArrivedProduct extends Omit<ProductRecord, 'key'> {
  /** SHA-256 of the record's bytes: 32 characters up to U+00FF. A buffer for each would cost the collector more. */
  hash: string
}

export interface ListTaker {
  /** Discards the elements of an earlier, less trusted list. */
  restart(): void
  /** True if exactly these bytes are stored: the element is not parsed again. */
  known(hash: string): boolean
  add(product: ArrivedProduct): void
}

export interface ListReader {
  take(piece: Uint8Array): void
  /** The notes list elements that are no objects. */
  end(): ListArrival & { notes: ReadingNote[] }
}

export interface ListReaders {
  /** Changes when the same bytes may be parsed differently. */
  version: string
  open(reading: ListReading, taker: ListTaker): ListReader
  /** Keys in list order. Equal lists get equal keys. */
  keys(products: { id: string | null; record: () => ProductRecord['raw'] }[]): { keys: string[]; notes: ReadingNote[] }
  sum(notes: Iterable<readonly ReadingNote[]>): ReadingNote[]
}

export interface Ask {
  signal?: AbortSignal | undefined
  /** Validators of the stored response. The result is null if nothing has changed. */
  known?: Validators | null
  /** Of the stored invoices: see Answer. */
  dayZone?: string | null | undefined
  /** One request: no other attempt after a temporary error, and no other page of a list. */
  once?: boolean
}

/** Calls end within the connection's timeout. A product list that has begun to arrive has six times that. */
export interface Api {
  /** Normalises to origin and path prefix. @throws INSECURE_ADDRESS for http except loopback; BAD_REQUEST */
  baseAddress(typed: string): string
  /**
   * https, and private only if the provider is private, too. The name is resolved, within three seconds; an unresolvable one passes.
   * @throws BAD_REQUEST (found 'address' or 'privateAddress'); INSECURE_ADDRESS for http
   */
  externalUrl(baseAddress: string, link: string, signal?: AbortSignal): Promise<string>
  signIn(
    connection: Connection,
    credentials: { email: string; password: string; code?: string },
    signal?: AbortSignal
  ): Promise<Grant>
  profile(access: Access, ask?: Ask): Promise<Answer<ProfileView> | null>
  /** The products are valid once this resolves; null when nothing has changed. */
  products(
    access: Access,
    query: Partial<ProviderSort>,
    ask: Ask,
    intake: ListIntake
  ): Promise<Pick<Answer<never>, 'validators' | 'partial'> | null>
  product(access: Access, id: string, ask?: Omit<Ask, 'known'>): Promise<Reading<ProductRecord>>
  invoices(access: Access, ask?: Ask): Promise<Answer<InvoiceRecord[]> | null>
  expiryOf(token: string): string | null
  /** @param dayZone of the stored invoices: see Answer */
  readInvoicesAgain(connection: Connection, records: InvoiceRecord[], dayZone: string | null): Reading<InvoiceRecord[]>
  /** A still raster picture from a URL or data URI, identified by its bytes: PICTURE_LIMITS, 2 MB, no credential. */
  picture(connection: Connection, address: string, signal?: AbortSignal): Promise<Picture>
  invoiceLines(connection: Connection, record: InvoiceRecord): { lines: InvoiceLine[]; more: number }
  /** https, at most 25 MB, no credential. @throws BAD_REPLY (found 'notPdf'), BAD_REQUEST (found 'privateAddress') */
  pdf(connection: Connection, address: string, signal?: AbortSignal): Promise<Uint8Array>
  /** `GET /health`, one attempt, no credential. @returns the status code */
  health(connection: Connection, signal?: AbortSignal): Promise<number>
}

export interface Picture {
  type: PictureType
  bytes: Uint8Array
}
