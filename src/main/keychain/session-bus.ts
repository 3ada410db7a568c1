import { once } from 'node:events'
import { connect } from 'node:net'
import { busAddresses } from '../desktop/linux/dbus/connection.ts'

/** Transports that GLib supports (gio/gdbusaddress.c). */
const TRANSPORTS = ['unix', 'tcp', 'nonce-tcp', 'autolaunch']

/** Connects to the bus, because GLib translates its error messages. Also true if it can't tell. */
export async function hasSessionBus(env: NodeJS.ProcessEnv): Promise<boolean> {
  for (const { transport, socket } of busAddresses(env)) {
    if (socket === null ? TRANSPORTS.includes(transport) : await takesConnections(socket)) return true
  }
  return false
}

async function takesConnections(path: string): Promise<boolean> {
  const socket = connect(path)
  try {
    await once(socket, 'connect')
    return true
  } catch (error) {
    if (error instanceof Error) return false
    throw error
  } finally {
    socket.destroy()
  }
}
