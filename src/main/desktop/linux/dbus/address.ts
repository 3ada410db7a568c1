/** Where the session bus is said to be (D-Bus specification, "Server Addresses"). */

export interface BusAddress {
  /** As written before the colon: unix, tcp, autolaunch… */
  way: string
  /** Of a unix address: the socket as Node's `connect` takes it. */
  socket: string | null
}

/** Addresses to be tried in this order; none: nobody says where it is. */
export function busAddresses(env: NodeJS.ProcessEnv): BusAddress[] {
  const runtime = env['XDG_RUNTIME_DIR']
  const stated = env['DBUS_SESSION_BUS_ADDRESS'] ?? (runtime ? `unix:path=${runtime}/bus` : '')
  return stated
    .split(';')
    .filter(Boolean)
    .map((address) => ({ way: address.split(':')[0] ?? '', socket: socketOf(address) }))
}

function socketOf(address: string): string | null {
  const [, key, value] = /^unix:(?:[^,]+,)*?(path|abstract)=([^,]+)/.exec(address) ?? []
  if (value === undefined) return null
  // Bytes that are not allowed in an address are written as %xx.
  const bytes = value.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  const path = Buffer.from(bytes, 'latin1').toString()
  return key === 'abstract' ? `\0${path}` : path
}
