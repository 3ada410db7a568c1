/** Reads and writes files that the user chose. Errors never have the system's messages, which name paths. */
import { randomUUID } from 'node:crypto'
import { open, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { rmSync } from 'node:fs'
import { AppError } from '../../../shared/ipc/error.ts'
import { freeBytes, hasRoom } from '../../free-space.ts'
import { isAt, removePart } from './part-file.ts'

/** Mode of a new file, because exports hold an account's data. Windows has no modes. */
const OWNER_ONLY = 0o600

export type Pieces = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>

export interface WriteOptions {
  /** Holds the path of the unfinished file while it is written. */
  parts?: Set<string>
  /** Called for the complete file before it takes its place. */
  mark?: (path: string) => Promise<void>
  /** Of the disk with this folder. Before each piece, so much must be free that the reserve is left (free-space.ts). */
  freeBytes?: (folder: string) => Promise<number | null>
}

/** Readers see the old file or the whole new one. A replaced file keeps its mode. @throws STORAGE (found 'full'), the errors of `pieces` */
export async function writeStream(path: string, pieces: Pieces, options: WriteOptions = {}): Promise<void> {
  const { parts = new Set(), mark, freeBytes: free } = options
  // A symbolic link stays, and points to the new file.
  const target = await realpath(path).catch(() => path)
  // A short unique name: the target's own name may already have the maximum length.
  const part = join(dirname(target), `.portside-${randomUUID()}.part`)
  parts.add(part)
  try {
    const mode = await modeOf(target)
    await fill(part, free ? withRoom(dirname(target), pieces, free) : pieces, mode, mark)
    await orStorageError(rename(part, target))
  } catch (error) {
    // The first error matters more than an error of the clean-up.
    await Promise.allSettled([rm(part, { force: true })])
    throw error
  } finally {
    parts.delete(part)
  }
}

async function* withRoom(
  folder: string,
  pieces: Pieces,
  free: NonNullable<WriteOptions['freeBytes']>
): AsyncGenerator<string | Uint8Array> {
  for await (const piece of pieces) {
    await expectRoom(folder, piece.length, free)
    yield piece
  }
}

/** @throws STORAGE (found 'full') */
export async function expectRoom(folder: string, bytes: number, free = freeBytes): Promise<void> {
  if (!hasRoom(await free(folder), bytes)) throw new AppError('STORAGE', { found: 'full' })
}

/** The permissions of an existing file, without the set-user-ID and set-group-ID bits. */
const modeOf = (path: string): Promise<number> =>
  stat(path).then(
    (found) => (found.isFile() ? found.mode & 0o777 : OWNER_ONLY),
    () => OWNER_ONLY
  )

async function fill(path: string, pieces: Pieces, mode: number, mark: WriteOptions['mark']): Promise<void> {
  const file = await orStorageError(open(path, 'wx', OWNER_ONLY))
  try {
    for await (const piece of pieces) await orStorageError(file.writeFile(piece, 'utf8'))
    await mark?.(path)
    // Last, so that others never read an unfinished file, and a read-only one can be written and marked.
    // On file systems without modes it fails, and the stricter mode stays.
    await Promise.allSettled([file.chmod(mode)])
    await orStorageError(file.sync())
    // A link in its place would get the name.
    if (!(await orStorageError(isAt(file, path)))) throw new AppError('STORAGE')
  } catch (error) {
    await Promise.allSettled([removePart(file, path)])
    throw error
  } finally {
    await orStorageError(file.close())
  }
}

/** @param longest bytes @throws BAD_REQUEST (found 'file') if it is longer, no file, no UTF-8 or can't be read */
export async function readText(path: string, longest: number): Promise<string> {
  try {
    // Checked before it is opened: opening a pipe waits for a writer.
    const { size } = await stat(path).then((found) => (found.isFile() ? found : { size: Infinity }))
    if (size > longest) throw new AppError('BAD_REQUEST', { found: 'file' })
    return new TextDecoder('utf-8', { fatal: true }).decode(await readAtMost(path, longest))
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('BAD_REQUEST', { found: 'file' })
  }
}

/** Reads one byte more than allowed, to notice a file that grows meanwhile. */
async function readAtMost(path: string, longest: number): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const bytes = new Uint8Array(longest + 1)
    let length = 0
    for (;;) {
      const { bytesRead } = await file.read(bytes, length, bytes.length - length)
      length += bytesRead
      if (length > longest) throw new AppError('BAD_REQUEST', { found: 'file' })
      if (bytesRead === 0) return bytes.subarray(0, length)
    }
  } finally {
    await file.close()
  }
}

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
