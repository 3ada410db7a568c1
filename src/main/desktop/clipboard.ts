/** The clipboard, and what text may not do where it is pasted. */
import { clipboard } from 'electron'
import type { Copied } from '../../shared/models/copied.ts'
import { withoutFormula } from '../csv.ts'

/** All control characters, and the line breaks of Unicode. */
const CONTROL = /[\p{Cc}\u2028\u2029]+/gu
const CONTROL_IN_LINES = /(?:(?!\n)[\p{Cc}\u2028\u2029])+/gu

/**
 * Spreadsheets read these as numbers, and everything else after a sign as a formula. A currency is a sign, letters with one (US$), or
 * three or four letters beside a space, because USD1 is also a cell.
 */
const NEGATIVE_AMOUNT =
  /^-(?:[A-Z]{0,3}\p{Sc}\s?|[A-Z]{3,4}\s)?\d[\d.,'’\s]*(?:\s?(?:[A-Z]{0,3}\p{Sc}[A-Z]{0,2}|[A-Z]{3,4}))?$/u

export const copyText = (copied: Copied): Promise<void> => clipboard.writeText(clipboardText(copied))

/**
 * Each run of control characters is a space, but for line breaks and tabs of the app. In a terminal, `ESC [ 201 ~` would end the
 * bracketed paste, and the line break after it run what was pasted. Several rows are safe in a spreadsheet as well.
 */
function clipboardText(copied: Copied): string {
  if ('text' in copied) return copied.text.replaceAll('\r\n', '\n').replace(CONTROL_IN_LINES, ' ')
  if ('lines' in copied) return copied.lines.map(oneLine).join('\n')
  const cellText = copied.rows.length > 1 ? withoutCellFormula : oneLine
  return copied.rows.map((cells) => cells.map(cellText).join('\t')).join('\n')
}

const oneLine = (text: string): string => text.replace(CONTROL, ' ').trim()

function withoutCellFormula(text: string): string {
  const line = oneLine(text)
  return NEGATIVE_AMOUNT.test(line) ? line : withoutFormula(line, '\t')
}
