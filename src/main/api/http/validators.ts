/** Validators of HTTP caching: they let the next request ask whether an answer has changed. */
import { createHash } from 'node:crypto'
import type { Validators } from '../../core/ports/index.ts'
import type { Redact } from '../security/redaction.ts'
import type { Reply } from './reply.ts'

/**
 * Raise it when a reader, or the catalogue's rows, make something else of the same bytes: stored data is then fetched
 * again.
 */
export const READERS_VERSION = 7

const LONGEST = 1024

/**
 * Identifies the answer that validators belong to: the URL without its credential, and the readers.
 * @param readBy the settings that the reader used: with other settings the same answer reads differently
 */
export function validity(url: URL, readBy: unknown = null): string {
  return createHash('sha256')
    .update(`${READERS_VERSION} ${url.href} ${JSON.stringify(readBy)}`)
    .digest('hex')
    .slice(0, 32)
}

export type Conditions = Record<string, string>

/** The headers of a conditional request; null without validators for this URL. */
export function conditionsOf(known: Validators | null | undefined, of: string): Conditions | null {
  if (!known || known.of !== of) return null
  const conditions: Conditions = {}
  if (isHeaderSafe(known.etag)) conditions['If-None-Match'] = known.etag
  if (isHeaderSafe(known.lastModified)) conditions['If-Modified-Since'] = known.lastModified
  return Object.keys(conditions).length > 0 ? conditions : null
}

/** The reply's validators; null if it has none that may be stored and sent again. */
export function validatorsIn(reply: Reply, of: string, redact: Redact): Validators | null {
  const usable = (name: string): string | null => {
    const value = reply.header(name)
    // Stored in plain text, so a validator with the secret in it is dropped.
    return isHeaderSafe(value) && redact(value) === value ? value : null
  }
  const etag = usable('etag')
  const lastModified = usable('last-modified')
  return etag === null && lastModified === null ? null : { etag, lastModified, of }
}

function isHeaderSafe(value: string | null): value is string {
  return value !== null && value.length <= LONGEST && /^[\x21-\x7e]+( [\x21-\x7e]+)*$/.test(value)
}
