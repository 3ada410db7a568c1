/** Sends one HTTP request and reads the reply. Only this file imports axios and puts the credential into a request. */
import { setImmediate } from 'node:timers/promises'
import type { AxiosAdapter, AxiosInstance, AxiosResponse } from 'axios'
import { untilAborted } from '../../../concurrency.ts'
import { AppError } from '../../../../shared/ipc/error.ts'
import { toNetworkError } from '../../../../shared/ipc/network-error.ts'
import { isToken } from '../../../../shared/models/account.ts'
import { secretsInKey } from '../../../../shared/models/credential-text.ts'
import { isUserName, type Authorization } from '../../../../shared/models/provider.ts'
import type { Deadline } from './deadline.ts'
import { isAccepted, withPlace, type Reply } from './reply.ts'

const MB = 1024 * 1024
/** A record is read in one turn of main: 16 MB of escapes took 3 s. */
export const BODY_CAPS = {
  record: 4 * MB,
  invoices: 16 * MB,
  products: 256 * MB,
  /** Each page after the first: it waits in memory until it is complete. */
  laterProducts: 16 * MB,
  picture: 2 * MB,
  pdf: 25 * MB,
  error: MB / 4
} as const

export type WriteChunk = (chunk: Uint8Array) => Promise<void> | void

/** `user`: of Basic, if the definition has none. */
export interface RequestCredential {
  token: string
  /** Aren't sent. */
  earlierTokens?: readonly string[] | undefined
  authorization: Authorization
  user?: string | undefined
}

export interface HttpRequest {
  url: URL
  accept: string
  credential?: RequestCredential
  headers?: Record<string, string>
  /** Sent by POST as JSON; without it the method is GET. */
  body?: Record<string, string>
  cap?: number
  /** Receives the body of a successful reply while it arrives, chunk by chunk; the reply is then without it. */
  write?: WriteChunk
  statusOnly?: boolean
}

/** The deadline and the size of a reply are enforced here, and nowhere in axios. */
export async function sendHttpRequest(
  httpRequest: HttpRequest,
  fetch: typeof globalThis.fetch,
  deadline: Deadline
): Promise<Reply> {
  const { host } = httpRequest.url
  if (deadline.signal.aborted) throw deadline.errorFor(host)
  const controller = new AbortController()
  const { signal } = controller
  const abort = (): void => controller.abort()
  deadline.signal.addEventListener('abort', abort, { once: true })
  let isWhole = false
  try {
    const { status, headers, data } = await untilAborted(sendWithAxios(httpRequest, fetch, signal), signal)
    // No HTTP status. Electron's network rejects such a response itself.
    if (status > 599) throw new AppError('BAD_REPLY', { host, found: 'malformed' })
    const reply: Reply = {
      status,
      host,
      header: (name) => headerOf(headers, name),
      names: () => Object.keys(headers),
      bytes: new Uint8Array()
    }
    if (httpRequest.statusOnly) return reply
    if (isAccepted(status)) deadline.allowForBody()
    const body = await readBody(data, reply, httpRequest, signal)
    isWhole = body.isWhole
    return { ...reply, bytes: body.bytes }
  } catch (error) {
    if (error instanceof ReaderError) throw error.cause
    if (error instanceof AppError) throw error
    if (signal.aborted) throw deadline.errorFor(host)
    throw toNetworkError(error, host)
  } finally {
    // Electron's network stack keeps a connection until its request is aborted, whatever happens to the stream.
    if (!isWhole) abort()
    deadline.signal.removeEventListener('abort', abort)
  }
}

/** An error of the function that receives the body, as opposed to one of the network. */
class ReaderError extends Error {}

type Body = ReadableStream<Uint8Array> | null

/** @throws TOO_LARGE for a successful reply; of an error, the beginning is enough */
async function readBody(
  stream: Body,
  reply: Reply,
  { cap = BODY_CAPS.record, write }: HttpRequest,
  signal: AbortSignal
): Promise<{ bytes: Uint8Array; isWhole: boolean }> {
  const { host, status } = reply
  const isSuccess = isAccepted(status)
  const chunks: Uint8Array[] = []
  const collect: WriteChunk = (chunk) => void chunks.push(chunk)
  const pass: WriteChunk = async (chunk) => {
    try {
      await write?.(chunk)
    } catch (error) {
      throw new ReaderError('', { cause: withPlace(error, reply) })
    }
  }
  const isWhole = await drain(stream, isSuccess ? cap : BODY_CAPS.error, signal, isSuccess && write ? pass : collect)
  if (isSuccess && !isWhole) throw new AppError('TOO_LARGE', { host, status })
  const [only] = chunks
  return { bytes: only && chunks.length === 1 ? only : Buffer.concat(chunks), isWhole }
}

let axiosModule: Promise<AxiosInstance> | undefined

async function sendWithAxios(
  httpRequest: HttpRequest,
  fetch: typeof globalThis.fetch,
  signal: AbortSignal
): Promise<AxiosResponse<Body>> {
  const { url, headers } = signed(httpRequest)
  // Loaded with the first request, because it slows the app's start.
  const axios = await (axiosModule ??= import('axios').then((module) => module.default))
  // As text: of an object, axios leaves out fields with some names, such as `constructor`.
  const body = httpRequest.body && JSON.stringify(httpRequest.body)
  return axios.request<Body>({
    adapter: adapterFor(fetch),
    url: url.href,
    method: body === undefined ? 'GET' : 'POST',
    headers: body === undefined ? headers : { ...headers, 'Content-Type': 'application/json' },
    data: body,
    signal
  })
}

/** Sends axios's requests over the given network. A redirect is a reply: nobody follows it unchecked. */
const adapterFor =
  (fetch: typeof globalThis.fetch): AxiosAdapter =>
  async (config) => {
    const { url = '', method = '', headers, data } = config
    const response = await fetch(url, {
      method: method.toUpperCase(),
      headers: headers.toJSON() as Record<string, string>,
      body: (data as string | undefined) ?? null,
      redirect: 'manual',
      signal: config.signal as AbortSignal
    })
    const { status, statusText, body } = response
    return { status, statusText, headers: Object.fromEntries(response.headers), data: body, config }
  }

/** A request's address and headers, with its credential in one of them. */
function signed({ url, accept, credential, headers: more }: HttpRequest): {
  url: URL
  headers: Record<string, string>
} {
  const headers: Record<string, string> = { Accept: accept, 'User-Agent': 'Portside', ...more }
  if (!credential) return { url, headers }
  // A line break or a non-ASCII character fits no header, and fetch would quote the token in its error.
  if (!isToken(credential.token)) throw new AppError('BAD_REQUEST', { found: 'input' })
  const { token, authorization } = credential
  switch (authorization.scheme) {
    case 'header': {
      const { name, prefix } = authorization
      return { url, headers: { ...headers, [name]: prefix === undefined ? token : `${prefix} ${token}` } }
    }
    case 'query': {
      const withKey = new URL(url)
      // Once: a provider's link to the next page may repeat the parameter.
      withKey.searchParams.set(authorization.name, token)
      return { url: withKey, headers }
    }
    case 'Basic':
      return { url, headers: { ...headers, Authorization: `Basic ${basicPair(credential, authorization)}` } }
    default:
      return { url, headers: { ...headers, Authorization: `${authorization.scheme} ${token}` } }
  }
}

type Basic = Extract<Authorization, { scheme: 'Basic' }>

/** User and password, encoded. @throws BAD_REQUEST (found 'userName') */
function basicPair({ token, user: entered }: RequestCredential, { user = entered, keyAs }: Basic): string {
  if (keyAs === 'user') return encodedPair(token.includes(':') ? token : `${token}:`)
  if (user === undefined || !isUserName(user)) throw new AppError('BAD_REQUEST', { found: 'userName' })
  return encodedPair(`${user}:${token}`)
}
const encodedPair = (pair: string): string => Buffer.from(pair).toString('base64')

/** What a reply may repeat of the credential, so what is redacted in it. */
export function secretsOf(credential: RequestCredential): string[] {
  const { token, earlierTokens = [], authorization } = credential
  const secrets = [token, ...earlierTokens].flatMap(secretsInKey)
  return authorization.scheme === 'Basic' ? [...secrets, basicPair(credential, authorization)] : secrets
}

/** Not axios's `get`, which a provider's header of that name replaces. */
function headerOf(headers: unknown, name: string): string | null {
  const value = (headers as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : null
}

/** In bytes: some networks deliver a body in one chunk. */
const LONGEST_CHUNK = 64 * 1024
/** In milliseconds; then other work gets its turn. */
const LONGEST_TURN_MS = 8

/** If `write` returns a promise, the next chunk waits for it. @returns whether the stream came to its end */
export async function drain(
  stream: ReadableStream<Uint8Array> | null | undefined,
  cap: number,
  signal: AbortSignal,
  write: WriteChunk
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
      for (let at = 0; at < value.byteLength; at += LONGEST_CHUNK) {
        const writing = write(value.subarray(at, at + LONGEST_CHUNK))
        if (writing) await untilAborted(writing, signal)
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
