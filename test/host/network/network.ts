/** One session's network: Node's fetch over connections of its own, with Chromium's rules about proxies and certificates. */
import type { Socket } from 'node:net'
import { openProxySocket, openSocket, openTunnel, secure } from './connect.ts'
import { afterTunnel, chromiumError, TunnelError, withChromiumErrors } from './errors.ts'
import { proxyFor, type Proxy } from './proxy.ts'
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
  onHeaders?: (status: number, ...rest: unknown[]) => boolean
}
interface Dispatcher {
  dispatch(options: Asked, handler: Handler): boolean
}
interface Agent extends Dispatcher {
  destroy(): Promise<void>
}

export class Network {
  readonly verifier: Verifier
  private readonly switches: ReadonlyMap<string, string>
  private agent: Agent
  private proxyAgent: Agent

  constructor(switches: ReadonlyMap<string, string>) {
    this.switches = switches
    this.verifier = new Verifier(switches)
    this.agent = newAgent((wanted) => this.connect(wanted))
    this.proxyAgent = newAgent(({ hostname, port }) => openProxySocket({ host: hostname, port: Number(port) }))
  }

  async fetch(address: string, init: RequestInit): Promise<Answer> {
    const url = new URL(address)
    const proxy = this.proxyFor(url)
    const plainProxy = url.protocol === 'http:' ? proxy : null
    const seen = { status: 0 }
    const dispatcher = watched(plainProxy ? throughProxy(this.proxyAgent, plainProxy) : this.agent, seen)
    const options: RequestInit & { dispatcher: Dispatcher } = { ...init, dispatcher }
    try {
      const { status, statusText, headers, body } = await fetch(address, options)
      return { status, statusText, headers, body: withChromiumErrors(body) }
    } catch (thrown) {
      if (thrown instanceof Error && thrown.cause instanceof TunnelError) return afterTunnel(thrown.cause)
      if (seen.status !== 407) throw chromiumError(thrown)
      // Node's fetch takes it for an error, whoever sent it; Chromium only from a server that is no proxy.
      if (!plainProxy) throw new Error('net::ERR_UNEXPECTED_PROXY_AUTH')
      return new Response(null, { status: 407 })
    }
  }

  proxyFor(url: URL): Proxy | null {
    return proxyFor(url, this.switches)
  }

  /** Requests under way fail. */
  async closeAll(): Promise<void> {
    const { agent, proxyAgent } = this
    this.agent = newAgent((wanted) => this.connect(wanted))
    this.proxyAgent = newAgent(({ hostname, port }) => openProxySocket({ host: hostname, port: Number(port) }))
    await Promise.all([agent.destroy(), proxyAgent.destroy()])
  }

  private async connect({ protocol, hostname, port }: Wanted): Promise<Socket> {
    const secured = protocol === 'https:'
    const at = Number(port) || (secured ? 443 : 80)
    if (!secured) return openSocket(hostname, at)
    const proxy = this.proxyFor(new URL(`${protocol}//${hostname}:${at}`))
    const socket = await (proxy ? openTunnel(proxy, hostname, at) : openSocket(hostname, at))
    return secure(socket, hostname, this.verifier)
  }
}

/** An http request goes to the proxy whole, its address in full (RFC 9112, 3.2.2). */
function throughProxy(agent: Agent, { host, port }: Proxy): Dispatcher {
  const dispatch = (options: Asked, handler: Handler): boolean => {
    const target = String(options.origin)
    const headers = { ...(options.headers as Record<string, string>), host: new URL(target).host }
    return agent.dispatch(
      { ...options, origin: `http://${host}:${port}`, path: target + options.path, headers },
      handler
    )
  }
  return { dispatch }
}

/** Tells the status of the last response, which fetch keeps to itself when it does not like it. */
function watched(dispatcher: Dispatcher, seen: { status: number }): Dispatcher {
  const dispatch = (options: Asked, handler: Handler): boolean => {
    const { onHeaders } = handler
    if (!onHeaders) throw new Error('This Node’s fetch hears of headers in another way.')
    return dispatcher.dispatch(options, {
      ...handler,
      onHeaders(status: number, ...rest: unknown[]) {
        seen.status = status
        return onHeaders.call(this, status, ...rest)
      }
    })
  }
  return { dispatch }
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
