/**
 * CSV for spreadsheets (RFC 4180), safe against formula injection. Spreadsheets read a cell as a formula if it begins
 * with = + - @ (or full-width), even in quotes and after spaces or invisible characters. Such text gets a leading
 * apostrophe. Numbers don't: -5 stays -5. Spreadsheets with another separator split quoted text too, so an apostrophe
 * also follows each separator inside a text that precedes such a sign.
 */
const BYTE_ORDER_MARK = '\uFEFF'

const DANGEROUS = /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/u

/** PART may separate cells. BETWEEN may precede the sign. */
const PART = /[;|\t\r\n]/
const BETWEEN = /["\s\p{Cc}\p{Cf}]/u
const SIGN = /[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/

type Kind = 'part' | 'between' | 'sign' | 'other'
const kindOf = (char: string): Kind =>
  PART.test(char) ? 'part' : BETWEEN.test(char) ? 'between' : SIGN.test(char) ? 'sign' : 'other'
const KINDS = Array.from({ length: 0x100 }, (_none, code) => kindOf(String.fromCharCode(code)))

/** A decimal in major units, such as "-130.10". */
interface Exact {
  exact: string
}

export type CsvValue = string | number | boolean | Exact | null | undefined

export const exact = (decimal: string | null): Exact | null => (decimal === null ? null : { exact: decimal })

export interface CsvTable<T> {
  header: string
  row: (item: T) => string
}

export type CsvTableColumn<T> = readonly [heading: string, valueOf: (item: T) => CsvValue]

export function csvTable<T>(columns: readonly CsvTableColumn<T>[]): CsvTable<T> {
  return {
    header: BYTE_ORDER_MARK + csvRow(columns.map(([heading]) => heading)),
    row: (item) => csvRow(columns.map(([, valueOf]) => valueOf(item)))
  }
}

const csvRow = (values: readonly CsvValue[]): string => `${values.map(cell).join(',')}\r\n`

function cell(value: CsvValue): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'object') return value.exact
  if (typeof value !== 'string') return String(value)
  const inside = parted(value)
  const text = DANGEROUS.test(inside) ? `'${inside}` : inside
  return /[",\r\n]/.test(text) ? `"${text.replaceAll(/"/g, '""')}"` : text
}

/** Adds an apostrophe after each separator that a sign follows. Linear, because texts may be megabytes long. */
function parted(text: string): string {
  const pieces: string[] = []
  let done = 0
  let start: number | null = null
  for (let at = 0; at < text.length; at += 1) {
    const code = text.codePointAt(at) ?? 0
    const kind = KINDS[code] ?? (start === null ? 'other' : kindOf(String.fromCodePoint(code)))
    if (kind === 'part') start = at + 1
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
