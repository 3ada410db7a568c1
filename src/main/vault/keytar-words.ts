/**
 * What keytar's messages mean. They come from libsecret and GLib, from macOS and from Windows; most were seen with
 * @github/keytar 7.10.6 on a real gnome-keyring (test/integration/vault).
 */
import type { FailureCode } from '../../shared/ipc/failure.ts'

/** Nobody is there to answer: no library, no session bus, no service on it. */
const MISSING = [
  'failed to load keytar native addon', // no libsecret-1, or no binary for this system
  'cannot find module', // packaged without it
  'cannot autolaunch d-bus',
  'unknown or unsupported transport', // DBUS_SESSION_BUS_ADDRESS=disabled: and the like
  'could not connect', // a bus address whose socket is gone
  'connection refused',
  'the connection is closed', // the bus ended while the app ran
  'dbus-launch',
  'was not provided by any .service files', // no Secret Service on the bus
  'serviceunknown'
]

/**
 * All else is "locked or doesn't answer": a store is there, and it said no. Most often it is locked, or the person
 * dismissed its prompt. The sentence of VAULT_LOCKED offers to try again, that of VAULT_MISSING doesn't; so when a
 * message is not known, this is the mistake that costs least.
 */
export function vaultCode(error: unknown): Extract<FailureCode, 'VAULT_LOCKED' | 'VAULT_MISSING'> {
  const words = error instanceof Error ? error.message.toLowerCase() : ''
  return MISSING.some((part) => words.includes(part)) ? 'VAULT_MISSING' : 'VAULT_LOCKED'
}
