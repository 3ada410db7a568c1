/** Reading and writing a file that the person chose; no Electron in it, so that it can be tested. */
import { randomUUID } from 'node:crypto'
import { open, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppError } from '../../../shared/ipc/error.ts'
import { onDisk } from './file-errors.ts'

/** Of a new file: its owner reads and writes it. Exports hold an account's data. Windows has no modes. */
const OWNER_ONLY = 0o600

export type Pieces = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>

export interface WriteOptions {
  /** Has the path of the unfinished file while there is one. */
  parts?: Set<string>
  /** Called with the path of the complete file before it takes its place. */
  mark?: (path: string) => Promise<void>
}

/**
 * Writes what comes into a file beside the one that is meant, which then takes its place: whoever looks finds what was
 * there before, or all of the new, whatever happens. A file that is replaced keeps its mode: its owner chose it.
 * @throws STORAGE when it can't be written, and whatever the pieces throw
 */
export async function writeStream(path: string, pieces: Pieces, options: WriteOptions = {}): Promise<void> {
  const { parts = new Set(), mark } = options
  // A link stays one, to the new file.
  const target = await realpath(path).catch(() => path)
  // A name of its own, and a short one: the other one may be as long as names may be.
  const part = join(dirname(target), `.portside-${randomUUID()}.part`)
  parts.add(part)
  try {
    const mode = await modeOf(target)
    await fill(part, pieces, { mode, mark })
    await onDisk(rename(part, target))
  } catch (error) {
    // That it is left behind, or was never there, is less than what went wrong first.
    await Promise.allSettled([rm(part, { force: true })])
    throw error
  } finally {
    parts.delete(part)
  }
}

/** The permissions of a file that is there; the set-user-ID and set-group-ID bits are left out. */
const modeOf = (path: string): Promise<number> =>
  stat(path).then(
    (found) => (found.isFile() ? found.mode & 0o777 : OWNER_ONLY),
    () => OWNER_ONLY
  )

async function fill(
  path: string,
  pieces: Pieces,
  { mode, mark }: { mode: number; mark: WriteOptions['mark'] }
): Promise<void> {
  const file = await onDisk(open(path, 'wx', OWNER_ONLY))
  try {
    for await (const piece of pieces) await onDisk(file.writeFile(piece, 'utf8'))
    await mark?.(path)
    // Last, so that a file that others may read is never half written, and a read-only one can be written and marked.
    // Some file systems have no modes and refuse: then the narrower one stays, which is no reason to lose the file.
    await Promise.allSettled([file.chmod(mode)])
    await onDisk(file.sync())
  } finally {
    await onDisk(file.close())
  }
}

/** @throws BAD_REQUEST (found 'file') when it is longer (bytes), no file, no UTF-8 or can't be read */
export async function readText(path: string, longest: number): Promise<string> {
  try {
    // Asked before it is opened: opening a pipe would wait for somebody to write into it.
    const { size } = await stat(path).then((found) => (found.isFile() ? found : { size: Infinity }))
    if (size > longest) throw new AppError('BAD_REQUEST', { found: 'file' })
    return new TextDecoder('utf-8', { fatal: true }).decode(await readAtMost(path, longest))
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('BAD_REQUEST', { found: 'file' })
  }
}

/** One byte more is asked for, so that a file that grows meanwhile is noticed. */
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
