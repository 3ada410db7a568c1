/** The proxy of Portside's requests: its setting, and what the page gets to know of its password. */
export const PROXY_MODES = ['system', 'none', 'manual'] as const
export const PROXY_SCHEMES = ['http', 'https', 'socks5'] as const

export const PROXY_LIMITS = { host: 253, rule: 260, rules: 50, user: 256, password: 256 } as const

export interface ManualProxy {
  scheme: (typeof PROXY_SCHEMES)[number]
  /** See isProxyHost. */
  host: string
  port: number
  /** Hosts that are reached without the proxy: see isBypassRule. */
  bypass: readonly string[]
  /** Empty: none. Chromium can't sign in to a SOCKS proxy. */
  user: string
}

export interface ProxySetting {
  mode: (typeof PROXY_MODES)[number]
  /** The latest proxy set by hand, also while another mode is chosen. */
  manual: ManualProxy | null
}

/** Where the password of the proxy is. `other`: the saved one is for another proxy or user name. */
export const PROXY_PASSWORD_PLACES = ['none', 'keychain', 'memory', 'other'] as const

export interface ProxyState {
  password: (typeof PROXY_PASSWORD_PLACES)[number]
  /** A switch of the command line names the proxy, so the setting has no effect. */
  fromCommandLine: boolean
}

/** A password belongs to this proxy and user, and isn't sent to another one. */
export const proxyIdentity = ({ scheme, host, port }: ManualProxy): string => `${scheme}://${host}:${port}`

export const takesPassword = ({ scheme, user }: ManualProxy): boolean => scheme !== 'socks5' && user !== ''

/** Also of Chromium's rules, which separate hosts by `;`, `,` and `=`: a URL's host may contain these. */
const NAME = /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/
const IPV4 = /^(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}$/

/** A name in ASCII or an IP address, as the URL parser writes it: lower case, IPv6 in brackets. */
export function isProxyHost(host: string): boolean {
  if (host.length > PROXY_LIMITS.host) return false
  if (host.startsWith('[')) return host.endsWith(']') && isIpv6(host.slice(1, -1))
  // The URL parser takes a name that ends with a number for an IPv4 address.
  return NAME.test(host) && (IPV4.test(host) || !/(^|\.)(\d+|0x[\da-f]*)$/.test(host))
}

function isIpv6(text: string): boolean {
  const halves = text.split('::')
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')))
  const isWhole = halves.length === 2 ? groups.length < 8 : halves.length === 1 && groups.length === 8
  return isWhole && groups.every((group) => /^[0-9a-f]{1,4}$/.test(group))
}

/** `example.com`, `*.example.com` or `.example.com`, each with a port or without; or a range such as `10.0.0.0/8`. */
export function isBypassRule(rule: string): boolean {
  if (rule.length > PROXY_LIMITS.rule) return false
  const [, address, bits = ''] = /^([^/]*)\/(0|[1-9]\d{0,2})$/.exec(rule) ?? []
  if (address !== undefined) return IPV4.test(address) ? Number(bits) <= 32 : isIpv6(address) && Number(bits) <= 128
  const [, name = rule, port = '1'] = /^(.*):([1-9]\d{0,4})$/.exec(rule.endsWith(']') ? '' : rule) ?? []
  const [, suffix] = /^\*?\.(.*)$/.exec(name) ?? []
  const isHost =
    suffix === undefined ? isProxyHost(name) : NAME.test(suffix) && !IPV4.test(suffix) && isProxyHost(suffix)
  return isHost && isPort(Number(port))
}

export const isPort = (port: unknown): port is number =>
  typeof port === 'number' && Number.isInteger(port) && port >= 1 && port <= 65_535

/** Of Basic authentication (RFC 7617): a colon would end it. */
export const isProxyUser = (user: string): boolean => user.length <= PROXY_LIMITS.user && !/[:\p{Cc}]/u.test(user)

export const isProxyPassword = (password: string): boolean =>
  password !== '' && password.length <= PROXY_LIMITS.password && !/\p{Cc}/u.test(password)

export function isProxySetting(value: unknown): value is ProxySetting {
  if (typeof value !== 'object' || value === null || Object.keys(value).length !== 2) return false
  const { mode, manual } = value as Partial<Record<keyof ProxySetting, unknown>>
  if (manual === null) return mode === 'system' || mode === 'none'
  return PROXY_MODES.some((one) => one === mode) && isManualProxy(manual)
}

function isManualProxy(value: unknown): value is ManualProxy {
  if (typeof value !== 'object' || value === null || Object.keys(value).length !== 5) return false
  const { scheme, host, port, bypass, user } = value as Partial<Record<keyof ManualProxy, unknown>>
  return (
    PROXY_SCHEMES.some((one) => one === scheme) &&
    typeof host === 'string' &&
    isProxyHost(host) &&
    isPort(port) &&
    isBypassList(bypass) &&
    typeof user === 'string' &&
    isProxyUser(user) &&
    (scheme !== 'socks5' || user === '')
  )
}

const isBypassList = (value: unknown): value is string[] =>
  Array.isArray(value) &&
  value.length <= PROXY_LIMITS.rules &&
  // With the holes of an array, which `every` skips.
  [...value].every((rule) => typeof rule === 'string' && isBypassRule(rule))
