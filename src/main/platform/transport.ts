/**
 * One HTTP exchange: one deadline for all of it, a cap on the body, no redirects, and nothing but a Fault on the way out.
 * The only file that knows axios, and the only one that puts the credential into a request.
 */
import type { AxiosRequestConfig } from 'axios'
import { Fault } from '../../shared/ipc/failure.ts'
import { networkFault } from './network-fault.ts'
import { readCapped } from './body.ts'

const MB = 1024 * 1024
/** Most bytes of a body that are read, after decompression. */
export const BODY_CAPS = { usual: 16 * MB, products: 256 * MB, picture: 2 * MB, refusal: MB / 4 } as const

/** Time for a whole exchange, body included, in milliseconds. */
export const DEADLINE_MS = 20_000

export interface Exchange {
  url: URL
  accept: string
  /** Sent as `Authorization: Bearer …`. */
  token?: string
  /** Sent by POST, as JSON; without it the method is GET. */
  body?: unknown
  /** Most bytes to read, after decompression. */
  cap?: number
  signal?: AbortSignal | undefined
}

export interface Reply {
  status: number
  host: string
  header(name: string): string | null
  bytes: Uint8Array
}

export interface TransportOptions {
  fetch: typeof fetch
  deadlineMs: number
}

/**
 * Sends and reads it all. Any HTTP status is a reply; that of a refusal has its body cut at BODY_CAPS.refusal.
 * @throws TIMEOUT, CANCELLED, TOO_LARGE, BAD_REQUEST for a token that fits no header, and what networkFault tells
 */
export async function exchange(call: Exchange, { fetch, deadlineMs }: TransportOptions): Promise<Reply> {
  const { host } = call.url
  const headers: Record<string, string> = { accept: call.accept, 'User-Agent': 'Portside' }
  if (call.token !== undefined) headers['Authorization'] = `Bearer ${headerSafe(call.token)}`
  if (call.body !== undefined) headers['content-type'] = 'application/json'

  if (call.signal?.aborted) throw new Fault('CANCELLED', { host })
  const controller = new AbortController()
  const ended = controller.signal
  const stop = (): void => controller.abort()
  const timer = setTimeout(stop, deadlineMs)
  call.signal?.addEventListener('abort', stop, { once: true })
  let whole = false
  try {
    // Loaded with the first call, so that the start of the app does not pay for it.
    const { default: axios } = await import('axios')
    const response = await unlessAborted(
      axios.request<ReadableStream<Uint8Array> | null>({
        adapter: 'fetch',
        // Without `Request`, axios hands address and options to fetch as they are.
        env: { fetch, Request: null } as unknown as NonNullable<AxiosRequestConfig['env']>,
        fetchOptions: { redirect: 'manual' },
        url: call.url.href,
        method: call.body === undefined ? 'GET' : 'POST',
        headers,
        data: call.body === undefined ? undefined : JSON.stringify(call.body),
        transformRequest: [(data: unknown) => data],
        transformResponse: [(data: unknown) => data],
        responseType: 'stream',
        validateStatus: () => true,
        signal: ended
      }),
      ended
    )
    const { status, data } = response
    const accepted = status >= 200 && status < 300
    const read = await readCapped(data, accepted ? (call.cap ?? BODY_CAPS.usual) : BODY_CAPS.refusal, ended)
    whole = read.whole
    if (accepted && !read.whole) throw new Fault('TOO_LARGE', { host, status })
    return { status, host, header: (name) => headerOf(response.headers, name), bytes: read.bytes }
  } catch (error) {
    if (error instanceof Fault) throw error
    if (ended.aborted) throw new Fault(call.signal?.aborted ? 'CANCELLED' : 'TIMEOUT', { host })
    throw networkFault(error, host)
  } finally {
    clearTimeout(timer)
    // Electron's network stack keeps a connection until its request is called off, whatever becomes of the stream.
    if (!whole) stop()
    call.signal?.removeEventListener('abort', stop)
  }
}

/** A token with a line break or a letter outside ASCII fits no header; fetch would name it in its error. */
function headerSafe(token: string): string {
  if (!/^[\x21-\x7e]+$/.test(token)) throw new Fault('BAD_REQUEST', { found: 'input' })
  return token
}

function headerOf(headers: unknown, name: string): string | null {
  const value = (headers as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : null
}

/** A fetch that does not listen to its signal must not hold the call beyond the deadline. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(new Error('stopped'))
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
