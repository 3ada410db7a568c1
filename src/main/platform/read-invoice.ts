/** Invoices: no field of them is documented. The v2, v3 and common foreign names are read, all others kept as they came. */
import { statusKey } from '../../shared/model/connection-rules.ts'
import type { ConnectionSettings } from '../../shared/model/connection.ts'
import type { Invoice, InvoiceState } from '../../shared/model/invoice.ts'
import type { Json } from '../../shared/model/json.ts'
import { cut } from '../../shared/text/format.ts'
import type { InvoiceRecord, Reading } from '../core/ports.ts'
import { createCleanser, type JsonObject } from './cleanse.ts'
import { INVOICE_NAMES, stateOf } from './invoice-words.ts'
import { isObject, keysOf, type Identity } from './list.ts'
import { createNotes, type Notes } from './notes.ts'
import type { Blot } from './secrets.ts'
import { currencyPlaces, decimalOf, decimalOfMinor, flagOf, timeOf, webAddressOf } from './read-scalars.ts'

/** How the account's platform writes its invoices, as far as the account says. */
export type InvoiceSettings = Pick<ConnectionSettings, 'amountUnit' | 'currency' | 'statuses'>

/**
 * Reads a list. An object in which nothing of an invoice is known stays, with state 'unknown'; what is no object does not.
 * A record that was read before gives the same again.
 */
export function readInvoices(list: Json[], settings: InvoiceSettings, blot: Blot): Reading<InvoiceRecord[]> {
  const notes = createNotes()
  const cleanse = createCleanser(notes, blot)
  const meanings: Meanings = new Map(Object.entries(settings.statuses).map(([word, state]) => [statusKey(word), state]))
  const read = list.flatMap((element) => {
    if (isObject(element)) return [parts(cleanse(element), settings, meanings, notes)]
    notes.add('notAnObject')
    return []
  })
  const keys = keysOf(read, notes)
  return {
    value: read.map(({ record }, index) => ({ ...record, invoice: { ...record.invoice, key: keys[index] ?? '' } })),
    notes: notes.list()
  }
}

/** The record with an empty key, which only the whole list can tell, and what to make it from. */
function parts(
  raw: JsonObject,
  settings: InvoiceSettings,
  meanings: Meanings,
  notes: Notes
): Identity & { record: InvoiceRecord } {
  /** As firstOf; something unreadable under all of the names is noted. */
  const find = <T>(names: readonly string[], read: (value: Json) => T | null): T | null => {
    const { found, unreadable } = firstOf(raw, names, read)
    if (found === null && unreadable !== null) notes.add('wrongType', unreadable)
    return found
  }

  const named = find(INVOICE_NAMES.currency, currencyOf)
  // One that is named but can't be read is another than the account's, more likely than not.
  const currency = named ?? (firstOf(raw, INVOICE_NAMES.currency, () => true).found ? null : settings.currency)
  const minor = (value: Json): string | null => decimalOfMinor(value, currencyPlaces(currency))
  const amount = settings.amountUnit === 'minor' ? minor : decimalOf

  const total = find(INVOICE_NAMES.total, amount) ?? find(INVOICE_NAMES.totalMinor, minor)
  const issuedAt = find(INVOICE_NAMES.issuedAt, timeOf)
  const dueAt = find(INVOICE_NAMES.dueAt, timeOf)
  const word = find(INVOICE_NAMES.status, textOf)
  const paid = find(INVOICE_NAMES.paid, flagOf)
  if (total === null && issuedAt === null && dueAt === null && word === null && paid === null) notes.add('unknownShape')

  const number = find(INVOICE_NAMES.number, shortOf)
  const pageUrl = find(INVOICE_NAMES.page, webAddressOf)
  const pdfUrl = find(INVOICE_NAMES.pdf, webAddressOf)
  const invoice: Invoice = {
    key: '',
    number,
    state: stateFor(word, paid, meanings),
    platformStatus: word === null ? null : cut(word, LONGEST_TEXT),
    statusIsNumber: word !== null && isNumber(word),
    total,
    subtotal: find(INVOICE_NAMES.subtotal, amount),
    taxes: find(INVOICE_NAMES.taxes, amount),
    discount: find(INVOICE_NAMES.discount, amount),
    currency,
    issuedAt,
    dueAt,
    paidAt: find(INVOICE_NAMES.paidAt, timeOf),
    updatedAt: find(INVOICE_NAMES.updatedAt, timeOf),
    paymentMethod: find(INVOICE_NAMES.paymentMethod, shortOf),
    hasPage: pageUrl !== null,
    hasPdf: pdfUrl !== null
  }
  return {
    id: find(INVOICE_NAMES.id, textOf),
    print: () => printOf(raw, number, issuedAt),
    record: { invoice, raw, pageUrl, pdfUrl }
  }
}

/** The first of the names that holds something readable, and the first that holds something that is not. */
function firstOf<T>(
  raw: JsonObject,
  names: readonly string[],
  read: (value: Json) => T | null
): { found: T | null; unreadable: string | null } {
  let unreadable: string | null = null
  for (const name of names) {
    const value = Object.hasOwn(raw, name) ? raw[name] : undefined
    if (value === undefined || value === null || value === '') continue
    const found = read(value)
    if (found !== null) return { found, unreadable }
    unreadable ??= name
  }
  return { found: null, unreadable }
}

/** What the person said that statuses mean, by statusKey. */
type Meanings = ReadonlyMap<string, InvoiceState>

const isNumber = (word: string): boolean => /^-?\d+(\.\d+)?(e[+-]\d+)?$/.test(word)

/** What the person says counts before the word's own meaning, and that before a paid flag. */
function stateFor(word: string | null, paid: boolean | null, meanings: Meanings): InvoiceState {
  const said = word === null ? undefined : meanings.get(statusKey(word))
  if (said !== undefined) return said
  const state = word === null || isNumber(word) ? 'unknown' : stateOf(word)
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

function currencyOf(value: Json): string | null {
  return typeof value === 'string' && /^[a-z]{3}$/i.test(value.trim()) ? value.trim().toUpperCase() : null
}

/** What tells invoices without an id apart: number, date and total as it is written, else all that they are. */
function printOf(raw: JsonObject, number: string | null, issuedAt: string | null): string {
  const total = firstOf(raw, [...INVOICE_NAMES.total, ...INVOICE_NAMES.totalMinor], decimalOf).found
  const marks = [number, issuedAt, total].filter((one) => one !== null)
  return JSON.stringify(marks.length > 0 ? marks : raw)
}
