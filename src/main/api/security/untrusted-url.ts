/**
 * Fetches a URL that the provider's data contains: by GET, after the SSRF guard, without credentials, cookies and
 * redirects.
 */
import type { Connection } from '../../../shared/models/connection.ts'
import { normaliseBaseAddress, privateAddress } from './base-url.ts'
import type { RequestPipeline } from '../http/request-pipeline.ts'
import type { Deadline, Times } from '../http/deadline.ts'
import type { Reply } from '../http/body.ts'
import type { Exchange } from '../http/transport.ts'
import { leadsToPrivateNetwork, type Resolver } from './private-network-guard.ts'

export interface UntrustedFetchParts {
  asking: RequestPipeline
  send: (connection: Connection, call: Exchange, deadline: Deadline) => Promise<Reply>
  resolver: Resolver
}

export interface UntrustedRequest<T> {
  connection: Connection
  /** Has passed the checks of its form. */
  url: URL
  kind: string
  /** The Accept header. */
  accept: string
  /** In bytes. */
  cap: number
  times: Times
  /** @throws for a reply of another kind */
  read(reply: Reply): T
}

/**
 * @throws BAD_REQUEST (found 'privateAddress') for a private network; errors of the look-up, the exchange and `read`
 */
export type UntrustedFetch = <T>(what: UntrustedRequest<T>, signal?: AbortSignal) => Promise<T>

export function createUntrustedFetch({ asking, send, resolver }: UntrustedFetchParts): UntrustedFetch {
  return ({ connection, url, kind, accept, cap, times, read }, signal) => {
    const base = new URL(normaliseBaseAddress(connection.baseAddress))
    const call: Exchange = { url, accept, cap }
    return asking({ connection, exchange: call, kind, times }, { signal }, async (deadline) => {
      if (await leadsToPrivateNetwork(url, base, resolver, deadline)) throw privateAddress()
      return read(await send(connection, call, deadline))
    })
  }
}
