/** Saves files into a folder of the user's without a dialog: nothing there is overwritten, and no file is ever half there. */
import { randomUUID } from 'node:crypto'
import { link, lstat, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { UniqueNames } from '../../core/invoices/file-names.ts'
import { removeNow } from './text-file.ts'

export type FolderProblem = 'full' | 'notWritable' | 'noFolder'

/** The folder takes no further file. */
export class FolderError extends Error {
  override readonly name = 'FolderError'
  readonly problem: FolderProblem

  constructor(problem: FolderProblem) {
    super(problem)
    this.problem = problem
  }
}

export interface SavedFile {
  path: string
  /** False: an equal file was there. */
  isNew: boolean
}

/** Names that are tried for one file. */
const MOST_TRIES = 1000

/** Writes files one by one. */
export class NewFiles {
  readonly #folder: string
  readonly #mark: (path: string) => Promise<void>
  readonly #names = new UniqueNames()
  /** The path of the unfinished file. */
  #part: string | null = null

  /** @param mark called for each complete file before it takes its place */
  constructor(folder: string, mark: (path: string) => Promise<void>) {
    this.#folder = folder
    this.#mark = mark
  }

  /** Makes the folder, if the one around it is there. @throws FolderError */
  async prepare(): Promise<void> {
    await orFolderError(
      mkdir(this.#folder, { mode: 0o700 }).catch(async (error: unknown) => {
        if (codeOf(error) !== 'EEXIST') throw error
      })
    )
    const found = await orFolderError(lstat(join(this.#folder, '.')))
    if (!found.isDirectory()) throw new FolderError('noFolder')
  }

  /** Under this name, or with a number if it is taken by another file. @throws FolderError */
  async save(name: string, bytes: Uint8Array): Promise<SavedFile> {
    let part: string | null = null
    try {
      for (let tries = 0; tries < MOST_TRIES; tries += 1) {
        const path = join(this.#folder, this.#names.add(name))
        const there = await orFolderError(compare(path, bytes))
        if (there === 'equal') return { path, isNew: false }
        if (there === 'other') continue
        part ??= await this.#writePart(bytes)
        if (await orFolderError(moveIfAbsent(part, path))) return { path, isNew: true }
      }
      throw new FolderError('notWritable')
    } finally {
      this.removeUnfinished()
    }
  }

  /** Also when the process ends in the middle of a file. */
  removeUnfinished(): void {
    if (this.#part !== null) removeNow(this.#part)
    this.#part = null
  }

  async #writePart(bytes: Uint8Array): Promise<string> {
    const part = join(this.#folder, `.portside-${randomUUID()}.part`)
    this.#part = part
    await orFolderError(writeNew(part, bytes))
    await this.#mark(part)
    return part
  }
}

/** Only this user can read it, as an exported file. */
async function writeNew(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** A link or a folder of that name is another file. */
async function compare(path: string, bytes: Uint8Array): Promise<'absent' | 'equal' | 'other'> {
  const found = await lstat(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  })
  if (found === null) return 'absent'
  if (!found.isFile() || found.size !== bytes.byteLength) return 'other'
  return (await readFile(path)).equals(bytes) ? 'equal' : 'other'
}

/** @returns false if there is a file of that name now */
async function moveIfAbsent(part: string, path: string): Promise<boolean> {
  try {
    // Unlike a rename, it never replaces a file.
    await link(part, path)
    await rm(part, { force: true })
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    if (!WITHOUT_LINKS.has(codeOf(error))) throw error
    return moveWithoutLink(part, path)
  }
}

/** FAT and some network drives have no hard links. */
const WITHOUT_LINKS = new Set(['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EINVAL', 'UNKNOWN'])

async function moveWithoutLink(part: string, path: string): Promise<boolean> {
  try {
    await (await open(path, 'wx')).close()
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
  try {
    await rename(part, path)
    return true
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

const codeOf = (error: unknown): string => String((error as NodeJS.ErrnoException).code ?? '')

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])
const MISSING = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'])

const orFolderError = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    const code = codeOf(error)
    if (code === '') throw error
    throw new FolderError(FULL.has(code) ? 'full' : MISSING.has(code) ? 'noFolder' : 'notWritable')
  })
