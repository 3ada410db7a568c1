/** One session's network: Node's fetch over connections of its own, with Chromium's rules about proxies and certificates. */
import type { ProxyConfig } from 'electron'
import type { Socket } from 'node:net'
import { openProxySocket, openSocket, openTunnel, secure } from './connect.ts'
import { afterTunnel, chromiumError, TunnelError, withChromiumErrors } from './errors.ts'
import { ProxyAuth, realmOf, type AskLogin } from './proxy-auth.ts'
import { proxyFor, proxyOf, type Proxy } from './proxy.ts'
import { openSocksTunnel } from './socks.ts'
import { Verifier } from './verifier.ts'

interface Wanted {
  protocol: string
  hostname: string
  port: string
}
/** A response without the rules of fetch's `Response`: Chromium passes on any status and any reason phrase. */
export interface Answer extends Pick<Response, 'statusText' | 'headers' | 'body'> {
  status: number
}

type Done = (error: Error | null, socket: Socket | null) => void

/** As much of undici, which Node's fetch is made of, as is needed here. */
interface Asked {
  origin?: string | URL
  path: string
  headers?: unknown
}
interface Handler {
  onHeaders?: (status: number, headers: readonly Buffer[], ...rest: unknown[]) => boolean
}
interface Dispatcher {
  dispatch(options: Asked, handler: Handler): boolean
}
interface Agent extends Dispatcher {
  destroy(): Promise<void>
}

/** Of the last response, which fetch keeps to itself when it does not like it. */
interface Seen {
  status: number
  challenge: string | null
}

type Outcome = { answer: Answer } | { refusal: Refusal }

/** A 407 of a proxy. */
interface Refusal {
  proxy: Proxy
  /** The authorization that the proxy was given. */
  sent: string | null
  challenge: string | null
  tunnel: TunnelError | null
}

export class Network {
  readonly verifier: Verifier
  readonly auth = new ProxyAuth()
  private proxyConfig: ProxyConfig | null = null
  private readonly switches: ReadonlyMap<string, string>
  private agent: Agent
  private proxyAgent: Agent

  constructor(switches: ReadonlyMap<string, string>) {
    this.switches = switches
    this.verifier = new Verifier(switches)
    this.agent = newAgent((wanted) => this.connect(wanted))
    this.proxyAgent = this.newProxyAgent()
  }

  /** @param ask who signs in at a proxy (net/http/http_auth_controller.cc) */
  async fetch(address: string, init: RequestInit, ask: AskLogin = null): Promise<Answer> {
    for (;;) {
      const outcome = await this.attempt(address, init)
      if ('answer' in outcome) return outcome.answer
      const { proxy, sent, challenge, tunnel } = outcome.refusal
      const realm = realmOf(challenge)
      if (realm === null && tunnel) throw new Error('net::ERR_PROXY_AUTH_UNSUPPORTED')
      if (realm !== null && (await this.auth.renew(proxy, sent, realm, ask))) continue
      return tunnel ? afterTunnel(tunnel) : new Response(null, { status: 407 })
    }
  }

  private async attempt(address: string, init: RequestInit): Promise<Outcome> {
    const url = new URL(address)
    const proxy = this.proxyFor(url)
    const plainProxy = url.protocol === 'http:' && proxy?.scheme !== 'socks5' ? proxy : null
    const sent = plainProxy && this.auth.headerFor(plainProxy)
    const seen: Seen = { status: 0, challenge: null }
    const dispatcher = watched(plainProxy ? throughProxy(this.proxyAgent, plainProxy, sent) : this.agent, seen)
    const options: RequestInit & { dispatcher: Dispatcher } = { ...init, dispatcher }
    try {
      const { status, statusText, headers, body } = await fetch(address, options)
      return { answer: { status, statusText, headers, body: withChromiumErrors(body) } }
    } catch (thrown) {
      const tunnel = thrown instanceof Error && thrown.cause instanceof TunnelError ? thrown.cause : null
      if (tunnel && proxy && tunnel.status === 407) {
        const challenge = tunnel.headers.get('proxy-authenticate')
        return { refusal: { proxy, sent: tunnel.sent, challenge, tunnel } }
      }
      if (tunnel) return { answer: afterTunnel(tunnel) }
      if (seen.status !== 407) throw chromiumError(thrown)
      // Node's fetch takes it for an error, whoever sent it; Chromium only from a server that is no proxy.
      if (!plainProxy) throw new Error('net::ERR_UNEXPECTED_PROXY_AUTH')
      return { refusal: { proxy: plainProxy, sent, challenge: seen.challenge, tunnel: null } }
    }
  }

  proxyFor(url: URL): Proxy | null {
    return this.proxyConfig ? proxyOf(url, this.proxyConfig) : proxyFor(url, this.switches)
  }

  setProxy(config: ProxyConfig): void {
    this.proxyConfig = config
  }

  /** Requests under way fail. */
  async closeAll(): Promise<void> {
    const { agent, proxyAgent } = this
    this.agent = newAgent((wanted) => this.connect(wanted))
    this.proxyAgent = this.newProxyAgent()
    await Promise.all([agent.destroy(), proxyAgent.destroy()])
  }

  private async connect({ protocol, hostname, port }: Wanted): Promise<Socket> {
    const secured = protocol === 'https:'
    const at = Number(port) || (secured ? 443 : 80)
    const socket = await this.openPath(
      { host: hostname, port: at },
      this.proxyFor(new URL(`${protocol}//${hostname}:${at}`))
    )
    return secured ? secure(socket, hostname, this.verifier) : socket
  }

  private openPath(target: { host: string; port: number }, proxy: Proxy | null): Promise<Socket> {
    if (!proxy) return openSocket(target.host, target.port)
    if (proxy.scheme === 'socks5') return openSocksTunnel(proxy, target)
    return openTunnel(proxy, target, this.auth.headerFor(proxy), this.verifier)
  }

  /** For requests that go to a proxy whole. */
  private newProxyAgent(): Agent {
    return newAgent(({ protocol, hostname, port }) => {
      const scheme = protocol === 'https:' ? 'https' : 'http'
      const at = Number(port) || (scheme === 'https' ? 443 : 80)
      return openProxySocket({ scheme, host: hostname, port: at }, this.verifier)
    })
  }
}

/** An http request goes to the proxy whole, its address in full (RFC 9112, 3.2.2). */
function throughProxy(agent: Agent, { scheme, host, port }: Proxy, authorization: string | null): Dispatcher {
  const dispatch = (options: Asked, handler: Handler): boolean => {
    const target = String(options.origin)
    const headers = {
      ...(options.headers as Record<string, string>),
      host: new URL(target).host,
      ...(authorization !== null && { 'proxy-authorization': authorization })
    }
    return agent.dispatch(
      { ...options, origin: `${scheme}://${host}:${port}`, path: target + options.path, headers },
      handler
    )
  }
  return { dispatch }
}

function watched(dispatcher: Dispatcher, seen: Seen): Dispatcher {
  const dispatch = (options: Asked, handler: Handler): boolean => {
    const { onHeaders } = handler
    if (!onHeaders) throw new Error('This Node’s fetch hears of headers in another way.')
    return dispatcher.dispatch(options, {
      ...handler,
      onHeaders(status: number, headers: readonly Buffer[], ...rest: unknown[]) {
        seen.status = status
        seen.challenge = valueOf(headers, 'proxy-authenticate')
        return onHeaders.call(this, status, headers, ...rest)
      }
    })
  }
  return { dispatch }
}

/** Of raw headers: a name, its value, and so on. */
function valueOf(headers: readonly Buffer[], name: string): string | null {
  const at = headers.findIndex((one, index) => index % 2 === 0 && one.toString('latin1').toLowerCase() === name)
  return at === -1 ? null : (headers[at + 1]?.toString('latin1') ?? null)
}

/** Node has undici inside, but hands out only the agent that fetch uses by default; its class is what is needed here. */
function newAgent(open: (wanted: Wanted) => Promise<Socket>): Agent {
  const AgentClass = agentClass()
  return new AgentClass({
    connect: (wanted: Wanted, done: Done) => {
      open(wanted).then(
        (socket) => done(null, socket),
        (error: Error) => done(error, null)
      )
    }
  })
}

type AgentClass = new (options: { connect: (wanted: Wanted, done: Done) => void }) => Agent

function agentClass(): AgentClass {
  // Puts the default agent in its place.
  void new Request('http://localhost/')
  const shared: unknown = Reflect.get(globalThis, Symbol.for('undici.globalDispatcher.1'))
  if (typeof shared !== 'object' || shared === null) throw new Error('This Node keeps its fetch’s agent elsewhere.')
  return shared.constructor as AgentClass
}
