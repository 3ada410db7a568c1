/** Whether there is a session bus at all, on which a Linux password store could be found. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'

/** Ways to a bus that GLib goes; an address of another kind leads nowhere (gio/gdbusaddress.c). */
const WAYS = ['unix', 'tcp', 'nonce-tcp', 'autolaunch']

/**
 * Asked by a connection, because GLib's messages about the bus are translated, and Electron shows them in the language
 * of the desktop. True, too, where this can't tell.
 */
export async function busIsThere(env: NodeJS.ProcessEnv): Promise<boolean> {
  const runtime = env['XDG_RUNTIME_DIR']
  const stated = env['DBUS_SESSION_BUS_ADDRESS'] ?? (runtime ? `unix:path=${join(runtime, 'bus')}` : '')
  for (const address of stated.split(';').filter(Boolean)) {
    const path = socketOf(address)
    if (path === null ? WAYS.includes(address.split(':')[0] ?? '') : await takesConnections(path)) return true
  }
  return false
}

/** The socket of a `unix:` address; null for an address of another kind. */
function socketOf(address: string): string | null {
  const [, key, value] = /^unix:(?:[^,]+,)*?(path|abstract)=([^,]+)/.exec(address) ?? []
  if (value === undefined) return null
  // Bytes that are not allowed in an address are written as %xx.
  const bytes = value.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  const path = Buffer.from(bytes, 'latin1').toString()
  return key === 'abstract' ? `\0${path}` : path
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
