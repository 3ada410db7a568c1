/** What Chromium puts into the data folder of a running app (process_singleton_posix.cc). Windows has a hidden window in its place. */
import { once } from 'node:events'
import { lstatSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** A link that names a process. */
const LOCK = 'SingletonLock'
/** A link to the socket that takes further starts. */
const SOCKET = 'SingletonSocket'

/**
 * Removes a file in the lock's place, as some programs make of a link that they copy: no start would ever get the lock.
 * @returns whether there was one, and is no more
 */
export function removeFalseLock(folder: string): boolean {
  const lock = join(folder, LOCK)
  try {
    if (!lstatSync(lock).isFile()) return false
    rmSync(lock)
    return true
  } catch {
    return false
  }
}

/**
 * Whether a running app took this start. Call it after one that didn't get the lock: that also happens where the lock can't be made,
 * as in a read-only folder.
 */
export async function isHeld(folder: string, platform = process.platform): Promise<boolean> {
  if (platform === 'win32') return true
  // Hardly any start needs it.
  const { connect } = await import('node:net')
  try {
    // Its own path may be too long for a socket's.
    const socket = connect(realpathSync(join(folder, SOCKET)))
    try {
      await once(socket, 'connect')
      return true
    } finally {
      socket.destroy()
    }
  } catch {
    return false
  }
}
