/**
 * Chromium's DevTools protocol over a pair of pipes: JSON messages that end in a zero byte.
 * The pipe is also the leash: when this process ends, however it ends, Chromium reads its end and quits.
 */
import { EventEmitter } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import type { Protocol } from '../../../node_modules/playwright-core/types/protocol.d.ts'

export type { Protocol }
export type Command = keyof Protocol.CommandParameters

interface Message {
  id?: number
  sessionId?: string
  method?: string
  params?: unknown
  result?: unknown
  error?: { message: string }
}

interface Waiting {
  method: string
  resolve: (result: never) => void
  reject: (error: Error) => void
}

/** Chromium answered a command with an error, or ended before it answered. */
export class CdpError extends Error {
  override readonly name = 'CdpError'
}

/** One target's conversation (or the browser's own, without an id); emits protocol events by their names. */
export class CdpSession extends EventEmitter<Protocol.EventMap> {
  readonly id: string | undefined
  private readonly connection: CdpConnection

  constructor(connection: CdpConnection, id: string | undefined) {
    super()
    this.connection = connection
    this.id = id
  }

  /** @throws CdpError */
  send<C extends Command>(method: C, params?: Protocol.CommandParameters[C]): Promise<Protocol.CommandReturnValues[C]> {
    return this.connection.send(method, params, this.id)
  }

  /** For commands whose failure only says that the target has gone meanwhile. */
  tell<C extends Command>(method: C, params?: Protocol.CommandParameters[C]): void {
    this.send(method, params).catch((error: unknown) => {
      if (!(error instanceof CdpError)) throw error
    })
  }
}

export class CdpConnection {
  readonly browser = new CdpSession(this, undefined)
  private readonly sessions = new Map<string, CdpSession>()
  private readonly waiting = new Map<number, Waiting>()
  private readonly output: Writable
  private chunks: Buffer[] = []
  private lastId = 0
  private closed = false

  constructor(output: Writable, input: Readable) {
    this.output = output
    input.on('data', (chunk: Buffer) => this.read(chunk))
    input.on('close', () => this.end())
    output.on('error', () => this.end())
  }

  session(id: string): CdpSession {
    const known = this.sessions.get(id)
    if (known) return known
    const session = new CdpSession(this, id)
    this.sessions.set(id, session)
    return session
  }

  forget(id: string): void {
    this.sessions.delete(id)
  }

  send<C extends Command>(
    method: C,
    params: Protocol.CommandParameters[C] | undefined,
    sessionId: string | undefined
  ): Promise<Protocol.CommandReturnValues[C]> {
    if (this.closed) return Promise.reject(new CdpError(`${method}: Chromium has ended`))
    const id = ++this.lastId
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { method, resolve, reject })
      this.output.write(`${JSON.stringify({ id, method, params: params ?? {}, sessionId })}\0`)
    })
  }

  private read(chunk: Buffer): void {
    let start = 0
    for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, start)) {
      const whole = Buffer.concat([...this.chunks, chunk.subarray(start, end)])
      this.chunks = []
      start = end + 1
      this.dispatch(JSON.parse(whole.toString()) as Message)
    }
    if (start < chunk.length) this.chunks.push(chunk.subarray(start))
  }

  private dispatch({ id, sessionId, method, params, result, error }: Message): void {
    if (id !== undefined) {
      const asked = this.waiting.get(id)
      this.waiting.delete(id)
      if (error) asked?.reject(new CdpError(`${asked.method}: ${error.message}`))
      else asked?.resolve(result as never)
      return
    }
    const session = sessionId === undefined ? this.browser : this.session(sessionId)
    if (method) (session as EventEmitter).emit(method, params)
  }

  private end(): void {
    this.closed = true
    for (const { method, reject } of this.waiting.values()) reject(new CdpError(`${method}: Chromium has ended`))
    this.waiting.clear()
  }
}
