/** Sends requests: identical ones share one, each has one deadline for all its attempts, and temporary errors are retried. */
import { SingleFlight } from '../../../concurrency.ts'
import type { Ask } from '../../../ports/index.ts'
import { toErrorInfo, type ErrorInfo } from '../../../../shared/ipc/error.ts'
import type { Connection } from '../../../../shared/models/connection.ts'
import { definitionOf } from '../../../../shared/providers/definition.ts'
import { Deadline, type Times } from './deadline.ts'
import type { Reply } from './reply.ts'
import { sendHttpRequest, type HttpRequest } from './transport.ts'

const MOST_RETRIES = 2
/** The first wait is a random part of this, the second of twice as much. */
const FIRST_WAIT_MS = 500

export interface RetryClock {
  random(): number
  now(): Date
  wait(ms: number, signal: AbortSignal): Promise<void>
}

/** Milliseconds before the next attempt; null: no retry. Random, so that many apps don't return to a struggling provider at once. */
export function retryDelay(
  error: ErrorInfo,
  tries: number,
  left: number,
  { random, now }: Pick<RetryClock, 'random' | 'now'>
): number | null {
  if (tries > MOST_RETRIES || !isTemporary(error)) return null
  const asked = error.retryAt === undefined ? 0 : Math.max(0, Date.parse(error.retryAt) - now().getTime())
  const delay = asked + random() * FIRST_WAIT_MS * 2 ** (tries - 1)
  return delay < left ? delay : null
}

function isTemporary({ code, status, retryAt }: ErrorInfo): boolean {
  if (code === 'UNREACHABLE') return true
  if (code === 'RATE_LIMITED') return status === 429 && retryAt !== undefined
  return code === 'SERVER' && (status === 502 || status === 503 || status === 504)
}

/** Throws the last error, or the one before it if the last attempt only timed out: it says less. */
export async function withRetries<T>(attempt: () => Promise<T>, deadline: Deadline, clock: RetryClock): Promise<T> {
  let earlier: unknown = null
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (thrown) {
      const error = toErrorInfo(thrown)
      const last = error.code === 'TIMEOUT' && earlier !== null ? earlier : thrown
      const delay = retryDelay(error, tries, deadline.remainingMs, clock)
      if (delay === null) throw last
      earlier = thrown
      deadline.allowForAnswer()
      await clock.wait(delay, deadline.signal)
      if (!deadline.signal.aborted) continue
      const why = deadline.errorFor(error.host ?? '')
      throw why.info.code === 'CANCELLED' ? why : thrown
    }
  }
}

export function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
  })
}

export interface PipelineParts extends RetryClock {
  /** The same function each time: Electron's network in the app, the sample's own, Node's in tests. */
  fetchFor: (connection: Connection) => typeof fetch
  /** In place of the connection's own. */
  deadlineMs?: number | undefined
}

export interface PipelineRequest {
  connection: Connection
  httpRequest: HttpRequest
  times: Times
  /** False for a request with side effects. */
  isShareable?: boolean
}

export class RequestPipeline {
  readonly #parts: PipelineParts
  readonly #singleFlight = new SingleFlight()

  constructor(parts: PipelineParts) {
    this.#parts = parts
  }

  now(): Date {
    return this.#parts.now()
  }

  /** Milliseconds until an answer has to begin. */
  answerMs(connection: Connection): number {
    return this.#parts.deadlineMs ?? definitionOf(connection).timeoutSeconds * 1000
  }

  /** One request within the deadline of its call. */
  send(connection: Connection, httpRequest: HttpRequest, deadline: Deadline): Promise<Reply> {
    return sendHttpRequest(httpRequest, this.#parts.fetchFor(connection), deadline)
  }

  /** One request, neither shared nor retried, with its own deadline. */
  async sendOnce(connection: Connection, httpRequest: HttpRequest, signal?: AbortSignal): Promise<Reply> {
    const deadline = new Deadline({ answerMs: this.answerMs(connection) }, signal)
    try {
      return await this.send(connection, httpRequest, deadline)
    } finally {
      deadline.clear()
    }
  }

  /** @param attempt sends the request and reads its reply; called again after a temporary error, unless `once` is set */
  request<T>(
    { connection, httpRequest, times, isShareable = true }: PipelineRequest,
    { signal, once = false }: Pick<Ask, 'signal' | 'once'>,
    attempt: (deadline: Deadline) => Promise<T>
  ): Promise<T> {
    const start = async (caller?: AbortSignal): Promise<T> => {
      const deadline = new Deadline(times, caller)
      try {
        return await (once ? attempt(deadline) : withRetries(() => attempt(deadline), deadline, this.#parts))
      } finally {
        deadline.clear()
      }
    }
    if (!isShareable) return start(signal)
    const { url, accept, credential, headers } = httpRequest
    // The connection's settings affect how the reply is read. The key is gone after the request.
    const key = JSON.stringify([url.href, accept, credential, headers, once, connection])
    return this.#singleFlight.share(key, { signal, host: url.host }, start)
  }
}
