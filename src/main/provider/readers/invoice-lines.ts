/** The lines of an invoice, and their texts for the search. */
import { cut } from '../../../shared/i18n/format.ts'
import { MOST_LINES, type InvoiceLine } from '../../../shared/models/invoice.ts'
import type { Json } from '../../../shared/models/json.ts'
import type { InvoiceSettings } from '../../../shared/providers/definition.ts'
import { createFields, namesAt, type FieldsOf, type Find } from './field-names.ts'
import { scaleOf } from './amount-scale.ts'
import { amountReaders, type UnitSettings } from './amount-readers.ts'
import { FIELD_NAMES } from './invoice-vocabulary.ts'
import { decimalOf } from './read-scalars.ts'
import { isObject, type JsonObject } from './records.ts'

const LONGEST_LINE = 500
const LONGEST_LINES = 4000
const LINE_AMOUNTS = [FIELD_NAMES.lineUnitAmount, FIELD_NAMES.lineAmount]

export function invoiceLines(
  raw: JsonObject,
  currency: string | null,
  settings: UnitSettings & Pick<InvoiceSettings, 'invoiceFields'>
): { lines: InvoiceLine[]; more: number } {
  const fields = createFields()
  const find = fields(raw)
  const scale = scaleOf(find, namesAt(settings.invoiceFields.scale, FIELD_NAMES.scale))
  const all = linesIn(fields, find)
  const lines = all.slice(0, MOST_LINES).map((line): InvoiceLine => {
    if (!isObject(line)) return { text: lineTextOf(line), quantity: null, unitAmount: null, amount: null }
    const find = fields(line)
    const { usual, minor } = amountReaders(
      fields,
      settings,
      currency,
      scaleOf(find, FIELD_NAMES.scale, LINE_AMOUNTS) ?? scale
    )
    return {
      text: find(FIELD_NAMES.lineText, lineTextOf).value,
      quantity: find(FIELD_NAMES.lineQuantity, decimalOf).value,
      unitAmount: find(FIELD_NAMES.lineUnitAmount, usual).value ?? find(FIELD_NAMES.lineUnitAmountMinor, minor).value,
      amount: find(FIELD_NAMES.lineAmount, usual).value ?? find(FIELD_NAMES.lineAmountMinor, minor).value
    }
  })
  return { lines: lines.filter(saysSomething), more: all.length - lines.length }
}

export function lineTexts(fields: FieldsOf, find: Find): string {
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
