/** Invoices: no field of them is documented. The v2, v3 and common foreign names are read, all others kept as they came. */
import type { ConnectionSettings } from '../../shared/model/connection.ts'
import type { Invoice, InvoiceState } from '../../shared/model/invoice.ts'
import type { Json } from '../../shared/model/json.ts'
import { cut } from '../../shared/text/format.ts'
import type { InvoiceRecord, Reading } from '../core/ports.ts'
import { createCleanser, type JsonObject } from './cleanse.ts'
import { INVOICE_NAMES, stateOf } from './invoice-words.ts'
import { isObject, keysOf } from './list.ts'
import { createNotes, type Notes } from './notes.ts'
import type { Blot } from './secrets.ts'
import { decimalOf, decimalOfMinor, timeOf, webAddressOf } from './read-scalars.ts'

/** How the account's platform writes its invoices, as far as the account says. */
export type InvoiceSettings = Pick<ConnectionSettings, 'amountUnit' | 'currency' | 'statuses'>

/** Reads a list. An object in which nothing of an invoice is known stays, with state 'unknown'; what is no object does not. */
export function readInvoices(list: Json[], settings: InvoiceSettings, blot: Blot): Reading<InvoiceRecord[]> {
  const notes = createNotes()
  const cleanse = createCleanser(notes, blot)
  const read = list.flatMap((element) => {
    if (isObject(element)) return [parts(cleanse(element), notes)]
    notes.add('notAnObject')
    return []
  })
  const keys = keysOf(
    read.map(({ id, record }) => ({ id, print: printOf(record) })),
    notes
  )
  return {
    value: read.map(({ record }, index) => ({ ...record, invoice: { ...record.invoice, key: keys[index] ?? '' } })),
    notes: notes.list()
  }
}

/** The record with an empty key, which only the whole list can tell, and the id to make it from. */
function parts(raw: JsonObject, notes: Notes): { id: string | null; record: InvoiceRecord } {
  /** The first name that holds something readable; something unreadable under all of them is noted. */
  const find = <T>(names: readonly string[], read: (value: Json) => T | null): T | null => {
    let unreadable: string | null = null
    for (const name of names) {
      const value = Object.hasOwn(raw, name) ? raw[name] : undefined
      if (value === undefined || value === null || value === '') continue
      const found = read(value)
      if (found !== null) return found
      unreadable ??= name
    }
    if (unreadable !== null) notes.add('wrongType', unreadable)
    return null
  }

  const total = find(INVOICE_NAMES.total, decimalOf) ?? find(INVOICE_NAMES.totalMinor, decimalOfMinor)
  const issuedAt = find(INVOICE_NAMES.issuedAt, timeOf)
  const dueAt = find(INVOICE_NAMES.dueAt, timeOf)
  const status = statusIn(raw)
  if (total === null && issuedAt === null && dueAt === null && !status.given) notes.add('unknownShape')

  const pageUrl = find(INVOICE_NAMES.page, webAddressOf)
  const pdfUrl = find(INVOICE_NAMES.pdf, webAddressOf)
  const invoice: Invoice = {
    key: '',
    number: find(INVOICE_NAMES.number, shortOf),
    state: status.state,
    platformStatus: status.word === null ? null : cut(status.word, LONGEST_TEXT),
    statusIsNumber: status.isNumber,
    total,
    subtotal: find(INVOICE_NAMES.subtotal, decimalOf),
    taxes: find(INVOICE_NAMES.taxes, decimalOf),
    discount: find(INVOICE_NAMES.discount, decimalOf),
    currency: find(INVOICE_NAMES.currency, currencyOf),
    issuedAt,
    dueAt,
    paidAt: find(INVOICE_NAMES.paidAt, timeOf),
    updatedAt: find(INVOICE_NAMES.updatedAt, timeOf),
    paymentMethod: find(INVOICE_NAMES.paymentMethod, shortOf),
    hasPage: pageUrl !== null,
    hasPdf: pdfUrl !== null
  }
  return { id: find(INVOICE_NAMES.id, textOf), record: { invoice, raw, pageUrl, pdfUrl } }
}

interface Status {
  given: boolean
  state: InvoiceState
  word: string | null
  isNumber: boolean
}

/** The platform's own status, and the state that it or a paid flag stands for. */
function statusIn(raw: JsonObject): Status {
  const status: Status = { given: false, state: 'unknown', word: null, isNumber: false }
  for (const name of INVOICE_NAMES.status) {
    const value = Object.hasOwn(raw, name) ? raw[name] : undefined
    const word = value === undefined || value === null ? null : textOf(value)
    if (word === null) continue
    const isNumber = /^-?\d+(\.\d+)?$/.test(word)
    Object.assign(status, { given: true, word, isNumber, state: isNumber ? 'unknown' : stateOf(word) })
    break
  }
  for (const name of INVOICE_NAMES.paid) {
    const value = Object.hasOwn(raw, name) ? raw[name] : undefined
    if (typeof value !== 'boolean') continue
    status.given = true
    // A draft that is not paid is still no open invoice; only where no word was given does the flag tell.
    if (status.state === 'unknown' && (value || status.word === null)) status.state = value ? 'settled' : 'open'
    break
  }
  return status
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

/** What tells invoices without an id apart: number, date and total, else all that they are. */
function printOf({ invoice: { number, issuedAt, total }, raw }: InvoiceRecord): string {
  const marks = [number, issuedAt, total].filter((one) => one !== null)
  return JSON.stringify(marks.length > 0 ? marks : raw)
}
