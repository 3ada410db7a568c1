/** Invoices: no field of them is documented. The v2, v3 and common foreign names are read, all others kept as they came. */
import { statusKey } from '../../../shared/models/connection-rules.ts'
import type { ConnectionSettings } from '../../../shared/models/connection.ts'
import { dayAfter, dayOf, isDay } from '../../../shared/models/day-rules.ts'
import { keyIssues, type ReadingNote } from '../../../shared/models/freshness.ts'
import type { Invoice, InvoiceState } from '../../../shared/models/invoice.ts'
import type { Json } from '../../../shared/models/json.ts'
import { cut } from '../../../shared/i18n/format.ts'
import type { InvoiceRecord, Reading } from '../../core/ports/index.ts'
import { amountReaders, currencyBeside, currencyIn } from './amounts.ts'
import { createSanitizer, type JsonObject } from '../security/sanitize.ts'
import { createFields, type FieldsOf, type Find } from './field-names.ts'
import { lineTexts } from './invoice-lines.ts'
import { INVOICE_LISTS, INVOICE_NAMES, isFinal, stateOf, stateOfPayment } from './invoice-vocabulary.ts'
import { isObject, keysOf, type Identity } from './list-envelope.ts'
import { createNotes, sumOfNotes, type Notes } from './reading-issues.ts'
import type { Redact } from '../security/redaction.ts'
import { decimalOf, flagOf, timeOf, webAddressOf } from './read-scalars.ts'

/** How the account's provider writes its invoices, as far as the account says. */
export type InvoiceSettings = Pick<ConnectionSettings, 'amountUnit' | 'currency' | 'statuses' | 'paymentTermDays'>

/** What the records of one list are read with. */
interface Tools {
  settings: InvoiceSettings
  meanings: Meanings
  fields: FieldsOf
  notes: Notes
}

export interface InvoiceReader {
  /** An object in which nothing of an invoice is known stays, with state 'unknown'; what is no object does not. */
  add(element: Json): void
  /** All of them, with their keys. */
  end(): Reading<InvoiceRecord[]>
}

/** Different lists of notes that are shared; further ones are kept with their record. */
const MOST_SHARED = 100

/** Reads the records of one list, one after the other. One that was read before gives the same again. */
export function createInvoiceReader(settings: InvoiceSettings, redact: Redact): InvoiceReader {
  const notes = createNotes()
  const cleanse = createSanitizer(notes, redact)
  const meanings: Meanings = new Map(Object.entries(settings.statuses).map(([word, state]) => [statusKey(word), state]))
  const tools: Tools = { settings, meanings, fields: createFields([...INVOICE_LISTS, PRINTED]), notes }
  const read: ReturnType<typeof parts>[] = []
  const ofList = createNotes()
  /** Equal notes share one list: 50,000 records may all have the same. */
  const shared = new Map<string, ReadingNote[]>()
  const share = (list: ReadingNote[]): ReadingNote[] => {
    const key = JSON.stringify(list)
    const known = shared.get(key)
    if (known) return known
    if (shared.size < MOST_SHARED) shared.set(key, list)
    return list
  }
  return {
    add(element) {
      if (!isObject(element)) return ofList.add('notAnObject')
      const one = parts(cleanse(element), tools)
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

/** A whole list at once. */
export function readInvoices(list: Json[], settings: InvoiceSettings, redact: Redact): Reading<InvoiceRecord[]> {
  const reader = createInvoiceReader(settings, redact)
  for (const element of list) reader.add(element)
  return reader.end()
}

/** Adds to what was met in a record. Of most there is nothing, and nothing is stored then. */
export function withNotes(record: InvoiceRecord, notes: readonly ReadingNote[]): InvoiceRecord {
  return notes.length === 0 ? record : { ...record, notes: [...(record.notes ?? []), ...notes] }
}

/** The record with an empty key, which only the whole list can tell, and what to make it from. */
function parts(raw: JsonObject, tools: Tools): Identity & { record: InvoiceRecord } {
  const { settings, meanings, fields, notes } = tools
  const look = fields(raw)
  /** Something unreadable under all of the names is noted. */
  const find = <T>(names: readonly string[], read: (value: Json) => T | null): T | null => {
    const { value, unreadable } = look(names, read)
    if (value === null && unreadable !== null) notes.add('wrongType', unreadable)
    return value
  }

  const named = find(INVOICE_NAMES.currency, currencyIn(fields))
  const isNamed = named !== null || look(INVOICE_NAMES.currency, () => true).value !== null
  // One that is named but can't be read is another than the account's, more likely than not.
  const currency = named ?? (isNamed ? null : (currencyBeside(fields, look, INVOICE_NAMES.total) ?? settings.currency))
  const { usual, minor } = amountReaders(fields, settings, currency)

  const total = find(INVOICE_NAMES.total, usual) ?? find(INVOICE_NAMES.totalMinor, minor)
  const issuedAt = find(INVOICE_NAMES.issuedAt, timeOf)
  const dueAt = find(INVOICE_NAMES.dueAt, timeOf)
  const word = find(INVOICE_NAMES.status, textOf)
  const payment = find(INVOICE_NAMES.payment, textOf)
  const paid = find(INVOICE_NAMES.paid, flagOf)
  if (total === null && issuedAt === null && dueAt === null && word === null && paid === null) notes.add('unknownShape')

  const number = find(INVOICE_NAMES.number, shortOf) ?? find(INVOICE_NAMES.id, shortOf)
  const state = stateFor({ word, payment, paid }, meanings)
  const pageUrl = find(INVOICE_NAMES.page, webAddressOf)
  const pdfUrl = find(INVOICE_NAMES.pdf, webAddressOf)
  const invoice: Invoice = {
    key: '',
    number,
    state,
    providerStatus: word === null ? null : cut(word, LONGEST_TEXT),
    statusIsNumber: word !== null && isNumber(word),
    total,
    subtotal: find(INVOICE_NAMES.subtotal, usual) ?? find(INVOICE_NAMES.subtotalMinor, minor),
    taxes: find(INVOICE_NAMES.taxes, usual) ?? find(INVOICE_NAMES.taxesMinor, minor),
    discount: find(INVOICE_NAMES.discount, usual) ?? find(INVOICE_NAMES.discountMinor, minor),
    currency,
    issuedAt,
    dueAt,
    paidAt: find(INVOICE_NAMES.paidAt, timeOf),
    updatedAt: find(INVOICE_NAMES.updatedAt, timeOf),
    ...daysOf(issuedAt, dueAt, state === 'open' ? settings.paymentTermDays : null),
    paymentMethod: find(INVOICE_NAMES.paymentMethod, shortOf),
    hasPage: pageUrl !== null,
    hasPdf: pdfUrl !== null
  }
  return {
    id: find(INVOICE_NAMES.id, textOf),
    print: () => printOf(look, raw, number, issuedAt),
    record: { invoice, raw, pageUrl, pdfUrl, lineTexts: lineTexts(fields, look) }
  }
}

/**
 * The provider's due date counts before the user's term; without a day of issue, a term comes to nothing.
 * @param term null: none, or there is nothing to be paid
 */
function daysOf(
  issuedAt: string | null,
  dueAt: string | null,
  term: number | null
): Pick<Invoice, 'issuedDay' | 'dueDay' | 'dueBy'> {
  const issuedDay = dayOf(issuedAt)
  const dueDay = dayOf(dueAt)
  if (dueDay !== null) return { issuedDay, dueDay, dueBy: 'platform' }
  const byTerm = issuedDay === null || term === null ? '' : dayAfter(issuedDay, term)
  // No day of a year beyond 9999.
  return isDay(byTerm) ? { issuedDay, dueDay: byTerm, dueBy: 'term' } : { issuedDay, dueDay: null, dueBy: null }
}

/** What the user said that statuses mean, by statusKey. */
type Meanings = ReadonlyMap<string, InvoiceState>

const isNumber = (word: string): boolean => /^-?\d+(\.\d+)?(e[+-]\d+)?$/.test(word)

interface Told {
  word: string | null
  payment: string | null
  paid: boolean | null
}

/** What the user says counts before a word for the payment, that before the status's own meaning, and that before a paid flag. */
function stateFor({ word, payment, paid }: Told, meanings: Meanings): InvoiceState {
  const said = word === null ? undefined : meanings.get(statusKey(word))
  if (said !== undefined) return said
  const state = word === null || isNumber(word) ? 'unknown' : stateOf(word)
  if (state === 'settled' || state === 'void') return state
  const byPayment = payment === null || isNumber(payment) ? 'unknown' : stateOfPayment(payment)
  // Nobody has to pay a draft, or an invoice that could not be made, whatever is said of its payment.
  const maybeOpen = state === 'open' || (word !== null && isFinal(word))
  if (byPayment !== 'unknown' && (byPayment !== 'open' || maybeOpen)) return byPayment
  // A draft that is not paid is still no open invoice; only where no word was given does the flag tell.
  if (state !== 'unknown' || paid === null || (!paid && word !== null)) return state
  return paid ? 'settled' : 'open'
}

function textOf(value: Json): string | null {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

/** What a line of the list can carry; the record has it whole. */
const LONGEST_TEXT = 200

function shortOf(value: Json): string | null {
  const text = textOf(value)
  return text === null ? null : cut(text, LONGEST_TEXT)
}

/** What tells invoices without an id apart: number, date and total as it is written, else all that they are. */
function printOf(find: Find, raw: JsonObject, number: string | null, issuedAt: string | null): string {
  const total = find(PRINTED, decimalOf).value
  const marks = [number, issuedAt, total].filter((one) => one !== null)
  return JSON.stringify(marks.length > 0 ? marks : raw)
}

const PRINTED = [...INVOICE_NAMES.total, ...INVOICE_NAMES.totalMinor]
