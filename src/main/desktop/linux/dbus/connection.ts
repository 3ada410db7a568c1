/** A connection to the session bus: calls, and what is told without being asked for. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { busAddresses } from './address.ts'
import { callBytes, KIND, takeMessage, type BusMessage, type BusValue, type Target } from './message.ts'

/** The bus can't be reached, refused a call, or ended. Its own words are left out: they may be translated, and name anything. */
export class BusError extends Error {
  override readonly name = 'BusError'
}

/** A bus that greets with more than that is none. */
const LONGEST_LINE = 1024

export const BUS: Target = {
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus'
}

export interface Bus {
  /** @returns what was answered, as far as it can be read. @throws BusError */
  call(to: Target, member: string, ...args: string[]): Promise<BusValue[]>
  /** Signals that match the rule are told to `onSignal` from then on. @throws BusError */
  listenTo(rule: string): Promise<void>
  close(): void
}

export interface BusListeners {
  onSignal: (signal: BusMessage) => void
  /** It is over, whoever ended it. Nothing comes after that. */
  onClose: () => void
}

/**
 * Connects to the first of the stated sockets that takes connections, and signs in. How long this
 * and every call may take is the caller's to say: by `signal`, which ends the connection, and all that waits on it.
 * @throws BusError
 */
export async function openBus(env: NodeJS.ProcessEnv, listeners: BusListeners, signal: AbortSignal): Promise<Bus> {
  const socket = await firstSocket(env, signal)
  const waiting = new Map<number, { resolve: (values: BusValue[]) => void; reject: (error: Error) => void }>()
  let serial = 0
  let held = new Uint8Array()

  socket.on('error', () => socket.destroy())
  socket.once('close', () => {
    for (const { reject } of waiting.values()) reject(new BusError('the bus is gone'))
    waiting.clear()
    listeners.onClose()
  })
  const close = (): void => void socket.destroy()
  signal.addEventListener('abort', close, { once: true })

  const take = (message: BusMessage): void => {
    if (message.kind === KIND.signal) listeners.onSignal(message)
    if (message.replyTo === null) return
    const asked = waiting.get(message.replyTo)
    waiting.delete(message.replyTo)
    if (message.kind === KIND.error) asked?.reject(new BusError('the bus refused'))
    else asked?.resolve(message.values)
  }
  const receive = (more: Uint8Array): void => {
    held = Buffer.concat([held, more])
    for (let next = takeMessage(held); next !== null; next = takeMessage(held)) {
      held = held.subarray(next.length)
      take(next.message)
    }
  }
  const call: Bus['call'] = (to, member, ...args) =>
    new Promise((resolve, reject) => {
      if (socket.destroyed) return reject(new BusError('the bus is gone'))
      waiting.set(++serial, { resolve, reject })
      socket.write(callBytes(serial, to, member, args))
    })

  await signIn(socket)
  socket.on('data', (more: Uint8Array) => {
    try {
      receive(more)
    } catch {
      // What follows bytes that make no sense makes none either.
      socket.destroy()
    }
  })
  await call(BUS, 'Hello')
  return {
    call,
    close,
    listenTo: async (rule) => void (await call(BUS, 'AddMatch', rule))
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

/** As the user that this process is of, which the socket tells, too (D-Bus specification, "Authentication Protocol"). */
async function signIn(socket: Socket): Promise<void> {
  const user = Buffer.from(String(process.getuid?.() ?? '')).toString('hex')
  socket.write(`\0AUTH EXTERNAL ${user}\r\n`)
  let said = ''
  while (!said.includes('\r\n') && said.length < LONGEST_LINE) said += await nextPiece(socket)
  if (!said.startsWith('OK ')) {
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
