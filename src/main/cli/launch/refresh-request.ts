/** How `portside refresh` asks the running app: as a second start does, with an id in place of a launch. */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { app } from 'electron'

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/**
 * @param dataFolder in which a running app holds the lock
 * @returns the id of the request; null if no app is running
 */
export function requestRefresh(dataFolder: string): string | null {
  if (!existsSync(dataFolder)) return null
  app.setPath('userData', dataFolder)
  const refresh = randomUUID()
  // False also if the lock can't be made, as in a read-only folder: only the answer in portside.db proves that an app runs. On Linux and
  // macOS, an app whose main thread doesn't answer within 20 s is ended, as by any second start (process_singleton_posix.cc).
  if (!app.requestSingleInstanceLock({ refresh })) return refresh
  // At once: an app that starts now would take this process for a running app.
  app.releaseSingleInstanceLock()
  return null
}

/**
 * Any program of the user can send such data. null without data, or if Electron couldn't read it. @returns the id; null if it is an
 * ordinary second start
 */
export function readRefreshRequest(data: unknown): string | null {
  const { refresh } = (typeof data === 'object' && data !== null ? data : {}) as { refresh?: unknown }
  return typeof refresh === 'string' && ID.test(refresh) ? refresh : null
}
