/** Where a link of a long description leads, in a form that can't be mistaken for another. */

/** Longest address that main takes. */
const MAX_LENGTH = 4096

export interface LinkTarget {
  /** The address in three parts: before the host, the host, after it. Without a host it is all in the first. */
  parts: [before: string, host: string, after: string]
  /** Main would open it: https, and nobody's name or password in it. */
  opens: boolean
}

/**
 * As the browser will read it, not as it was written: letters of other scripts in the host are shown as punycode, and signs that
 * can't be seen or that turn the writing around are percent-encoded.
 * @param base the provider's base address, from which a relative one starts
 */
export function linkTarget(address: string, base: string | null): LinkTarget {
  const relative = !/^\s*[a-z][a-z\d+.-]*:/i.test(address)
  const url = relative && base !== null ? URL.parse(address, `${base}/`) : URL.parse(address)
  if (!url) return { parts: [visible(address), '', ''], opens: false }
  const written = visible(url.href)
  const at = url.host === '' ? -1 : written.indexOf(url.host, url.protocol.length + credentials(url))
  if (at < 0) return { parts: [written, '', ''], opens: false }
  const named = url.username !== '' || url.password !== ''
  // `https:elsewhere` and `\\elsewhere` lead to other places in one reading than in the next: main takes neither.
  const plain = !/^[^?#]*\\/.test(address) && (relative || /^\s*[a-z][a-z\d+.-]*:\/\/[^/]/i.test(address))
  const opens = url.protocol === 'https:' && !named && plain && address.length <= MAX_LENGTH
  return { parts: [written.slice(0, at), url.host, written.slice(at + url.host.length)], opens }
}

/** Characters of `//user:password@`, so that a host said in there is not taken for the host. */
const credentials = ({ username, password }: URL): number =>
  2 + (username + password === '' ? 0 : username.length + 1 + (password === '' ? 0 : password.length + 1))

const visible = (text: string): string => text.toWellFormed().replaceAll(/[^\x20-\x7e]/gu, encodeURIComponent)
