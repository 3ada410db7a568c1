/**
 * Main's network access: Chromium's stack, in sessions that no page uses. Only after ready. Their proxy is the one of the settings,
 * unless the command line names one.
 */
import type { Readable } from 'node:stream'
import {
  app,
  net,
  session,
  type ClientRequest,
  type ClientRequestConstructorOptions,
  type IncomingMessage,
  type Session
} from 'electron'
import { AppError } from '../../shared/ipc/error.ts'
import type { Network } from '../ports/index.ts'
import { report } from './log.ts'
import { NetworkProxy, type AnswerProxy } from './network-proxy.ts'
import { restrictNetworkSession } from './window/security-policy.ts'

export const networkProxy = new NetworkProxy((name) => app.commandLine.hasSwitch(name), report)

/** In memory and without a cache: responses are stored in the app's own files only. */
export function openPartition(name: string): Session {
  const opened = session.fromPartition(name, { cache: false })
  restrictNetworkSession(opened)
  networkProxy.add(opened)
  return opened
}

let own: Session | null = null
export const networkSession = (): Session => (own ??= openPartition('portside-network'))

/** True for any network interface other than loopback (docs/api/net.md, `isOnline`). */
export const network: Network = { online: () => net.isOnline() }

/** `fetch` over a session's own requests. */
export function fetchIn(sessionOf: () => Session): typeof fetch {
  return async (input, init = {}) => {
    if (input instanceof Request) throw new TypeError('A request is an address and its options.')
    const session = sessionOf()
    await networkProxy.applied()
    init.signal?.throwIfAborted()
    return new Exchange(session, String(input), init).response
  }
}

/** `fetch` for main's requests. */
export const networkFetch = fetchIn(networkSession)

/** No cookies and no HTTP credentials. `no-store` is LOAD_DISABLE_CACHE, which passes a 304 for the caller's own `If-None-Match` through. */
const PLAIN = {
  redirect: 'manual',
  credentials: 'omit',
  cache: 'no-store',
  bypassCustomProtocolHandlers: true
} as const satisfies ClientRequestConstructorOptions

/** Chromium's errors for a redirect to no address. One to any other scheme is reported, `file:` and `javascript:` included. */
const REFUSED_REDIRECT = /ERR_(UNSAFE|INVALID)_REDIRECT/

/**
 * One request and its response, as the API client needs them. Electron's own `fetch` never settles on some replies: it builds Headers and
 * Response in a listener without a `try` (lib/browser/api/net-fetch.ts, electron#42244, electron#46819), and both throw for a header above
 * U+00FF and a status outside 200–599.
 *
 * - A redirect is a response with the absolute `location`, and is never followed; without one, if Chromium refuses the address.
 * - A proxy that asks for a password gets it once. Electron returns the 407 if that doesn't help, but for https its body
 *   can't be read (`ERR_TUNNEL_CONNECTION_FAILED`).
 * - Only `abort()` frees the socket, whatever happens to the response's stream: six kept ones block a host.
 */
class Exchange {
  readonly response: Promise<Response>
  readonly #request: ClientRequest
  readonly #signal: AbortSignal | null
  readonly #settle = Promise.withResolvers<Response>()
  #body: Readable | null = null
  readonly #onAbort = (): void => this.#fail(this.#signal?.reason)
  readonly #stopWatchingProxy: () => void

  constructor(session: Session, url: string, { method = 'GET', headers, body, signal = null }: RequestInit) {
    this.response = this.#settle.promise
    this.#signal = signal
    const given = Object.fromEntries(new Headers(headers))
    this.#request = net.request({ ...PLAIN, session, url, method, headers: given })
    signal?.addEventListener('abort', this.#onAbort, { once: true })
    // What is under way through the former proxy would go on through it.
    this.#stopWatchingProxy = networkProxy.onChange(() => this.#fail(new Error('net::ERR_NETWORK_CHANGED')))
    const { host } = new URL(url)
    const proxy = new ProxyLogin(
      this.#request,
      (challenge) => networkProxy.answer(challenge),
      (error) => this.#fail(error)
    )
    this.#request.on('error', (error) => {
      if (REFUSED_REDIRECT.test(error.message)) this.#answer(new Response(null, { status: 302 }))
      else this.#fail(error)
    })
    this.#request.on('redirect', (status, _method, location) =>
      this.#answer(new Response(null, { status, headers: { location: asBytes(location) } }))
    )
    this.#request.on('response', (message) => {
      if (message.statusCode === 407) this.#fail(proxy.errorOf(host))
      else this.#read(message, method)
    })
    this.#request.end(bodyOf(body))
  }

  #read(message: IncomingMessage, method: string): void {
    const stream = message as unknown as Readable
    // A broken connection is an event of the stream, too, which nobody else listens to if there is no body.
    stream.on('error', () => undefined)
    // Over http, Chromium takes headers that break off for the whole reply (net/http/http_stream_parser.cc), and an empty list can be
    // believed. No server sends a reply without a header.
    if (Object.keys(message.headers).length === 0) return this.#fail(new Error('net::ERR_RESPONSE_HEADERS_TRUNCATED'))
    try {
      if (method === 'HEAD' || WITHOUT_BODY.has(message.statusCode)) return this.#answer(responseOf(message, null))
      this.#body = stream
      stream.once('close', () => this.#end())
      this.#settle.resolve(responseOf(message, webStreamOf(stream)))
    } catch {
      this.#fail(new Error('net::ERR_INVALID_HTTP_RESPONSE'))
    }
  }

  /** With a response that has no body. */
  #answer(response: Response): void {
    this.#end()
    this.#settle.resolve(response)
  }

  #fail(reason: unknown): void {
    this.#body?.destroy(reason instanceof Error ? reason : new Error('net::ERR_ABORTED'))
    this.#end()
    this.#settle.reject(reason)
  }

  #end(): void {
    this.#signal?.removeEventListener('abort', this.#onAbort)
    this.#stopWatchingProxy()
    this.#request.abort()
  }
}

/**
 * Answers a proxy's question for a password once a request. `login` comes for a proxy also with `credentials: 'omit'`, which only keeps a
 * server's 401 from it (`OnAuthRequired` in shell/common/api/electron_api_url_loader.cc). The event of `app` doesn't come for such requests.
 */
class ProxyLogin {
  #proxy: string | undefined
  #hasAnswered = false

  /** @param fail gets what the answer throws */
  constructor(request: ClientRequest, answerProxy: AnswerProxy, fail: (error: unknown) => void) {
    request.on('login', (challenge, answer) => {
      const { isProxy, host, port } = challenge
      if (isProxy) this.#proxy = `${host}:${port}`
      // A second question means that the password is wrong.
      if (this.#hasAnswered) return answer()
      answerProxy({ isProxy, host, port }).then(
        (found) => {
          this.#hasAnswered = found !== null
          if (found) answer(found.user, found.password)
          else answer()
        },
        (error: unknown) => fail(error)
      )
    })
  }

  /** Of a 407. */
  errorOf(host: string): AppError {
    const found = this.#hasAnswered ? ({ found: 'proxyPassword' } as const) : {}
    return new AppError('PROXY_AUTH', { host, status: 407, ...(this.#proxy && { proxy: this.#proxy }), ...found })
  }
}

/** By fetch's standard. */
const WITHOUT_BODY = new Set([204, 205, 304])

/** @throws for a status outside 200–599 and for a header that is none. The reason phrase may hold any character, and nobody reads it. */
function responseOf({ headers, statusCode: status }: IncomingMessage, body: ReadableStream | null): Response {
  const bytes = Object.entries(headers).map(([name, value]): [string, string] => [
    name,
    asBytes([value].flat().join(', '))
  ])
  return new Response(body, { status, headers: bytes })
}

/** In place of Readable.toWeb, which throws out of reach when a stream with buffered bytes is cancelled (nodejs/node#64529). */
function webStreamOf(stream: Readable): ReadableStream<Uint8Array<ArrayBuffer>> {
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array<ArrayBuffer>, undefined>
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: () => void stream.destroy()
  })
}

/** Electron decodes headers as UTF-8. Those of a Response have one character for each byte, as the fetch standard says. */
const asBytes = (text: string): string => Buffer.from(text).toString('latin1')

function bodyOf(body: RequestInit['body']): string | undefined {
  if (body === undefined || body === null) return undefined
  if (typeof body !== 'string') throw new TypeError('The body of a request is text.')
  return body
}
