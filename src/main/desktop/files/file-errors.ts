/** File operations without the system's messages, which name paths. */
import { rmSync } from 'node:fs'
import { AppError } from '../../../shared/ipc/error.ts'

/** @throws STORAGE for every error */
export const orStorageError = <T>(work: Promise<T>): Promise<T> =>
  work.catch(() => {
    throw new AppError('STORAGE')
  })

/** Removes a file or folder synchronously. @returns false if some of it can't be removed */
export function removeNow(path: string): boolean {
  try {
    rmSync(path, { recursive: true, force: true })
    return true
  } catch {
    return false
  }
}
