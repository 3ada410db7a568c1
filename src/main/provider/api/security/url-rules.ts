/** Rules for URLs: where credentials may be sent, which of the provider's links may be fetched, and the SSRF guard for those. */
import { BlockList, isIP } from 'node:net'
import { untilAborted } from '../../../concurrency.ts'
import type { Probe } from '../../../ports/index.ts'
import { AppError } from '../../../../shared/ipc/error.ts'
import { hasMistypedScheme, isHost, isLoopback, LONGEST_ADDRESS } from '../../../../shared/models/connection.ts'
import { withoutInvisible } from '../../../../shared/models/pasted-text.ts'
import type { Deadline } from '../http/deadline.ts'

/** @returns origin and path prefix @throws INSECURE_ADDRESS for http to anything but loopback, BAD_REQUEST (found 'address') */
export function normaliseBaseUrl(typed: string): string {
  const text = withoutInvisible(typed).trim()
  // The URL parser silently repairs spaces and backslashes. The result is a guess, and credentials must not go there.
  if (text === '' || text.length > LONGEST_ADDRESS || /[\s\\\p{Cc}]/u.test(text)) throw notAnAddress()
  if (hasMistypedScheme(text)) throw notAnAddress()
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`)
  if (!url || !isHost(url.hostname) || url.username !== '' || url.password !== '') throw notAnAddress()
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

export async function externalUrl(
  baseUrl: string,
  link: string,
  resolver: Resolver,
  deadline: Deadline
): Promise<string> {
  const base = normaliseBaseUrl(baseUrl)
  const url = resolveUntrustedUrl(base, link)
  if (url.protocol !== 'https:') throw new AppError('INSECURE_ADDRESS', { host: url.host })
  if (await isKnownPrivate(url, new URL(base), resolver, deadline)) throw privateAddress()
  return url.href
}

/** False for an unresolvable name: the browser resolves it again, and its error page is clearer than an error in the app. */
async function isKnownPrivate(url: URL, base: URL, resolver: Resolver, deadline: Deadline): Promise<boolean> {
  try {
    return await leadsToPrivateNetwork(url, base, resolver, deadline)
  } catch (error) {
    if (error instanceof AppError && error.info.code !== 'CANCELLED') return false
    throw error
  }
}

export function privateAddress(): AppError {
  return new AppError('BAD_REQUEST', { found: 'privateAddress' })
}

export function notAnAddress(): AppError {
  return new AppError('BAD_REQUEST', { found: 'address' })
}

/** `private`: a private network; `loopback`: this computer; `reserved`: link-local (cloud metadata), multicast and others. */
type AddressScope = 'public' | 'private' | 'loopback' | 'reserved'

/** IANA's special-purpose addresses (RFC 6890, as of 2025). Local proxies use 198.18.0.0/15 for names. */
const NETS: [AddressScope, string][] = [
  ['loopback', '127.0.0.0/8 0.0.0.0/8 ::1/128 ::/128'],
  ['private', '10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 100.64.0.0/10 198.18.0.0/15 fc00::/7 fec0::/10 64:ff9b:1::/48'],
  ['reserved', '169.254.0.0/16 192.0.0.0/24 224.0.0.0/4 240.0.0.0/4 fe80::/10 ff00::/8 100::/64 2001::/32']
]

/** IPv6 forms of IPv4 addresses: RFC 4291, 7915, 6052 (NAT64), 3056 (6to4). BlockList handles mapped addresses itself. */
const IPV4_IN_IPV6: readonly { before: (v4: string) => string; bits: number }[] = [
  { before: (v4) => `::${v4}`, bits: 96 },
  { before: (v4) => `::ffff:0:${v4}`, bits: 96 },
  { before: (v4) => `64:ff9b::${v4}`, bits: 96 },
  { before: (v4) => `2002:${hex(v4)}::`, bits: 16 }
]

const hex = (v4: string): string => {
  const [a = 0, b = 0, c = 0, d = 0] = v4.split('.').map(Number)
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
}

let lists: (readonly [AddressScope, BlockList])[] | null = null
/** Made when the first address is checked: no start needs them. */
const scopeLists = () =>
  (lists ??= NETS.map(([scope, nets]) => {
    const list = new BlockList()
    for (const net of nets.split(' ')) {
      const [address = '', bits = ''] = net.split('/')
      if (isIP(address) === 6) list.addSubnet(address, Number(bits), 'ipv6')
      else {
        list.addSubnet(address, Number(bits), 'ipv4')
        for (const { before, bits: more } of IPV4_IN_IPV6) list.addSubnet(before(address), Number(bits) + more, 'ipv6')
      }
    }
    return [scope, list] as const
  }))

const PRIVATE_NAMES = /(^|\.)(local|localdomain|internal|intranet|private|lan|home|corp|home\.arpa|fritz\.box)$/

const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')

const isNumber = (hostname: string): boolean => isIP(bare(hostname)) !== 0

export function scopeOf(hostname: string): AddressScope {
  const host = bare(hostname)
  const version = isIP(host)
  if (version !== 0)
    return scopeLists().find(([, list]) => list.check(host, version === 4 ? 'ipv4' : 'ipv6'))?.[0] ?? 'public'
  // A name has no empty part (RFC 1035), and resolvers disagree about `localhost..`.
  if (host.split('.').includes('')) return 'reserved'
  if (/(^|\.)localhost$/.test(host)) return 'loopback'
  // A name of one part exists in the local network only.
  return PRIVATE_NAMES.test(host) || !host.includes('.') ? 'private' : 'public'
}

/** A name that no resolver knows (RFC 6761, 6.4), used by the sample provider. */
const isUnresolvable = (hostname: string): boolean => bare(hostname).endsWith('.invalid')

/** In milliseconds: a silent resolver must leave time for a fetch through a proxy. */
export const LOOK_UP_TIMEOUT_MS = 3000

export type Resolver = Pick<Probe, 'lookUp' | 'proxies'>

// Whether the URL's host resolves to a private network where the provider isn't. An unresolvable name is rejected, because it may
// lead anywhere by the time of the request, but passes behind a proxy, which resolves names itself.
// The request resolves the name again (DNS rebinding): docs/security.md says what limits that.
export async function leadsToPrivateNetwork(
  url: URL,
  base: URL,
  resolver: Resolver,
  deadline: Deadline
): Promise<boolean> {
  if (url.host === base.host || isNumber(url.hostname) || isUnresolvable(base.hostname)) return false
  const scopesOf = async (hostname: string): Promise<AddressScope[]> => {
    const byForm = scopeOf(hostname)
    if (byForm !== 'public' || isNumber(hostname)) return [byForm]
    return (await lookUp(resolver, hostname, deadline)).map(scopeOf)
  }
  let scopes: AddressScope[]
  try {
    scopes = await scopesOf(url.hostname)
  } catch (error) {
    if (deadline.signal.aborted || !(await usesProxy(resolver, url, deadline))) throw error
    return false
  }
  const closed = scopes.filter((scope) => scope !== 'public')
  if (closed.length === 0) return false
  if (closed.includes('reserved')) return true
  // A provider with an unresolvable name counts as on the internet.
  const own = await scopesOf(base.hostname).catch((): AddressScope[] => ['public'])
  // One public address makes it a provider on the internet, which must not reach private networks.
  return own.includes('public') || closed.some((scope) => !own.includes(scope))
}

async function lookUp(resolver: Resolver, host: string, deadline: Deadline): Promise<string[]> {
  const { signal } = deadline
  const within = AbortSignal.any([signal, AbortSignal.timeout(LOOK_UP_TIMEOUT_MS)])
  try {
    const addresses = await untilAborted(resolver.lookUp(host, within), within)
    if (addresses.length === 0) throw new AppError('UNREACHABLE', { host })
    return addresses
  } catch (error) {
    if (signal.aborted) throw deadline.errorFor(host)
    throw within.aborted ? new AppError('TIMEOUT', { host }) : error
  }
}

async function usesProxy(resolver: Resolver, url: URL, { signal }: Deadline): Promise<boolean> {
  try {
    return (await untilAborted(resolver.proxies(url.href), signal)).length > 0
  } catch (error) {
    if (error instanceof AppError || signal.aborted) return false
    throw error
  }
}
