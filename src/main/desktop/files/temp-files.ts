import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppError } from '../../../shared/ipc/error.ts'
import { freeBytes } from '../../free-space.ts'
import { expectRoom, orStorageError, removeNow } from './text-file.ts'

/** Plain temporary copies of encrypted files, for other programs to show. */
export class TempFiles {
  readonly #folder: string
  readonly #mark: ((path: string) => Promise<void>) | undefined
  readonly #freeBytes: typeof freeBytes
  /** By their names and bytes. A new map: all copies were removed. */
  #copies = new Map<string, string>()

  /** @param folder holds these copies only; it is emptied now @param mark called for each new copy before it can be opened */
  constructor(folder: string, mark?: (path: string) => Promise<void>, free = freeBytes) {
    this.#folder = folder
    this.#mark = mark
    this.#freeBytes = free
    this.removeAll()
  }

  /** Also removes unfinished copies. @returns false if another program has one open (Windows): it stays until the next call */
  removeAll(): boolean {
    this.#copies = new Map()
    return removeNow(this.#folder)
  }

  /**
   * Returns an earlier copy with the same name and bytes, if it still exists.
   * @param check called after the write; if it throws, a new copy is removed
   * @throws STORAGE (found 'full'), CANCELLED if removeAll was called meanwhile
   */
  async make(name: string, bytes: Uint8Array, check?: () => void): Promise<string> {
    const copies = this.#copies
    const checkCurrent = (): void => {
      if (this.#copies !== copies) throw new AppError('CANCELLED')
      check?.()
    }
    const key = `${createHash('sha256').update(bytes).digest('hex')} ${name}`
    const earlier = copies.get(key)
    const exists = earlier !== undefined && (await hasSize(earlier, bytes.length))
    checkCurrent()
    if (exists) return earlier
    await expectRoom(dirname(this.#folder), bytes.length, this.#freeBytes)
    checkCurrent()
    await orStorageError(mkdir(this.#folder, { mode: 0o700 }).catch(ignoreExisting))
    checkCurrent()
    // One folder for each copy: a file of the same name may be open.
    const copyFolder = await orStorageError(mkdtemp(join(this.#folder, 'copy-'))).catch((error: unknown) => {
      checkCurrent()
      throw error
    })
    const path = join(copyFolder, name)
    try {
      checkCurrent()
      await orStorageError(writeFile(path, bytes, { flag: 'wx', mode: 0o600 }))
      await this.#mark?.(path)
      checkCurrent()
    } catch (error) {
      removeNow(copyFolder)
      throw this.#copies === copies ? error : new AppError('CANCELLED')
    }
    copies.set(key, path)
    return path
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}

const hasSize = (path: string, size: number): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile() && found.size === size,
    () => false
  )
