/** Which proxy a request has, by Chromium's rules (net/docs/proxy.md): from the command line or from `session.setProxy`. */
import type { ProxyConfig } from 'electron'
import { BlockList, isIP } from 'node:net'
import { MissingPart } from '../strict.ts'

export interface Proxy {
  scheme: 'http' | 'https' | 'socks5'
  host: string
  port: number
}

/** `--name=value` and `--name`, up to `--`, as Chromium takes them from anywhere on the command line. */
export function readSwitches(args: readonly string[]): Map<string, string> {
  const end = args.indexOf('--')
  const switches = new Map<string, string>()
  for (const arg of args.slice(0, end === -1 ? undefined : end)) {
    const [, name, value = ''] = /^--([^=]+)(?:=(.*))?$/.exec(arg) ?? []
    if (name !== undefined) switches.set(name, value)
  }
  return switches
}

export const PROXY_SWITCHES = ['no-proxy-server', 'proxy-auto-detect', 'proxy-pac-url', 'proxy-server']

/** The proxy for an address; null: none. The host takes none from the system. */
export function proxyFor(url: URL, switches: ReadonlyMap<string, string>): Proxy | null {
  for (const name of ['proxy-pac-url', 'proxy-auto-detect']) {
    if (switches.has(name)) throw new MissingPart(`switch --${name}`)
  }
  const rule = switches.get('proxy-server')
  const direct = switches.has('no-proxy-server') || rule === undefined
  if (direct || isBypassed(url, switches.get('proxy-bypass-list') ?? '')) return null
  return parseProxy(rule)
}

/** The same for what `setProxy` was given. */
export function proxyOf(
  url: URL,
  { mode, proxyRules = '', proxyBypassRules = '', ...more }: ProxyConfig
): Proxy | null {
  const isKnown = mode === 'direct' || mode === 'system' || mode === 'fixed_servers'
  if (!isKnown || Object.keys(more).length > 0) throw new MissingPart(`setProxy with ${JSON.stringify({ mode, more })}`)
  if (mode !== 'fixed_servers') return null
  return isBypassed(url, proxyBypassRules) ? null : parseProxy(proxyRules)
}

function parseProxy(rule: string): Proxy {
  const [, scheme = 'http', host, port] =
    /^(?:(http|https|socks5):\/\/)?([\w.-]+|\[[\da-f:]+\]):(\d+)$/.exec(rule) ?? []
  if (host === undefined) throw new MissingPart(`proxy rule ${rule}: only scheme://host:port`)
  return { scheme: scheme as Proxy['scheme'], host, port: Number(port) }
}

/** Loopback and link-local addresses are bypassed, unless the list takes that away (net/proxy_resolution/proxy_bypass_rules.cc). */
function isBypassed(url: URL, list: string): boolean {
  const rules = list.split(/[;,]/).filter(Boolean)
  const host = url.hostname.replaceAll(/^\[|\]$/g, '')
  if (!rules.includes('<-loopback>') && isImplicit(host)) return true
  return rules.some((rule) => rule !== '<-loopback>' && matches(rule, host, url))
}

function isImplicit(host: string): boolean {
  if (isIP(host) === 0) return host === 'localhost' || host.endsWith('.localhost')
  return /^(127\.|169\.254\.|::1$|fe[89ab])/i.test(host)
}

function matches(rule: string, host: string, url: URL): boolean {
  if (/[<>]|:\/\//.test(rule)) throw new MissingPart(`proxy bypass rule ${rule}`)
  const [, address, bits] = /^([^/]+)\/(\d+)$/.exec(rule) ?? []
  if (address !== undefined) return isInRange(host, address, Number(bits))
  const [, name = rule, port] = /^(\[.*\]|[^:]*):(\d+)$/.exec(rule) ?? []
  const defaultPort = url.protocol === 'https:' ? '443' : '80'
  if (port !== undefined && port !== (url.port || defaultPort)) return false
  const pattern = (name.startsWith('.') ? `*${name}` : name).replaceAll(/^\[|\]$/g, '').toLowerCase()
  const parts = pattern.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`).test(host.toLowerCase())
}

function isInRange(host: string, address: string, bits: number): boolean {
  const family = isIP(host)
  if (family === 0 || family !== isIP(address)) return false
  const type = family === 6 ? 'ipv6' : 'ipv4'
  const range = new BlockList()
  range.addSubnet(address, bits, type)
  return range.check(host, type)
}

const PAC_NAMES = { http: 'PROXY', https: 'HTTPS', socks5: 'SOCKS5' }

/** As `session.resolveProxy` tells it. */
export const pacOf = (proxy: Proxy | null): string =>
  proxy ? `${PAC_NAMES[proxy.scheme]} ${proxy.host}:${proxy.port}` : 'DIRECT'
