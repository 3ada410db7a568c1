/** Copies of what is kept encrypted, for as long as another program shows them; no Electron in it, so that it can be tested. */
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { onDisk, removeNow } from './on-disk.ts'

export interface Copies {
  /** @returns the path of a file that only this person can read. @throws CACHE */
  make(name: string, bytes: Uint8Array): Promise<string>
  /** Removes all there are. @returns false when another program holds one (Windows): it stays until the next time */
  removeAll(): boolean
}

/** @param folder of its own; whatever is in it was left by a launch that couldn't remove it */
export function createCopies(folder: string): Copies {
  const removeAll = (): boolean => removeNow(folder)
  removeAll()
  return {
    removeAll,
    async make(name, bytes) {
      await onDisk(mkdir(folder, { recursive: true, mode: 0o700 }))
      // A folder of its own for each: the same name may be open already.
      const own = await onDisk(mkdtemp(join(folder, 'copy-')))
      const path = join(own, name)
      await onDisk(writeFile(path, bytes, { flag: 'wx', mode: 0o600 }))
      return path
    }
  }
}
