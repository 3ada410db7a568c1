/** The decrypted invoices of one account, in memory. A list never changes, so computed results stay valid: a save makes a new one. */
import type { InvoiceStatus } from '../../../shared/models/connection.ts'
import type { PartialList } from '../../../shared/models/freshness.ts'
import { invoiceFields } from '../../../shared/models/fields.ts'
import {
  fieldOfColumn,
  INVOICE_STATES,
  type Invoice,
  type InvoiceChoice,
  type InvoiceField,
  type InvoiceMonths,
  type InvoiceOrder,
  type InvoicePage,
  type InvoiceQuery,
  type InvoiceSort,
  type InvoiceTotals
} from '../../../shared/models/invoice.ts'
import { statusesOf } from '../../../shared/models/invoice-statuses.ts'
import { inSlices } from '../../concurrency.ts'
import type { InvoiceRecord, SearchTexts, SortedInvoices, SortKey, StoredInvoices } from '../../ports/index.ts'

import { ResultCache } from '../../storage/query.ts'
import { amountSortKey, foldWords, instant, nameSortKey, searchWords } from '../../storage/sort-keys.ts'
import { monthsOf, summaryOf, totalsOf, type InvoiceSummary } from '../../../shared/models/invoice-sums.ts'
import { isOverdue } from '../../../shared/models/overdue.ts'
import { searchedTextOn } from './search-text.ts'
import { fromBox, recordOf, toBoxes, type StoredInvoice } from './stored-invoice.ts'

type Position = number
/** In the usual order, the newest first. What is computed of the same array is computed once. */
type Chosen = readonly Position[]

/** The latest choice with words: the next letter is looked for in what it found. */
interface Typed {
  /** The choice without its words, its day and texts. */
  rest: string
  phrases: readonly string[]
  chosen: Promise<Chosen>
}

const LOOKS_BEFORE_MAP = 200

/** Each invoice that is opened may add to its record, and each save writes the whole list. */
const MOST_BYTES = 32_000_000

export const NO_STATE_NAMES: SearchTexts = { locale: 'en', dateLocale: 'en', stateNames: {}, kindNames: {} }

const bytesOf = ({ rest }: StoredInvoice): number =>
  Buffer.isBuffer(rest) ? rest.length : Buffer.byteLength(JSON.stringify(rest))

/** Nearly all are bytes: those of a stored list. */
const sumOfBytes = (list: readonly StoredInvoice[]): number => list.reduce((sum, one) => sum + bytesOf(one), 0)

export class InvoiceList implements StoredInvoices {
  readonly stored: readonly StoredInvoice[]
  readonly #invoices: readonly Invoice[]
  /** Sort keys of the columns, the usual order and the searched texts of a day. */
  readonly #computed = new ResultCache()
  readonly #results = new ResultCache()
  readonly #resultsOf = new WeakMap<Chosen, ResultCache>()
  #typed: Typed | null = null
  #looks = 0
  #places: Map<string, Position> | null = null

  constructor(stored: readonly StoredInvoice[]) {
    this.stored = stored
    this.#invoices = stored.map(({ invoice }) => invoice)
  }

  /** A list with this invoice in place of the one with its key; without one, or without room, the same list. */
  with(invoice: StoredInvoice): InvoiceList {
    const at = this.#positionOf(invoice.invoice.key)
    const before = this.stored[at]
    if (before === undefined) return this
    const list = this.stored.with(at, invoice)
    const hasGrown = bytesOf(invoice) > bytesOf(before)
    return hasGrown && sumOfBytes(list) > MOST_BYTES ? this : new InvoiceList(list)
  }

  async page(query: InvoiceQuery, today: string, texts = NO_STATE_NAMES): Promise<InvoicePage<Invoice>> {
    const all = await this.#sorted(query, today, texts)
    const rows = this.#pick(all.slice(query.offset, query.offset + query.limit))
    return { rows, matched: all.length }
  }

  async choose(query: InvoiceChoice & InvoiceOrder, today: string, texts = NO_STATE_NAMES): Promise<Invoice[]> {
    return this.#pick(await this.#sorted(query, today, texts))
  }

  async sorted(query: InvoiceChoice & InvoiceOrder, today: string, texts = NO_STATE_NAMES): Promise<SortedInvoices> {
    return {
      all: this.#invoices,
      places: await this.#sorted(query, today, texts),
      keys: await this.#keysOf(query.sort),
      issued: await this.#keysOf('issued')
    }
  }

  async totals(choice: InvoiceChoice, today: string, texts = NO_STATE_NAMES): Promise<InvoiceTotals> {
    const chosen = await this.#filter(choice, today, texts)
    return this.#rememberOf(chosen, 'totals', () => inSlices(totalsOf(this.#pick(chosen))))
  }

  months(today: string): Promise<InvoiceMonths> {
    return this.#remember(['months', today], () => inSlices(monthsOf(this.#invoices, today)))
  }

  summary(today: string, partial: PartialList | null): Promise<InvoiceSummary> {
    return this.#remember(['summary', today, partial], () => inSlices(summaryOf(this.#invoices, today, partial)))
  }

  statuses(): InvoiceStatus[] {
    return statusesOf(this.#invoices)
  }

  find(key: string): InvoiceRecord | null {
    const found = this.stored[this.#positionOf(key)]
    return found ? recordOf(found) : null
  }

  /** Looks through them at first: a map takes longer to make than hundreds of looks, for each list that is saved. @returns -1 without one */
  #positionOf(key: string): Position {
    this.#looks += 1
    if (this.#looks <= LOOKS_BEFORE_MAP) return this.#invoices.findIndex((invoice) => invoice.key === key)
    this.#places ??= new Map(this.#invoices.map((invoice, at) => [invoice.key, at] as const))
    return this.#places.get(key) ?? -1
  }

  records(): Promise<InvoiceRecord[]> {
    return inSlices(mapped(this.stored, recordOf))
  }

  async #sorted(query: InvoiceChoice & InvoiceOrder, today: string, texts: SearchTexts): Promise<Chosen> {
    const { sort, descending } = query
    const chosen = await this.#filter(query, today, texts)
    if (sort === 'issued' && descending) return chosen
    return this.#rememberOf(chosen, `${sort} ${String(descending)}`, () => this.#sortBy(chosen, sort, descending))
  }

  /** A selection's keys can have megabytes, and it is seldom asked for again. */
  #filter(choice: InvoiceChoice, today: string, texts: SearchTexts): Promise<Chosen> {
    const { text, state, from, to, least, most, keys } = choice
    if (keys) return this.#search(choice, today, texts, this.#newestFirst())
    const rest = JSON.stringify([state, from, to, least, most, today, texts])
    return this.#remember(['filter', text, rest], () => {
      const phrases = phrasesOf(choice)
      const typed = this.#typed
      const isNarrower =
        typed?.rest === rest && typed.phrases.every((one) => phrases.some((other) => other.includes(one)))
      const chosen = this.#search(choice, today, texts, isNarrower ? typed.chosen : this.#newestFirst())
      if (phrases.length > 0) this.#typed = { rest, phrases, chosen }
      return chosen
    })
  }

  /** @returns `within` itself if all of it is chosen */
  async #search(choice: InvoiceChoice, today: string, texts: SearchTexts, within: Promise<Chosen>): Promise<Chosen> {
    const { state, from, to, least, most } = choice
    const keys = choice.keys && new Set(choice.keys)
    const phrases = phrasesOf(choice)
    const folded = phrases.length > 0 ? await this.#searchedTexts(today, texts) : []
    const totals = least !== null || most !== null ? await this.#keysOf('total') : []
    const [leastKey, mostKey] = [least && amountSortKey(least), most && amountSortKey(most)]
    const matches = (at: Position): boolean => {
      const invoice = this.#invoices[at] as Invoice
      if (state !== 'all' && !isInState(invoice, state, today)) return false
      if (!isWithin(invoice.issuedDay, from, to) || !isWithin(totals[at] ?? null, leastKey, mostKey)) return false
      if (keys && !keys.has(invoice.key)) return false
      return phrases.every((phrase) => folded[at]?.includes(phrase))
    }
    const all = await within
    const found = await inSlices(filtered(all, matches))
    return found.length === all.length ? all : found
  }

  async #sortBy(positions: Chosen, sort: InvoiceSort, descending: boolean): Promise<Position[]> {
    const keys = await this.#keysOf(sort)
    return inSlices(sortInRuns(positions, (one, other) => compareSortKeys(keys[one], keys[other], descending)))
  }

  /** All invoices. Any other sort keeps this order among equals. */
  #newestFirst(): Promise<Chosen> {
    return this.#computed.remember('newest first', () => this.#sortBy([...this.#invoices.keys()], 'issued', true))
  }

  #keysOf(sort: InvoiceSort): Promise<SortKey[]> {
    return this.#computed.remember(sort, () => inSlices(mapped(this.#invoices, sortKeyOf(sort))))
  }

  #searchedTexts(today: string, texts: SearchTexts): Promise<string[]> {
    const name = `texts ${today} ${JSON.stringify(texts)}`
    return this.#computed.remember(name, () => inSlices(mapped(this.stored, searchedTextOn(today, texts))))
  }

  #pick(chosen: Chosen): Invoice[] {
    return chosen.map((at) => this.#invoices[at] as Invoice)
  }

  #remember<T>(name: readonly unknown[], make: () => Promise<T>): Promise<T> {
    return this.#results.remember(JSON.stringify(name), make)
  }

  #rememberOf<T>(chosen: Chosen, name: string, make: () => Promise<T>): Promise<T> {
    const known = this.#resultsOf.get(chosen) ?? new ResultCache()
    this.#resultsOf.set(chosen, known)
    return known.remember(name, make)
  }
}

const phrasesOf = ({ text }: InvoiceChoice): string[] => searchWords(text).map(foldWords)

function* filtered(positions: Chosen, test: (at: Position) => boolean): Generator<void, Position[], void> {
  const found: Position[] = []
  for (const [done, at] of positions.entries()) {
    if (test(at)) found.push(at)
    // A look at the clock takes as long as a test.
    if (done % TESTS === 0) yield
  }
  return found
}
const TESTS = 64

function isInState(invoice: Invoice, state: Exclude<InvoiceChoice['state'], 'all'>, today: string): boolean {
  if (state === 'outstanding') return invoice.state === 'open'
  if (state === 'overdue') return isOverdue(invoice, today)
  return invoice.state === state && !isOverdue(invoice, today)
}

function isWithin(value: SortKey, least: string | null, most: string | null): boolean {
  if (least === null && most === null) return true
  return value !== null && (least === null || value >= least) && (most === null || value <= most)
}

/** Invoices without a value come last in either direction. */
export function compareSortKeys(one: SortKey = null, other: SortKey = null, descending: boolean): number {
  if (one === other) return 0
  if (one === null) return 1
  if (other === null) return -1
  return one < other === descending ? 1 : -1
}

/** A stable sort, in runs of growing length: the engine merges runs that are sorted already in a fraction of the time. */
function* sortInRuns<T>(list: readonly T[], order: (one: T, other: T) => number): Generator<void, T[], void> {
  let sorted = [...list]
  for (let length = SHORTEST_RUN; ; length *= 4) {
    const longer: T[][] = []
    for (let from = 0; from < list.length; from += length) {
      longer.push(sorted.slice(from, from + length).sort(order))
      yield
    }
    sorted = longer.flat()
    if (length >= list.length) return sorted
  }
}
const SHORTEST_RUN = 4000

function* mapped<T, R>(list: readonly T[], work: (item: T) => R): Generator<void, R[], void> {
  const all: R[] = []
  for (const item of list) {
    all.push(work(item))
    yield
  }
  return all
}

const SORT_KEYS: Record<(typeof invoiceFields)[InvoiceField]['type'], (value: string) => SortKey> = {
  text: nameSortKey,
  method: nameSortKey,
  status: nameSortKey,
  kind: nameSortKey,
  date: momentSortKey,
  amount: amountSortKey,
  state: (state) => INVOICE_STATES.findIndex((one) => one === state)
}

function sortKeyOf(sort: InvoiceSort): (invoice: Invoice) => SortKey {
  if (sort === 'urgency') return urgencyKey
  const field = fieldOfColumn(sort)
  const keyOf = SORT_KEYS[invoiceFields[field].type]
  return (invoice) => {
    const value = field === 'dueAt' ? invoice.dueDay : invoice[field]
    return value === null ? null : keyOf(value)
  }
}

/** `!` and `~` come before and after the digits of a day. Invoices that aren't to pay have no key, so they come last. */
function urgencyKey({ state, dueDay, calledOverdue, issuedAt }: Invoice): SortKey {
  if (state !== 'open') return null
  return dueDay ?? `${calledOverdue ? '!' : '~'}${momentSortKey(issuedAt) ?? '~'}`
}

/** By the day as it is written, as people see it, and within a day by the moment. @param text ISO 8601 */
function momentSortKey(text: string | null): string | null {
  const at = instant(text)
  return text === null || at === null ? null : `${text.slice(0, 10)} ${Number(at) + SAME_WIDTH}`
}
/** Added to milliseconds of the years 1000 to 9999, the sum has 16 digits. */
const SAME_WIDTH = 1_000_000_000_000_000

/** The invoices as a document in the account's file. */
export const INVOICE_BOXES = {
  toBoxes: ({ stored }: InvoiceList) => toBoxes(stored),
  fromBox,
  join: (parts: StoredInvoice[][]) => new InvoiceList(parts.flat())
}
