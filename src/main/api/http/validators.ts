/** Validators: what a platform says of an answer so that the next request can ask whether it has changed. */
import { createHash } from 'node:crypto'
import type { Validators } from '../../core/ports/index.ts'
import type { Redact } from '../security/redaction.ts'
import type { Reply } from './transport.ts'

/**
 * To be raised when a reader, or the catalogue's rows, make something else of the same bytes than before: what is stored is
 * then fetched again, changed or not, and no record of a list is taken for known.
 */
export const READERS_VERSION = 7

const LONGEST = 1024

/**
 * What validators are good for: this address (its credential not in it), read by these readers.
 * @param readBy the account's settings that the reading went by, if any: read otherwise, the same answer is another
 */
export function validity(url: URL, readBy: unknown = null): string {
  return createHash('sha256')
    .update(`${READERS_VERSION} ${url.href} ${JSON.stringify(readBy)}`)
    .digest('hex')
    .slice(0, 32)
}

export type Conditions = Record<string, string>

/** The headers that make a request conditional; null when nothing is known, or not of this address. */
export function conditionsOf(known: Validators | null | undefined, of: string): Conditions | null {
  if (!known || known.of !== of) return null
  const conditions: Conditions = {}
  if (isHeaderSafe(known.etag)) conditions['If-None-Match'] = known.etag
  if (isHeaderSafe(known.lastModified)) conditions['If-Modified-Since'] = known.lastModified
  return Object.keys(conditions).length > 0 ? conditions : null
}

/** Those of a reply; null when it has none that may be kept and sent again. */
export function validatorsIn(reply: Reply, of: string, redact: Redact): Validators | null {
  const usable = (name: string): string | null => {
    const value = reply.header(name)
    // They are stored in plain, so one that says the secret back is none.
    return isHeaderSafe(value) && redact(value) === value ? value : null
  }
  const etag = usable('etag')
  const lastModified = usable('last-modified')
  return etag === null && lastModified === null ? null : { etag, lastModified, of }
}

function isHeaderSafe(value: string | null): value is string {
  return value !== null && value.length <= LONGEST && /^[\x21-\x7e]+( [\x21-\x7e]+)*$/.test(value)
}
