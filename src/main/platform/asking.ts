/** How a GET is made: one for all who ask the same, within one deadline, tried again where that helps. */
import type { Connection } from '../../shared/model/connection.ts'
import type { Ask } from '../core/ports.ts'
import { createDeadline, type Deadline, type Times } from './deadline.ts'
import { withRetries, type Patience } from './retry.ts'
import { createShare } from './share.ts'
import type { Exchange } from './transport.ts'

export interface Question {
  connection: Connection
  exchange: Exchange
  /** Which reading of the reply is meant. */
  kind: string
  times: Times
}

/** @throws CANCELLED and TIMEOUT; else what the last try threw */
export type Asking = <T>(
  question: Question,
  ask: Pick<Ask, 'signal' | 'once'>,
  attempt: (deadline: Deadline) => Promise<T>
) => Promise<T>

export function createAsking(patience: Patience): Asking {
  const share = createShare()
  return ({ connection, exchange, kind, times }, { signal, once = false }, attempt) => {
    const { url, accept, credential, headers } = exchange
    // The connection's settings tell how the reply is read. The key is forgotten with the request.
    const key = JSON.stringify([kind, url.href, accept, credential, headers, once, connection])
    return share(key, url.host, signal, async (shared) => {
      const deadline = createDeadline(times, shared)
      try {
        return await (once ? attempt(deadline) : withRetries(() => attempt(deadline), deadline, patience))
      } finally {
        deadline.end()
      }
    })
  }
}
