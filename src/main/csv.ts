/**
 * CSV for spreadsheets (RFC 4180), safe against formula injection. Spreadsheets read a cell as a formula if it begins
 * with = + - @ (or full-width), even in quotes and after spaces or invisible characters. Such text gets a leading
 * apostrophe. Numbers don't: -5 stays -5. Spreadsheets with another separator split quoted text too, so an apostrophe
 * also follows each such separator inside a text that precedes such a sign.
 */
import type { CsvFormat } from '../shared/models/csv-format.ts'

const BYTE_ORDER_MARK = '\uFEFF'

const DANGEROUS = /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/u

/** What splits the text of a cell in a reader that expects another separator than the file's. */
const OTHER_SEPARATORS = { ',': /[;|\t\r\n]/, ';': /[,|\t\r\n]/, '\t': /[,;|\r\n]/ }
/** Cells on the clipboard have tabs between them. */
type Separator = keyof typeof OTHER_SEPARATORS
/** May precede the sign. */
const BETWEEN = /["\s\p{Cc}\p{Cf}]/u
const SIGN = /[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/

type Kind = 'separator' | 'between' | 'sign' | 'other'
const kindOf = (char: string, separators: RegExp): Kind =>
  separators.test(char) ? 'separator' : BETWEEN.test(char) ? 'between' : SIGN.test(char) ? 'sign' : 'other'
const kindsWith = (separators: RegExp): Kind[] =>
  Array.from({ length: 0x100 }, (_none, code) => kindOf(String.fromCharCode(code), separators))
const KINDS = {
  ',': kindsWith(OTHER_SEPARATORS[',']),
  ';': kindsWith(OTHER_SEPARATORS[';']),
  '\t': kindsWith(OTHER_SEPARATORS['\t'])
}

/** Characters of a text in a formula: Excel's limit. */
const LONGEST_IN_FORMULA = 255

/** A decimal in major units, such as "-130.10". */
interface Exact {
  exact: string
}

/** Text that isn't a number even if it looks like one, such as "00123" or "1E5". */
interface Identifier {
  identifier: string
}

export type CsvValue = string | number | boolean | Exact | Identifier | null | undefined

export const exact = (decimal: string | null): Exact | null => (decimal === null ? null : { exact: decimal })
export const identifier = (text: string | null): Identifier | null => (text === null ? null : { identifier: text })

export interface CsvTable<T> {
  header: string
  row: (item: T) => string
}

export type CsvTableColumn<T> = readonly [heading: string, valueOf: (item: T) => CsvValue]

export function csvTable<T>(columns: readonly CsvTableColumn<T>[], format: CsvFormat): CsvTable<T> {
  const line = (values: readonly CsvValue[]): string =>
    `${values.map((value) => cell(value, format)).join(format.separator)}\r\n`
  return {
    header: BYTE_ORDER_MARK + line(columns.map(([heading]) => heading)),
    row: (item) => line(columns.map(([, valueOf]) => valueOf(item)))
  }
}

function cell(value: CsvValue, format: CsvFormat): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return quotedIfNeeded(withoutFormula(value, format.separator), format)
  if (typeof value !== 'object') return String(value)
  if ('identifier' in value) return quoted(identifierText(value.identifier, format))
  return quotedIfNeeded(value.exact.replace('.', format.decimalSign), format)
}

/** Always in quotes: LibreOffice has the option "Format quoted field as text". */
function identifierText(text: string, format: CsvFormat): string {
  const safe = withoutFormula(text, format.separator)
  const isFormula =
    format.identifiersAsFormulas &&
    safe === text &&
    text !== '' &&
    text.length <= LONGEST_IN_FORMULA &&
    !/["\p{Cc}]/u.test(text)
  return isFormula ? `="${text}"` : safe
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
const quotedIfNeeded = (text: string, { separator }: CsvFormat): string =>
  text.includes(separator) || /["\r\n]/.test(text) ? quoted(text) : text

/** @param separator of the cells */
export function withoutFormula(text: string, separator: Separator): string {
  const parted = withApostrophes(text, separator)
  return DANGEROUS.test(parted) ? `'${parted}` : parted
}

/** Adds an apostrophe after each other separator that a sign follows. Linear, because texts may be megabytes long. */
function withApostrophes(text: string, separator: Separator): string {
  const kinds = KINDS[separator]
  const pieces: string[] = []
  let done = 0
  let start: number | null = null
  for (let at = 0; at < text.length; at += 1) {
    const code = text.codePointAt(at) ?? 0
    const kind =
      kinds[code] ?? (start === null ? 'other' : kindOf(String.fromCodePoint(code), OTHER_SEPARATORS[separator]))
    if (kind === 'separator') start = at + 1
    else if (start !== null && kind !== 'between') {
      if (kind === 'sign') {
        pieces.push(text.slice(done, start))
        done = start
      }
      start = null
    }
    if (code > 0xffff) at += 1
  }
  if (pieces.length === 0) return text
  pieces.push(text.slice(done))
  return pieces.join("'")
}
