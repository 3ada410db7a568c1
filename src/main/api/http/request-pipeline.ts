/** Sends a GET: shared by identical requests (unless `alone`), with one deadline and with retries. */
import type { Connection } from '../../../shared/models/connection.ts'
import { createSingleFlight } from '../../core/concurrency/single-flight.ts'
import type { Ask } from '../../core/ports/index.ts'
import { createDeadline, type Deadline, type Times } from './deadline.ts'
import { withRetries, type Patience } from './retry.ts'
import type { Exchange } from './transport.ts'

export interface PipelineRequest {
  connection: Connection
  exchange: Exchange
  /** The reader for the reply. */
  kind: string
  times: Times
  /** The request has its own side effects, so it can't be shared. */
  alone?: boolean
}

/** @throws CANCELLED and TIMEOUT; else the last attempt's error */
export type RequestPipeline = <T>(
  question: PipelineRequest,
  ask: Pick<Ask, 'signal' | 'once'>,
  attempt: (deadline: Deadline) => Promise<T>
) => Promise<T>

export function createRequestPipeline(patience: Patience): RequestPipeline {
  const singleFlight = createSingleFlight()
  return ({ connection, exchange, kind, times, alone = false }, { signal, once = false }, attempt) => {
    const { url, accept, credential, headers } = exchange
    const make = async (caller?: AbortSignal): Promise<Awaited<ReturnType<typeof attempt>>> => {
      const deadline = createDeadline(times, caller)
      try {
        return await (once ? attempt(deadline) : withRetries(() => attempt(deadline), deadline, patience))
      } finally {
        deadline.end()
      }
    }
    if (alone) return make(signal)
    // The connection's settings affect how the reply is read. The key is gone after the request.
    const key = JSON.stringify([kind, url.href, accept, credential, headers, once, connection])
    return singleFlight(key, { signal, host: url.host }, make)
  }
}
