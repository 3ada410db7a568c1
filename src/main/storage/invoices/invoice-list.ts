/** The decrypted invoices of one account, in memory. A list never changes, so computed results stay valid: a save makes a new one. */
import { dayText, LANGUAGE, moneyText, monthText } from '../../../shared/i18n/format.ts'
import { t } from '../../../shared/i18n/translate.ts'
import type { InvoiceStatus } from '../../../shared/models/connection.ts'
import { dayOf } from '../../../shared/models/day.ts'
import { invoiceFields } from '../../../shared/models/fields.ts'
import {
  fieldOfColumn,
  INVOICE_STATES,
  type Invoice,
  type InvoiceChoice,
  type InvoiceColumn,
  type InvoiceField,
  type InvoiceMonths,
  type InvoiceOrder,
  type InvoicePage,
  type InvoiceQuery,
  type InvoiceSummary,
  type InvoiceTotals
} from '../../../shared/models/invoice.ts'
import { inSlices } from '../../concurrency.ts'
import type { InvoiceRecord } from '../../core/ports/index.ts'

import { parse, ResultCache } from '../query.ts'
import { amountOrder, foldWords, instant, nameOrder, searchWords } from '../sort-keys.ts'
import { isOverdue, monthsOf, statusesOf, summaryOf, totalsOf } from './invoice-sums.ts'

export type InvoiceList = ReturnType<typeof createInvoiceList>

type Position = number
type SortKey = string | number | null

export function createInvoiceList(stored: readonly StoredInvoice[]) {
  const invoices = stored.map(({ invoice }) => invoice)
  const positions = new Map(invoices.map(({ key }, at) => [key, at]))
  /** Sort keys of 15 columns, the usual order and the searched texts of a day. */
  const computed = new ResultCache()
  const results = new ResultCache()
  const remember = <T>(name: readonly unknown[], make: () => Promise<T>): Promise<T> =>
    results.remember(JSON.stringify(name), make)
  /** A selection's keys can have megabytes, and it is seldom asked for again. */
  const rememberChoice = <T>(
    what: string,
    choice: InvoiceChoice,
    more: readonly unknown[],
    make: () => Promise<T>
  ): Promise<T> => (choice.keys ? make() : remember([what, ...valuesOf(choice), ...more], make))

  const pick = (chosen: readonly Position[]): Invoice[] => chosen.map((at) => invoices[at] as Invoice)
  const keysOf = (column: InvoiceColumn): Promise<SortKey[]> =>
    computed.remember(column, () => inSlices(mapped(invoices, sortKeyOf(column))))
  const sortBy = async (positions: readonly Position[], column: InvoiceColumn, descending: boolean) => {
    const keys = await keysOf(column)
    return inSlices(sortInRuns(positions, (one, other) => compare(keys[one], keys[other], descending)))
  }
  /** All invoices. Any other sort keeps this order among equals. */
  const newestFirst = (): Promise<Position[]> =>
    computed.remember('newest first', () => sortBy([...invoices.keys()], 'issued', true))
  const foldedTexts = (today: string, locale: string): Promise<string[]> =>
    computed.remember(`texts ${today} ${locale}`, () => inSlices(mapped(stored, textOn(today, locale))))

  const filter = (choice: InvoiceChoice, today: string, locale: string): Promise<Position[]> =>
    rememberChoice('filter', choice, [today, locale], async () => {
      const { state, from, to, least, most } = choice
      const keys = choice.keys && new Set(choice.keys)
      const phrases = searchWords(choice.text).map(foldWords)
      const folded = phrases.length > 0 ? await foldedTexts(today, locale) : []
      const totals = least !== null || most !== null ? await keysOf('total') : []
      const [leastKey, mostKey] = [least && amountOrder(least), most && amountOrder(most)]
      const matches = (at: Position): boolean => {
        const invoice = invoices[at] as Invoice
        if (state !== 'all' && !isInState(invoice, state, today)) return false
        if (!isWithin(invoice.issuedDay, from, to) || !isWithin(totals[at] ?? null, leastKey, mostKey)) return false
        if (keys && !keys.has(invoice.key)) return false
        return phrases.every((phrase) => folded[at]?.includes(phrase))
      }
      return inSlices(filtered(await newestFirst(), matches))
    })

  const sorted = (query: InvoiceChoice & InvoiceOrder, today: string, locale: string): Promise<Position[]> => {
    const { sort, descending } = query
    return rememberChoice('sorted', query, [today, locale, sort, descending], async () =>
      sortBy(await filter(query, today, locale), sort, descending)
    )
  }
  const summary = (today: string): Promise<InvoiceSummary> =>
    remember(['summary', today], () => inSlices(summaryOf(invoices, today)))

  return {
    stored,
    async page(query: InvoiceQuery, today: string, locale: string = LANGUAGE): Promise<InvoicePage> {
      const all = await sorted(query, today, locale)
      const rows = pick(all.slice(query.offset, query.offset + query.limit))
      return { rows, matched: all.length, summary: await summary(today) }
    },
    choose: async (query: InvoiceChoice & InvoiceOrder, today: string, locale: string = LANGUAGE): Promise<Invoice[]> =>
      pick(await sorted(query, today, locale)),
    totals: (choice: InvoiceChoice, today: string, locale: string = LANGUAGE): Promise<InvoiceTotals> =>
      rememberChoice('totals', choice, [today, locale], async () =>
        inSlices(totalsOf(pick(await filter(choice, today, locale))))
      ),
    months: (today: string): Promise<InvoiceMonths> =>
      remember(['months', today], () => inSlices(monthsOf(invoices, today))),
    summary,
    statuses: (): InvoiceStatus[] => statusesOf(invoices),
    find(key: string): InvoiceRecord | null {
      const found = stored[positions.get(key) ?? -1]
      return found ? recordOf(found) : null
    },
    records: (): Promise<InvoiceRecord[]> => inSlices(mapped(stored, recordOf))
  }
}

const valuesOf = (choice: InvoiceChoice): unknown[] =>
  (['text', 'state', 'from', 'to', 'least', 'most'] as const).map((name) => choice[name])

function* filtered(positions: readonly Position[], test: (at: Position) => boolean): Generator<void, Position[], void> {
  const found: Position[] = []
  for (const at of positions) {
    if (test(at)) found.push(at)
    yield
  }
  return found
}

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
function compare(one: SortKey = null, other: SortKey = null, descending: boolean): number {
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
  text: nameOrder,
  method: nameOrder,
  status: nameOrder,
  date: momentOrder,
  amount: amountOrder,
  state: (state) => INVOICE_STATES.findIndex((one) => one === state)
}

function sortKeyOf(column: InvoiceColumn): (invoice: Invoice) => SortKey {
  const field = fieldOfColumn(column)
  const keyOf = SORT_KEYS[invoiceFields[field].type]
  return (invoice) => {
    const value = field === 'dueAt' ? invoice.dueDay : invoice[field]
    return value === null ? null : keyOf(value)
  }
}

/** By the day as it is written, as people see it, and within a day by the moment. @param text ISO 8601 */
function momentOrder(text: string | null): string | null {
  const at = instant(text)
  return text === null || at === null ? null : `${text.slice(0, 10)} ${Number(at) + SAME_WIDTH}`
}
/** Added to milliseconds of the years 1000 to 9999, the sum has 16 digits. */
const SAME_WIDTH = 1_000_000_000_000_000

const SEARCHED = (Object.keys(invoiceFields) as InvoiceField[]).filter((field) =>
  ['text', 'method', 'status'].includes(invoiceFields[field].type)
)

/** The searched text: what the invoice has, and its amounts, days, months and state as they are on screen. */
function textOn(today: string, locale: string): (stored: StoredInvoice) => string {
  const words = Object.fromEntries(
    (['overdue', ...INVOICE_STATES] as const).map((state) => [state, t(`invoices.state.${state}`)])
  )
  const days = new Map<string, string>()
  const dayTexts = (day: string): string => {
    const known = days.get(day) ?? `${dayText(day, locale)} ${monthText(day.slice(0, 7), 'long', locale)}`
    days.set(day, known)
    return known
  }
  return ({ invoice, lineTexts }) => {
    const { total, remaining, currency, issuedDay, dueDay, state } = invoice
    const amounts = [total, remaining].filter((amount) => amount !== null)
    const amountTexts = amounts.flatMap((amount) => [amount, moneyText({ amount, currency }, locale)])
    const shown = [issuedDay, dueDay, dayOf(invoice.paidAt)].filter((day) => day !== null).map(dayTexts)
    const word = words[isOverdue(invoice, today) ? 'overdue' : state]
    // "Credit Card" for "CreditCard".
    const method = invoice.paymentMethod?.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    const own = [...SEARCHED.map((field) => invoice[field]), invoice.key, method, lineTexts]
    return foldWords([...own, ...amountTexts, ...shown, word].filter(Boolean).join('\n'))
  }
}

type Rest = Omit<InvoiceRecord, 'invoice' | 'lineTexts'>

export interface StoredInvoice {
  readonly invoice: Invoice
  readonly lineTexts: string
  /** Record and links: bytes of JSON once the invoice was written or read, decoded when it is shown. */
  rest: Rest | Buffer
}

export function storedInvoice({ invoice, lineTexts = '', ...rest }: InvoiceRecord): StoredInvoice {
  return { invoice, lineTexts, rest }
}

function recordOf({ invoice, rest }: StoredInvoice): InvoiceRecord {
  return { invoice, ...decoded(rest) }
}

const decoded = (rest: Rest | Buffer): Rest => (Buffer.isBuffer(rest) ? parse<Rest>(rest.toString()) : rest)

/** Marks an invoice that the latest reply lacked. @param at ISO 8601: when the previous reply came; an earlier mark stays. */
export function agedInvoice(stored: StoredInvoice, at: string): StoredInvoice & { rest: Buffer } {
  const rest = decoded(stored.rest)
  return { ...stored, rest: encoded({ ...rest, receivedAt: rest.receivedAt ?? at }) }
}

/** Bytes of a box: one is encrypted, or decrypted and parsed, in about 10 ms. */
const BOX_BYTES = 500_000

/** JSON has no line breaks of its own. */
const LINE_BREAK = Buffer.from('\n')

/** Boxes of three lines for each invoice. Their bytes are made for a whole box: a buffer for each line would be garbage of several times its size. */
export function* toBoxes(list: readonly StoredInvoice[]): Generator<Buffer, void> {
  let batch: StoredInvoice[] = []
  let lines: Lines[] = []
  let length = 0
  for (const stored of list) {
    const rest = Buffer.isBuffer(stored.rest) ? stored.rest.toString() : JSON.stringify(stored.rest)
    const three: Lines = [JSON.stringify(stored.invoice), rest, JSON.stringify(stored.lineTexts)]
    batch.push(stored)
    lines.push(three)
    for (const line of three) length += line.length
    if (length < BOX_BYTES) continue
    yield boxOf(batch, lines)
    batch = []
    lines = []
    length = 0
  }
  if (batch.length > 0) yield boxOf(batch, lines)
}

type Lines = readonly [invoice: string, rest: string, lineTexts: string]

function boxOf(batch: readonly StoredInvoice[], lines: readonly Lines[]): Buffer {
  const rests = Buffer.from(lines.map(([, rest]) => rest).join(''))
  let at = 0
  for (const [place, [, rest]] of lines.entries()) {
    const stored = batch[place]
    if (stored) stored.rest = rests.subarray(at, (at += Buffer.byteLength(rest)))
  }
  return Buffer.from(lines.flat().join('\n'))
}

export function fromBox(box: Buffer): StoredInvoice[] {
  const found: StoredInvoice[] = []
  const originals: Buffer[] = []
  let at = 0
  const nextLine = (): [from: number, to: number] => {
    const from = at
    const end = box.indexOf(LINE_BREAK, from)
    const to = end === -1 ? box.length : end
    at = to + 1
    return [from, to]
  }
  while (at < box.length) {
    const invoice = parse<Invoice>(box.toString('utf8', ...nextLine()))
    const rest = box.subarray(...nextLine())
    originals.push(rest)
    found.push({ invoice, rest, lineTexts: parse<string>(box.toString('utf8', ...nextLine())) })
  }
  // Without the box, which would stay in memory whole.
  const rests = inOneBuffer(originals)
  for (const [place, stored] of found.entries()) stored.rest = rests[place] ?? stored.rest
  return found
}

const encoded = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))

/** A copy. Small buffers of their own would take several times their bytes. */
function inOneBuffer(parts: readonly Buffer[]): Buffer[] {
  const all = Buffer.concat(parts)
  let at = 0
  return parts.map(({ length }) => all.subarray(at, (at += length)))
}
