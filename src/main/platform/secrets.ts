/** Blots out what was sent in secret, in every form in which a platform may say it back. */

/** Gives a text back without the secrets in it, the same text where there are none. */
export type Blot = (text: string) => string

export const BLOTTED = '•••'

/** A shorter secret would blot out ordinary letters: of a sentence, or of thousands of records. In characters. */
export const SHORTEST_SECRET = { words: 4, data: 8 } as const

/** Makes a blot for these secrets; those shorter than `shortest` are left alone. */
export function blotter(secrets: readonly string[], shortest: number = SHORTEST_SECRET.data): Blot {
  // The longest first: one secret may be the beginning of another.
  const usable = [...new Set(secrets)].filter((one) => one.length >= shortest).sort((a, b) => b.length - a.length)
  if (usable.length === 0) return (text) => text
  // No form of a secret is shorter than the secret.
  const least = usable.at(-1)?.length ?? 0
  const plain = new RegExp(usable.map(lettersOf).join('|'), 'gi')
  const base64 = new RegExp(usable.flatMap(base64Of).join('|'), 'g')
  return (text) => (text.length < least ? text : text.replace(plain, BLOTTED).replace(base64, BLOTTED))
}

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/** A pattern for the secret, each letter as it is or as it is encoded; letters that no encoding touches as they are. */
function lettersOf(secret: string): string {
  return (secret.match(/\\+|[^\\]/gu) ?? [])
    .map((letter) => (/^[\w.~-]$/.test(letter) ? literal(letter) : `(?:${formsOf(letter).join('|')})`))
    .join('')
}

const ENTITIES: Record<string, string> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' }
const CONTROLS: Record<string, string> = { '\b': 'b', '\t': 't', '\n': 'n', '\f': 'f', '\r': 'r' }

/** Backslashes before a letter: one for JSON, more for JSON in JSON. Bounded, so that no text makes the search long. */
const MOST_BACKSLASHES = 8

/** Patterns for a letter (or for a run of backslashes) as it is, and as JSON, addresses and pages write it. */
function formsOf(letter: string): string[] {
  const hex = (number: number, digits: number): string => number.toString(16).padStart(digits, '0')
  // Encoded twice, a percent sign is %25.
  const percent = Array.from(Buffer.from(letter), (byte) => `%(?:25){0,3}${hex(byte, 2)}`).join('')
  const escapes = `\\\\{1,${MOST_BACKSLASHES}}`
  if (letter.startsWith('\\')) {
    const count = letter.length
    return [`\\\\{${count},${count * MOST_BACKSLASHES}}`, percent, `(?:${escapes}u005c|&#0*92;|&#x0*5c;){${count}}`]
  }
  const code = letter.codePointAt(0) ?? 0
  const units = Array.from({ length: letter.length }, (_none, at) => hex(letter.charCodeAt(at), 4))
  const forms = [
    `\\\\{0,${MOST_BACKSLASHES}}${literal(letter)}`,
    units.map((unit) => `${escapes}u${unit}`).join(''),
    percent,
    `&#(?:0*${code}|x0*${hex(code, 1)});`
  ]
  if (letter === ' ') forms.push('\\+')
  if (letter in CONTROLS) forms.push(`${escapes}${CONTROLS[letter]}`)
  if (letter in ENTITIES) forms.push(`&${ENTITIES[letter]};`)
  return forms
}

/** In base64 and base64url, wherever it begins in what was encoded: without the letters that it shares with its neighbours. */
function base64Of(secret: string): string[] {
  const bytes = Buffer.from(secret)
  return [0, 1, 2].map((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes])
    const stem = whole.toString('base64').slice(Math.ceil((before * 8) / 6), Math.floor((whole.length * 8) / 6))
    return `${stem.replaceAll('+', '(?:[+-]|%2[Bb])').replaceAll('/', '(?:\\\\?[/_]|%2[Ff])')}[\\w+/-]?=*`
  })
}

/** The text without names and passwords in the addresses in it. */
export function withoutUserInfo(text: string): string {
  if (!text.includes('@') || !text.includes('//')) return text
  return text.replace(/\/\/[^\s/?#"'<>\\]+@/g, `//${BLOTTED}@`)
}
