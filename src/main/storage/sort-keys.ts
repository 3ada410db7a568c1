/** What a text or a time becomes in a column that rows are sorted by. */
import { plainLetters } from '../../shared/i18n/transliterate.ts'

/** As wide as a number in a name is written there: as text they then go by their value. */
export const NUMBER_DIGITS = 12

/** Of a longer name, what is beyond orders nothing. In characters, of the name and of what it becomes. */
const LONGEST_NAME = 300
const LONGEST_ORDER = 600

/** Case and accents don't count, numbers go by their value ("Plan 9" before "Plan 10"); null for nothing to go by. */
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

/** Most names, and all of those that are numbers; the rest takes several times longer. */
const ASCII = /^[\0-\x7f]*$/

/** Milliseconds since 1970 of an ISO 8601 text; without a zone it counts as UTC, so that all computers agree. */
export function instant(text: string | null | undefined): bigint | null {
  if (!text) return null
  const zoneless = /^\d{4}-\d\d-\d\dT[\d:.]+$/.test(text)
  return whole(Date.parse(zoneless ? `${text}Z` : text))
}

/** As SQLite's integer: a number goes in as a floating one, which an INTEGER column takes only up to 2^51. */
export function whole(value: number | null | undefined): bigint | null {
  return Number.isSafeInteger(value) ? BigInt(value as number) : null
}
