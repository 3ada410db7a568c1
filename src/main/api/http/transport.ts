/**
 * One HTTP exchange: with a deadline, a limit for the body, no redirects, and AppErrors only.
 * Only this file imports axios and puts the credential into a request.
 */
import type { AxiosInstance, AxiosRequestConfig } from 'axios'
import { untilAborted } from '../../core/concurrency/until-aborted.ts'
import { AppError } from '../../../shared/ipc/error.ts'
import { toNetworkError } from '../../../shared/ipc/network-error.ts'
import { isToken } from '../../../shared/models/account.ts'
import type { ConnectionSettings } from '../../../shared/models/connection.ts'
import { createGathering, drain, placed, type Reply } from './body.ts'
import type { Deadline } from './deadline.ts'

const MB = 1024 * 1024
/** In bytes, after decompression. */
export const BODY_CAPS = { usual: 16 * MB, products: 256 * MB, picture: 2 * MB, pdf: 25 * MB, refusal: MB / 4 } as const

export interface Credential {
  token: string
  /** `Authorization: Bearer …`, or `?apikey=…` in the URL. */
  as: ConnectionSettings['profileCredential']
}

export interface Exchange {
  /** Without the credential. */
  url: URL
  accept: string
  credential?: Credential
  /** Additional headers, without secrets. */
  headers?: Record<string, string>
  /** Sent by POST as JSON; without it the method is GET. */
  body?: unknown
  /** In bytes, after decompression. */
  cap?: number
  /**
   * Takes the body of a successful reply while it arrives; the reply is then without it. It waits for the returned
   * promise.
   */
  take?: (piece: Uint8Array) => Promise<void>
  /** The body isn't needed. */
  statusOnly?: boolean
}

export const isAccepted = (status: number): boolean => status >= 200 && status < 300

/**
 * Sends the request and reads the reply. Any HTTP status is a reply; an error's body is cut at BODY_CAPS.refusal.
 * @throws TIMEOUT, CANCELLED, TOO_LARGE, BAD_REQUEST for a token that fits no header, the errors of toNetworkError and
 * of `take`
 */
export async function exchange(call: Exchange, fetch: typeof globalThis.fetch, deadline: Deadline): Promise<Reply> {
  const { host } = call.url
  const { url, headers } = signed(call)
  if (call.body !== undefined) headers['content-type'] = 'application/json'
  if (deadline.signal.aborted) throw deadline.fault(host)
  const controller = new AbortController()
  const ended = controller.signal
  const stop = (): void => controller.abort()
  deadline.signal.addEventListener('abort', stop, { once: true })
  let whole = false
  /** Errors of `take` aren't network errors. */
  const refusals = new Set<unknown>()
  try {
    const client = await clientOnce()
    const response = await untilAborted(
      client.request<ReadableStream<Uint8Array> | null>({
        adapter: 'fetch',
        // Without `Request`, axios passes URL and options to fetch unchanged.
        env: { fetch, Request: null } as unknown as NonNullable<AxiosRequestConfig['env']>,
        // With a signal under its own name, axios would copy every chunk again to detect the end.
        fetchOptions: { redirect: 'manual', [ENDED]: ended },
        url: url.href,
        method: call.body === undefined ? 'GET' : 'POST',
        headers,
        data: call.body === undefined ? undefined : JSON.stringify(call.body),
        transformRequest: [(data: unknown) => data],
        transformResponse: [(data: unknown) => data],
        responseType: 'stream',
        validateStatus: () => true
      }),
      ended
    )
    const { status, data } = response
    const accepted = isAccepted(status)
    const reply = { status, host, header: (name: string) => headerOf(response.headers, name), bytes: new Uint8Array() }
    if (call.statusOnly) return reply
    if (accepted) deadline.answered()
    const gathering = createGathering()
    const taker = accepted ? call.take : undefined
    const take = taker
      ? (piece: Uint8Array) =>
          taker(piece).catch((error: unknown) => {
            refusals.add(error)
            throw placed(error, reply)
          })
      : gathering.take
    whole = await drain(data, accepted ? (call.cap ?? BODY_CAPS.usual) : BODY_CAPS.refusal, ended, take)
    if (accepted && !whole) throw new AppError('TOO_LARGE', { host, status })
    return { ...reply, bytes: gathering.bytes() }
  } catch (error) {
    if (error instanceof AppError || refusals.has(error)) throw error
    if (ended.aborted) throw deadline.fault(host)
    throw toNetworkError(error, host)
  } finally {
    // Electron's network stack keeps a connection until its request is aborted, whatever happens to the stream.
    if (!whole) stop()
    deadline.signal.removeEventListener('abort', stop)
  }
}

let client: Promise<AxiosInstance> | undefined

/** Loaded with the first call, because it slows the app's start. All headers are set here. */
function clientOnce(): Promise<AxiosInstance> {
  client ??= import('axios').then(({ default: axios }) => {
    const made = axios.create()
    made.defaults.headers.common = {}
    return made
  })
  return client
}

/** URL and headers, with the credential in its place. */
function signed({ url, accept, credential, headers: more }: Exchange): { url: URL; headers: Record<string, string> } {
  const headers: Record<string, string> = { accept, 'User-Agent': 'Portside', ...more }
  if (!credential) return { url, headers }
  // A line break or a non-ASCII character fits no header, and fetch would quote the token in its error.
  if (!isToken(credential.token)) throw new AppError('BAD_REQUEST', { found: 'input' })
  if (credential.as === 'header') return { url, headers: { ...headers, Authorization: `Bearer ${credential.token}` } }
  const withKey = new URL(url)
  withKey.searchParams.append('apikey', credential.token)
  return { url: withKey, headers }
}

/** The key under which an exchange passes its signal to `withinHttp`. */
const ENDED = 'ended'

/**
 * Wraps a network for `exchange`: one wrapper per network, because axios keeps an adapter for each.
 * Replies with a status outside HTTP's range are errors: axios can't build a response from them.
 */
export function withinHttp(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const { [ENDED]: signal, ...options } = (init ?? {}) as RequestInit & { [ENDED]?: AbortSignal }
    const response = await fetch(input, signal ? { ...options, signal } : options)
    if (response.status >= 200 && response.status <= 599) return response
    throw Object.assign(new Error('status'), { code: 'ERR_INVALID_HTTP_RESPONSE' })
  }
}

function headerOf(headers: unknown, name: string): string | null {
  const value = (headers as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : null
}
