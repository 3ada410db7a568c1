/**
 * Decodes percent, \uXXXX, \xXX and HTML escapes, in any mix and nested, in one pass: each character is put on a stack, and an escape that
 * it completes is replaced by its character, which may complete another one. Each step looks at a bounded number of characters.
 */

export interface Decoded {
  /** For comparing only: encoders disagree on some characters, which are made equal here. */
  text: string
  /** Where each character of `text` starts and ends in the original. Costs as much as decoding. */
  places: () => Places
}

export interface Places {
  starts: Int32Array
  ends: Int32Array
}

const BACKSLASH = 0x5c
const PERCENT = 0x25
const AMPERSAND = 0x26
const SEMICOLON = 0x3b
const NUMBER_SIGN = 0x23
const SMALL_U = 0x75
const SMALL_X = 0x78
const REPLACEMENT = 0xfffd
/** A byte of percent-encoded UTF-8 whose sequence isn't complete: above every character. */
const BYTE = 0x110000

/** Characters between & and ; at most: names are shorter, numbers may have leading zeros. */
const LONGEST_ENTITY = 14

/** The names of ASCII characters in HTML, and of those that nobody sees. */
const NAMES: ReadonlyMap<string, number> = new Map(
  Object.entries({
    ...{ quot: '"', amp: '&', apos: "'", lt: '<', gt: '>', excl: '!', num: '#', dollar: '$', percnt: '%', lpar: '(' },
    ...{ rpar: ')', ast: '*', plus: '+', comma: ',', period: '.', sol: '/', colon: ':', semi: ';', equals: '=' },
    ...{ quest: '?', commat: '@', lsqb: '[', bsol: '\\', rsqb: ']', lowbar: '_', grave: '`', lcub: '{', verbar: '|' },
    ...{ rcub: '}', shy: '\u00ad', zwj: '\u200d', zwnj: '\u200c', nobreak: '\u2060', zerowidthspace: '\u200b' }
  }).map(([name, sign]) => [name, sign.charCodeAt(0)])
)

/** Forms write a space as +. JSON writes these control characters as a backslash and a letter, and backslashes are dropped. */
const EQUAL = Uint16Array.from({ length: 0x80 }, (_, unit) => unit)
const EQUALS = { '+': ' ', '\b': 'b', '\t': 't', '\n': 'n', '\f': 'f', '\r': 'r' }
for (const [sign, equal] of Object.entries(EQUALS)) EQUAL[sign.charCodeAt(0)] = equal.charCodeAt(0)

/**
 * Whether an escape of the text may stand for one of the characters, or complete another escape. Most texts have escapes of spaces
 * and quotes only, and needn't be decoded.
 * @param characters as decodeEscapes writes them
 */
export function mayDecodeTo(text: string, characters: ReadonlySet<number>): boolean {
  if (!ESCAPE.test(text)) return false
  if (text.includes('\\')) return true
  const isWanted = (code: number): boolean => characters.has(code) || characters.has(EQUAL[code] ?? code)
  for (let at = nextSign(text, 0); at < text.length; at = nextSign(text, at + 1)) {
    const { code, end } = escapeAt(text, at)
    if (code === null) continue
    // One byte of a character, or a character that reads as another, or as none.
    if (code > 0x7f || isWanted(code) || COMPLETES.test(String.fromCharCode(code))) return true
    if ((code === AMPERSAND || code === PERCENT) && CONTINUES.test(text.charAt(end))) return true
  }
  return false
}

/** The beginning of an escape. */
const ESCAPE = /%[\da-f]|&[#a-z]|\\/i
/** Characters of which an escape consists behind its sign, and those that may follow the sign. */
const COMPLETES = /[\da-z#;\\]/i
const CONTINUES = /[\da-z#&%\\]/i

function nextSign(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit === PERCENT || unit === AMPERSAND) return at
  }
  return text.length
}

/** The character or byte of the escape that begins there, and where it ends; null: there is none. */
function escapeAt(text: string, at: number): { code: number | null; end: number } {
  if (text.charCodeAt(at) === PERCENT) {
    const [high, low] = [hexOf(text.charCodeAt(at + 1)), hexOf(text.charCodeAt(at + 2))]
    return { code: high < 0 || low < 0 ? null : high * 16 + low, end: at + 3 }
  }
  const inside = text.slice(at + 1, at + LONGEST_ENTITY + 2)
  const length = inside.indexOf(';')
  return { code: length < 0 ? null : entityCode(inside.slice(0, length)), end: at + length + 2 }
}

export function decodeEscapes(text: string): Decoded {
  const stack = new Stack(text.length)
  for (let at = 0; at < text.length; at += 1) stack.push(text.charCodeAt(at), at)
  return { text: stack.readText(), places: () => stack.readPlaces(text.length) }
}

class Stack {
  readonly #units: Int32Array
  readonly #starts: Int32Array
  #size = 0

  constructor(capacity: number) {
    this.#units = new Int32Array(capacity)
    this.#starts = new Int32Array(capacity)
  }

  push(unit: number, start: number): void {
    this.#put(unit, start)
    // Nothing else ends an escape.
    if (unit !== SEMICOLON && hexOf(unit) < 0) return
    for (let code = this.#reduce(); code !== null; code = this.#reduce()) this.#put(code, this.#starts[this.#size] ?? 0)
  }

  #put(code: number, start: number): void {
    // Two units, as in the original's own text. An escape takes more room than its character, so there is a place for both.
    const isPair = code > 0xffff && code < BYTE
    if (isPair) this.#put(0xd800 + ((code - 0x10000) >> 10), start)
    this.#units[this.#size] = isPair ? 0xdc00 + (code & 0x3ff) : code
    this.#starts[this.#size] = start
    this.#size += 1
  }

  /** Takes the escape that the last unit completes off the stack. @returns its character, or null if there is none */
  #reduce(): number | null {
    const last = this.#at(1)
    if (last >= BYTE) return this.#sequence()
    if (last === SEMICOLON) return this.#entity()
    if (hexOf(last) < 0) return null
    if (this.#at(3) === PERCENT) {
      const byte = this.#hex(2)
      if (byte >= 0) return this.#drop(3, byte < 0x80 ? byte : BYTE + byte)
    }
    if (this.#at(3) === SMALL_X && this.#at(4) === BACKSLASH) {
      const unit = this.#hex(2)
      if (unit >= 0) return this.#drop(4, unit)
    }
    if (this.#at(5) === SMALL_U && this.#at(6) === BACKSLASH) {
      const unit = this.#hex(4)
      if (unit >= 0) return this.#drop(6, unit)
    }
    return null
  }

  /** The character whose UTF-8 the last bytes are. */
  #sequence(): number | null {
    let code = 0
    for (let length = 1; length <= 4; length += 1) {
      const byte = this.#at(length) - BYTE
      if (byte < 0x80) return null
      if (byte < 0xc0) {
        code += (byte & 0x3f) << (6 * (length - 1))
        continue
      }
      const expected = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4
      if (expected !== length) return null
      const whole = code + ((byte & (0x7f >> length)) << (6 * (length - 1)))
      return whole > 0x10ffff || whole < 0x80 ? null : this.#drop(length, whole)
    }
    return null
  }

  #entity(): number | null {
    let written = ''
    for (let back = 2; back <= LONGEST_ENTITY + 2; back += 1) {
      const unit = this.#at(back)
      if (unit === AMPERSAND) {
        const code = entityCode(written)
        return code === null ? null : this.#drop(back, code)
      }
      // Letters, digits and # only.
      if (unit !== NUMBER_SIGN && (unit < 0x30 || unit > 0x7a || unit === SEMICOLON)) return null
      written = String.fromCharCode(unit) + written
    }
    return null
  }

  /** The unit at that place from the top, which is 1. Below the lowest there is none: -1. */
  #at(back: number): number {
    return this.#units[this.#size - back] ?? -1
  }

  /** The number that the last units are in hexadecimal, or -1. */
  #hex(count: number): number {
    let value = 0
    for (let back = count; back >= 1; back -= 1) {
      const digit = hexOf(this.#at(back))
      if (digit < 0) return -1
      value = value * 16 + digit
    }
    return value
  }

  #drop(count: number, code: number): number {
    this.#size -= count
    return code
  }

  readText(): string {
    const text = new Uint16Array(this.#size)
    let size = 0
    for (let at = 0; at < this.#size; at += 1) {
      const unit = this.#units[at] ?? 0
      if (unit === BACKSLASH) continue
      text[size] = unit < 0x80 ? (EQUAL[unit] ?? 0) : unit < BYTE ? unit : REPLACEMENT
      size += 1
    }
    return Buffer.from(text.buffer, 0, size * 2).toString('utf16le')
  }

  /** @param length of the original */
  readPlaces(length: number): Places {
    const starts = new Int32Array(this.#size)
    const ends = new Int32Array(this.#size)
    let size = 0
    /** A backslash belongs to the character that it escapes. */
    let dropped = -1
    for (let at = 0; at < this.#size; at += 1) {
      const start = this.#starts[at] ?? 0
      if (this.#units[at] === BACKSLASH) {
        if (dropped < 0) dropped = start
        continue
      }
      starts[size] = dropped < 0 ? start : dropped
      ends[size] = at + 1 < this.#size ? (this.#starts[at + 1] ?? length) : length
      dropped = -1
      size += 1
    }
    return { starts, ends }
  }
}

/** Of a character that is a hexadecimal digit; otherwise -1. */
function hexOf(unit: number): number {
  if (unit >= 0x30 && unit <= 0x39) return unit - 0x30
  const letter = unit | 0x20
  return letter >= 0x61 && letter <= 0x66 && unit < 0x80 ? letter - 0x57 : -1
}

/** @param written what stands between & and ; */
function entityCode(written: string): number | null {
  const [, hex, decimal] = /^#(?:[xX]([\da-fA-F]+)|(\d+))$/.exec(written) ?? []
  const code = hex ? parseInt(hex, 16) : decimal ? parseInt(decimal, 10) : (NAMES.get(written.toLowerCase()) ?? null)
  return code === null || code > 0x10ffff ? null : code
}
