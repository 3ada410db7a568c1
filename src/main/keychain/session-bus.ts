/** Whether there is a session bus at all, on which a Linux password store could be found. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { busAddresses } from '../desktop/linux/dbus/address.ts'

/** Ways to a bus that GLib goes; an address of another kind leads nowhere (gio/gdbusaddress.c). */
const WAYS = ['unix', 'tcp', 'nonce-tcp', 'autolaunch']

/**
 * Asked by a connection, because GLib's messages about the bus are translated, and Electron shows them in the language
 * of the desktop. True, too, where this can't tell.
 */
export async function busIsThere(env: NodeJS.ProcessEnv): Promise<boolean> {
  for (const { way, socket } of busAddresses(env)) {
    if (socket === null ? WAYS.includes(way) : await takesConnections(socket)) return true
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
