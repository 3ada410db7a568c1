/** One HTTP exchange. Only this file imports axios and puts the credential into a request. */
import { setImmediate } from 'node:timers/promises'
import type { AxiosInstance, AxiosRequestConfig } from 'axios'
import { untilAborted } from '../../concurrency.ts'
import { AppError } from '../../../shared/ipc/error.ts'
import { toNetworkError } from '../../../shared/ipc/network-error.ts'
import { isToken } from '../../../shared/models/account.ts'
import type { ConnectionSettings } from '../../../shared/models/connection.ts'
import { isAccepted, withPlace, type Reply } from './reply.ts'

const MB = 1024 * 1024
/** A record is read in one turn of main: 16 MB of escapes took 3 s. */
export const BODY_CAPS = {
  record: 4 * MB,
  invoices: 16 * MB,
  products: 256 * MB,
  picture: 2 * MB,
  pdf: 25 * MB,
  error: MB / 4
} as const

type Take = (piece: Uint8Array) => Promise<void> | void

export interface Exchange {
  url: URL
  accept: string
  credential?: { token: string; as: ConnectionSettings['profileCredential'] }
  headers?: Record<string, string>
  /** Sent by POST as JSON; without it the method is GET. */
  body?: unknown
  cap?: number
  /** Takes the body of a successful reply while it arrives, piece by piece; the reply is then without it. */
  take?: Take
  statusOnly?: boolean
}

export async function exchange(call: Exchange, fetch: typeof globalThis.fetch, deadline: Deadline): Promise<Reply> {
  const { host } = call.url
  const { url, headers } = signed(call)
  if (call.body !== undefined) headers['content-type'] = 'application/json'
  if (deadline.signal.aborted) throw deadline.error(host)
  const controller = new AbortController()
  const ended = controller.signal
  const stop = (): void => controller.abort()
  deadline.signal.addEventListener('abort', stop, { once: true })
  let whole = false
  let takeError: unknown = null
  try {
    const client = await axiosOnce()
    const response = await untilAborted(
      client.request<ReadableStream<Uint8Array> | null>({
        adapter: 'fetch',
        // Without `Request`, axios passes URL and options to fetch unchanged.
        env: { fetch: fetchForAxios, Request: null } as unknown as NonNullable<AxiosRequestConfig['env']>,
        fetchOptions: { redirect: 'manual', [VIA]: { network: fetch, signal: ended } },
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
    const reply: Reply = { status, host, header: (name) => headerOf(response.headers, name), bytes: new Uint8Array() }
    if (call.statusOnly) return reply
    const accepted = isAccepted(status)
    if (accepted) deadline.answered()
    const pieces: Uint8Array[] = []
    const take: Take = async (piece) => {
      try {
        await call.take?.(piece)
      } catch (error) {
        throw (takeError = withPlace(error, reply))
      }
    }
    const collect: Take = (piece) => void pieces.push(piece)
    const cap = accepted ? (call.cap ?? BODY_CAPS.record) : BODY_CAPS.error
    whole = await drain(data, cap, ended, accepted && call.take ? take : collect)
    if (accepted && !whole) throw new AppError('TOO_LARGE', { host, status })
    const [only] = pieces
    return { ...reply, bytes: only && pieces.length === 1 ? only : Buffer.concat(pieces) }
  } catch (error) {
    // Errors of `take` aren't network errors.
    if (error instanceof AppError || error === takeError) throw error
    if (ended.aborted) throw deadline.error(host)
    throw toNetworkError(error, host)
  } finally {
    // Electron's network stack keeps a connection until its request is aborted, whatever happens to the stream.
    if (!whole) stop()
    deadline.signal.removeEventListener('abort', stop)
  }
}

export interface Times {
  /** Until an answer begins, in milliseconds. */
  answerMs: number
  wholeMs?: number
}

/** The deadline of a call: its attempts, the waits between them and the body. */
export interface Deadline {
  signal: AbortSignal
  left(): number
  answered(): void
  again(): void
  error(host: string): AppError
  end(): void
}

export function createDeadline({ answerMs, wholeMs = answerMs }: Times, caller?: AbortSignal): Deadline {
  const controller = new AbortController()
  const started = performance.now()
  const stop = (): void => controller.abort()
  const leftOf = (ms: number): number => Math.max(0, started + ms - performance.now())
  let timer = setTimeout(stop, answerMs)
  const set = (ms: number): void => {
    clearTimeout(timer)
    timer = setTimeout(stop, leftOf(ms))
  }
  if (caller?.aborted) stop()
  caller?.addEventListener('abort', stop, { once: true })
  return {
    signal: controller.signal,
    left: () => leftOf(answerMs),
    answered: () => set(wholeMs),
    again: () => set(answerMs),
    error: (host) => new AppError(caller?.aborted ? 'CANCELLED' : 'TIMEOUT', { host }),
    end() {
      clearTimeout(timer)
      caller?.removeEventListener('abort', stop)
    }
  }
}

let axiosInstance: Promise<AxiosInstance> | undefined

/** Loaded with the first call, because it slows the app's start. All headers are set here. */
function axiosOnce(): Promise<AxiosInstance> {
  axiosInstance ??= import('axios').then(({ default: axios }) => {
    const made = axios.create()
    made.defaults.headers.common = {}
    return made
  })
  return axiosInstance
}

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

// axios keeps an adapter for each fetch, so there is one. Network and signal pass through axios under this key: with a signal under
// its own name, axios would copy every chunk again to detect the end.
const VIA = 'via'

const fetchForAxios: typeof fetch = async (input, init) => {
  const { [VIA]: via, ...options } = init as RequestInit & { [VIA]: { network: typeof fetch; signal: AbortSignal } }
  const response = await via.network(input, { ...options, signal: via.signal })
  if (response.status >= 200 && response.status <= 599) return response
  // axios can't build a response with a status outside HTTP's range.
  throw Object.assign(new Error('status'), { code: 'ERR_INVALID_HTTP_RESPONSE' })
}

function headerOf(headers: unknown, name: string): string | null {
  const value = (headers as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : null
}

/** In bytes: some networks deliver a body in one chunk. */
const LONGEST_PIECE = 64 * 1024
/** In milliseconds; then other work gets its turn. */
const LONGEST_TURN_MS = 8

/** If `take` returns a promise, the next chunk waits for it. @returns whether the stream came to its end */
export async function drain(
  stream: ReadableStream<Uint8Array> | null | undefined,
  cap: number,
  signal: AbortSignal,
  take: Take
): Promise<boolean> {
  if (!stream) return true
  signal.throwIfAborted()
  const reader = stream.getReader()
  // Cancelling ends a pending read at once, whatever the source does. It fails for a broken stream, which is no matter.
  const cancel = (): void => void reader.cancel().then(undefined, () => undefined)
  signal.addEventListener('abort', cancel, { once: true })
  try {
    let length = 0
    let turnBegan = performance.now()
    for (;;) {
      const { done, value } = await reader.read()
      signal.throwIfAborted()
      if (done) return true
      length += value.byteLength
      if (length > cap) {
        cancel()
        return false
      }
      for (let at = 0; at < value.byteLength; at += LONGEST_PIECE) {
        const taking = take(value.subarray(at, at + LONGEST_PIECE))
        if (taking) await untilAborted(taking, signal)
        // Available chunks are read without a turn of the event loop, so a fast provider would block everything else.
        if (performance.now() - turnBegan < LONGEST_TURN_MS) continue
        await setImmediate()
        signal.throwIfAborted()
        turnBegan = performance.now()
      }
    }
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}
