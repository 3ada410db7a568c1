/**
 * One HTTP exchange: within its deadline, a cap on the body, no redirects, and nothing but an AppError on the way out.
 * The only file that knows axios, and the only one that puts the credential into a request.
 */
import type { AxiosInstance, AxiosRequestConfig } from 'axios'
import { untilAborted } from '../../core/concurrency/until-aborted.ts'
import { AppError } from '../../../shared/ipc/error.ts'
import { toNetworkError } from '../../../shared/ipc/network-error.ts'
import { isToken } from '../../../shared/models/account-rules.ts'
import type { ConnectionSettings } from '../../../shared/models/connection.ts'
import { createGathering, drain, placed } from './body.ts'
import type { Deadline } from './deadline.ts'

const MB = 1024 * 1024
/** Most bytes of a body that are read, after decompression. */
export const BODY_CAPS = { usual: 16 * MB, products: 256 * MB, picture: 2 * MB, pdf: 25 * MB, refusal: MB / 4 } as const

export interface Credential {
  token: string
  /** As `Authorization: Bearer …`, or in the address as `?apikey=…`. */
  as: ConnectionSettings['profileCredential']
}

export interface Exchange {
  /** Without the credential. */
  url: URL
  accept: string
  credential?: Credential
  /** More headers; nothing secret. */
  headers?: Record<string, string>
  /** Sent by POST, as JSON; without it the method is GET. */
  body?: unknown
  /** Most bytes to read, after decompression. */
  cap?: number
  /** Takes the body of an accepted reply as it comes, which is then not in the reply. More comes when it resolves. */
  take?: (piece: Uint8Array) => Promise<void>
  /** Nothing of the body is wanted. */
  statusOnly?: boolean
}

export interface Reply {
  status: number
  host: string
  header(name: string): string | null
  bytes: Uint8Array
}

export const isAccepted = (status: number): boolean => status >= 200 && status < 300

/**
 * Sends and reads it all. Any HTTP status is a reply; that of a refusal has its body cut at BODY_CAPS.refusal.
 * @throws TIMEOUT, CANCELLED, TOO_LARGE, BAD_REQUEST for a token that fits no header, what toNetworkError tells, and whatever
 * `take` throws
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
  /** What the taker threw: it says nothing of the network. */
  const refusals = new Set<unknown>()
  try {
    const client = await clientOnce()
    const response = await untilAborted(
      client.request<ReadableStream<Uint8Array> | null>({
        adapter: 'fetch',
        // Without `Request`, axios hands address and options to fetch as they are.
        env: { fetch, Request: null } as unknown as NonNullable<AxiosRequestConfig['env']>,
        // Under its own name the signal would make axios copy every piece of the body once more, to know when it ends.
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
    // Electron's network stack keeps a connection until its request is called off, whatever becomes of the stream.
    if (!whole) stop()
    deadline.signal.removeEventListener('abort', stop)
  }
}

let client: Promise<AxiosInstance> | undefined

/** Loaded with the first call, so that the start of the app does not pay for it. Headers are ours alone, letter by letter. */
function clientOnce(): Promise<AxiosInstance> {
  client ??= import('axios').then(({ default: axios }) => {
    const made = axios.create()
    made.defaults.headers.common = {}
    return made
  })
  return client
}

/** Address and headers of a request, the credential in the one place where it was asked for. */
function signed({ url, accept, credential, headers: more }: Exchange): { url: URL; headers: Record<string, string> } {
  const headers: Record<string, string> = { accept, 'User-Agent': 'Portside', ...more }
  if (!credential) return { url, headers }
  // A line break or a letter outside ASCII fits no header; fetch would name the token in its error.
  if (!isToken(credential.token)) throw new AppError('BAD_REQUEST', { found: 'input' })
  if (credential.as === 'header') return { url, headers: { ...headers, Authorization: `Bearer ${credential.token}` } }
  const withKey = new URL(url)
  withKey.searchParams.append('apikey', credential.token)
  return { url: withKey, headers }
}

/** Where an exchange hands its signal to `withinHttp`. */
const ENDED = 'ended'

/**
 * The fetch that `exchange` takes: one for each network, since axios keeps an adapter for each it ever saw.
 *
 * axios can't make its own response of another status; nor could anybody say what it means.
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
