/** The proxy that the command line names, by Chromium's rules for whom it is used (net/docs/proxy.md). */
import { isIP } from 'node:net'
import { MissingPart } from '../strict.ts'

export interface Proxy {
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

/** The proxy for an address; null: none. The host takes none from the system. */
export function proxyFor(url: URL, switches: ReadonlyMap<string, string>): Proxy | null {
  for (const name of ['proxy-pac-url', 'proxy-auto-detect']) {
    if (switches.has(name)) throw new MissingPart(`switch --${name}`)
  }
  const rule = switches.get('proxy-server')
  const direct = switches.has('no-proxy-server') || rule === undefined
  if (direct || bypassed(url, switches.get('proxy-bypass-list') ?? '')) return null
  const [, host, port] = /^(?:http:\/\/)?([\w.-]+):(\d+)$/.exec(rule) ?? []
  if (host === undefined) throw new MissingPart(`--proxy-server=${rule}: only host:port`)
  return { host, port: Number(port) }
}

/** Loopback and link-local addresses are bypassed, unless the list takes that away. */
function bypassed(url: URL, list: string): boolean {
  const rules = list.split(/[;,]/).filter(Boolean)
  for (const rule of rules) if (rule !== '<-loopback>') throw new MissingPart(`--proxy-bypass-list rule ${rule}`)
  if (rules.length > 0) return false
  const host = url.hostname.replaceAll(/^\[|\]$/g, '')
  if (isIP(host) === 0) return host === 'localhost' || host.endsWith('.localhost')
  return /^(127\.|169\.254\.|::1$|fe[89ab])/i.test(host)
}

/** As `session.resolveProxy` tells it. */
export const pacOf = (proxy: Proxy | null): string => (proxy ? `PROXY ${proxy.host}:${proxy.port}` : 'DIRECT')
