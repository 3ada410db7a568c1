/** What a fault is: a bad answer with a name, and what each call must make of it. Helpers to write raw HTTP. */
import type { Socket } from 'node:net'
import type { ErrorInfo, ErrorCode } from '../../../src/shared/ipc/error.ts'
import type { Certificates } from '../certificates.ts'

export const KINDS = ['sign-in', 'list', 'invoices', 'detail', 'profile'] as const
export type Kind = (typeof KINDS)[number]

/** One request, and the socket to answer on: what is written there goes out as it is. */
export interface Exchange {
  socket: Socket
  kind: Kind
  method: string
  /** Path and query. */
  path: string
  headers: Record<string, string>
  body: string
  /** This server's own address. */
  here: string
  /** A server that must not be spoken to. */
  elsewhere: string
}

/** What is left out of `found` and `retryAfter` (seconds from now) must be absent; the rest is not looked at then. */
export interface Ending {
  code: ErrorCode
  found?: ErrorInfo['found']
  status?: number
  retryAfter?: number
  /** The provider's own words. */
  says?: string
}

/** `read`: the answer is tolerated, and replaces what was stored. */
export type Outcome = Ending | 'read'

type Answer = (exchange: Exchange) => void
export type ByKind = Partial<Record<Kind, Outcome>>

interface Outcomes {
  outcome: Outcome
  but?: ByKind
}

export interface NamedFault {
  /** Unique; continues "answered by". */
  name: string
  outcome: Outcome
  /** Answers a complete request; without it none is ever answered. */
  answer?: Answer
  /** Where it means something else to a call. */
  but?: ByKind
  /** What Electron's network makes of it, where that isn't what Node's fetch does. */
  onElectron?: Outcomes
  /** Meant to fill the memory; measured in a process of its own. */
  bomb?: true
  /** No server at all: nobody listens at the port, or the name is known to nobody. */
  nobody?: 'port' | 'name'
  /** The client is sent to an https address; what is behind it is `certificate`, or no TLS at all. */
  https?: true
  certificate?: Exclude<keyof Certificates, 'root'>
  /** Takes the connection before a byte was read. */
  greet?: (socket: Socket) => void
}

export const fault = (name: string, outcome: Outcome, answer?: Answer, more: Partial<NamedFault> = {}): NamedFault => ({
  name,
  outcome,
  ...(answer && { answer }),
  ...more
})

export const outcomeOf = ({ outcome, but }: Outcomes, kind: Kind): Outcome => but?.[kind] ?? outcome
export const outcomeOnElectron = (fault: NamedFault, kind: Kind): Outcome => outcomeOf(fault.onElectron ?? fault, kind)

export const garbled: Ending = { code: 'BAD_REPLY', found: 'malformed' }

export const MB = 1024 * 1024
export const JSON_TYPE = 'content-type: application/json'
export const HTML_TYPE = 'content-type: text/html; charset=utf-8'
export const CHUNKED = 'transfer-encoding: chunked'

/** A status line and header lines, with the empty line that ends them. */
export const head = (status: string, ...lines: string[]): string =>
  ['HTTP/1.1 ' + status, ...lines, '', ''].join('\r\n')

/** A reply that keeps every rule of HTTP and ends the connection; lines beside its length and `connection: close`. */
export function whole(status: string, body: string | Buffer = '', ...lines: string[]): Buffer {
  const bytes = Buffer.from(body)
  const first = head(status, ...lines, `content-length: ${bytes.length}`, 'connection: close')
  return Buffer.concat([Buffer.from(first), bytes])
}

type Bytes = string | Buffer
type Made<T> = T | ((exchange: Exchange) => T)
const made = <T extends Bytes>(given: Made<T>, exchange: Exchange): T =>
  typeof given === 'function' ? given(exchange) : given

/** Answers with these bytes and leaves the connection open. */
export const sends =
  (...parts: Made<Bytes>[]): Answer =>
  (exchange) => {
    for (const part of parts) exchange.socket.write(made(part, exchange))
  }

/** Answers with these bytes and closes its end. */
export const ends =
  (...parts: Made<Bytes>[]): Answer =>
  (exchange) =>
    void exchange.socket.end(Buffer.concat(parts.map((part) => Buffer.from(made(part, exchange)))))

/** Answers so, with JSON unless the lines have another type. */
export const says =
  (status: string, body: Made<Bytes>, ...lines: string[]): Answer =>
  (exchange) => {
    const type = lines.some((line) => line.startsWith('content-type')) ? [] : [JSON_TYPE]
    exchange.socket.end(whole(status, made(body, exchange), ...type, ...lines))
  }

export const chunk = (data: Bytes): Buffer => {
  const bytes = Buffer.from(data)
  return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])
}

/** Writes the pieces with backpressure, then closes its end. */
export function pour(socket: Socket, pieces: Iterable<Buffer>): void {
  const rest = pieces[Symbol.iterator]()
  const on = (): void => {
    while (!socket.destroyed) {
      const { done, value } = rest.next()
      if (done) return void socket.end()
      if (!socket.write(value)) return void socket.once('drain', on)
    }
  }
  on()
}

/** The same piece again and again, without end or so many times. */
export function* again(piece: Buffer, times = Infinity): Generator<Buffer> {
  for (let turn = 0; turn < times; turn++) yield piece
}

/** Writes the first bytes, then a piece now and then, until the other side is gone. */
export const drips =
  (first: string, piece: string): Answer =>
  ({ socket }) => {
    socket.write(first)
    const timer = setInterval(() => socket.write(piece), 50)
    socket.once('close', () => clearInterval(timer))
  }

const FRESH_NAME = 'Fresh from the fault'

/** Not a real token: its parts say so. It ends in the year 2100. */
export const FRESH_TOKEN = [
  Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url'),
  Buffer.from('{"sub":"fault","exp":4102444800}').toString('base64url'),
  'fault'
].join('.')

type Asked = Pick<Exchange, 'kind' | 'path'>

/** A good answer that differs from the stored data, so that a test notices a stored part of it. */
export function fresh({ kind, path }: Asked): unknown {
  const record = (id: string): unknown => ({ id, name: FRESH_NAME, isAvailable: true })
  const answers: Record<Kind, unknown> = {
    'sign-in': FRESH_TOKEN,
    list: [record('fresh-1'), record('fresh-2')],
    invoices: [
      { id: 'fresh-1', status: 'Paid', totalAmount: 12.5, notes: FRESH_NAME },
      { id: 'fresh-2', status: 'Paid', totalAmount: 7 }
    ],
    detail: record(decodeURIComponent(path.split('/').at(-1) ?? '')),
    profile: { id: 'fresh', email: 'fresh@example.com', fullName: FRESH_NAME }
  }
  return answers[kind]
}

export const freshText = (asked: Asked): string => JSON.stringify(fresh(asked))

export function kindOf(path: string): Kind {
  const route = (path.split('?')[0] ?? '').toLowerCase()
  if (route.endsWith('/v2/profile')) return 'profile'
  if (route.endsWith('/v2/products')) return 'list'
  if (route.includes('/v2/products/')) return 'detail'
  return route.endsWith('/v3/invoices') ? 'invoices' : 'sign-in'
}
