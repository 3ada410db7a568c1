/** Rules for URLs: where credentials may be sent, and which of the provider's links may be fetched. */
import { AppError } from '../../../shared/ipc/error.ts'
import { isLoopback, LONGEST_ADDRESS } from '../../../shared/models/connection.ts'
import { scopeOf } from './private-network-guard.ts'

/** @returns origin and path prefix @throws INSECURE_ADDRESS for http to anything but loopback, BAD_REQUEST (found 'address') */
export function normaliseBaseAddress(typed: string): string {
  const text = typed.trim()
  // The URL parser silently repairs spaces and backslashes. The result is a guess, and credentials must not go there.
  if (text === '' || text.length > LONGEST_ADDRESS || /[\s\\\p{Cc}]/u.test(text)) throw notAnAddress()
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`)
  if (!url || url.hostname === '' || url.username !== '' || url.password !== '') throw notAnAddress()
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw notAnAddress()
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) throw new AppError('INSECURE_ADDRESS', { host: url.host })
  return url.origin + url.pathname.replace(/\/+$/, '')
}

// Resolves a record's URL. http and private addresses are allowed only where the provider is itself, so that a record can't reach
// the user's own network. Names are judged by their form; leadsToPrivateNetwork resolves them.
export function resolveUntrustedUrl(base: string, address: string): URL {
  const text = address.trim()
  // `https:other`, `https:///other` and `\\other` would be repaired too. In a query a backslash is no slash.
  if (/^[^?#]*\\|\p{Cc}/u.test(text) || /^([a-z][a-z0-9+.-]*:(?!\/\/[^/])|\/{3})/i.test(text)) throw notAnAddress()
  const url = URL.parse(text, `${base}/`)
  if (!url || url.username !== '' || url.password !== '') throw notAnAddress()
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw notAnAddress()
  const own = new URL(base)
  if (url.protocol === 'http:' && url.origin !== own.origin) throw new AppError('INSECURE_ADDRESS', { host: url.host })
  if (url.host !== own.host && scopeOf(url.hostname) !== 'public') throw privateAddress()
  return url
}

export function externalUrl(baseAddress: string, link: string): string {
  const url = resolveUntrustedUrl(normaliseBaseAddress(baseAddress), link)
  if (url.protocol !== 'https:') throw new AppError('INSECURE_ADDRESS', { host: url.host })
  return url.href
}

export function privateAddress(): AppError {
  return new AppError('BAD_REQUEST', { found: 'privateAddress' })
}

export function notAnAddress(): AppError {
  return new AppError('BAD_REQUEST', { found: 'address' })
}
