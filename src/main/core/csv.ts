/**
 * Tables as CSV, for spreadsheets: RFC 4180.
 *
 * A spreadsheet takes a cell that begins with = + - @, or with their full-width forms, for a formula, whatever quotes are
 * around it, and some look behind blanks and invisible characters. So text that begins like that, or with a tab or the end
 * of a line, gets an apostrophe before it. Numbers are no texts: -5 stays -5.
 *
 * Where a spreadsheet takes something else than the comma for what parts its cells, a text falls into several of them, and
 * quotes in the middle don't keep it together: one that follows there even begins a cell. So the apostrophe also comes
 * after a semicolon, tab, vertical bar or end of a line in a text, where such a sign is the next thing behind blanks,
 * invisible characters and quotes.
 */
/** Tells spreadsheets that it is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

const DANGEROUS = /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/u

/** What may part cells, and what may stand between that and the sign. */
const PART = /[;|\t\r\n]/
const BETWEEN = /["\s\p{Cc}\p{Cf}]/u
const SIGN = /[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/

type Kind = 'part' | 'between' | 'sign' | 'other'
const kindOf = (char: string): Kind =>
  PART.test(char) ? 'part' : BETWEEN.test(char) ? 'between' : SIGN.test(char) ? 'sign' : 'other'
/** By code: nearly all that is written is among these. */
const KINDS = Array.from({ length: 0x100 }, (_none, code) => kindOf(String.fromCharCode(code)))

/** A number written out, as exact as it is. */
export interface Exact {
  exact: string
}

export type CsvValue = string | number | boolean | Exact | null | undefined

/** An exact decimal in major units, such as "-130.10", which is no text. What is null stays so. */
export const exact = (decimal: string | null): Exact | null => (decimal === null ? null : { exact: decimal })

/** One line; what is null or undefined is an empty cell. */
export const csvRow = (values: readonly CsvValue[]): string => `${values.map(cell).join(',')}\r\n`

function cell(value: CsvValue): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'object') return value.exact
  if (typeof value !== 'string') return String(value)
  const inside = parted(value)
  const text = DANGEROUS.test(inside) ? `'${inside}` : inside
  return /[",\r\n]/.test(text) ? `"${text.replaceAll(/"/g, '""')}"` : text
}

/** With an apostrophe behind whatever parts cells before a sign. One look at each character: texts may be megabytes. */
function parted(text: string): string {
  const pieces: string[] = []
  let done = 0
  /** Where the apostrophe would have to be; null: nothing has parted what comes from what is before it. */
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
