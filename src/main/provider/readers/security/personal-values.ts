/**
 * Replaces stored values in a text that leaves the computer (docs/security.md), also where they are encoded. Unlike a redactor, it
 * decodes the text instead of encoding the values, because there may be a hundred thousand of them. The text is short, and the
 * cost grows linearly with either: providers choose most values.
 */
import type { ValueKind } from '../../../../shared/models/diagnostics.ts'
import type { KnownValue, ReplacedText, ValueReplacer } from '../../../ports/index.ts'
import { inSlices } from '../../../concurrency.ts'
import { decodeEscapes } from './decode-escapes.ts'
import { findPatterns, type Span } from './personal-patterns.ts'

/** Shorter values would match parts of ordinary words. */
const SHORTEST_VALUE = 4
/** Shorter ones count only as whole words and numbers: an account called "Work" isn't meant by "network". Tokens always count. */
const SHORTEST_PART = 8
/** The beginning of a longer value counts as the value. */
const LONGEST_COMPARED = 64
/** Of a value. Composed letters have several characters each, and `normalize` sorts the marks of one in quadratic time. */
const LONGEST_READ = 8 * LONGEST_COMPARED
/** So does this part of a long token, because logs and providers cut long texts off. A password may begin as a word of the report does. */
const TOKEN_SHARE = 3 / 4
const SHORTEST_SHARED = 16

const PLACEHOLDERS: Readonly<Record<ValueKind, string>> = {
  token: '[token]',
  email: '[email]',
  name: '[name]',
  amount: '[amount]',
  invoice: '[invoice number]',
  provider: '[provider address]',
  proxy: '[proxy address]',
  ip: '[IP address]',
  path: '[path]',
  computer: '[user or computer]'
}

interface Beginning {
  kind: ValueKind
  /** Only the beginning of the value: the rest of the word belongs to it, too. */
  isCut: boolean
  isWord: boolean
}

export class PersonalValues implements ValueReplacer {
  readonly #beginnings = new Map<string, Beginning>()
  /** Lengths of the beginnings with these first characters, longest first. */
  readonly #lengths = new Map<string, number[]>()
  /** Exact decimals, without a sign. */
  readonly #amounts = new Set<string>()

  constructor(values: Iterable<KnownValue>) {
    for (const value of values) this.#add(value)
  }

  /** As the constructor, but others of the thread get their turn meanwhile. */
  static async create(values: Iterable<KnownValue>): Promise<PersonalValues> {
    const created = new PersonalValues([])
    await inSlices(created.#addAll(values))
    return created
  }

  replace(text: string): ReplacedText {
    const spans = merge(withRest(text, this.#find(text)))
    const counts = new Map<ValueKind, number>()
    let replaced = ''
    let end = 0
    for (const span of spans) {
      replaced += text.slice(end, span.start) + PLACEHOLDERS[span.kind]
      counts.set(span.kind, (counts.get(span.kind) ?? 0) + 1)
      end = span.end
    }
    return { text: replaced + text.slice(end), counts }
  }

  *#addAll(values: Iterable<KnownValue>): Generator<void, void, void> {
    for (const value of values) {
      this.#add(value)
      yield
    }
  }

  #add({ kind, text }: KnownValue): void {
    if (kind === 'amount' && DECIMAL.test(text)) this.#amounts.add(plainDecimal(text))
    else for (const form of formsOf(text.trim().slice(0, LONGEST_READ))) this.#addForm(kind, form)
  }

  #addForm(kind: ValueKind, value: string): void {
    if (value.length < SHORTEST_VALUE) return
    const isShared = kind === 'token' && value.length >= SHORTEST_SHARED
    const share = isShared ? Math.ceil(value.length * TOKEN_SHARE) : value.length
    const beginning = fold(value.slice(0, Math.min(LONGEST_COMPARED, share)))
    const isCut = beginning.length < value.length || kind === 'path'
    const isWord = kind !== 'token' && value.length < SHORTEST_PART
    const known = this.#beginnings.get(beginning)
    if (known) {
      // A token may begin as another value does: a user name and the password that was made of it.
      if (kind === 'token') known.kind = kind
      known.isCut ||= isCut
      known.isWord &&= isWord
      return
    }
    this.#beginnings.set(beginning, { kind, isCut, isWord })
    const first = beginning.slice(0, SHORTEST_VALUE)
    const lengths = this.#lengths.get(first)
    if (!lengths) this.#lengths.set(first, [beginning.length])
    else if (!lengths.includes(beginning.length)) {
      lengths.push(beginning.length)
      lengths.sort((one, other) => other - one)
    }
  }

  #find(text: string): Span[] {
    const decoded = ESCAPE.test(text) ? decodeEscapes(text) : null
    const spans = [...this.#findIn(text, false), ...findEncoded(text, (bytes) => this.#findIn(bytes, true))]
    if (decoded === null) return spans
    const inDecoded = [
      ...this.#findIn(decoded.text, false),
      // A plus sign became a space.
      ...findEncoded(decoded.text.replaceAll(' ', '+'), (bytes) => this.#findIn(bytes, true))
    ]
    if (inDecoded.length === 0) return spans
    const { starts, ends } = decoded.places()
    const original = inDecoded.map(({ kind, isCut, start, end }) => ({
      kind,
      isCut,
      start: starts[start] ?? 0,
      end: ends[end - 1] ?? text.length
    }))
    return [...spans, ...original]
  }

  /** @param strict see findPatterns */
  #findIn(text: string, strict: boolean): Span[] {
    const folded = fold(text)
    const spans = [...findPatterns(text, strict), ...this.#findAmounts(text)]
    for (let start = 0; start + SHORTEST_VALUE <= folded.length; start += 1) {
      const lengths = this.#lengths.get(folded.slice(start, start + SHORTEST_VALUE))
      if (!lengths) continue
      for (const length of lengths) {
        const found = this.#beginnings.get(folded.slice(start, start + length))
        if (!found || (found.isWord && !isWholeWord(text, start, start + length))) continue
        const end = start + length
        spans.push({ kind: found.kind, isCut: found.isCut, start, end })
        break
      }
    }
    return spans
  }

  /** With any signs between digits. "5" may be anything, but "5.00" is an amount. */
  #findAmounts(text: string): Span[] {
    if (this.#amounts.size === 0) return []
    const spans: Span[] = []
    const isAmount = (written: string): boolean =>
      written.length >= SHORTEST_VALUE && decimalsOf(written).some((decimal) => this.#amounts.has(decimal))
    for (const { index, 0: numbers } of text.matchAll(NUMBERS)) {
      // Blanks may separate groups of digits, or numbers.
      const places = isAmount(numbers) ? [{ index: 0, 0: numbers }] : numbers.matchAll(NUMBER)
      for (const { index: at, 0: written } of places) {
        if (!isAmount(written)) continue
        spans.push({ kind: 'amount', isCut: false, start: index + at, end: index + at + written.length })
      }
    }
    return spans
  }
}

const DECIMAL = /^-?\d+(?:\.\d+)?$/
const NUMBERS = /\d(?:[\d.,'’ \u00a0\u202f]*\d)?/g
const NUMBER = /\d(?:[\d.,'’]*\d)?/g

/** Without a sign and zeros that say nothing. */
function plainDecimal(decimal: string): string {
  const [whole = '', fraction = ''] = decimal.replace('-', '').split('.')
  const digits = fraction.replace(/0{1,64}$/, '')
  return `${whole.replace(/^0{1,64}(?=\d)/, '')}${digits === '' ? '' : `.${digits}`}`
}

/** What a number may mean: its last sign is the decimal sign, or separates groups of digits as the others do. */
function decimalsOf(written: string): string[] {
  const digits = written.replaceAll(/[^\d]/g, '')
  const last = /[.,'’]\d*$/.exec(written)?.[0].length ?? 0
  const decimals = last > 1 ? [`${digits.slice(0, 1 - last)}.${digits.slice(1 - last)}`] : []
  return [digits, ...decimals].map(plainDecimal)
}

/** The beginning of an escape, and the sign for which forms write a space. */
const ESCAPE = /%[\da-f]|&[#a-z]|\\|\+/i

/** Places in the text from bytes, as base64 and hexadecimal digits write them. A run may begin with other letters. */
function findEncoded(text: string, find: (bytes: string) => Span[]): Span[] {
  const findIn = (bytes: string): Span[] => withRest(bytes, find(bytes))
  return ENCODINGS.flatMap(({ run, encoding, digits }) =>
    Array.from(text.matchAll(run)).flatMap(({ index, 0: encoded }) =>
      Array.from({ length: digits.phases }, (_, phase) => phase).flatMap((phase) =>
        findIn(Buffer.from(encoded.slice(phase), encoding).toString('latin1')).map(({ kind, start, end }) => ({
          kind,
          isCut: false,
          start: index + phase + Math.floor(start * digits.perByte),
          end: Math.min(index + encoded.length, index + phase + Math.ceil(end * digits.perByte))
        }))
      )
    )
  )
}

/** The shortest runs hold four bytes. */
const ENCODINGS = [
  { run: /[\w+/-]{6,}/g, encoding: 'base64', digits: { phases: 4, perByte: 4 / 3 } },
  { run: /[\da-f]{8,}/gi, encoding: 'hex', digits: { phases: 2, perByte: 2 } }
] as const

const SIMPLE = /^[\w .:/-]*$/

/** As in text, as decodeEscapes writes it, and as its bytes. */
function formsOf(value: string): Set<string> {
  // Nearly all invoice numbers.
  if (SIMPLE.test(value)) return new Set([value])
  const inText = [value, value.normalize('NFC'), value.normalize('NFD')]
  const isAscii = /^[\0-\x7f]*$/.test(value)
  return new Set([
    ...inText,
    ...inText.map((form) => decodeEscapes(form).text),
    ...(isAscii ? [] : inText.map((form) => Buffer.from(form).toString('latin1')))
  ])
}

/** Keeps the length, so that places stay the same. */
function fold(text: string): string {
  const lower = text.toLowerCase()
  if (lower.length === text.length) return lower
  return text.replace(/[^]/g, (unit) => (unit.toLowerCase().length === 1 ? unit.toLowerCase() : unit))
}

const isWholeWord = (text: string, start: number, end: number): boolean =>
  !isInside(text.charAt(start - 1), text.charAt(start)) && !isInside(text.charAt(end - 1), text.charAt(end))

/** Two digits, or two letters of one word. Scripts without capitals have no signs between words. */
function isInside(before: string, after: string): boolean {
  if (/\d/.test(before) && /\d/.test(after)) return true
  const isCased = (unit: string): boolean => unit.toLowerCase() !== unit.toUpperCase()
  if (!isCased(before) || !isCased(after)) return false
  const beginsWord = before === before.toLowerCase() && after !== after.toLowerCase()
  return !beginsWord
}

/**
 * Adds the rest of the word or the path to each span that is a beginning. In the text itself: decoded escapes have no lines. One
 * word may hold many beginnings, so its end is remembered.
 */
function withRest(text: string, spans: readonly Span[]): Span[] {
  const ends = { word: { sign: /[\s"'<>]/g, at: -1 }, path: { sign: /[\n"'<>)\]|]/g, at: -1 } }
  return spans.toSorted(byStart).map((span) => {
    if (!span.isCut) return span
    const rest = span.kind === 'path' ? ends.path : ends.word
    if (span.end > rest.at) {
      rest.sign.lastIndex = span.end
      rest.at = rest.sign.exec(text)?.index ?? text.length
    }
    return { ...span, end: rest.at }
  })
}

const byStart = (one: Span, other: Span): number => one.start - other.start || other.end - one.end

/** Overlapping spans become one, of the first one's kind. */
function merge(spans: Span[]): Span[] {
  const merged: Span[] = []
  for (const span of spans.toSorted(byStart)) {
    const last = merged.at(-1)
    if (last && span.start < last.end) last.end = Math.max(last.end, span.end)
    else merged.push({ ...span })
  }
  return merged
}
