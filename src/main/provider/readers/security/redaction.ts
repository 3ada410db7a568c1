// Redacts secrets that a provider sends back, also encoded (docs/security.md). Escapes are decoded before the search.
// A provider chooses both the token and the text, so the cost grows linearly with either.
import { decodeEscapes, mayDecodeTo, type Places } from './decode-escapes.ts'
import { fold, mayBeShaped, rewrite } from './fold-text.ts'

export interface Redact {
  (text: string): string
  /** A secret has digits only, so it may come as a number. */
  hasNumbers?: true
}

export const REDACTED = '•••'

/** A shorter secret would match ordinary words in a sentence, or in thousands of records. In characters. */
export const SHORTEST_SECRET = { words: 4, data: 8 } as const

/** What stands between two lines of base64: a break, and blanks behind it. */
const LINE_BREAK =
  /(?:[\r\n]|\\{1,4}[rn]|%0[ad]|&#(?:1[03]|x0?[ad]);)(?:[ \t\r\n]|\\{1,4}[rnt]|%0[9ad]|%20|&#(?:9|1[03]|x0?[9ad]);)*/gi
/** Most texts have neither escapes nor lines. */
const MAY_BE_OTHER = /[\r\n\\%&]/
const ESCAPED_BREAK = /\\[rn]|%0[ad]|&#(?:1[03]|x0?[ad]);/i

/** The beginning of a secret counts as the secret, because providers cut long texts off: three quarters of it, at most 64 characters. */
const PREFIX = { share: 3 / 4, most: 64 } as const

interface Span {
  start: number
  end: number
}

interface Needle {
  text: string
  prefix: string
}

/** What is searched for: the secrets themselves in small letters, and their base64, where capitals matter. */
interface Needles {
  plain: Needle[]
  encoded: Needle[]
  /** A text without so many signs of base64 in a row has no encoded one. */
  leastRun: number
  signs: Uint8Array
}

export function createRedactor(secrets: readonly string[], shortest: number = SHORTEST_SECRET.data): Redact {
  const long = secrets.filter((secret) => secret.length >= shortest)
  const encodings = long.flatMap(encodingsOf)
  const asWritten = needlesOf(long, encodings, shortest, BASE64)
  if (asWritten.plain.length + asWritten.encoded.length === 0) return (text) => text
  // A sign in another shape is no escape, and isn't decoded. Of base64, decoding changes only the plus sign.
  const plain = [...long, ...long.map((secret) => decodeEscapes(secret).text)]
  const spaced = encodings.map((encoded) => encoded.replaceAll('+', ' '))
  const decoded = needlesOf(plain, [...encodings, ...spaced], shortest, DECODED_BASE64)
  const signs = [' ', '/', '=', '-', '_'].filter((sign) => spaced.some((encoded) => encoded.includes(sign)))
  const characters = charactersOf([
    ...plain.flatMap((text) => [text, text.toLowerCase(), text.toUpperCase()]),
    ...signs
  ])
  const hasSpace = long.some((secret) => secret.includes(' '))
  const findDecoded = (text: string, needles: Needles): Span[] => {
    if (!mayDecodeTo(text, characters) && !(hasSpace && text.includes('+'))) return []
    const { text: written, places } = decodeEscapes(text)
    return placed(findFolded(written, needles), places)
  }
  const findInLines = (text: string): Span[] => {
    if (!hasRunInLines(text, asWritten.leastRun) && !ESCAPED_BREAK.test(text)) return []
    const joined = rewrite(text, LINE_BREAK, () => '')
    const inJoined = findFolded(joined.text, { ...asWritten, plain: [] })
    return placed(inJoined.concat(findDecoded(joined.text, { ...decoded, plain: [] })), joined.places)
  }
  // Decoding makes no text longer.
  const least = [asWritten, decoded].flatMap(prefixesOf).reduce((one, other) => Math.min(one, other.length), Infinity)
  const redact: Redact = (text) => {
    if (text.length < shortest || (text.length < least && !mayBeShaped(text))) return text
    const asItIs = findFolded(text, asWritten)
    const spans =
      hasSpace || MAY_BE_OTHER.test(text) ? asItIs.concat(findDecoded(text, decoded), findInLines(text)) : asItIs
    return spans.length === 0 ? text : cutOut(text, spans)
  }
  if (long.some((secret) => NUMBER.test(secret.slice(0, prefixLength(secret.length, shortest)))))
    redact.hasNumbers = true
  return redact
}
/** As JavaScript writes them. */
const NUMBER = /^[-+.\de]+$/

function needlesOf(plain: readonly string[], encoded: readonly string[], shortest: number, signs: Uint8Array): Needles {
  const unique = (texts: readonly string[]): Needle[] =>
    [...new Set(texts)]
      .filter((text) => text.length >= shortest)
      .map((text) => ({ text, prefix: text.slice(0, prefixLength(text.length, shortest)) }))
  const inBase64 = unique(encoded)
  return {
    plain: unique(plain.map((text) => fold(text).folded)),
    encoded: inBase64,
    leastRun: inBase64.reduce<number>((least, { prefix }) => Math.min(least, prefix.length), PREFIX.most),
    signs
  }
}

const prefixesOf = ({ plain, encoded }: Needles): string[] => [...plain, ...encoded].map(({ prefix }) => prefix)

const charactersOf = (texts: readonly string[]): Set<number> =>
  new Set(texts.flatMap((text) => Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))))

function findFolded(text: string, needles: Needles): Span[] {
  const { seen, folded, places } = fold(text)
  const plain = findAll(folded, needles.plain)
  const spans = hasRun(seen, needles) ? plain.concat(findAll(seen, needles.encoded)) : plain
  return places === null ? spans : placed(spans, places)
}

const tableOf = (signs: RegExp): Uint8Array =>
  Uint8Array.from({ length: 0x80 }, (_, code) => (signs.test(String.fromCharCode(code)) ? 1 : 0))
const BASE64 = tableOf(/[\w+/-]/)
/** Decoded, a plus sign is a space. */
const DECODED_BASE64 = tableOf(/[\w+/ -]/)

/** Looks at the end of each possible run first, so at few characters of ordinary words. */
function hasRun(text: string, { leastRun, signs }: Needles): boolean {
  for (let end = leastRun - 1; end < text.length;) {
    let at = end
    while (at > end - leastRun && signs[text.charCodeAt(at)] === 1) at -= 1
    if (at === end - leastRun) return true
    end = at + leastRun
  }
  return false
}

/** Whether a run of that many signs goes on behind a line break, in few steps for ordinary words. */
function hasRunInLines(text: string, least: number): boolean {
  for (let at = text.search(/[\r\n]/); at >= 0;) {
    let count = 0
    while (count < least && BASE64[text.charCodeAt(at - 1 - count)] === 1) count += 1
    let isIndent = true
    let end = at
    for (; end < text.length && count < least; end += 1) {
      const code = text.charCodeAt(end)
      const isBreak = code === LINE_FEED || code === CARRIAGE_RETURN
      if (BASE64[code] === 1) count += 1
      else if (!isBreak && !(isIndent && (code === SPACE || code === TAB))) break
      isIndent = BASE64[code] !== 1
    }
    if (count >= least) return true
    // The breaks before belong to the same run.
    NEXT_BREAK.lastIndex = end
    at = NEXT_BREAK.exec(text)?.index ?? -1
  }
  return false
}
const NEXT_BREAK = /[\r\n]/g
const [TAB, LINE_FEED, CARRIAGE_RETURN, SPACE] = [0x09, 0x0a, 0x0d, 0x20] as const

function placed(spans: Span[], places: () => Pick<Places, 'starts' | 'ends'>): Span[] {
  if (spans.length === 0) return spans
  const { starts, ends } = places()
  return spans.map(({ start, end }) => ({ start: starts[start] ?? 0, end: ends[end - 1] ?? 0 }))
}

const prefixLength = (length: number, shortest: number): number =>
  Math.min(PREFIX.most, Math.max(shortest, Math.ceil(length * PREFIX.share)))

function findAll(text: string, needles: readonly Needle[]): Span[] {
  let spans: Span[] = []
  for (const needle of needles) if (text.includes(needle.prefix)) spans = spans.concat(findSpans(text, needle))
  return spans
}

// Finds the needle, and each longer part of it that begins with its prefix, by Knuth–Morris–Pratt: repeated `indexOf` takes
// text × needle steps for a needle that overlaps itself. The spans are in order and don't overlap.
function findSpans(text: string, { text: needle, prefix }: Needle): Span[] {
  const spans: Span[] = []
  const borders = bordersOf(needle)
  let matched = 0
  for (let at = text.indexOf(prefix); at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    while (matched > 0 && needle.charCodeAt(matched) !== code) matched = borders[matched - 1] ?? 0
    if (needle.charCodeAt(matched) === code) matched += 1
    if (matched < prefix.length) continue
    const start = at + 1 - matched
    const last = spans.at(-1)
    if (last && start < last.end) last.end = at + 1
    else spans.push({ start, end: at + 1 })
  }
  return spans
}

/** For each part of the needle from its start: the length of the longest shorter part that it also ends with. */
function bordersOf(needle: string): Int32Array {
  const borders = new Int32Array(needle.length)
  let matched = 0
  for (let at = 1; at < needle.length; at += 1) {
    const code = needle.charCodeAt(at)
    while (matched > 0 && needle.charCodeAt(matched) !== code) matched = borders[matched - 1] ?? 0
    if (needle.charCodeAt(matched) === code) matched += 1
    borders[at] = matched
  }
  return borders
}

function cutOut(text: string, spans: Span[]): string {
  let kept = ''
  let end = 0
  for (const span of spans.sort((one, other) => one.start - other.start)) {
    if (span.start >= end) kept += text.slice(end, span.start) + REDACTED
    end = Math.max(end, span.end)
  }
  return kept + text.slice(end)
}

/** In base64 also behind escapes, and once more in base64. */
function encodingsOf(secret: string): string[] {
  // Encoders for bytes take no half of a surrogate pair.
  const wellFormed = secret.toWellFormed()
  const inJson = JSON.stringify(wellFormed).slice(1, -1)
  const once = [wellFormed, inJson, encodeURIComponent(wellFormed)].flatMap(base64Encodings)
  const twice = [...new Set(base64Encodings(wellFormed))].flatMap(base64Encodings)
  return [...new Set([...once, ...twice])]
}

// Of the text alone, and as a part of something longer: its characters then depend on how many bytes precede it, modulo three.
// The characters that it shares with its neighbours are left out. Without its padding, the first one begins as it does.
function base64Encodings(text: string): string[] {
  const alone = Buffer.from(text)
  const parts = [0, 1, 2].map((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), alone])
    return bytes.toString('base64').slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6))
  })
  return [alone.toString('base64'), ...parts].flatMap((encoded) => [
    encoded,
    encoded.replaceAll('+', '-').replaceAll('/', '_')
  ])
}

export function withoutUserInfo(text: string): string {
  if (!text.includes('@') || !text.includes('//')) return text
  return text.replace(/\/\/[^\s/?#"'<>\\]+@/g, `//${REDACTED}@`)
}
