/** Copies of what is kept encrypted, for as long as another program shows them; no Electron in it, so that it can be tested. */
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../../shared/ipc/error.ts'
import { onDisk, removeNow } from './file-errors.ts'

export interface Copies {
  /**
   * The copy of these bytes under this name: the one that was made before, if it is there.
   * @param check asked once it is written; when it throws, a copy that is new is removed
   * @returns the path of a file that only this person can read. @throws STORAGE; CANCELLED when all were removed meanwhile
   */
  make(name: string, bytes: Uint8Array, check?: () => void): Promise<string>
  /**
   * Removes all there are, also what is being written.
   * @returns false when another program holds one (Windows): it stays until the next time
   */
  removeAll(): boolean
}

/**
 * @param folder holds these copies only; files already in it were left by a launch that couldn't remove them
 * @param mark called for each new copy before it can be opened
 */
export function createCopies(folder: string, mark?: (path: string) => Promise<void>): Copies {
  /** By what is in them, and their names. */
  let made = new Map<string, string>()
  const removeAll = (): boolean => {
    made = new Map()
    return removeNow(folder)
  }
  removeAll()

  return {
    removeAll,
    async make(name, bytes, check) {
      const mine = made
      const may = (): void => {
        if (made !== mine) throw new AppError('CANCELLED')
        check?.()
      }
      const key = `${createHash('sha256').update(bytes).digest('hex')} ${name}`
      const before = mine.get(key)
      const isThere = before !== undefined && (await hasSize(before, bytes.length))
      may()
      if (isThere) return before
      await onDisk(mkdir(folder, { recursive: true, mode: 0o700 }))
      may()
      // A folder of its own for each: the same name may be open already.
      const own = await onDisk(mkdtemp(join(folder, 'copy-'))).catch((error: unknown) => {
        may()
        throw error
      })
      const path = join(own, name)
      try {
        may()
        await onDisk(writeFile(path, bytes, { flag: 'wx', mode: 0o600 }))
        await mark?.(path)
        may()
      } catch (error) {
        removeNow(own)
        throw made === mine ? error : new AppError('CANCELLED')
      }
      mine.set(key, path)
      return path
    }
  }
}

const hasSize = (path: string, size: number): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile() && found.size === size,
    () => false
  )
