/** The list of invoices: read while it arrives, page after page. A record that came on an earlier page is the same record. */
import { hash as digest } from 'node:crypto'
import type { PartialList } from '../../../shared/models/freshness.ts'
import type { Json } from '../../../shared/models/json.ts'
import type { InvoiceSettings } from '../../../shared/providers/definition.ts'
import { inSlices } from '../../concurrency.ts'
import type { Answer, InvoiceRecord } from '../../ports/index.ts'
import { INVOICE_LIMITS, limitsAfter } from '../readers/json/json-limits.ts'
import { JsonListReader, parseRecord, recordsById } from '../readers/json/json-list.ts'
import { valueOf, type BodyReader, type JsonAnswer } from './http/json-requests.ts'
import { badReply, withoutBody } from './http/reply.ts'
import { BODY_CAPS } from './http/transport.ts'
import { followPages } from './follow-pages.ts'
import { createFields } from '../readers/field-names.ts'
import { invoiceNames } from '../readers/invoice-names.ts'
import { FIELD_NAMES } from '../readers/invoice-vocabulary.ts'
import type { PageSequence } from '../readers/page-sequence.ts'
import type { ReplyPaging } from '../readers/paging.ts'
import type { InvoiceReader, ParsedInvoices } from '../readers/read-invoice.ts'
import { isObject, type JsonObject } from '../readers/records.ts'
import { unwrapped } from '../readers/wrappers.ts'

/** A list's element that isn't read yet. */
interface Waiting {
  element: Json
  /** Identifies the record on all pages: its id, or the hash of its bytes. null: it is no record. */
  mark: string | null
  id: string | null
}

export interface ReceivedPage {
  /** Number of elements, with those that are no records. */
  found: number
  records: number
  /** Elements that are something else than a record or null. */
  unread: number
  /** Of the last record. */
  lastId: string | null
  isEmptyBody: boolean
  /** Not added yet. */
  waiting: Waiting[]
  bytes: number
  parts: number
  says: ReplyPaging
}

interface InvoicesParts {
  sequence: PageSequence
  /** A new reader for each attempt to fetch the first page. */
  create: () => InvoiceReader
  /** Where the definition has the list. */
  listAt?: string | undefined
  /** Where the definition has an invoice's fields. */
  invoiceFields?: InvoiceSettings['invoiceFields']
}

export class PagedInvoices {
  readonly sequence: PageSequence
  readonly #create: () => InvoiceReader
  readonly #listAt: string | undefined
  readonly #idOf: (record: JsonObject) => RecordId | null
  #reader: InvoiceReader
  /** Marks of all records on the joined pages, and of the first page while it arrives. */
  readonly #marks = new Set<string>()
  #found = 0
  #unread = 0
  #bytes = 0
  #parts = 0

  constructor({ sequence, create, listAt, invoiceFields = {} }: InvoicesParts) {
    this.sequence = sequence
    this.#create = create
    this.#listAt = listAt
    this.#idOf = idReader(invoiceFields)
    this.#reader = create()
  }

  /** Bytes that the next page may have. */
  get cap(): number {
    return BODY_CAPS.invoices - this.#bytes
  }

  /** For one attempt. The first page is read while it arrives. The others wait until they are complete, because they may be fetched again. */
  page(): BodyReader<ReceivedPage> {
    const isFirst = this.sequence.pages === 0
    let waiting: Waiting[] = []
    let records = 0
    let unread = 0
    let lastId: string | null = null
    let bytes = 0
    const add = (element: Json, source: Uint8Array | string, isWaiting = !isFirst): void => {
      const one = this.#identify(element, source)
      if (one.mark !== null) {
        records += 1
        lastId = one.id
      } else if (element !== null) unread += 1
      if (isWaiting) waiting.push(one)
      else this.#add(one)
    }
    const restart = (): void => {
      waiting = []
      records = 0
      unread = 0
      lastId = null
      if (!isFirst) return
      this.#reader = this.#create()
      this.#marks.clear()
    }
    restart()
    const addEach = function* (byId: readonly JsonObject[]): Generator<void, void, void> {
      for (const record of byId) {
        yield
        add(record, JSON.stringify(record), true)
      }
    }
    const limits = limitsAfter(INVOICE_LIMITS, { parts: this.#parts, records: this.#found })
    const sink = { restart, add: (record: Buffer) => add(parseRecord(record), record) }
    const list = new JsonListReader(sink, limits, this.#listAt)
    return {
      found: (body, reply) => list.found ?? (this.sequence.hasNoRecords(body, reply) ? 0 : null),
      write: async (chunk) => {
        bytes += chunk.byteLength
        list.write(chunk)
      },
      rest: async () => list.rest,
      read: async (body, reply) => {
        const byId = list.found === null ? recordsById(body, limits, this.#listAt) : null
        if (byId) await inSlices(addEach(byId))
        const isEmptyBody = bytes === 0
        const isNone = isEmptyBody || (list.found === null && this.sequence.hasNoRecords(body, reply))
        const found = list.found ?? byId?.length ?? (isNone ? 0 : null)
        if (found === null) throw badReply(reply, isObject(body) && !this.#listAt ? 'unknownShape' : 'notAList')
        if (found > 0 && records === 0) throw badReply(reply, 'unknownShape')
        const says = this.sequence.read(body, reply)
        return { found, records, unread, lastId, isEmptyBody, waiting, bytes, parts: list.parts, says }
      }
    }
  }

  /** @returns the URL of the page to fetch next */
  async join({ waiting, unread, bytes, parts, ...page }: ReceivedPage): Promise<URL | null> {
    const fresh = waiting.filter(({ mark }) => mark === null || !this.#marks.has(mark))
    const repeated = waiting.length - fresh.length
    await inSlices(this.#addAll(fresh))
    this.#found += page.found - repeated
    this.#bytes += bytes
    this.#parts += parts
    this.#unread += unread
    return this.sequence.join({ ...page, repeated })
  }

  /** Read again today, the same records say the same. */
  get isOfDay(): boolean {
    return !this.#reader.isOfMoment
  }

  async end(zones: readonly string[]): Promise<ParsedInvoices & { partial: PartialList | null }> {
    const reading = await inSlices(this.#reader.end(zones))
    const received = reading.value.length
    const partial = this.sequence.partial(received)
    // An element that can't be read may be an invoice.
    return { ...reading, partial: partial ?? (this.#unread > 0 ? { received, total: received + this.#unread } : null) }
  }

  #identify(element: Json, source: Uint8Array | string): Waiting {
    if (!isObject(element)) return { element, mark: null, id: null }
    const record = unwrapped(element)
    const own = this.#idOf(record)
    return { element: record, mark: own?.mark ?? digest('sha256', source, 'binary'), id: own?.id ?? null }
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

interface RecordId {
  id: string
  /** With the kind and number: an invoice and a credit note may have the same id, and all records may have the id 0. */
  mark: string
}

function idReader(invoiceFields: InvoiceSettings['invoiceFields']): (record: JsonObject) => RecordId | null {
  const fields = createFields()
  const { id: idNames, kind, bareKind, isCredit, isProforma, isQuote, number } = invoiceNames(invoiceFields)
  const textOf = (value: Json): string | null =>
    (typeof value === 'string' && value.trim() !== '') || typeof value === 'number' ? String(value).trim() : null
  const markOf = (value: Json): string | null => {
    if (isObject(value)) return fields(value)(FIELD_NAMES.kindWord, textOf).value
    return typeof value === 'boolean' ? String(value) : textOf(value)
  }
  return (record) => {
    const find = fields(record)
    const id = find(idNames, textOf).value
    if (id === null) return null
    const marks = [kind, bareKind, isCredit, isProforma, isQuote, number].map((names) => find(names, markOf).value)
    return { id, mark: JSON.stringify([id, ...marks]) }
  }
}

/**
 * If a later page can't be fetched, the pages before it are the result, as a part of the list.
 * @param isTimeLeft asked before each page but the first
 * @param fetchPage null: nothing has changed since the stored list
 * @returns validators only for a whole list of one page: of several, a first one that is the same says nothing about the others
 */
export async function fetchInvoicePages(
  list: PagedInvoices,
  zones: readonly string[],
  fetchPage: (url: URL) => Promise<JsonAnswer<ReceivedPage> | null>,
  isTimeLeft: () => boolean
): Promise<Answer<InvoiceRecord[]> | null> {
  const { sequence } = list
  const answer = await fetchPage(sequence.first)
  if (answer === null) return null
  const next = await list.join(answer.value)
  await followPages(sequence, next, isTimeLeft, async (url) => list.join(valueOf(await fetchPage(url))))
  const reading = await list.end(zones)
  if (sequence.pages > 1 || reading.partial !== null) return { ...reading, validators: null }
  const isWholeAnswer = next === null && list.isOfDay
  return { ...reading, validators: isWholeAnswer ? answer.validators : withoutBody(answer.validators) }
}
