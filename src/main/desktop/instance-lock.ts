/** What Chromium puts into the data folder of a running app (process_singleton_posix.cc). Windows has a hidden window in its place. */
import { once } from 'node:events'
import { lstatSync, realpathSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { removeNow } from './files/text-file.ts'

/** A link that names a process. */
const LOCK = 'SingletonLock'
/** A link to the socket that takes further starts. */
const SOCKET = 'SingletonSocket'

/** Removes a file in the lock's place, as some programs make of a link that they copy: no start would ever get the lock. */
export function removeFalseLock(folder: string): void {
  const lock = join(folder, LOCK)
  if (isFile(lock)) removeNow(lock)
}

function isFile(path: string): boolean {
  try {
    return lstatSync(path).isFile()
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
