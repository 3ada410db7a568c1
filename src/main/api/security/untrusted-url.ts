/**
 * Fetches what a platform names by an address, wherever that leads: if it may be asked at all, by GET, without any credential
 * or cookie, following no redirect.
 */
import type { Connection } from '../../../shared/models/connection.ts'
import { normaliseBaseAddress, privateAddress } from './base-url.ts'
import type { Asking } from '../http/request-pipeline.ts'
import type { Deadline, Times } from '../http/deadline.ts'
import type { Exchange, Reply } from '../http/transport.ts'
import { leadsToPrivateNetwork, type Resolver } from './private-network-guard.ts'

export interface ForeignParts {
  asking: Asking
  send: (connection: Connection, call: Exchange, deadline: Deadline) => Promise<Reply>
  resolver: Resolver
}

export interface Foreign<T> {
  connection: Connection
  /** Judged by its form already. */
  url: URL
  kind: string
  /** Media types, for the header of that name. */
  accept: string
  /** Most bytes. */
  cap: number
  times: Times
  /** @throws what becomes of a reply that is something else */
  read(reply: Reply): T
}

/** @throws BAD_REQUEST (found 'privateAddress') where nobody may be asked; what the look-up, the exchange and `read` throw */
export type ForeignFetch = <T>(what: Foreign<T>, signal?: AbortSignal) => Promise<T>

export function createForeignFetch({ asking, send, resolver }: ForeignParts): ForeignFetch {
  return ({ connection, url, kind, accept, cap, times, read }, signal) => {
    const base = new URL(normaliseBaseAddress(connection.baseAddress))
    const call: Exchange = { url, accept, cap }
    return asking({ connection, exchange: call, kind, times }, { signal }, async (deadline) => {
      if (await leadsToPrivateNetwork(url, base, resolver, deadline)) throw privateAddress()
      return read(await send(connection, call, deadline))
    })
  }
}
