/** Chromium's DevTools protocol: JSON messages, over whatever carries them (transport.ts). */
import { EventEmitter } from 'node:events'
import type { Protocol } from '../../../node_modules/playwright-core/types/protocol.d.ts'
import type { Transport } from './transport.ts'

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

  /** For commands whose error only says that the target has gone meanwhile. */
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
  private readonly transport: Transport
  private readonly ended: (() => void)[] = []
  private lastId = 0
  private closed = false

  constructor(transport: Transport) {
    this.transport = transport
    transport.listen({ message: (text) => this.dispatch(JSON.parse(text) as Message), closed: () => this.end() })
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
      this.transport.send(JSON.stringify({ id, method, params: params ?? {}, sessionId }))
    })
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

  /** Runs once Chromium has ended, or the connection to it. */
  onClosed(run: () => void): void {
    this.ended.push(run)
  }

  private end(): void {
    if (this.closed) return
    this.closed = true
    for (const run of this.ended) run()
    for (const { method, reject } of this.waiting.values()) reject(new CdpError(`${method}: Chromium has ended`))
    this.waiting.clear()
  }
}
