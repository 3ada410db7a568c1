/** JSON.parse that keeps whole numbers beyond 2^53 as text: rounded, two ids would become one. */
import type { Json } from '../../../shared/models/json.ts'

/** TypeScript's library doesn't know the third argument, which has the source text of a number. */
type Revive = (name: string, value: Json, context: { source?: string }) => Json
const parseWithSource = JSON.parse as (text: string, revive: Revive) => Json

/** The smallest whole number that isn't safe has 16 digits. */
const FEWEST_DIGITS = 16

const keepDigits: Revive = (_name, value, { source }) =>
  typeof value === 'number' && !Number.isSafeInteger(value) && source !== undefined && /^-?\d+$/.test(source)
    ? source
    : value

/** Fractions and numbers with an exponent stay numbers. @param bytes of the text, if they are at hand @throws SyntaxError */
export function parseJson(text: string, bytes?: Uint8Array): Json {
  // Nearly every product has short texts with JSON, for which bytes would cost as much as the parsing.
  const mayHave = bytes ? mayHaveLongNumber(bytes) : /\d{16}/.test(text)
  if (!mayHave) return JSON.parse(text) as Json
  try {
    return parseWithSource(text, keepDigits)
  } catch (error) {
    // The second pass is recursive. The limits of a body keep it shallow, but not those of a text inside a record.
    if (error instanceof RangeError) return JSON.parse(text) as Json
    throw error
  }
}

/** Looks at every 16th byte, so that a list without such numbers costs next to nothing. */
function mayHaveLongNumber(bytes: Uint8Array): boolean {
  for (let at = FEWEST_DIGITS - 1; at < bytes.length; at += FEWEST_DIGITS) {
    if (!isDigit(bytes[at])) continue
    let start = at
    while (isDigit(bytes[start - 1])) start -= 1
    while (isDigit(bytes[at + 1])) at += 1
    if (at - start + 1 >= FEWEST_DIGITS && isBeforeNumber(bytes[start - 1])) return true
  }
  return false
}

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39

/** Not a quote or a letter: in a text, such digits are an id as often as not. */
const isBeforeNumber = (byte: number | undefined): boolean =>
  byte === undefined || ' \t\r\n:,[-'.includes(String.fromCharCode(byte))
