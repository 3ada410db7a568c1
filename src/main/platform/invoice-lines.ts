/** The lines of an invoice: no field of them is documented, and most platforms have their own names for them. */
import type { ConnectionSettings } from '../../shared/model/connection.ts'
import { MOST_LINES } from '../../shared/model/invoice-rules.ts'
import type { InvoiceLine } from '../../shared/model/invoice.ts'
import type { Json } from '../../shared/model/json.ts'
import { cut } from '../../shared/text/format.ts'
import { amountReaders } from './amounts.ts'
import type { JsonObject } from './cleanse.ts'
import { createFind, type Find } from './fields.ts'
import { LINE_LISTS, LINE_NAMES, LINE_TEXTS, LINE_WRAPPERS } from './invoice-words.ts'
import { isObject } from './list.ts'
import { decimalOf } from './read-scalars.ts'

/** Longest text of a line, and of all lines together that an invoice is found by. */
const LONGEST_TEXT = 500
const LONGEST_TEXTS = 4000

/** @param raw as it is stored @param currency the invoice's */
export function invoiceLines(
  raw: JsonObject,
  currency: string | null,
  settings: Pick<ConnectionSettings, 'amountUnit'>
): { lines: InvoiceLine[]; more: number } {
  const find = createFind()
  const { usual, minor } = amountReaders(find, settings, currency)
  const all = linesIn(find, raw)
  const lines = all.slice(0, MOST_LINES).map((line): InvoiceLine => {
    if (!isObject(line)) return { text: textOf(line), quantity: null, unitAmount: null, amount: null }
    const of = <T>(names: readonly string[], read: (value: Json) => T | null): T | null => find(line, names, read).value
    return {
      text: of(LINE_NAMES.text, textOf),
      quantity: of(LINE_NAMES.quantity, decimalOf),
      unitAmount: of(LINE_NAMES.unitAmount, usual) ?? of(LINE_NAMES.unitAmountMinor, minor),
      amount: of(LINE_NAMES.amount, usual) ?? of(LINE_NAMES.amountMinor, minor)
    }
  })
  return { lines: lines.filter(saysSomething), more: all.length - lines.length }
}

/** What the lines say, and the text in their place or beside them: for searching. */
export function lineTexts(find: Find, raw: JsonObject): string {
  const texts: string[] = []
  let length = 0
  const add = (text: string | null): void => {
    if (text === null || length > LONGEST_TEXTS) return
    texts.push(text)
    length += text.length
  }
  for (const line of linesIn(find, raw).slice(0, MOST_LINES)) {
    add(isObject(line) ? find(line, LINE_NAMES.text, textOf).value : textOf(line))
  }
  if (texts.length === 0 || length < LONGEST_TEXTS) {
    const beside = find(raw, LINE_TEXTS, textOf).value
    if (beside !== null && !texts.includes(beside)) add(beside)
  }
  return cut(texts.join('\n'), LONGEST_TEXTS)
}

function linesIn(find: Find, raw: JsonObject): Json[] {
  const listed = find(raw, LINE_LISTS, (value) => listIn(find, value)).value
  if (listed) return listed
  const text = find(raw, LINE_TEXTS, textOf).value
  return text === null ? [] : [text]
}

/** A list of lines, bare or wrapped; null for an empty one: another name may have them. */
function listIn(find: Find, value: Json): Json[] | null {
  if (Array.isArray(value)) {
    const lines = value.filter((one) => isObject(one) || textOf(one) !== null)
    return lines.length > 0 ? lines : null
  }
  return isObject(value)
    ? find(value, LINE_WRAPPERS, (inner) => (Array.isArray(inner) ? listIn(find, inner) : null)).value
    : null
}

const textOf = (value: Json): string | null =>
  typeof value === 'string' && value.trim() !== '' ? cut(value.trim(), LONGEST_TEXT) : null

const saysSomething = (line: InvoiceLine): boolean => Object.values(line).some((one) => one !== null)
