/** Reads an invoice's lines. None of their fields is documented, and most providers have their own names. */
import type { ConnectionSettings } from '../../../shared/models/connection.ts'
import { MOST_LINES, type InvoiceLine } from '../../../shared/models/invoice.ts'
import type { Json } from '../../../shared/models/json.ts'
import { cut } from '../../../shared/i18n/format.ts'
import { amountReaders } from './amounts.ts'
import type { JsonObject } from '../security/sanitize.ts'
import { createFields, type FieldsOf, type Find } from './field-names.ts'
import { FIELD_NAMES } from './invoice-vocabulary.ts'
import { isObject } from './list-envelope.ts'
import { decimalOf } from './read-scalars.ts'

/** Characters of one line, and of the searchable text of all lines. */
const LONGEST_TEXT = 500
const LONGEST_TEXTS = 4000

/**
 * @param raw as stored
 * @param currency the invoice's
 */
export function invoiceLines(
  raw: JsonObject,
  currency: string | null,
  settings: Pick<ConnectionSettings, 'amountUnit'>
): { lines: InvoiceLine[]; more: number } {
  const fields = createFields(Object.values(FIELD_NAMES))
  const { usual, minor } = amountReaders(fields, settings, currency)
  const all = linesIn(fields, fields(raw))
  const lines = all.slice(0, MOST_LINES).map((line): InvoiceLine => {
    if (!isObject(line)) return { text: textOf(line), quantity: null, unitAmount: null, amount: null }
    const find = fields(line)
    return {
      text: find(FIELD_NAMES.lineText, textOf).value,
      quantity: find(FIELD_NAMES.lineQuantity, decimalOf).value,
      unitAmount: find(FIELD_NAMES.lineUnitAmount, usual).value ?? find(FIELD_NAMES.lineUnitAmountMinor, minor).value,
      amount: find(FIELD_NAMES.lineAmount, usual).value ?? find(FIELD_NAMES.lineAmountMinor, minor).value
    }
  })
  return { lines: lines.filter(saysSomething), more: all.length - lines.length }
}

/** The searchable text of the lines and of the text beside them. @param find fields of the record */
export function lineTexts(fields: FieldsOf, find: Find): string {
  const texts: string[] = []
  let length = 0
  const add = (text: string | null): void => {
    if (text === null || length > LONGEST_TEXTS) return
    texts.push(text)
    length += text.length
  }
  for (const line of linesIn(fields, find).slice(0, MOST_LINES)) {
    add(isObject(line) ? fields(line)(FIELD_NAMES.lineText, textOf).value : textOf(line))
  }
  const beside = find(FIELD_NAMES.description, textOf).value
  if (beside !== null && !texts.includes(beside)) add(beside)
  return cut(texts.join('\n'), LONGEST_TEXTS)
}

function linesIn(fields: FieldsOf, find: Find): Json[] {
  const listed = find(FIELD_NAMES.lines, (value) => listIn(fields, value)).value
  if (listed) return listed
  const text = find(FIELD_NAMES.description, textOf).value
  return text === null ? [] : [text]
}

/** An array of lines, bare or wrapped; null for an empty one, because another name may have them. */
function listIn(fields: FieldsOf, value: Json): Json[] | null {
  if (Array.isArray(value)) {
    const lines = value.filter((one) => isObject(one) || textOf(one) !== null)
    return lines.length > 0 ? lines : null
  }
  if (!isObject(value)) return null
  return fields(value)(FIELD_NAMES.lineWrapper, (inner) => (Array.isArray(inner) ? listIn(fields, inner) : null)).value
}

const textOf = (value: Json): string | null =>
  typeof value === 'string' && value.trim() !== '' ? cut(value.trim(), LONGEST_TEXT) : null

const saysSomething = (line: InvoiceLine): boolean => Object.values(line).some((one) => one !== null)
