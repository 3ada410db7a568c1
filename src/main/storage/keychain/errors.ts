/** Maps keychains' messages. "seen": observed with keytar 7.10.6 and gnome-keyring 42. The others are cited. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { AppError } from '../../../shared/ipc/error.ts'
import { busAddresses } from '../../desktop/linux/dbus/bus.ts'

export type Asked = 'read' | 'write' | 'remove'

const NO_BUS = [
  'cannot autolaunch d-bus', // seen: no bus address, no display
  'unknown or unsupported transport', // seen: DBUS_SESSION_BUS_ADDRESS=disabled: and the like
  'could not connect', // seen: a bus address whose socket is gone
  'connection refused',
  'the connection is closed', // seen: the bus ended while the app ran
  'dbus-launch'
]

const NO_SERVICE = [
  'was not provided by any .service files', // seen: the service isn't running, or ended while the app ran
  'serviceunknown',
  'the session wrapping the secret does not exist', // seen: the service was restarted
  // The service didn't start, or ended during the operation: dbus, bus/activation.c and bus/connection.c.
  'failed to execute program',
  'exited with status',
  'startservicebyname',
  'disconnected from message bus without replying',
  // macOS: errSecNoSuchKeychain, errSecNotAvailable, errSecNoDefaultKeychain (SecBase.h; texts of `security error`).
  'the specified keychain could not be found',
  'no keychain is available',
  'default keychain could not be found',
  // Windows: ERROR_NO_SUCH_LOGON_SESSION (1312), from CredWriteW.
  'logon session does not exist'
]

const LOCKED = [
  'locked', // seen: Cannot create an item in a locked collection; also after a dismissed prompt
  'dismiss',
  'cancel', // macOS, errSecUserCanceled
  'object does not exist at path', // seen: no default collection, and no prompt to create one
  'is not correct', // macOS, errSecAuthFailed
  'user interaction' // macOS, errSecInteractionNotAllowed, errSecInteractionRequired
]

/** An unknown error of a read or removal most often means a locked keychain, and KEYCHAIN_LOCKED offers a retry. */
export async function toKeychainError(error: unknown, asked: Asked, platform: NodeJS.Platform): Promise<AppError> {
  const message = error instanceof Error ? error.message.toLowerCase() : ''
  const says = (parts: readonly string[]): boolean => parts.some((part) => message.includes(part))
  if (says(NO_BUS)) return new AppError('KEYCHAIN_MISSING', { found: 'noBus' })
  if (says(NO_SERVICE)) return new AppError('KEYCHAIN_MISSING', { found: 'noService' })
  if (says(LOCKED)) return new AppError('KEYCHAIN_LOCKED')
  if (platform === 'linux' && !(await hasSessionBus(process.env)))
    return new AppError('KEYCHAIN_MISSING', { found: 'noBus' })
  return new AppError(asked === 'write' ? 'KEYCHAIN_REFUSED' : 'KEYCHAIN_LOCKED')
}

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
