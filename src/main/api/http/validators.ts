/** Validators of HTTP caching: they let the next request ask whether an answer has changed. */
import { createHash } from 'node:crypto'
import type { Validators } from '../../core/ports/index.ts'
import type { Redact } from '../security/redaction.ts'
import type { Reply } from './reply.ts'

/** Raise it when the same bytes are read differently: stored data is then fetched again. */
export const READERS_VERSION = 7

const LONGEST = 1024

/** Identifies the answer that validators belong to: the URL without its credential, and the reader with its settings. */
export function validity(url: URL, readBy: unknown = null): string {
  return createHash('sha256')
    .update(`${READERS_VERSION} ${url.href} ${JSON.stringify(readBy)}`)
    .digest('hex')
    .slice(0, 32)
}

export type Conditions = Record<string, string>

export function conditionsOf(known: Validators | null | undefined, of: string): Conditions | null {
  if (!known || known.of !== of) return null
  const conditions: Conditions = {}
  if (isHeaderSafe(known.etag)) conditions['If-None-Match'] = known.etag
  if (isHeaderSafe(known.lastModified)) conditions['If-Modified-Since'] = known.lastModified
  return Object.keys(conditions).length > 0 ? conditions : null
}

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
