/** A connection to the session bus of a Linux desktop: calls and signals. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { callBytes, KIND, takeMessage, type BusMessage, type BusValue, type Target } from './message.ts'

/** The bus is unreachable, rejected a call, or closed. Its message is left out: it may be translated, and contain anything. */
class BusError extends Error {
  override readonly name = 'BusError'
}

const LONGEST_LINE = 1024

export const BUS: Target = {
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus'
}

export interface Bus {
  /** @returns the readable values of the reply @throws BusError */
  call(to: Target, member: string, ...args: string[]): Promise<BusValue[]>
  /** From then on, `onSignal` receives signals that match the rule. @throws BusError */
  listenTo(rule: string): Promise<void>
}

export interface BusListeners {
  onSignal: (signal: BusMessage) => void
  /** Called last, when either side has closed the connection. */
  onClose: () => void
}

/** Without a timeout: `signal` closes the connection and fails all pending calls. @throws BusError */
export async function openBus(env: NodeJS.ProcessEnv, listeners: BusListeners, signal: AbortSignal): Promise<Bus> {
  const socket = await firstSocket(env, signal)
  signal.addEventListener('abort', () => socket.destroy(), { once: true })
  const bus = new BusConnection(socket, listeners)
  await bus.start()
  return bus
}

class BusConnection implements Bus {
  readonly #socket: Socket
  readonly #listeners: BusListeners
  /** Calls without a reply, by their serial number. */
  readonly #pending = new Map<BusValue, PromiseWithResolvers<BusValue[]>>()
  #serial = 0
  #buffer = new Uint8Array()

  constructor(socket: Socket, listeners: BusListeners) {
    this.#socket = socket
    this.#listeners = listeners
    socket.on('error', () => socket.destroy())
    socket.once('close', () => this.#closed())
  }

  async start(): Promise<void> {
    await signIn(this.#socket)
    this.#socket.on('data', (bytes: Uint8Array) => this.#receive(bytes))
    await this.call(BUS, 'Hello')
  }

  async call(to: Target, member: string, ...args: string[]): Promise<BusValue[]> {
    if (this.#socket.destroyed) throw new BusError('the bus is gone')
    const reply = Promise.withResolvers<BusValue[]>()
    this.#pending.set(++this.#serial, reply)
    this.#socket.write(callBytes(this.#serial, to, member, args))
    return reply.promise
  }

  async listenTo(rule: string): Promise<void> {
    await this.call(BUS, 'AddMatch', rule)
  }

  #receive(bytes: Uint8Array): void {
    this.#buffer = Buffer.concat([this.#buffer, bytes])
    try {
      for (let next = takeMessage(this.#buffer); next !== null; next = takeMessage(this.#buffer)) {
        this.#buffer = this.#buffer.subarray(next.length)
        this.#handle(next.message)
      }
    } catch {
      // After an unreadable message, the rest of the stream is unreadable, too.
      this.#socket.destroy()
    }
  }

  #handle(message: BusMessage): void {
    if (message.kind === KIND.signal) this.#listeners.onSignal(message)
    if (message.replyTo === undefined) return
    const call = this.#pending.get(message.replyTo)
    this.#pending.delete(message.replyTo)
    if (message.kind === KIND.error) call?.reject(new BusError('the bus refused'))
    else call?.resolve(message.values)
  }

  #closed(): void {
    for (const { reject } of this.#pending.values()) reject(new BusError('the bus is gone'))
    this.#pending.clear()
    this.#listeners.onClose()
  }
}

async function firstSocket(env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<Socket> {
  for (const { socket: path } of busAddresses(env)) {
    if (path === null) continue
    const socket = connect(path)
    try {
      await once(socket, 'connect', { signal })
      return socket
    } catch {
      socket.destroy()
    }
  }
  throw new BusError('no bus takes connections')
}

/** Authenticates as the process's user, whom the socket also reports (D-Bus specification, "Authentication Protocol"). */
async function signIn(socket: Socket): Promise<void> {
  const user = Buffer.from(String(process.getuid?.() ?? '')).toString('hex')
  socket.write(`\0AUTH EXTERNAL ${user}\r\n`)
  let reply = ''
  while (!reply.includes('\r\n') && reply.length < LONGEST_LINE) reply += await nextPiece(socket)
  if (!reply.startsWith('OK ')) {
    socket.destroy()
    throw new BusError('the bus let nobody in')
  }
  socket.write('BEGIN\r\n')
}

function nextPiece(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    const gone = (): void => reject(new BusError('the bus is gone'))
    socket.once('close', gone)
    socket.once('data', (piece: Buffer) => {
      socket.off('close', gone)
      resolve(piece.toString('latin1'))
    })
  })
}

/** D-Bus specification, "Server Addresses". */
export interface BusAddress {
  transport: string
  /** A unix address's socket, as for Node's `connect`; null for other transports. */
  socket: string | null
}

export function busAddresses(env: NodeJS.ProcessEnv): BusAddress[] {
  const runtime = env['XDG_RUNTIME_DIR']
  const configured = env['DBUS_SESSION_BUS_ADDRESS'] ?? (runtime ? `unix:path=${runtime}/bus` : '')
  return configured
    .split(';')
    .filter(Boolean)
    .map((address) => ({ transport: address.split(':')[0] ?? '', socket: socketOf(address) }))
}

function socketOf(address: string): string | null {
  const [, key, value] = /^unix:(?:[^,]+,)*?(path|abstract)=([^,]+)/.exec(address) ?? []
  if (value === undefined) return null
  const bytes = value.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  const path = Buffer.from(bytes, 'latin1').toString()
  return key === 'abstract' ? `\0${path}` : path
}
