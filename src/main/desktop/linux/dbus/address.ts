/** Addresses of the session bus (D-Bus specification, "Server Addresses"). */

export interface BusAddress {
  /** The text before the colon: unix, tcp, autolaunch… */
  transport: string
  /** A unix address's socket, as for Node's `connect`; null for other transports. */
  socket: string | null
}

/** Addresses in order of preference; empty if none is configured. */
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
  // %xx escapes other bytes.
  const bytes = value.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  const path = Buffer.from(bytes, 'latin1').toString()
  return key === 'abstract' ? `\0${path}` : path
}
