/** What a fault is: a bad answer with a name, and what each call must make of it. */
import type { Socket } from 'node:net'
import type { ErrorInfo, ErrorCode } from '../../../src/shared/ipc/error.ts'
import type { Certificates } from '../certificates.ts'

/** The calls that meet every fault. */
export const KINDS = ['sign-in', 'list', 'invoices', 'detail', 'profile'] as const
export type Kind = (typeof KINDS)[number]

/** One request, and the socket to answer on: what is written there goes out as it is. */
export interface Exchange {
  socket: Socket
  kind: Kind
  method: string
  /** Path and query. */
  path: string
  /** Names in lower case. */
  headers: Record<string, string>
  body: string
  /** This server's own address. */
  here: string
  /** A server that must not be spoken to. */
  elsewhere: string
}

export interface Ending {
  code: ErrorCode
  /** Left out: the error must have none. */
  found?: ErrorInfo['found']
  /** HTTP status that the error tells; left out: not looked at. */
  status?: number
  /** Seconds from now that the error must tell to wait; left out: it must tell none. */
  retryAfter?: number
  /** The API's words; left out: not looked at. */
  says?: string
}

/** `read`: the answer is tolerated, and what it says is stored in place of what was. */
export type Outcome = Ending | 'read'

export interface NamedFault {
  /** Unique; begins like a sentence that goes on from "answered by". */
  name: string
  outcome: Outcome
  /** Where it means something else to a call. */
  but?: Partial<Record<Kind, Outcome>>
  /** Meant to fill the memory; measured in a process of its own. */
  bomb?: true
  /** No server at all: nobody listens at the port, or the name is known to nobody. */
  nobody?: 'port' | 'name'
  /** The client is sent to an https address; what is behind it is `certificate`, or no TLS at all. */
  https?: true
  certificate?: Exclude<keyof Certificates, 'root'>
  /** Takes the connection before a byte was read. */
  greet?: (socket: Socket) => void
  /** Answers a request that has come whole; without it none is ever answered. */
  answer?: (exchange: Exchange) => void
}

export const outcomeOf = (fault: NamedFault, kind: Kind): Outcome => fault.but?.[kind] ?? fault.outcome
