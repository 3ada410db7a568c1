/** Tells whether the text of a provider's definition holds a credential. A definition is exported and shared, so it must hold none. */
import { isCredentialName } from './credential-names.ts'

const UUID = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/i
const UUID_SEGMENT = new RegExp(`/${UUID.source}(?=/|$)`, 'gi')
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

/** What such a parameter may say without being a credential. */
const HARMLESS = /^(?:\{id\}|\{userId\}|true|false|)$/

/** As the server reads it. What stands for no ASCII character stays as it is. */
const decoded = (text: string): string =>
  text.replaceAll(/%([2-7][\da-f])/gi, (_escape, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))

/** A UUID in a path is the id of an organization or project. A parameter with a credential's name holds one, whatever its text. */
export function pathHoldsCredential(template: string): boolean {
  const [path = '', query = ''] = template.split('?', 2)
  if (holdsCredential(decoded(path).replaceAll(UUID_SEGMENT, '/'))) return true
  return query.split('&').some((parameter) => {
    const [name = '', value = ''] = parameter.split('=', 2).map(decoded)
    const isNamed = isCredentialName(name) || /^(?:auth|key)$/i.test(name)
    return isNamed ? !HARMLESS.test(value) : holdsCredential(value)
  })
}
