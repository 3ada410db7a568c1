/** Where a link of a long description leads, in an unambiguous form. */
import { LONGEST_LINK } from '../../../../../shared/models/connection.ts'

/** Characters shown of an address that is too long. */
const BEGINNING = 500

export interface LinkTarget {
  /** Without a host, the whole address is in the first part. */
  parts: [before: string, host: string, after: string]
  /** Main would open it: https, without user name or password. */
  opens: boolean
  /** `parts` has only its beginning. */
  isTooLong: boolean
}

/**
 * Parses as the browser does: other scripts in the host become punycode; invisible and bidi characters are percent-encoded.
 * @param base the provider's base address, for relative ones
 */
export function linkTarget(address: string, base: string | null): LinkTarget {
  // Not parsed: the host may be behind the part that is shown, after a user name.
  if (address.length > LONGEST_LINK) {
    return { parts: [`${visible(address.slice(0, BEGINNING))}…`, '', ''], opens: false, isTooLong: true }
  }
  return { ...targetOf(address, base), isTooLong: false }
}

function targetOf(address: string, base: string | null): Omit<LinkTarget, 'isTooLong'> {
  const relative = !/^\s*[a-z][a-z\d+.-]*:/i.test(address)
  const url = relative && base !== null ? URL.parse(address, `${base}/`) : URL.parse(address)
  if (!url) return { parts: [visible(address), '', ''], opens: false }
  const written = visible(url.href)
  const at = url.host === '' ? -1 : written.indexOf(url.host, url.protocol.length + credentials(url))
  if (at < 0) return { parts: [written, '', ''], opens: false }
  const named = url.username !== '' || url.password !== ''
  // Parsers disagree on `https:elsewhere` and `\\elsewhere`: main takes neither.
  const plain = !/^[^?#]*\\/.test(address) && (relative || /^\s*[a-z][a-z\d+.-]*:\/\/[^/]/i.test(address))
  const opens = url.protocol === 'https:' && !named && plain
  return { parts: [written.slice(0, at), url.host, written.slice(at + url.host.length)], opens }
}

/** Length of `//user:password@`, so that a host inside it is not taken for the host. */
const credentials = ({ username, password }: URL): number =>
  2 + (username + password === '' ? 0 : username.length + 1 + (password === '' ? 0 : password.length + 1))

const visible = (text: string): string => text.toWellFormed().replaceAll(/[^\x20-\x7e]/gu, encodeURIComponent)
