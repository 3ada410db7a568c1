/** Texts as they are sorted and searched. */
import { plainLetters } from '../../shared/i18n/format.ts'
import { withoutMarks } from '../../shared/i18n/search.ts'

/** Width that numbers in a name are padded to, so that they sort by value. */
export const NUMBER_DIGITS = 12

const LONGEST_NAME = 300
const LONGEST_ORDER = 600

/** Removes case and accents: "Überweisung" and "uberweisung" become equal. */
function fold(text: string): string {
  const isAscii = Buffer.byteLength(text) === text.length
  return isAscii ? text.toLowerCase() : plainLetters(withoutMarks(text, 'NFKD').toLowerCase())
}

/** Ignores case and accents, and sorts numbers by value ("Plan 9" before "Plan 10"). null for an empty name. */
export function nameSortKey(text: string | null | undefined): string | null {
  const folded = fold(text?.slice(0, LONGEST_NAME) ?? '').trim()
  if (folded === '') return null
  return folded.replaceAll(/\d+/g, (digits) => digits.padStart(NUMBER_DIGITS, '0')).slice(0, LONGEST_ORDER)
}

/** Words after a space each: " bank transfer". A phrase whose last word is a prefix is then a substring: " bank tr". */
export function foldWords(text: string): string {
  return ` ${fold(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()}`
}

/** Milliseconds since 1970. A text without a zone counts as UTC, so that all computers agree. @param text ISO 8601 */
export function instant(text: string | null | undefined): bigint | null {
  if (!text) return null
  // Nearly all end with Z, and the pattern takes as long as parsing.
  const zoneless = !text.endsWith('Z') && /^\d{4}-\d\d-\d\dT[\d:.]+$/.test(text)
  const time = Date.parse(zoneless ? `${text}Z` : text)
  // node:sqlite binds numbers as floating point, which an INTEGER column accepts up to 2^51 only.
  return Number.isNaN(time) ? null : BigInt(time)
}

/** Each word scans all its matches, on the thread that serves the list. */
const MOST_WORDS = 10

/** A word that is a prefix of another is redundant. Of the others the first ten count. */
export function searchWords(text: string): string[] {
  const words = plainLetters(text)
    .split(/\s+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
  const different = [...new Set(words)]
  return different
    .filter((word) => !different.some((other) => other !== word && other.startsWith(word)))
    .slice(0, MOST_WORDS)
}

/** Digits of the length prefix: decimals have at most 80 characters. */
const LENGTH_DIGITS = 2
const COMPLEMENTS = '9876543210'
const END = '~'

/** A text that sorts as the amount does. Equal amounts ("1.5" and "1.50") have the same text. */
export function amountSortKey(decimal: string): string {
  const [whole = '', places = ''] = decimal.replace('-', '').split('.')
  const units = whole.startsWith('0') ? whole.replace(/^0+/, '') : whole
  const parts = places.endsWith('0') ? places.replace(/0+$/, '') : places
  // The length prefix orders whole numbers, and a longer fraction sorts after a shorter one.
  const size = `${String(units.length).padStart(LENGTH_DIGITS, '0')}${units}${parts}`
  if (!decimal.startsWith('-') || units + parts === '') return `1${size}`
  return `0${size.replaceAll(/\d/g, (digit) => COMPLEMENTS[Number(digit)] ?? '')}${END}`
}
