/** Working on files, without the system's own messages: they name paths. */
import { rmSync } from 'node:fs'
import { AppError } from '../../../shared/ipc/error.ts'

/** What comes of it. @throws STORAGE */
export const onDisk = <T>(work: Promise<T>): Promise<T> =>
  work.catch(() => {
    throw new AppError('STORAGE')
  })

/** Removes a file, or a folder with all in it, at once. @returns false when some of it would not go */
export function removeNow(path: string): boolean {
  try {
    rmSync(path, { recursive: true, force: true })
    return true
  } catch {
    return false
  }
}
