/** Reads invoices by the field names of v2, v3 and common billing APIs: none is documented. Other fields are kept as received. */
import { cut } from '../../../shared/i18n/format.ts'
import { statusKey, type ConnectionSettings } from '../../../shared/models/connection.ts'
import { dayAfter, dayOf, isDay } from '../../../shared/models/day.ts'
import { invoiceFields } from '../../../shared/models/fields.ts'
import { keyIssues, type ReadingNote } from '../../../shared/models/freshness.ts'
import {
  MOST_LINES,
  type Invoice,
  type InvoiceField,
  type InvoiceLine,
  type InvoiceState
} from '../../../shared/models/invoice.ts'
import type { Json } from '../../../shared/models/json.ts'
import type { InvoiceRecord, Reading } from '../../core/ports/index.ts'
import type { Redact } from '../security/redaction.ts'
import { createSanitizer } from '../security/sanitize.ts'
import { createFields, type FieldsOf, type Find } from './field-names.ts'
import { FIELD_NAMES, isFinal, stateOf, stateOfPayment } from './invoice-vocabulary.ts'
import { currencyPlaces, decimalOf, decimalOfMinor, flagOf, timeOf, webAddressOf } from './read-scalars.ts'
import { createNotes, isObject, keysOf, sumOfNotes, type Identity, type JsonObject } from './records.ts'

export type InvoiceSettings = Pick<ConnectionSettings, 'amountUnit' | 'currency' | 'statuses' | 'paymentTermDays'>

export interface InvoiceReader {
  add(element: Json): void
  end(): Reading<InvoiceRecord[]>
}

const MOST_SHARED = 100

type AmountField = { [F in InvoiceField]: (typeof invoiceFields)[F]['type'] extends 'amount' ? F : never }[InvoiceField]
const isAmount = (field: InvoiceField): field is AmountField => invoiceFields[field].type === 'amount'

/** Fields that are read by their type alone. Those of the others depend on several names, or on each other. */
type PlainField = Exclude<InvoiceField, (typeof COMBINED)[number]>
const COMBINED = ['number', 'state', 'providerStatus', 'currency'] as const
const PLAIN_FIELDS = Object.keys(invoiceFields).filter(
  (field) => !COMBINED.some((one) => one === field)
) as PlainField[]

export function createInvoiceReader(settings: InvoiceSettings, redact: Redact): InvoiceReader {
  const notes = createNotes()
  const sanitize = createSanitizer(notes, redact)
  const meanings = new Map(Object.entries(settings.statuses).map(([word, state]) => [statusKey(word), state]))
  const fields = createFields()
  const read: ReturnType<typeof readRecord>[] = []
  const ofList = createNotes()
  /** Equal notes share one array: 50,000 records may have the same. */
  const shared = new Map<string, ReadingNote[]>()
  const share = (list: ReadingNote[]): ReadingNote[] => {
    const key = JSON.stringify(list)
    const known = shared.get(key)
    if (known) return known
    if (shared.size < MOST_SHARED) shared.set(key, list)
    return list
  }

  const readRecord = (raw: JsonObject): Identity & { record: InvoiceRecord } => {
    const look = fields(raw)
    const find = <T>(names: readonly string[], read: (value: Json) => T | null): T | null => {
      const { value, unreadable } = look(names, read)
      if (value === null && unreadable !== null) notes.add('wrongType', unreadable)
      return value
    }

    const currencyInside = (value: Json): string | null =>
      isObject(value) ? fields(value)(FIELD_NAMES.moneyCurrency, currencyOf).value : null
    const named = find(FIELD_NAMES.currency, (value) => currencyOf(value) ?? currencyInside(value))
    // An unreadable currency is more likely another one than the account's.
    const isNamed = named !== null || look(FIELD_NAMES.currency, () => true).value !== null
    const currency = isNamed ? named : (look(FIELD_NAMES.total, currencyInside).value ?? settings.currency)
    const { usual, minor } = amountReaders(fields, settings, currency)
    const amount = (name: AmountField): string | null =>
      find(FIELD_NAMES[name], usual) ?? find(FIELD_NAMES[`${name}Minor`], minor)

    const values = Object.fromEntries(
      PLAIN_FIELDS.map((field) => {
        if (isAmount(field)) return [field, amount(field)]
        return [field, find(FIELD_NAMES[field], invoiceFields[field].type === 'date' ? timeOf : shortOf)]
      })
    ) as Record<PlainField, string | null>
    const { total, issuedAt, dueAt } = values
    const word = find(FIELD_NAMES.status, textOf)
    const payment = find(FIELD_NAMES.payment, textOf)
    const paid = find(FIELD_NAMES.paid, flagOf)
    if (total === null && issuedAt === null && dueAt === null && word === null && paid === null)
      notes.add('unknownShape')

    const number = find(FIELD_NAMES.number, shortOf) ?? find(FIELD_NAMES.id, shortOf)
    const state = stateFor(word, payment, paid, meanings)
    const pageUrl = find(FIELD_NAMES.page, webAddressOf)
    const pdfUrl = find(FIELD_NAMES.pdf, webAddressOf)
    const invoice: Invoice = {
      ...values,
      key: '',
      number,
      state,
      providerStatus: word === null ? null : cut(word, LONGEST_TEXT),
      statusIsNumber: word !== null && isNumber(word),
      currency,
      ...daysOf(issuedAt, dueAt, state === 'open' ? settings.paymentTermDays : null),
      dueUnread: false,
      hasPage: pageUrl !== null,
      hasPdf: pdfUrl !== null
    }
    return {
      id: find(FIELD_NAMES.id, textOf),
      print: printOf(fields, raw, number, issuedAt),
      record: { invoice, raw, pageUrl, pdfUrl, lineTexts: lineTexts(fields, look) }
    }
  }

  return {
    add(element) {
      if (!isObject(element)) return ofList.add('notAnObject')
      const one = readRecord(sanitize(element))
      const met = notes.take()
      if (met.length > 0) one.record.notes = share(met)
      read.push(one)
    },
    end() {
      const keys = keysOf(read, ofList)
      const met = sumOfNotes([...read.map(({ record }) => record.notes ?? []), ofList.list()])
      const value = read.map(({ id, record }, index) => {
        const key = keys[index] ?? ''
        return withNotes({ ...record, invoice: { ...record.invoice, key } }, keyIssues(key, id))
      })
      return { value, notes: met }
    }
  }
}

export function readInvoices(list: Json[], settings: InvoiceSettings, redact: Redact): Reading<InvoiceRecord[]> {
  const reader = createInvoiceReader(settings, redact)
  for (const element of list) reader.add(element)
  return reader.end()
}

export function withNotes(record: InvoiceRecord, notes: readonly ReadingNote[]): InvoiceRecord {
  return notes.length === 0 ? record : { ...record, notes: [...(record.notes ?? []), ...notes] }
}

/** The provider's due date wins over the user's term. @param term null: none, or nothing to pay */
function daysOf(
  issuedAt: string | null,
  dueAt: string | null,
  term: number | null
): Pick<Invoice, 'issuedDay' | 'dueDay' | 'dueBy'> {
  const issuedDay = dayOf(issuedAt)
  const dueDay = dayOf(dueAt)
  if (dueDay !== null) return { issuedDay, dueDay, dueBy: 'platform' }
  const byTerm = issuedDay === null || term === null ? '' : dayAfter(issuedDay, term)
  // A year after 9999 is no day.
  return isDay(byTerm) ? { issuedDay, dueDay: byTerm, dueBy: 'term' } : { issuedDay, dueDay: null, dueBy: null }
}

const isNumber = (word: string): boolean => /^-?\d+(\.\d+)?(e[+-]\d+)?$/.test(word)

/** The user's meaning wins over a payment word, that over the status's usual meaning, and that over a paid flag. */
function stateFor(
  word: string | null,
  payment: string | null,
  paid: boolean | null,
  meanings: ReadonlyMap<string, InvoiceState>
): InvoiceState {
  const said = word === null ? undefined : meanings.get(statusKey(word))
  if (said !== undefined) return said
  const state = word === null || isNumber(word) ? 'unknown' : stateOf(word)
  if (state === 'settled' || state === 'void') return state
  const byPayment = payment === null || isNumber(payment) ? 'unknown' : stateOfPayment(payment)
  // A draft or a failed invoice is never to be paid, whatever its payment word says.
  const maybeOpen = state === 'open' || (word !== null && isFinal(word))
  if (byPayment !== 'unknown' && (byPayment !== 'open' || maybeOpen)) return byPayment
  // An unpaid draft is no open invoice. The flag decides only if no word was given.
  if (state !== 'unknown' || paid === null || (!paid && word !== null)) return state
  return paid ? 'settled' : 'open'
}

function textOf(value: Json): string | null {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

const LONGEST_TEXT = 200

function shortOf(value: Json): string | null {
  const text = textOf(value)
  return text === null ? null : cut(text, LONGEST_TEXT)
}

/** A closure of its own with a new look at the fields: readRecord's would stay in memory until the end of the list. */
const printOf =
  (fields: FieldsOf, raw: JsonObject, number: string | null, issuedAt: string | null): (() => string) =>
  () => {
    const total = fields(raw)(PRINTED, decimalOf).value
    const marks = [number, issuedAt, total].filter((one) => one !== null)
    return JSON.stringify(marks.length > 0 ? marks : raw)
  }

const PRINTED = [...FIELD_NAMES.total, ...FIELD_NAMES.totalMinor]

type ReadAmount = (value: Json) => string | null

/** Exact decimals in major units: `usual` in the account's unit, `minor` always from minor units. */
function amountReaders(
  fields: FieldsOf,
  { amountUnit }: Pick<ConnectionSettings, 'amountUnit'>,
  currency: string | null
): { usual: ReadAmount; minor: ReadAmount } {
  const orInside =
    (read: ReadAmount): ReadAmount =>
    (value) =>
      isObject(value) ? fields(value)(FIELD_NAMES.moneyAmount, read).value : read(value)
  const minor = orInside((value) => decimalOfMinor(value, currencyPlaces(currency)))
  return { usual: amountUnit === 'minor' ? minor : orInside(decimalOf), minor }
}

function currencyOf(value: Json): string | null {
  return typeof value === 'string' && /^[a-z]{3}$/i.test(value.trim()) ? value.trim().toUpperCase() : null
}

const LONGEST_LINE = 500
const LONGEST_LINES = 4000

export function invoiceLines(
  raw: JsonObject,
  currency: string | null,
  settings: Pick<ConnectionSettings, 'amountUnit'>
): { lines: InvoiceLine[]; more: number } {
  const fields = createFields()
  const { usual, minor } = amountReaders(fields, settings, currency)
  const all = linesIn(fields, fields(raw))
  const lines = all.slice(0, MOST_LINES).map((line): InvoiceLine => {
    if (!isObject(line)) return { text: lineTextOf(line), quantity: null, unitAmount: null, amount: null }
    const find = fields(line)
    return {
      text: find(FIELD_NAMES.lineText, lineTextOf).value,
      quantity: find(FIELD_NAMES.lineQuantity, decimalOf).value,
      unitAmount: find(FIELD_NAMES.lineUnitAmount, usual).value ?? find(FIELD_NAMES.lineUnitAmountMinor, minor).value,
      amount: find(FIELD_NAMES.lineAmount, usual).value ?? find(FIELD_NAMES.lineAmountMinor, minor).value
    }
  })
  return { lines: lines.filter(saysSomething), more: all.length - lines.length }
}

function lineTexts(fields: FieldsOf, find: Find): string {
  const texts: string[] = []
  let length = 0
  const add = (text: string | null): void => {
    if (text === null || length > LONGEST_LINES) return
    texts.push(text)
    length += text.length
  }
  for (const line of linesIn(fields, find).slice(0, MOST_LINES)) {
    add(isObject(line) ? fields(line)(FIELD_NAMES.lineText, lineTextOf).value : lineTextOf(line))
  }
  const beside = find(FIELD_NAMES.description, lineTextOf).value
  if (beside !== null && !texts.includes(beside)) add(beside)
  return cut(texts.join('\n'), LONGEST_LINES)
}

function linesIn(fields: FieldsOf, find: Find): Json[] {
  const listed = find(FIELD_NAMES.lines, (value) => listIn(fields, value)).value
  if (listed) return listed
  const text = find(FIELD_NAMES.description, lineTextOf).value
  return text === null ? [] : [text]
}

function listIn(fields: FieldsOf, value: Json): Json[] | null {
  if (Array.isArray(value)) {
    const lines = value.filter((one) => isObject(one) || lineTextOf(one) !== null)
    return lines.length > 0 ? lines : null
  }
  if (!isObject(value)) return null
  return fields(value)(FIELD_NAMES.lineWrapper, (inner) => (Array.isArray(inner) ? listIn(fields, inner) : null)).value
}

const lineTextOf = (value: Json): string | null =>
  typeof value === 'string' && value.trim() !== '' ? cut(value.trim(), LONGEST_LINE) : null

const saysSomething = (line: InvoiceLine): boolean => Object.values(line).some((one) => one !== null)
