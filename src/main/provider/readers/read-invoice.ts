/** Reads invoices by the field names of v2, v3 and common billing APIs: none is documented. Other fields are kept as received. */
import { cut } from '../../../shared/i18n/format.ts'
import { statusKey } from '../../../shared/models/connection.ts'
import type { InvoiceSettings } from '../../../shared/providers/definition.ts'
import { dayAfter, dayOf } from '../../../shared/models/day.ts'
import { compareDecimals, isNegative, isZero } from '../../../shared/models/decimal.ts'
import { invoiceFields } from '../../../shared/models/fields.ts'
import { keyIssues, type ReadingNote } from '../../../shared/models/freshness.ts'
import {
  asksForPayment,
  type Invoice,
  type InvoiceField,
  type InvoiceKind,
  type InvoiceState
} from '../../../shared/models/invoice.ts'
import type { Json } from '../../../shared/models/json.ts'
import { atOnce } from '../../concurrency.ts'
import type { InvoiceRecord, Parsed } from '../../ports/index.ts'
import type { Redact } from './security/redaction.ts'
import { createSanitizer } from './security/sanitize.ts'
import { createFields, type FieldsOf, type Find, type FindNoted, type Names, isStated } from './field-names.ts'
import { amountReaders } from './amount-readers.ts'
import { scaleOf } from './amount-scale.ts'
import { lineTexts } from './invoice-lines.ts'
import {
  invoiceCurrency,
  readMoney,
  settlementOf,
  unusedCredit,
  type InvoiceMoney,
  type Settlement
} from './invoice-money.ts'
import {
  endSignOf,
  findSign,
  otherStatuses,
  paidFlagOf,
  paidSign,
  paymentDays,
  type PaymentDays
} from './invoice-signs.ts'
import {
  isCalledOverdue,
  isCalledOwed,
  isUnissued,
  paymentWord,
  providerStatus,
  stateFor,
  joined,
  type StateSigns,
  type StateVerdict
} from './invoice-state.ts'
import { invoiceNames, type InvoiceNames } from './invoice-names.ts'
import { paperOf, type Paper } from './invoice-kind.ts'
import { createAmounts, type AmountField, type Amounts } from './named-amounts.ts'
import { FIELD_NAMES } from './invoice-vocabulary.ts'
import { localDays, type LocalDays } from './local-days.ts'
import { decimalOf, flagIn, isUnusableLink, timeIn, webAddressOf } from './read-scalars.ts'
import type { RecordTrace } from './record-trace.ts'
import { Notes, isObject, keysOf, sumOfNotes, type Identity, type JsonObject } from './records.ts'

export interface ParsedInvoices extends Parsed<InvoiceRecord[]> {
  /** The IANA time zone of whose midnights the list's instants are days; null: they aren't. */
  dayZone: string | null
}

const MOST_SHARED = 100

const isAmount = (field: InvoiceField): field is AmountField => invoiceFields[field].type === 'amount'

/** Fields that depend on several names, or on each other. The others are read by their type alone. */
const COMBINED = [
  ...(['number', 'state', 'kind', 'providerStatus', 'currency', 'paymentMethod', 'dueAt', 'paidAt'] as const),
  ...(['total', 'taxes', 'discount', 'paidAmount', 'remaining'] as const)
]
type PlainField = Exclude<InvoiceField, (typeof COMBINED)[number]>
const PLAIN_FIELDS = Object.keys(invoiceFields).filter(
  (field) => !COMBINED.some((one) => one === field)
) as PlainField[]

/** What a record says, before its days are known: those depend on the other records of its list. */
interface ReadInvoice extends Identity {
  record: InvoiceRecord
}

/** Reads a list record by record. */
export class InvoiceReader {
  readonly #settings: InvoiceSettings
  readonly #meanings: ReadonlyMap<string, InvoiceState>
  readonly #kinds: ReadonlyMap<string, InvoiceKind>
  readonly #now: Date
  readonly #names: InvoiceNames
  readonly #time: ReadTime
  readonly #notes = new Notes()
  readonly #notesOfList = new Notes()
  readonly #fields = createFields()
  readonly #sanitize: (record: JsonObject) => JsonObject
  readonly #read: ReadInvoice[] = []
  readonly #trace: RecordTrace | undefined
  #isOfMoment = false
  /** Equal notes share one array: 50,000 records may have the same. */
  readonly #shared = new Map<string, ReadingNote[]>()

  /** @param now decides whether a page to pay at has expired, and whether a day is still to come */
  constructor(settings: InvoiceSettings, redact: Redact, now: Date, trace?: RecordTrace) {
    this.#trace = trace
    this.#settings = settings
    this.#meanings = new Map(Object.entries(settings.statuses).map(([word, state]) => [statusKey(word), state]))
    this.#kinds = new Map(Object.entries(settings.kinds).map(([word, kind]) => [statusKey(word), kind]))
    this.#sanitize = createSanitizer(this.#notes, redact)
    this.#now = now
    this.#names = invoiceNames(settings.invoiceFields)
    this.#time = (value) => timeIn(value, settings.dates)
  }

  /** A moment decided something: later today, the same records may say something else. */
  get isOfMoment(): boolean {
    return this.#isOfMoment
  }

  add(element: Json): void {
    if (!isObject(element)) return this.#notesOfList.add('notAnObject')
    const one = this.#readRecord(this.#sanitize(element))
    const met = this.#notes.take()
    if (met.length > 0) one.record.notes = this.#share(met)
    this.#read.push(one)
  }

  /**
   * Completes the records in place: a copy of each would double the list. `yield`s where other work may have its turn.
   * @param zones time zones of whose midnights the list's instants may be days, in order of trust
   */
  *end(zones: readonly string[]): Generator<void, ParsedInvoices, void> {
    const value = this.#read.map(({ record }) => record)
    const keys = yield* keysOf(this.#read, this.#notesOfList)
    yield
    const notes = sumOfNotes([...value.map(({ notes: met = [] }) => met), this.#notesOfList.list()])
    yield
    const timesOf = (field: 'issuedAt' | 'dueAt' | 'paidAt') => value.map(({ invoice }) => invoice[field])
    const issued = yield* localDays(timesOf('issuedAt'), zones)
    const due = yield* localDays(timesOf('dueAt'), zones)
    const paid = yield* localDays(timesOf('paidAt'), zones)
    for (const [index, { id, record }] of this.#read.entries()) {
      yield
      const { invoice } = record
      const key = keys[index] ?? ''
      // The provider can be asked for this invoice only by an id that no other one has.
      const hasPdf = invoice.hasPdf || (this.#settings.invoicePdf !== null && key === id)
      invoice.issuedAt = asDay(invoice.issuedAt, issued)
      invoice.dueAt = asDay(invoice.dueAt, due)
      invoice.paidAt = asDay(invoice.paidAt, paid)
      const days = daysOf(invoice, invoice.state === 'open' ? this.#settings.paymentTermDays : null)
      Object.assign(invoice, days, { dueUnread: invoice.dueUnread && days.dueDay === null, hasPdf, key })
      addNotes(record, keyIssues(key, id))
    }
    return { value, notes, dayZone: (issued ?? due ?? paid)?.zone ?? null }
  }

  #share(list: ReadingNote[]): ReadingNote[] {
    const key = JSON.stringify(list)
    const known = this.#shared.get(key)
    if (known) return known
    if (this.#shared.size < MOST_SHARED) this.#shared.set(key, list)
    return list
  }

  #readRecord(raw: JsonObject): ReadInvoice {
    const fields = this.#fields
    const names = this.#names
    const look = fields(raw, this.#trace?.(raw))
    const find = findNoted(look, this.#notes)
    const currency = invoiceCurrency(fields, find, look, { names, usual: this.#settings.currency })
    const amounts = createAmounts(
      fields,
      names,
      find,
      look,
      amountReaders(fields, this.#settings, currency, scaleOf(look, names.scale))
    )
    const money = readMoney(amounts, find, look, { balance: this.#settings.balance, currency, time: this.#time })
    const word = find(names.status, (value) => statusOf(fields, value, isStated(names.status)))
    const payment = find(FIELD_NAMES.payment, textOf)
    find(FIELD_NAMES.isPaid, flagIn)
    const others = otherStatuses(look, names.status, word, (value) => statusOf(fields, value, false))
    const flag = paidFlagOf(look, money.paid)
    const plain = readPlain(find, amounts, this.#time)
    const due = readDue(names, find, look, this.#time)
    const days = paymentDays(look, names.paidAt, { time: this.#time, dueAt: due.dueAt, now: this.#now })
    const paid = paidSign(flag, days, money.paid !== null && 'time' in money.paid, others.paid)
    const signs: StateSigns = {
      word,
      payment,
      paymentText: findSign(look, FIELD_NAMES.payment, textOf)?.text ?? null,
      owed: others.owed,
      isOverdue: look(FIELD_NAMES.isOverdue, flagIn).value === true,
      paid,
      end: endSignOf(look, this.#time, this.#now)
    }
    if (isBare(money, signs, plain.issuedAt, due.dueAt)) this.#notes.add('unknownShape')

    const number = numberOf(names, find, look)
    const settlement = settlementOf(money, paymentWord(signs))
    const paper = paperOf(fields, look, names.kind, this.#kinds)
    const verdict = this.#verdictOn(paper, signs, money, settlement.remaining)
    const { state, otherWords } = isCreditToPay(verdict, paper, money)
      ? { state: 'unknown' as const, otherWords: amountTexts(look, names) }
      : verdict
    const pageUrl =
      find(names.page, webAddressOf) ?? paymentPageOf(fields, look, this.#time, (end) => this.#isOver(end))
    const pdfUrl = pdfLink(look, names.pdf, this.#notes)
    const invoice: Invoice = {
      ...plain,
      ...due,
      ...amountsFor(state, signs, money, settlement),
      paidAt:
        find(names.paidAt, this.#time) ??
        (money.paid !== null && 'time' in money.paid ? money.paid.time : null) ??
        paymentDateOf(find, this.#time, state === 'open' ? days : null),
      key: '',
      number,
      state,
      kind: paper.kind,
      ...providerStatus(signs.word),
      otherWords,
      calledOverdue: state === 'open' && isCalledOverdue(signs),
      currency,
      issuedDay: null,
      dueDay: null,
      dueBy: null,
      paymentMethod: find(names.paymentMethod, (value) => methodOf(fields, value)),
      hasPage: pageUrl !== null,
      hasPdf: pdfUrl !== null
    }
    return {
      id: find(names.id, textOf),
      print: printOf(fields, names, raw, [number, plain.issuedAt]),
      record: { invoice, raw, pageUrl, pdfUrl, lineTexts: lineTexts(fields, look) }
    }
  }

  #isOver(time: string): boolean {
    this.#isOfMoment = true
    return Date.parse(time) <= this.#now.getTime()
  }

  #verdictOn(paper: Paper, signs: StateSigns, money: InvoiceMoney, remaining: string | null): StateVerdict {
    const { total } = money
    const isCredit = paper.kind === 'credit' || (total !== null && isNegative(total))
    // Without a total, a remainder of 0 may be of something else.
    const stated = remaining !== null && (total !== null || !isZero(remaining)) ? remaining : null
    const amount = stated ?? (total !== null && isZero(total) ? total : null)
    const isPart = amount !== null && total !== null && compareDecimals(amount, total) < 0
    const left = remaining ?? (total === null ? money.maybeRemaining : null)
    const isNone = left !== null && isZero(left)
    const meanings = { meanings: this.#meanings, missing: this.#settings.missingStatus }
    const verdict = stateFor(signs, { amount: isCredit ? null : amount, isPart, isNone }, meanings)
    const isToPay = isAbove(money.remaining) && isCalledOwed(signs)
    if (isToPay && verdict.state !== 'void' && verdict.state !== 'settled' && isOfNoPayment(paper)) {
      const isSaid = signs.payment === signs.word && !signs.isOverdue
      const besides = verdict.otherWords ?? (isSaid ? null : signs.owed?.text)
      return { state: 'unknown', otherWords: joined(paper.text, besides) }
    }
    return verdictOnPaper(paper, verdict, { isCredit, isUnissued: isUnissued(signs) })
  }
}

const isAbove = (amount: string | null): boolean => amount !== null && !isNegative(amount) && !isZero(amount)

/** It asks for no payment. A reminder may state the amount of its invoice. */
const isOfNoPayment = ({ kind, unrecognised }: Paper): boolean =>
  unrecognised === null && !asksForPayment(kind) && kind !== 'reminder'

/** A credit note, a payout and a negative total are credit, unless they are void, only planned, or contradictory. */
function verdictOnPaper(
  { kind, unrecognised }: Paper,
  verdict: StateVerdict,
  { isCredit, isUnissued: isPlanned }: { isCredit: boolean; isUnissued: boolean }
): StateVerdict {
  const { state, otherWords } = verdict
  if (state === 'void') return verdict
  if (unrecognised !== null) {
    return { state: 'unknown', otherWords: otherWords === null ? unrecognised : `${otherWords} · ${unrecognised}` }
  }
  if (!asksForPayment(kind)) {
    // A receipt may be all that a provider lists of a payment.
    return kind === 'receipt' && state === 'settled' ? verdict : { state: 'void', otherWords }
  }
  return isCredit && otherWords === null && !isPlanned ? { state: 'credit', otherWords } : verdict
}

/** Only the sign of its total makes it a credit, and an amount above zero is to pay. */
const isCreditToPay = ({ state }: StateVerdict, { kind }: Paper, { remaining }: InvoiceMoney): boolean =>
  state === 'credit' && kind !== 'credit' && isAbove(remaining)

/** The total and what is to pay, as they came. */
function amountTexts(look: Find, names: InvoiceNames): string {
  const textOf = (tables: readonly (keyof InvoiceNames)[]): string | undefined =>
    tables.map((table) => findSign(look, names[table], (value) => value)).find((sign) => sign !== null)?.text
  const due = ['remaining', 'remainingMinor', 'amountDue', 'amountDueMinor', 'balance', 'balanceMinor'] as const
  return [textOf(['total', 'totalMinor']), textOf(due)].filter((text) => text !== undefined).join(' · ')
}

export function readInvoices(
  list: Json[],
  settings: InvoiceSettings,
  redact: Redact,
  { zones = [], now }: { zones?: readonly string[]; now: Date }
): ParsedInvoices {
  const reader = new InvoiceReader(settings, redact, now)
  for (const element of list) reader.add(element)
  return atOnce(reader.end(zones))
}

/** Reads stored records by other settings. */
export function rereadInvoices(
  records: readonly InvoiceRecord[],
  settings: InvoiceSettings,
  dayZone: string | null,
  now: Date
): Parsed<InvoiceRecord[]> {
  const raws = records.map(({ raw }) => raw)
  const zones = dayZone === null ? [] : [dayZone]
  // Stored records are redacted already, so they no longer show which fields were removed.
  const { value, notes } = readInvoices(raws, settings, (text) => text, { zones, now })
  const removed = ({ notes: met = [] }: InvoiceRecord): ReadingNote[] =>
    met.filter(({ kind }) => kind === 'credentialDropped')
  const again = value.map((record, index): InvoiceRecord => {
    const before = records[index] ?? record
    addNotes(record, removed(before))
    return { ...record, ...(before.receivedAt && { receivedAt: before.receivedAt }) }
  })
  return { value: again, notes }
}

function addNotes(record: InvoiceRecord, notes: readonly ReadingNote[]): void {
  if (notes.length > 0) record.notes = [...(record.notes ?? []), ...notes]
}

type ReadTime = (value: Json) => string | null

const findNoted =
  (look: Find, notes: Notes): FindNoted =>
  (names, read) => {
    const { value, unreadable } = look(names, read)
    if (value === null && unreadable !== null) notes.add('wrongType', unreadable)
    return value
  }

/** A link that can't be opened is noted as such: it is relative, or isn't encrypted. */
function pdfLink(look: Find, names: Names, notes: Notes): string | null {
  const { value, unreadable } = look(names, webAddressOf)
  if (value !== null || unreadable === null) return value
  const isLink = look(names, (given) => (isUnusableLink(given) ? true : null)).value !== null
  notes.add(isLink ? 'unusableLink' : 'wrongType', unreadable)
  return null
}

const asDay = (time: string | null, local: LocalDays | null): string | null =>
  time === null ? null : (local?.days.get(time) ?? time)

const readPlain = (find: FindNoted, { amount, names }: Amounts, time: ReadTime): Record<PlainField, string | null> =>
  Object.fromEntries(
    PLAIN_FIELDS.map((field) => {
      if (isAmount(field)) return [field, amount(field)]
      return [field, find(names[field], invoiceFields[field].type === 'date' ? time : shortOf)]
    })
  ) as Record<PlainField, string | null>

function readDue(
  { dueAt: names }: InvoiceNames,
  find: FindNoted,
  look: Find,
  time: ReadTime
): Pick<Invoice, 'dueAt' | 'dueUnread'> {
  const dueAt =
    find(names, time) ?? look(FIELD_NAMES.maybeDueAt, (value) => (typeof value === 'string' ? time(value) : null)).value
  return { dueAt, dueUnread: dueAt === null && look(names, () => true).value !== null }
}

/** The provider's due date wins over the user's term. @param term null: none, or nothing to pay */
function daysOf(
  { issuedAt, dueAt }: Pick<Invoice, 'issuedAt' | 'dueAt'>,
  term: number | null
): Pick<Invoice, 'issuedDay' | 'dueDay' | 'dueBy'> {
  const issuedDay = dayOf(issuedAt)
  const dueDay = dayOf(dueAt)
  if (dueDay !== null) return { issuedDay, dueDay, dueBy: 'provider' }
  if (issuedDay === null || term === null) return { issuedDay, dueDay: null, dueBy: null }
  return { issuedDay, dueDay: dayAfter(issuedDay, term), dueBy: 'term' }
}

/** The record says nothing that an invoice says. */
const isBare = (
  { total, remaining }: InvoiceMoney,
  { word, paid, end }: StateSigns,
  ...times: (string | null)[]
): boolean => [total, remaining, word, paid, end, ...times].every((value) => value === null)

/** For a credit, `remaining` is what of it is unused. */
function amountsFor(
  state: InvoiceState,
  signs: StateSigns,
  money: InvoiceMoney,
  { paidAmount, remaining }: Settlement
): Pick<Invoice, 'total' | 'taxes' | 'discount' | 'paidAmount' | 'remaining'> {
  const { total, taxes, discount } = money
  if (state === 'credit') {
    const word = signs.paid?.says === 'paid' ? 'settled' : paymentWord(signs)
    return { total, taxes, discount, paidAmount: null, remaining: unusedCredit(money, word) }
  }
  const isOver = (state === 'settled' || state === 'void') && remaining !== null && !isZero(remaining)
  return { total, taxes, discount, paidAmount, remaining: isOver ? null : remaining }
}

/** @param days of an open invoice; null: another one */
const paymentDateOf = (find: FindNoted, time: ReadTime, days: PaymentDays | null): string | null => {
  const given = find(FIELD_NAMES.paymentDate, time)
  // The day until which to pay.
  return days === null || days.paymentDate !== null ? given : null
}

const numberOf = (names: InvoiceNames, find: FindNoted, look: Find): string | null =>
  find(names.number, shortOf) ??
  // A label is a number only if it has one: it may be a category.
  look(FIELD_NAMES.label, (value) => (typeof value === 'string' && /\d/.test(value) ? shortOf(value) : null)).value ??
  find(names.id, shortOf)

/** @param isPlaceStated by the definition: then a flag is a status, too */
function statusOf(fields: FieldsOf, value: Json, isPlaceStated: boolean): string | null {
  if (typeof value === 'boolean') return isPlaceStated ? String(value) : null
  if (!isObject(value)) return textOf(value)
  return fields(value)(FIELD_NAMES.statusWord, (word) => (typeof word === 'string' ? textOf(word) : null)).value
}

/** A word, or of a card its brand and last digits. */
function methodOf(fields: FieldsOf, value: Json): string | null {
  if (!isObject(value)) return shortOf(value)
  const inside = fields(value)
  const parts = [inside(FIELD_NAMES.cardBrand, shortOf).value, inside(FIELD_NAMES.cardDigits, shortOf).value]
  const text = parts.filter((part) => part !== null).join(' ')
  return text === '' ? null : cut(text, LONGEST_TEXT)
}

/** The page of the latest payment that still waits, until it expires. */
function paymentPageOf(fields: FieldsOf, look: Find, time: ReadTime, isOver: (time: string) => boolean): string | null {
  const payments = look(FIELD_NAMES.payments, (value) => (Array.isArray(value) ? value : null)).value ?? []
  for (const payment of payments.slice(-MOST_PAYMENTS).toReversed()) {
    if (!isObject(payment)) continue
    const its = fields(payment)
    const end = its(FIELD_NAMES.paymentEnd, time).value
    const isPending = its(FIELD_NAMES.status, textOf).value?.toLowerCase() === 'pending'
    if (isPending && (end === null || !isOver(end))) {
      return its(FIELD_NAMES.paymentPage, webAddressOf).value
    }
  }
  return null
}
const MOST_PAYMENTS = 20

function textOf(value: Json): string | null {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

const LONGEST_TEXT = 200

function shortOf(value: Json): string | null {
  const text = textOf(value)
  return text === null ? null : cut(text, LONGEST_TEXT)
}

/** Looks up the fields again when it is called: a lookup that it held would stay in memory until the end of the list. */
const printOf =
  (fields: FieldsOf, { printed }: InvoiceNames, raw: JsonObject, texts: (string | null)[]): (() => string) =>
  () => {
    const total = fields(raw)(printed, decimalOf).value
    const marks = [...texts, total].filter((one) => one !== null)
    return JSON.stringify(marks.length > 0 ? marks : raw)
  }
