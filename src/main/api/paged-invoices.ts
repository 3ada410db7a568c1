/**
 * The list of invoices: read while it arrives, and page after page where each reply has the URL of the next page. A record that came
 * on an earlier page is the same record.
 */
import { hash as digest } from 'node:crypto'
import { AppError } from '../../shared/ipc/error.ts'
import type { PartialList } from '../../shared/models/freshness.ts'
import type { Json } from '../../shared/models/json.ts'
import { inSlices } from '../concurrency.ts'
import type { Answer, InvoiceRecord } from '../core/ports/index.ts'
import { INVOICE_LIMITS, type ListLimits } from '../readers/json/json-limits.ts'
import { JsonListReader, parseRecord, recordsById } from '../readers/json/json-list.ts'
import type { BodyReader, JsonAnswer } from './http/json-requests.ts'
import { badReply } from './http/reply.ts'
import { BODY_CAPS } from './http/transport.ts'
import { createFields } from '../readers/field-names.ts'
import { FIELD_NAMES } from '../readers/invoice-vocabulary.ts'
import { pagingIn, partialOf, type Paging } from '../readers/paging.ts'
import type { InvoiceReader, ParsedInvoices } from '../readers/read-invoice.ts'
import { isObject, type JsonObject } from '../readers/records.ts'
import { unwrapped } from '../readers/wrappers.ts'

const MOST_PAGES = 100

/** A list's element that isn't read yet. */
interface Waiting {
  element: Json
  /** Identifies the record on all pages: its id, or the hash of its bytes. null: it is no record. */
  mark: string | null
}

export interface InvoicesPage {
  /** Number of elements, with those that are no records. */
  found: number
  /** Elements that are something else than a record or null. */
  unread: number
  isEmptyBody: boolean
  waiting: Waiting[]
  bytes: number
  parts: number
  paging: Paging
}

export class PagedInvoices {
  readonly #create: () => InvoiceReader
  readonly #mostPages: number
  readonly #idOf = idReader()
  #reader: InvoiceReader
  /** Marks of all records on the joined pages, and of the first page while it arrives. */
  readonly #marks = new Set<string>()
  #pages = 0
  #found = 0
  #unread = 0
  #bytes = 0
  #parts = 0
  #more = false
  #total: number | null = null

  /** @param create a new reader for each attempt to fetch the first page */
  constructor(create: () => InvoiceReader, mostPages = MOST_PAGES) {
    this.#create = create
    this.#mostPages = mostPages
    this.#reader = create()
  }

  get pages(): number {
    return this.#pages
  }

  /** Bytes that the next page may have. */
  get cap(): number {
    return BODY_CAPS.invoices - this.#bytes
  }

  /** For one attempt. The first page is read while it arrives. The others wait until they are complete, because they may be fetched again. */
  page(url: URL): BodyReader<InvoicesPage> {
    const isFirst = this.#pages === 0
    let waiting: Waiting[] = []
    let records = 0
    let unread = 0
    let bytes = 0
    const add = (element: Json, source: Uint8Array | string): void => {
      const one = this.#identify(element, source)
      if (one.mark !== null) records += 1
      else if (element !== null) unread += 1
      if (isFirst) this.#add(one)
      else waiting.push(one)
    }
    const restart = (): void => {
      waiting = []
      records = 0
      unread = 0
      if (!isFirst) return
      this.#reader = this.#create()
      this.#marks.clear()
    }
    restart()
    const limits = this.#limits()
    const list = new JsonListReader({ restart, add: (record) => add(parseRecord(record), record) }, limits)
    return {
      found: () => list.found,
      write: async (chunk) => {
        bytes += chunk.byteLength
        list.write(chunk)
      },
      rest: async () => list.rest,
      read: (body, reply) => {
        const byId = list.found === null ? recordsById(body, limits) : null
        if (byId) waiting = byId.map((record) => this.#identify(record, JSON.stringify(record)))
        // An empty body is [].
        const found = list.found ?? byId?.length ?? (Array.isArray(body) ? 0 : null)
        if (found === null) throw badReply(reply, isObject(body) ? 'unknownShape' : 'notAList')
        if (found > 0 && records === 0 && !byId) throw badReply(reply, 'unknownShape')
        const paging = pagingIn(body, reply.header('link'), { url, page: this.#pages + 1 })
        const isEmptyBody = list.found === null && !byId
        return { found, unread, isEmptyBody, waiting, bytes, parts: list.parts, paging }
      }
    }
  }

  /** @returns the URL of the page to fetch next */
  async join({ found, unread, isEmptyBody, waiting, bytes, parts, paging }: InvoicesPage): Promise<URL | null> {
    const fresh = waiting.filter(({ mark }) => mark === null || !this.#marks.has(mark))
    await inSlices(this.#addAll(fresh))
    this.#pages += 1
    this.#found += found - (waiting.length - fresh.length)
    this.#bytes += bytes
    this.#parts += parts
    this.#unread += unread
    if (paging.total !== null) this.#total = Math.max(this.#total ?? 0, paging.total)
    const isNew = this.#pages === 1 ? found > 0 : fresh.some(({ mark }) => mark !== null)
    // Some lists end with an empty page, but not with no page.
    this.#more = paging.more || (this.#pages > 1 && isEmptyBody) || (!isNew && found > 0)
    return isNew && this.#pages < this.#mostPages ? paging.next : null
  }

  /** The next page can't be fetched. */
  stop(): void {
    this.#more = true
  }

  async end(zones: readonly string[]): Promise<ParsedInvoices & { partial: PartialList | null }> {
    const reading = await inSlices(this.#reader.end(zones))
    const received = reading.value.length
    const said = { more: this.#more, total: this.#total, next: null }
    const partial = partialOf(said, this.#found, received)
    // An element that can't be read may be an invoice.
    return { ...reading, partial: partial ?? (this.#unread > 0 ? { received, total: received + this.#unread } : null) }
  }

  #limits(): ListLimits {
    const { brief, records, parts, partsOfRecord } = INVOICE_LIMITS
    return {
      parts: parts - this.#parts,
      partsOfRecord,
      records: records - this.#found,
      brief: { ...brief, records: Math.max(0, brief.records - this.#found) }
    }
  }

  #identify(element: Json, source: Uint8Array | string): Waiting {
    if (!isObject(element)) return { element, mark: null }
    const record = unwrapped(element)
    const id = this.#idOf(record)
    return { element: record, mark: id ?? digest('sha256', source, 'binary') }
  }

  #add({ element, mark }: Waiting): void {
    this.#reader.add(element)
    if (mark !== null) this.#marks.add(mark)
  }

  *#addAll(all: readonly Waiting[]): Generator<void, void, void> {
    for (const one of all) {
      this.#add(one)
      yield
    }
  }
}

/** With the kind of record: an invoice and a credit note may have the same id. */
function idReader(): (record: JsonObject) => string | null {
  const fields = createFields()
  return (record) => {
    const find = fields(record)
    const textOf = (value: Json): string | null =>
      (typeof value === 'string' && value.trim() !== '') || typeof value === 'number' ? String(value).trim() : null
    const id = find(FIELD_NAMES.id, textOf).value
    return id === null ? null : JSON.stringify([id, find(FIELD_NAMES.kind, textOf).value])
  }
}

/**
 * If a later page can't be fetched, the pages before it are the result, as a part of the list.
 * @param isTimeLeft asked before each page but the first
 * @param fetchPage null: nothing has changed since the stored list
 * @returns validators only for a whole list of one page: of several, a 304 for the first one says nothing about the others
 */
export async function fetchInvoices(
  list: PagedInvoices,
  first: URL,
  zones: readonly string[],
  fetchPage: (url: URL) => Promise<JsonAnswer<InvoicesPage> | null>,
  isTimeLeft: () => boolean
): Promise<Answer<InvoiceRecord[]> | null> {
  const answer = await fetchPage(first)
  if (answer === null) return null
  let next = await list.join(answer.value)
  while (next !== null) {
    if (!isTimeLeft()) {
      list.stop()
      break
    }
    try {
      const page = await fetchPage(next)
      // Only conditional requests are answered by null.
      if (page === null) throw new AppError('INTERNAL')
      next = await list.join(page.value)
    } catch (error) {
      if (!(error instanceof AppError) || error.info.code === 'CANCELLED') throw error
      list.stop()
      next = null
    }
  }
  const reading = await list.end(zones)
  return { ...reading, validators: list.pages === 1 && reading.partial === null ? answer.validators : null }
}
