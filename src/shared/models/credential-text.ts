/** Tells whether the text of a provider's definition holds a credential. A definition is exported and shared, so it must hold none. */
import { isCredentialName } from './credential-names.ts'

const UUID = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/i
const WHOLE_UUID = new RegExp(`^${UUID.source}$`, 'i')
const USER_INFO = /:\/\/[^\s/?#@]*@/
const NAMED = /\b(?:passw(?:or)?d|secret|token|api[ _-]?key)\s?[:=]/i
const LONGEST_WORD = 39

/** Generated text: digits and letters take turns, as in no word. `oauth2authorization` and `ISO8601timestamp` change twice. */
function isGenerated(run: string): boolean {
  const changes = run.match(/\d(?=\D)|\D(?=\d)/g)?.length ?? 0
  return run.length > LONGEST_WORD || /^\d+$/.test(run) || changes >= (run.length < 20 ? 5 : 3)
}

/** @param text of at most a few thousand characters */
export const holdsCredential = (text: string): boolean =>
  UUID.test(text) ||
  USER_INFO.test(text) ||
  NAMED.test(text) ||
  (text.match(/[a-z\d]{16,}/gi)?.some(isGenerated) ?? false)

const EMAIL = /^[^\s@]+@[^\s@]+\.[a-z]{2,}$/i

/** Shorter parts of a key are words. */
const SHORTEST_PART = 8

/**
 * What a provider must not repeat of a key: all of it, and of one such as `KEY:SECRET` what follows the first colon. What stands
 * before it may be an email or a customer number, which other texts have rightly: it counts where it looks like a credential.
 */
export function secretsInKey(key: string): string[] {
  const at = key.indexOf(':')
  if (at < 0) return [key]
  const [first, rest] = [key.slice(0, at), key.slice(at + 1)]
  const isKnown = holdsCredential(first)
  // Most of a secret counts as the secret, so that the whole would hide the email.
  if (rest.length <= 1 && EMAIL.test(first) && !isKnown) return []
  // `KEY:` and `KEY:x` have no other secret.
  if (rest.length <= 1 || isKnown) return [key, ...[rest, first].filter(isLong)]
  // The beginning of a secret counts as the secret, so a long email before a short one would.
  return [isLong(rest) ? rest : key]
}
const isLong = (part: string): boolean => part.length >= SHORTEST_PART

/** What such a parameter may say without being a credential. */
const HARMLESS = /^(?:\{id\}|\{userId\}|true|false|)$/

/** As the server reads it. What stands for no ASCII character stays as it is. */
const decoded = (text: string): string =>
  text.replaceAll(/%([2-7][\da-f])/gi, (_escape, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))

/** Words that stand before keys, as in `sk_…`. */
const KEY_WORDS =
  '[spr]k|keys?|api|apikey|tok|token|secret|pat|gh[opsu]|xox[bp]|whsec|shpat|glpat|live|test|auth|pass|pwd|jwt'
/** Forms of ids that keys have, too: hexadecimal digits, many digits, or a short word for what has the id, as in `ctm_01gw1xk4…`. */
const MAYBE_ID = new RegExp(
  String.raw`^(?:[\da-f]{24}|[\da-f]{32}|\d{16,20}|(?!(?:${KEY_WORDS})_)[a-z]{2,6}_[a-z\d]{14,32})$`,
  'i'
)
const isMaybeId = (text: string): boolean => MAYBE_ID.test(text) || WHOLE_UUID.test(text)

interface PathTexts {
  segments: string[]
  parameters: { name: string; value: string }[]
}

function textsIn(template: string): PathTexts {
  const [path = '', query = ''] = template.split('?', 2)
  const parameters = query.split('&').map((parameter) => {
    const [name = '', value = ''] = parameter.split('=', 2).map(decoded)
    return { name, value }
  })
  return { segments: decoded(path).split('/'), parameters }
}

/** A parameter with a credential's name holds one, whatever its text. What may be an id is no credential: see maybeKeysIn. */
export function pathHoldsCredential(template: string): boolean {
  const { segments, parameters } = textsIn(template)
  if (holdsCredential(segments.filter((segment) => !isMaybeId(segment)).join('/'))) return true
  return parameters.some(({ name, value }) => {
    const isNamed = isCredentialName(name) || /^(?:auth|key)$/i.test(name)
    return isNamed ? !HARMLESS.test(value) : !isMaybeId(value) && holdsCredential(value)
  })
}

/** Ids in a path that may as well be keys: only who wrote them knows. A UUID between slashes is the id of an organization or project. */
export function maybeKeysIn(template: string): string[] {
  const { segments, parameters } = textsIn(template)
  const values = parameters.map(({ value }) => value)
  return [...segments.filter((segment) => !WHOLE_UUID.test(segment)), ...values].filter(isMaybeId)
}
