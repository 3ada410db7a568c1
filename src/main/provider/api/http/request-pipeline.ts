/** Sends requests: identical ones share one, each has one deadline for all its attempts, and temporary errors are retried (retries.ts). */
import { SingleFlight } from '../../../concurrency.ts'
import type { Ask } from '../../../ports/index.ts'
import type { Connection } from '../../../../shared/models/connection.ts'
import { definitionOf } from '../../../../shared/providers/definition.ts'
import { Deadline, type Times } from './deadline.ts'
import type { Reply } from './reply.ts'
import { withRetries, type RetryClock } from './retries.ts'
import { sendHttpRequest, type HttpRequest } from './transport.ts'

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
