/** What core needs of a platform, and the shapes that its answers are read into. */
import type { Connection } from '../../../shared/models/connection.ts'
import type { ReadingNote } from '../../../shared/models/freshness.ts'
import type { Invoice, InvoiceLine } from '../../../shared/models/invoice.ts'
import type { Json } from '../../../shared/models/json.ts'
import type { ProviderSort, Product } from '../../../shared/models/product.ts'
import type { ProfileView } from '../../../shared/models/profile.ts'
import type { PictureType } from '../../../shared/picture/picture.ts'

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
  /** What the reader met in this record; absent: nothing. */
  notes?: ReadingNote[]
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
  /** What was sent in secret, to be redacted out of the records. */
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
export interface Api {
  /**
   * The base address in its stored form: origin and path prefix, no trailing slash, query or fragment.
   * @throws INSECURE_ADDRESS for http to anything but loopback, BAD_REQUEST for what is no web address
   */
  baseAddress(typed: string): string
  /**
   * The link of a record as the person's browser may open it: https, and not to this computer or a private network, unless the
   * platform is there. Hosts are judged by their form. Relative links start at the base address.
   * @throws BAD_REQUEST (found 'address' or 'privateAddress'), INSECURE_ADDRESS for http
   */
  externalUrl(baseAddress: string, link: string): string
  signIn(
    connection: Connection,
    credentials: { email: string; password: string; code?: string },
    signal?: AbortSignal
  ): Promise<Grant>
  profile(access: Access, ask?: Ask): Promise<Answer<ProfileView> | null>
  /** Products go into the intake, and are good once this resolves: to the answer's validators, null when there are none. */
  products(
    access: Access,
    query: Partial<ProviderSort>,
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
   * A picture named by a product: relative to the base address, absolute, or a data URI. A still raster picture within
   * PICTURE_LIMITS and 2 MB, recognised by its bytes. The credential is sent to nobody.
   */
  picture(connection: Connection, address: string, signal?: AbortSignal): Promise<Picture>
  /** The lines of an invoice, at most MOST_LINES, by the connection's settings; `more`: those beyond. */
  invoiceLines(connection: Connection, record: InvoiceRecord): { lines: InvoiceLine[]; more: number }
  /**
   * The PDF that an invoice links to: https, at most 25 MB, its type told by its bytes. The credential is sent to nobody.
   * @throws BAD_REPLY (found 'notPdf') for anything else than a PDF, BAD_REQUEST (found 'privateAddress')
   */
  pdf(connection: Connection, address: string, signal?: AbortSignal): Promise<Uint8Array>
  /** `GET /health` without credential, once. @returns the status, whatever it is */
  health(connection: Connection, signal?: AbortSignal): Promise<number>
}

export interface Picture {
  type: PictureType
  bytes: Uint8Array
}
