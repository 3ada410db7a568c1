/** How a GET is made: one for all who ask the same (unless alone), within one deadline, tried again where that helps. */
import type { Connection } from '../../../shared/models/connection.ts'
import { createSingleFlight } from '../../core/concurrency/single-flight.ts'
import type { Ask } from '../../core/ports/index.ts'
import { createDeadline, type Deadline, type Times } from './deadline.ts'
import { withRetries, type Patience } from './retry.ts'
import type { Exchange } from './transport.ts'

export interface Question {
  connection: Connection
  exchange: Exchange
  /** Which reading of the reply is meant. */
  kind: string
  times: Times
  /** What it leads to is the caller's own, and can't be shared with another who asks the same. */
  alone?: boolean
}

/** @throws CANCELLED and TIMEOUT; else what the last try threw */
export type Asking = <T>(
  question: Question,
  ask: Pick<Ask, 'signal' | 'once'>,
  attempt: (deadline: Deadline) => Promise<T>
) => Promise<T>

export function createAsking(patience: Patience): Asking {
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
    // The connection's settings tell how the reply is read. The key is forgotten with the request.
    const key = JSON.stringify([kind, url.href, accept, credential, headers, once, connection])
    return singleFlight(key, { signal, host: url.host }, make)
  }
}
