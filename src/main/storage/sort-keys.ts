/** Sort keys for texts and times. */
import { plainLetters } from '../../shared/i18n/transliterate.ts'

/** Width that numbers in a name are padded to, so that they sort by value. */
export const NUMBER_DIGITS = 12

/** Characters of a name, and of its sort key, that count. */
const LONGEST_NAME = 300
const LONGEST_ORDER = 600

/** Ignores case and accents, and sorts numbers by value ("Plan 9" before "Plan 10"). null for an empty name. */
export function nameOrder(text: string | null | undefined): string | null {
  const name = text?.slice(0, LONGEST_NAME)
  if (!name) return null
  const isAscii = ASCII.test(name)
  const plain = (isAscii ? name : name.normalize('NFKD').replaceAll(/\p{M}+/gu, '')).toLowerCase().trim()
  if (plain === '') return null
  const padded = (isAscii ? plain : plainLetters(plain)).replaceAll(/\d+/g, (digits) =>
    digits.padStart(NUMBER_DIGITS, '0')
  )
  return padded.slice(0, LONGEST_ORDER)
}

/** A fast path for most names. */
const ASCII = /^[\0-\x7f]*$/

/** Milliseconds since 1970. A text without a zone counts as UTC, so that all computers agree. @param text ISO 8601 */
export function instant(text: string | null | undefined): bigint | null {
  if (!text) return null
  const zoneless = /^\d{4}-\d\d-\d\dT[\d:.]+$/.test(text)
  return whole(Date.parse(zoneless ? `${text}Z` : text))
}

/** For INTEGER columns: node:sqlite binds numbers as floating point, which such a column accepts up to 2^51 only. */
export function whole(value: number | null | undefined): bigint | null {
  return Number.isSafeInteger(value) ? BigInt(value as number) : null
}
