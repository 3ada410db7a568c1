/** Blots out what was sent in secret, in every form in which a platform may say it back. */

/** Gives a text back without the secrets in it, the same text where there are none. */
export type Blot = (text: string) => string

export const BLOTTED = '•••'

/** A shorter secret would blot out ordinary letters: of a sentence, or of thousands of records. In characters. */
export const SHORTEST_SECRET = { words: 4, data: 8 } as const

/** Makes a blot for these secrets; those shorter than `shortest` are left alone. */
export function blotter(secrets: readonly string[], shortest: number = SHORTEST_SECRET.data): Blot {
  const parts = secrets.flatMap((secret) => secret.split(LONG_RUN))
  // The longest first: one secret may be the beginning of another.
  const usable = [...new Set(parts)].filter((one) => one.length >= shortest).sort((a, b) => b.length - a.length)
  if (usable.length === 0) return (text) => text
  // No form of a secret is shorter than the secret.
  const least = usable.at(-1)?.length ?? 0
  const plain = usable.map((secret) => chainOf(lettersOf(secret), 'i'))
  const base64 = usable.flatMap(asSent).flatMap((text) => base64Of(text).map((signs) => chainOf(signs, '')))
  // Most texts have nothing of it, so all are looked for at once.
  const any = [headsOf(plain, 'i'), headsOf(base64, '')]
  return (text) => {
    if (text.length < least || !any.some((heads) => heads.test(text))) return text
    return [...plain, ...base64].reduce(without, text)
  }
}

/**
 * A secret's patterns, one after the other. A pattern of a whole long token would be too large for the engine, and a text that
 * begins it again and again would be searched for minutes: what has the head counts as the secret, as far as it goes.
 */
interface Chain {
  head: RegExp
  rest: RegExp[]
}

/** Letters in one pattern of a chain. */
const LINK = 64

/** Backslashes in a row that are no part of a secret any more: each may have come as eight. */
const LONG_RUN = /\\{5,}/

function chainOf(letters: readonly string[], flags: string): Chain {
  const links: string[][] = [[]]
  for (const letter of letters) {
    const last = links.at(-1)
    if (last && last.length < LINK) last.push(letter)
    else links.push([letter])
  }
  const [head = '', ...rest] = links.map((link) => link.join(''))
  return { head: new RegExp(head, `g${flags}`), rest: rest.map((link) => new RegExp(link, `y${flags}`)) }
}

const headsOf = (chains: readonly Chain[], flags: string): RegExp =>
  new RegExp(chains.map(({ head }) => head.source).join('|'), flags)

function without(text: string, { head, rest }: Chain): string {
  let left = ''
  let from = 0
  head.lastIndex = 0
  for (let found = head.exec(text); found; found = head.exec(text)) {
    left += text.slice(from, found.index) + BLOTTED
    from = head.lastIndex
    for (const link of rest) {
      link.lastIndex = from
      if (!link.test(text)) break
      from = link.lastIndex
    }
    head.lastIndex = from
  }
  return left + text.slice(from)
}

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/**
 * A pattern for each letter of the secret, as it is or as it is encoded; letters that no encoding touches as they are. A run of
 * backslashes is in one with the letter after it, which may have backslashes of its own.
 */
function lettersOf(secret: string): string[] {
  const patternOf = (letter: string): string =>
    /^[\w.~-]$/.test(letter) ? literal(letter) : `(?:${formsOf(letter).join('|')})`
  return (secret.match(/\\+[^\\]?|[^\\]/gu) ?? []).map((part) =>
    (part.match(/\\+|[^\\]/gu) ?? []).map(patternOf).join('')
  )
}

const ENTITIES: Record<string, string> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' }
const CONTROLS: Record<string, string> = { '\b': 'b', '\t': 't', '\n': 'n', '\f': 'f', '\r': 'r' }

/** Backslashes before a letter: one for JSON, more for JSON in JSON. Bounded, so that no text makes the search long. */
const MOST_BACKSLASHES = 8

/**
 * A backslash as an address writes it. Only before what JSON escapes: before a percent sign there would be many ways to read
 * the same text, and some text would be read in all of them.
 */
const BACKSLASH = '%(?:25){0,3}5c'
const ESCAPED_BY_JSON = /^["/\p{Cc}]$/u

/** Patterns for a letter (or for a run of backslashes) as it is, and as JSON, addresses and pages write it. */
function formsOf(letter: string): string[] {
  const hex = (number: number, digits: number): string => number.toString(16).padStart(digits, '0')
  // Encoded twice, a percent sign is %25.
  const percent = Array.from(Buffer.from(letter), (byte) => `%(?:25){0,3}${hex(byte, 2)}`).join('')
  const escapes = `\\\\{1,${MOST_BACKSLASHES}}`
  if (letter.startsWith('\\')) {
    const count = letter.length
    const most = count * MOST_BACKSLASHES
    return [
      `\\\\{${count},${most}}`,
      `(?:${BACKSLASH}){${count},${most}}`,
      `(?:${escapes}u005c|&#0*92;|&#x0*5c;){${count}}`
    ]
  }
  const code = letter.codePointAt(0) ?? 0
  const units = Array.from({ length: letter.length }, (_none, at) => hex(letter.charCodeAt(at), 4))
  const forms = [
    `\\\\{0,${MOST_BACKSLASHES}}${literal(letter)}`,
    ESCAPED_BY_JSON.test(letter) ? `(?:${BACKSLASH}){0,${MOST_BACKSLASHES}}${percent}` : percent,
    units.map((unit) => `${escapes}u${unit}`).join(''),
    `&#(?:0*${code}|x0*${hex(code, 1)});`
  ]
  if (letter === ' ') forms.push('\\+')
  if (letter in CONTROLS) forms.push(`${escapes}${CONTROLS[letter]}`)
  if (letter in ENTITIES) forms.push(`&${ENTITIES[letter]};`)
  return forms
}

const BASE64: Record<string, string> = { '+': '(?:[+-]|%2[Bb])', '/': '(?:\\\\?[/_]|%2[Ff])' }

/** How a secret stands in a request that may be encoded as a whole: as it is, in JSON, in an address. */
const asSent = (secret: string): string[] => [
  ...new Set([secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret.toWellFormed())])
]

/**
 * Patterns for the signs in base64 and base64url, wherever it begins in what was encoded: without those that it shares with its
 * neighbours.
 */
function base64Of(secret: string): string[][] {
  const bytes = Buffer.from(secret)
  return [0, 1, 2].map((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes])
    const stem = whole.toString('base64').slice(Math.ceil((before * 8) / 6), Math.floor((whole.length * 8) / 6))
    return [...Array.from(stem, (sign) => BASE64[sign] ?? sign), '[\\w+/-]?=*']
  })
}

/** The text without names and passwords in the addresses in it. */
export function withoutUserInfo(text: string): string {
  if (!text.includes('@') || !text.includes('//')) return text
  return text.replace(/\/\/[^\s/?#"'<>\\]+@/g, `//${BLOTTED}@`)
}
