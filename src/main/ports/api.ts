import type { Connection } from '../../shared/models/connection.ts'
import type { PartialList, ReadingNote } from '../../shared/models/freshness.ts'
import type { Invoice, InvoiceLine } from '../../shared/models/invoice.ts'
import type { Json } from '../../shared/models/json.ts'
import type { Plan } from '../../shared/models/plan.ts'
import type { ProviderTrial, TrialEndpoint } from '../../shared/models/provider-trial.ts'
import type { ProductSettings } from '../../shared/providers/definition.ts'
import type { ProviderSort, Product } from '../../shared/models/product.ts'
import type { ProfileView } from '../../shared/models/profile.ts'
import type { PictureType } from '../../shared/picture/picture.ts'

/** The token appears in the request only, and earlier ones nowhere. */
export interface Access {
  connection: Connection
  token: string
  /** That the account had before in this launch, or that others had at its origin. Redacted in what comes, as the token is. */
  earlierTokens?: readonly string[] | undefined
}

export interface IssuedToken {
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
  /** Of the body itself, valid in the launch that read it. Absent: the same body is read again. */
  body?: string | undefined
}

/** A value that was parsed from a reply, and what was noticed while reading it. */
export interface Parsed<T> {
  value: T
  notes: ReadingNote[]
}

export interface Answer<T> extends Parsed<T> {
  validators: Validators | null
  /** Absent or null: the whole list came. */
  partial?: PartialList | null | undefined
  /** Of invoices and plans: the IANA time zone of whose midnights the list's instants are days. Absent or null: they aren't. */
  dayZone?: string | null | undefined
}

/** What a page of a product list has beside its products, which were parsed while they arrived. */
export interface ParsedList {
  /** The body without the records, at most 1 MB. */
  rest: Uint8Array
  /** Number of records; null: there is no list. */
  found: number | null
  /** Number of records that are products. */
  products: number
  /** Of these, the ones that came on an earlier page. */
  repeated: number
  /** Of the last product. */
  lastId: string | null
}

/** Parses a product list while it arrives. */
export interface ListWriter {
  /** Resolves when it can take more. @throws BAD_REPLY, TOO_LARGE */
  write(chunk: Uint8Array): Promise<void>
  /** The page is complete. What is written then belongs to the next one, of which nothing is in the list before its own end. */
  end(): Promise<ParsedList>
}

/** How a product list is read. Stored products are valid only with the same settings and secrets. */
export interface ProductReading {
  /** They must be redacted in the list. */
  secrets: readonly string[]
  /** Absent: by the usual names alone. */
  settings?: ProductSettings | undefined
  /** The place of the list in a page; absent: it is found by its name. */
  listAt?: string | undefined
}

/** A product list that the API can fetch. */
export interface ListDownload extends ProductReading {
  /**
   * Sends the request. Once this resolves, the written list is the provider's.
   * @param start called for each attempt, before it is sent: what an earlier one wrote is void
   * @returns null when nothing has changed
   */
  receive(start: () => ListWriter): Promise<Pick<Answer<never>, 'validators' | 'partial'> | null>
}

export interface Ask {
  signal?: AbortSignal | undefined
  /** Validators of the stored response. The result is null if nothing has changed. */
  known?: Validators | null
  /** Of the stored invoices or plans: see Answer. */
  dayZone?: string | null | undefined
  /** One request: no other attempt after a temporary error, and no other page of a list. */
  once?: boolean | undefined
}

export interface AskPlans {
  /** One endpoint by itself: a subscription that isn't there is an error. */
  only?: 'plans' | 'subscription' | undefined
}

/** Calls end within the connection's timeout. A product list or a PDF that has begun to arrive has six times that, as have all
 * pages of invoices, and all pages of products after the first. */
export interface Api {
  /** Normalises to origin and path prefix. @throws INSECURE_ADDRESS for http except loopback; BAD_REQUEST */
  baseUrl(typed: string): string
  /**
   * https, and private only if the provider is private, too. The name is resolved, within three seconds; an unresolvable one passes.
   * @throws BAD_REQUEST (found 'address' or 'privateAddress'); INSECURE_ADDRESS for http
   */
  externalUrl(baseUrl: string, link: string, signal?: AbortSignal): Promise<string>
  signIn(
    connection: Connection,
    credentials: { email: string; password: string; code?: string } & Pick<Access, 'earlierTokens'>,
    signal?: AbortSignal
  ): Promise<IssuedToken>
  profile(access: Access, ask?: Ask): Promise<Answer<ProfileView> | null>
  productList(access: Access, query: Partial<ProviderSort>, ask?: Ask): ListDownload
  /** One request for the product list, which isn't kept: proves that the provider accepts the credential. */
  probeProducts(access: Access, signal?: AbortSignal): Promise<void>
  product(access: Access, id: string, ask?: Omit<Ask, 'known'>): Promise<Parsed<ProductRecord>>
  invoices(access: Access, ask?: Ask): Promise<Answer<InvoiceRecord[]> | null>
  /**
   * Of `plans`, completed by `subscription`. A subscription that isn't there (404, or an empty reply) is no error. Where the provider
   * refuses to say whether there is one, the plans are a part.
   */
  plans(access: Access, ask?: Ask & AskPlans): Promise<Answer<Plan[]> | null>
  /** The stored invoice as its own call has it now. @throws BAD_REPLY for another one */
  invoice(access: Access, known: InvoiceRecord, ask?: Pick<Ask, 'signal' | 'dayZone'>): Promise<InvoiceRecord>
  expiryOf(token: string): string | null
  /** @param dayZone of the stored invoices: see Answer */
  readInvoicesAgain(connection: Connection, records: InvoiceRecord[], dayZone: string | null): Parsed<InvoiceRecord[]>
  /** A still raster picture from a URL or data URI, identified by its bytes: PICTURE_LIMITS, 2 MB, no credential. */
  picture(connection: Connection, address: string, signal?: AbortSignal): Promise<Picture>
  invoiceLines(connection: Connection, record: InvoiceRecord): { lines: InvoiceLine[]; more: number }
  /** https, at most 25 MB, no credential. @throws BAD_REPLY (found 'notPdf'), BAD_REQUEST (found 'privateAddress') */
  pdf(connection: Connection, address: string, signal?: AbortSignal): Promise<Uint8Array>
  /** One request, of the first page of a list. An error of the provider or the network is in the answer. */
  tryEndpoint(access: Access, endpoint: TrialEndpoint, signal: AbortSignal): Promise<Omit<ProviderTrial, 'durationMs'>>
  /**
   * By the definition's `invoicePdf`, with the credential, from the account's origin only; at most 25 MB.
   * @throws NOT_FOUND (found 'noPdf'); BAD_REPLY (found 'redirects' or 'notPdf')
   */
  invoicePdf(access: Access, id: string, signal?: AbortSignal): Promise<Uint8Array>
  /** `GET /health`, one attempt, no credential. @returns the status code */
  health(connection: Connection, signal?: AbortSignal): Promise<number>
}

export interface Picture {
  type: PictureType
  bytes: Uint8Array
}
