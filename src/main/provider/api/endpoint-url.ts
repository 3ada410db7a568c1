/** The URL of an endpoint of a provider's definition. */
import { AppError } from '../../../shared/ipc/error.ts'
import type { Connection } from '../../../shared/models/connection.ts'
import { normaliseBaseUrl } from './security/url-rules.ts'

/** @param path with its placeholders @throws BAD_REQUEST (found 'input') for an id that no path can have */
export function endpointUrl({ baseUrl }: Connection, path: string, ids: { id?: string; userId?: string } = {}): URL {
  const filled = Object.entries(ids).reduce((text, [name, id]) => text.replaceAll(`{${name}}`, encoded(id)), path)
  // A template such as `/%2{id}` and an id that is `e` would make a dot, which the URL parser resolves.
  if (DOT_SEGMENT.test(filled)) throw new AppError('BAD_REQUEST', { found: 'input' })
  const base = normaliseBaseUrl(baseUrl)
  const url = URL.parse(base + filled)
  // The rules for paths let none leave the origin. The credential must not depend on them alone.
  if (url?.origin !== new URL(base).origin) throw new AppError('BAD_REQUEST', { found: 'input' })
  return url
}

const DOT_SEGMENT = /^[^?]*\/(\.|%2e){1,2}([/?]|$)/i

function encoded(id: string): string {
  // The URL parser resolves these two, even encoded, and a lone surrogate can't be encoded.
  if (['', '.', '..'].includes(id) || !id.isWellFormed()) throw new AppError('BAD_REQUEST', { found: 'input' })
  return encodeURIComponent(id)
}

/** An endpoint that the definition has. Core asks only for such: anything else is a bug. */
export function requireEndpoint<T>(endpoint: T | null): T {
  if (endpoint === null) throw new AppError('INTERNAL')
  return endpoint
}
