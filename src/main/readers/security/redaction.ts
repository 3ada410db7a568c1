// Redacts secrets that a provider sends back, also encoded (docs/security.md). Escapes are decoded before the search.
// A provider chooses both the token and the text, so the cost grows linearly with either.
import { decodeEscapes, mayDecodeTo } from './decode-escapes.ts'

export type Redact = (text: string) => string

export const REDACTED = '•••'

/** A shorter secret would match ordinary words in a sentence, or in thousands of records. In characters. */
export const SHORTEST_SECRET = { words: 4, data: 8 } as const

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

export function createRedactor(secrets: readonly string[], shortest: number = SHORTEST_SECRET.data): Redact {
  const needlesOf = (texts: string[]): Needle[] =>
    [...new Set(texts)]
      .filter((text) => text.length >= shortest)
      .map((text) => ({ text, prefix: text.slice(0, prefixLength(text.length, shortest)) }))
  const forms = secrets.filter((secret) => secret.length >= shortest).flatMap(formsOf)
  const plain = needlesOf(forms)
  const hasSpace = forms.some((form) => form.includes(' '))
  const decoded = needlesOf(forms.map((form) => decodeEscapes(form).text))
  const characters = new Set(
    decoded.flatMap(({ text }) => Array.from({ length: text.length }, (_, at) => text.charCodeAt(at)))
  )
  const mayBeEscaped = (text: string): boolean => mayDecodeTo(text, characters) || (hasSpace && text.includes('+'))
  return (text) => {
    if (text.length < shortest || plain.length === 0) return text
    const asItIs = findAll(text, plain)
    const escaped = mayBeEscaped(text) ? findDecoded(text, decoded) : []
    return asItIs.length + escaped.length === 0 ? text : cutOut(text, [...asItIs, ...escaped])
  }
}

function findDecoded(text: string, needles: readonly Needle[]): Span[] {
  const { text: decoded, places } = decodeEscapes(text)
  const spans = findAll(decoded, needles)
  if (spans.length === 0) return []
  const { starts, ends } = places()
  return spans.map(({ start, end }) => ({ start: starts[start] ?? 0, end: ends[end - 1] ?? text.length }))
}

const prefixLength = (length: number, shortest: number): number =>
  Math.min(PREFIX.most, Math.max(shortest, Math.ceil(length * PREFIX.share)))

function findAll(text: string, needles: readonly Needle[]): Span[] {
  const hits = needles.filter(({ prefix }) => text.includes(prefix))
  return hits.length === 0 ? [] : hits.flatMap((needle) => findSpans(text, needle))
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

/** The forms that are searched for, in the text as it is and with its escapes decoded. */
function formsOf(secret: string): string[] {
  // Encoders for bytes take no half of a surrogate pair.
  const wellFormed = secret.toWellFormed()
  const inJson = JSON.stringify(wellFormed).slice(1, -1)
  return [
    ...[secret, secret.toLowerCase(), secret.toUpperCase()],
    ...[wellFormed, inJson, encodeURIComponent(wellFormed)].flatMap(base64Encodings)
  ]
}

// Of the text alone, and as a part of something longer: its characters then depend on how many bytes precede it, modulo three.
// The characters that it shares with its neighbours are left out.
function base64Encodings(text: string): string[] {
  const alone = Buffer.from(text)
  const parts = [0, 1, 2].map((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), alone])
    return bytes.toString('base64').slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6))
  })
  const unpadded = alone.toString('base64').replaceAll('=', '')
  return [alone.toString('base64'), unpadded, ...parts].flatMap((encoded) => [
    encoded,
    encoded.replaceAll('+', '-').replaceAll('/', '_')
  ])
}

export function withoutUserInfo(text: string): string {
  if (!text.includes('@') || !text.includes('//')) return text
  return text.replace(/\/\/[^\s/?#"'<>\\]+@/g, `//${REDACTED}@`)
}
