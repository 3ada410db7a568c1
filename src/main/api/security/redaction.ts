// Redacts secrets that a provider sends back, in a fixed list of encodings (docs/security.md).
// A provider chooses both the token and the text, so the cost grows linearly with either.

export type Redact = (text: string) => string

export const REDACTED = '•••'

/** A shorter secret would match ordinary words in a sentence, or in thousands of records. In characters. */
export const SHORTEST_SECRET = { words: 4, data: 8 } as const

/** The first characters of a longer secret count as the secret, because providers cut long texts off. */
const PREFIX = 64

interface Span {
  start: number
  end: number
}

interface Needle {
  text: string
  prefix: string
}

export function createRedactor(secrets: readonly string[], shortest: number = SHORTEST_SECRET.data): Redact {
  const encoded = secrets.filter((secret) => secret.length >= shortest).flatMap(encodingsOf)
  const needles = [...new Set(encoded)].map((text): Needle => ({ text, prefix: text.slice(0, PREFIX) }))
  const shortestPrefix = Math.min(...needles.map(({ prefix }) => prefix.length))
  return (text) => {
    if (text.length < shortestPrefix) return text
    const hits = needles.filter(({ prefix }) => text.includes(prefix))
    return hits.length === 0
      ? text
      : cutOut(
          text,
          hits.flatMap((needle) => findSpans(text, needle))
        )
  }
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

type Encode = (text: string) => string

/** The encodings that are searched for. Each is complete: a mix of two of them is not found. */
function encodingsOf(secret: string): string[] {
  // Encoders for bytes take no half of a surrogate pair.
  const wellFormed = secret.toWellFormed()
  const inJson = JSON_WRITERS.map((write) => write(secret))
  const percent = percentEncodings(wellFormed)
  return [
    ...[secret, secret.toLowerCase(), secret.toUpperCase()],
    ...[...inJson, ...inJson.map(json)],
    ...[...percent, ...percent.map(encodeURIComponent), ...percentEncodings(json(wellFormed))],
    ...HTML_QUOTES.map((quotes) => html(secret, quotes)),
    ...HTML_WRITERS.map((write) => write(secret)),
    ...[wellFormed, json(wellFormed), encodeURIComponent(wellFormed)].flatMap(base64Encodings)
  ]
}

const json: Encode = (text) => JSON.stringify(text).slice(1, -1)
const asciiJson: Encode = (text) => json(text).replace(/[^ -\x7f]/g, escapeUnit)
const escapeUnit: Encode = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
const escapeUnitInCapitals: Encode = (unit) => `\\u${escapeUnit(unit).slice(2).toUpperCase()}`

const JSON_WRITERS: readonly Encode[] = [
  json,
  // Python
  asciiJson,
  // PHP, with and without JSON_UNESCAPED_UNICODE
  (text) => asciiJson(text).replaceAll('/', '\\/'),
  (text) => json(text).replaceAll('/', '\\/'),
  // .NET
  (text) =>
    json(text)
      .replaceAll('\\"', '\\u0022')
      .replace(/[&'+<>`]|[^ -\x7f]/g, escapeUnitInCapitals),
  // Go, Rails
  (text) => json(text).replace(/[&<>]/g, escapeUnit),
  // Gson
  (text) => json(text).replace(/[&<>='\u2028\u2029]/g, escapeUnit)
]

const percentByte: Encode = (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`

function percentEncodings(text: string): string[] {
  const inScript = encodeURIComponent(text)
  // RFC 3986
  const strict = inScript.replace(/[!'()*]/g, percentByte)
  const inForm = new URLSearchParams({ '': text }).toString().slice(1)
  const inPath = strict.replaceAll('%2F', '/')
  // Go
  const inSegment = strict.replace(/%(?:24|26|2B|3A|3D|40)/g, decodeURIComponent)
  const all = [inScript, strict, strict.replaceAll('%20', '+'), inForm, encodeURI(text), inPath, inSegment]
  return [...all, ...all.map(inLowerHex)]
}

const inLowerHex: Encode = (encoded) => encoded.replace(/%../g, (byte) => byte.toLowerCase())

const HTML_QUOTES = [
  ['&quot;', '&#39;'],
  ['&quot;', '&#039;'],
  ['&quot;', '&#x27;'],
  ['&quot;', '&apos;'],
  ['&#34;', '&#39;'],
  ['&quot;', "'"],
  ['"', "'"]
] as const

const html = (text: string, [quote, apostrophe]: readonly [string, string]): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', quote)
    .replaceAll("'", apostrophe)

const HTML_WRITERS: readonly Encode[] = [
  // validator.js
  (text) =>
    html(text, ['&quot;', '&#x27;']).replaceAll('/', '&#x2F;').replaceAll('\\', '&#x5C;').replaceAll('`', '&#96;'),
  // Mustache
  (text) =>
    html(text, ['&quot;', '&#39;']).replaceAll('/', '&#x2F;').replaceAll('=', '&#x3D;').replaceAll('`', '&#x60;')
]

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
    encoded.replaceAll('+', '-').replaceAll('/', '_'),
    encodeURIComponent(encoded),
    inLowerHex(encodeURIComponent(encoded))
  ])
}

export function withoutUserInfo(text: string): string {
  if (!text.includes('@') || !text.includes('//')) return text
  return text.replace(/\/\/[^\s/?#"'<>\\]+@/g, `//${REDACTED}@`)
}
