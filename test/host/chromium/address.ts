/**
 * Chromium as such has no app:// scheme, so pages live on an https origin that stands for it:
 * app://portside/x ↔ https://portside.app-scheme.invalid/x. (.invalid can never be a real host, RFC 2606.)
 */
const STAND_IN = /https:\/\/([a-z0-9.-]+)\.([a-z][a-z0-9+-]*)-scheme\.invalid(?=[/:?#\s;,'"]|$)/g

/** Any text with stand-in origins in it, as the app would see it. */
export const toApp = (text: string): string => text.replace(STAND_IN, (_, host, scheme) => `${scheme}://${host}`)

/** Any text with addresses of these schemes in it, as Chromium must see it. */
export function toChromium(text: string, schemes: Iterable<string>): string {
  let result = text
  for (const scheme of schemes) {
    result = result
      .replace(new RegExp(`\\b${scheme}://([a-z0-9.-]+)`, 'g'), `https://$1.${scheme}-scheme.invalid`)
      // A bare scheme, as in a Content-Security-Policy source list.
      .replace(new RegExp(`(^|[\\s;])${scheme}:(?=[\\s;]|$)`, 'g'), `$1https://*.${scheme}-scheme.invalid`)
  }
  return result
}

export const schemeOf = (url: string): string => /^([a-z][a-z0-9+.-]*):/i.exec(url)?.[1]?.toLowerCase() ?? ''
