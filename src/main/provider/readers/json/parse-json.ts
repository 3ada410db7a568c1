/** JSON.parse that keeps numbers with more digits than a double has as text: rounded, two ids would become one. */
import { isNoise } from '../noise.ts'
import type { Json } from '../../../../shared/models/json.ts'

/** TypeScript's library doesn't know the third argument, which has the source text of a number. */
type Revive = (name: string, value: Json, context: { source?: string }) => Json
const parseWithSource = JSON.parse as (text: string, revive: Revive) => Json

/** A double keeps any 15 digits. */
const FEWEST_DIGITS = 16
/** As many as a program writes of any double: more were meant. */
const MOST_OF_DOUBLE = 17

const keepDigits: Revive = (_name, value, { source }) =>
  typeof value === 'number' && source !== undefined && isRounded(value, source) ? source : value

function isRounded(value: number, source: string): boolean {
  if (/^-?\d+$/.test(source)) return !Number.isSafeInteger(value)
  if (!/^-?\d+\.\d+$/.test(source) || String(value) === withoutZeros(source).replace(/\.$/, '')) return false
  const digits = withoutZeros(source.replace(/[-.]/g, '')).replace(/^0+/, '').length
  return digits >= FEWEST_DIGITS && (digits > MOST_OF_DOUBLE || !isNoise(value))
}

/** Without zeros at the end. A pattern begins anew at each zero before them: a number with 160,000 took 37 s. */
function withoutZeros(digits: string): string {
  let end = digits.length
  while (digits[end - 1] === '0') end -= 1
  return digits.slice(0, end)
}

/** Numbers with an exponent stay numbers, and fractions of which next to nothing is lost. @param bytes of the text, if they are at hand @throws SyntaxError */
export function parseJson(text: string, bytes?: Uint8Array): Json {
  // Nearly every product has short texts with JSON, for which bytes would cost as much as the parsing. On one side of its point, a
  // long number has eight digits, which are found in a third of the time.
  const mayHave = bytes ? mayHaveLongNumber(bytes) : /\d{8}/.test(text) && /\d[\d.]{15}/.test(text)
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
    if (!isOfNumber(bytes[at])) continue
    let start = at
    while (isOfNumber(bytes[start - 1])) start -= 1
    while (isOfNumber(bytes[at + 1])) at += 1
    if (at - start + 1 >= FEWEST_DIGITS && isBeforeNumber(bytes[start - 1])) return true
  }
  return false
}

/** A digit or a point. */
const isOfNumber = (byte: number | undefined): boolean =>
  byte !== undefined && ((byte >= 0x30 && byte <= 0x39) || byte === 0x2e)

/** Not a quote or a letter: in a text, such digits are an id as often as not. */
const isBeforeNumber = (byte: number | undefined): boolean =>
  byte === undefined || ' \t\r\n:,[-'.includes(String.fromCharCode(byte))
