/** Removes what nobody sees from pasted text: web pages and e-mails contain it, and a host or a token with it is another one. */

/** Zero-width and direction characters, soft hyphens and byte order marks. */
const INVISIBLE = /[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF]/gu

/** Some scripts need these inside their words. */
const JOINERS = /[\u200C\u200D]/gu

const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text)

/** Spaces inside the text stay, because they can be seen; non-ASCII ones at its ends don't. */
export function withoutInvisible(text: string): string {
  const visible = withoutOuterSpaces(text.replace(INVISIBLE, ''))
  const bare = visible.replace(JOINERS, '')
  return isAscii(bare) ? bare : visible
}

function withoutOuterSpaces(text: string): string {
  const inner = text.trim()
  if (inner === '') return ''
  const at = text.indexOf(inner)
  const outer = [text.slice(0, at), text.slice(at + inner.length)]
  return outer.every(isAscii) ? text : inner
}

/** A token without its scheme, such as "Bearer" or "Zoho-oauthtoken", and the line breaks of its e-mail or terminal. */
export function pastedToken(typed: string): string {
  const text = withoutInvisible(typed)
    .trim()
    .replace(/^(bearer(\s+|$)|(static|([a-z]+-)?(oauth)?token|([a-z]+-)?(api-?)?key)\s+)/i, '')
  return text
    .split(/[\r\n\u2028\u2029]/)
    .map((line) => line.trim())
    .join('')
}
