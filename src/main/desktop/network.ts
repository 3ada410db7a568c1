/**
 * Main's network access: Chromium's stack, in sessions that no page uses. Only after ready. Their proxy is the one of the settings,
 * unless the command line names one (docs/network.md).
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
import type { Network } from '../core/ports/index.ts'
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

/** Opens a request, as `net.request` does. */
export type OpenRequest = (options: ClientRequestConstructorOptions) => ClientRequest

/** `fetch` over a session's own requests. */
export function fetchIn(sessionOf: () => Session): typeof fetch {
  const fetchInSession = fetchThrough(
    (options) => net.request({ ...options, session: sessionOf() }),
    (challenge) => networkProxy.answer(challenge)
  )
  return async (input, init) => {
    sessionOf()
    await networkProxy.applied()
    return fetchInSession(input, init)
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

/** Chromium's errors for a redirect that it doesn't follow itself. */
const REFUSED_REDIRECT = /ERR_(UNSAFE|INVALID)_REDIRECT/

/**
 * `fetch` as the API client needs it. Electron's own never settles on some replies (docs/electron-services.md, "Requests").
 * A redirect is a response with the absolute `location`, and is never followed; without one, if Chromium refuses the address.
 * A proxy that asks for a password gets it once (docs/network.md). Electron returns the 407 if that doesn't help, but for https
 * its body can't be read (`ERR_TUNNEL_CONNECTION_FAILED`).
 */
function fetchThrough(open: OpenRequest, answerProxy: AnswerProxy): typeof fetch {
  return (input, { method = 'GET', headers, body, signal } = {}) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted()
      if (input instanceof Request) throw new TypeError('A request is an address and its options.')
      const request = open({ url: String(input), method, headers: Object.fromEntries(new Headers(headers)), ...PLAIN })
      const answer = (response: Response): void => {
        request.abort()
        resolve(response)
      }
      signal?.addEventListener(
        'abort',
        () => {
          request.abort()
          reject(signal.reason as Error)
        },
        { once: true }
      )
      const proxy = new ProxyLogin(request, answerProxy, reject)
      request.on('error', (error) => {
        if (REFUSED_REDIRECT.test(error.message)) resolve(new Response(null, { status: 302 }))
        else reject(error)
      })
      request.on('redirect', (status, _method, location) =>
        answer(new Response(null, { status, headers: { location: asBytes(location) } }))
      )
      request.on('response', (message) => {
        if (message.statusCode === 407) {
          request.abort()
          return reject(proxy.errorOf(new URL(String(input)).host))
        }
        try {
          resolve(responseOf(message, method))
        } catch {
          request.abort()
          reject(new Error('net::ERR_INVALID_HTTP_RESPONSE'))
        }
      })
      request.end(bodyOf(body))
    })
}

/** Answers a proxy's question for a password once a request. */
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
        (error: unknown) => {
          request.abort()
          fail(error)
        }
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
function responseOf(message: IncomingMessage, method: string): Response {
  const stream = message as unknown as Readable
  // A broken connection is an event of the stream, too, which nobody else listens to if there is no body.
  stream.on('error', () => undefined)
  const headers = Object.entries(message.headers).map(([name, value]): [string, string] => [
    name,
    asBytes([value].flat().join(', '))
  ])
  const { statusCode: status } = message
  if (method === 'HEAD' || WITHOUT_BODY.has(status)) return new Response(null, { status, headers })
  return new Response(webStreamOf(stream), { status, headers })
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
