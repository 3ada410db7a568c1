/** Addresses: where credentials may be sent, and what a platform may name for us to fetch. */
import { AppError } from '../../../shared/ipc/error.ts'
import { isLoopback } from '../../../shared/models/address.ts'
import { LONGEST_ADDRESS } from '../../../shared/models/connection-rules.ts'
import { whereaboutsOf } from './private-network-guard.ts'

/**
 * The base address in its stored form: origin and path prefix, no slash at the end, no query, no fragment.
 * Without a scheme, https is meant.
 * @throws INSECURE_ADDRESS for http to anything but loopback, BAD_REQUEST (found 'address') for what is no web address
 */
export function normaliseBaseAddress(typed: string): string {
  const text = typed.trim()
  // The URL parser mends spaces and backslashes in silence; what was meant is then a guess, and credentials go there.
  if (text === '' || text.length > LONGEST_ADDRESS || /[\s\\\p{Cc}]/u.test(text)) throw notAnAddress()
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`)
  if (!url || url.hostname === '' || url.username !== '' || url.password !== '') throw notAnAddress()
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw notAnAddress()
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) throw new AppError('INSECURE_ADDRESS', { host: url.host })
  return url.origin + url.pathname.replace(/\/+$/, '')
}

/**
 * An address that a record names, such as a product's picture, relative ones against the base address. https to anywhere on the internet;
 * http, and this computer or a network that is nobody else's, only where the platform itself is: a record must not make
 * the app call what is at home. A name is judged by its form alone, see leadsToPrivateNetwork.
 * @throws INSECURE_ADDRESS or BAD_REQUEST (found 'address' or 'privateAddress')
 */
export function foreignUrl(base: string, address: string): URL {
  const text = address.trim()
  // As above: `https:other`, `https:///other` and `\\other` are mended to what nobody wrote. In a query a backslash is no slash.
  if (/^[^?#]*\\|\p{Cc}/u.test(text) || /^([a-z][a-z0-9+.-]*:(?!\/\/[^/])|\/{3})/i.test(text)) throw notAnAddress()
  const url = URL.parse(text, `${base}/`)
  if (!url || url.username !== '' || url.password !== '') throw notAnAddress()
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw notAnAddress()
  const own = new URL(base)
  if (url.protocol === 'http:' && url.origin !== own.origin) throw new AppError('INSECURE_ADDRESS', { host: url.host })
  if (url.host !== own.host && whereaboutsOf(url.hostname) !== 'open') throw privateAddress()
  return url
}

/** Api.externalUrl */
export function externalUrl(baseAddress: string, link: string): string {
  const url = foreignUrl(normaliseBaseAddress(baseAddress), link)
  if (url.protocol !== 'https:') throw new AppError('INSECURE_ADDRESS', { host: url.host })
  return url.href
}

export function privateAddress(): AppError {
  return new AppError('BAD_REQUEST', { found: 'privateAddress' })
}

export function notAnAddress(): AppError {
  return new AppError('BAD_REQUEST', { found: 'address' })
}
