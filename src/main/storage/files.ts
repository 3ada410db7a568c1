/** Files and folders of the cache: private to the person, set aside when damaged, gone without a rest when deleted. */
import { chmodSync, closeSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { AppError } from '../../shared/ipc/error.ts'
import { troubleOf } from './sqlite-error.ts'

/** What SQLite keeps beside a file in WAL mode; all three go together. */
const SIDES = ['', '-wal', '-shm']
const ASIDE = '.aside-'

/** Folder 0700 and file 0600, where the system has modes. SQLite gives -wal and -shm the file's own mode. */
export function makePrivate(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  closeSync(openSync(file, 'a', 0o600))
  chmodSync(dirname(file), 0o700)
  chmodSync(file, 0o600)
}

/**
 * Renames a file, its -wal and -shm to `<name>.aside-<time>`, so that they can still be opened together.
 * Of earlier ones only this newest stays: what happens at every start must not fill the disk.
 * @returns the new path
 */
export function setAside(file: string, now: Date = new Date()): string {
  const aside = `${file}${ASIDE}${now.toISOString().replaceAll(/[:.]/g, '-')}`
  for (const earlier of asideFiles(file)) rmSync(earlier, { force: true })
  for (const side of SIDES) {
    try {
      renameSync(file + side, aside + side)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
  return aside
}

/** Databases that were set aside in this one's place. */
export function asidesOf(file: string): string[] {
  return asideFiles(file).filter((aside) => !/-(?:wal|shm)$/.test(aside))
}

export function removeAside(aside: string): void {
  for (const side of SIDES) rmSync(aside + side, { force: true })
}

/** Deletes a database, what SQLite keeps beside it and what was set aside of it. @throws STORAGE */
export function removeDatabase(file: string): void {
  removeAsides(file)
  orFault(() => {
    for (const side of SIDES) remove(file + side)
  })
}

/** @throws STORAGE */
export function removeAsides(file: string): void {
  orFault(() => {
    for (const aside of asideFiles(file)) remove(aside)
  })
}

/** @throws STORAGE */
export function removeFolder(folder: string): void {
  orFault(() => remove(folder))
}

function asideFiles(file: string): string[] {
  try {
    return readdirSync(dirname(file))
      .filter((name) => name.startsWith(basename(file) + ASIDE))
      .map((name) => join(dirname(file), name))
  } catch (error) {
    if (isAbsent(error)) return []
    throw error
  }
}

function remove(path: string): void {
  try {
    // Tried again: on Windows, a program that looks through files may have it open for a moment.
    rmSync(path, { recursive: true, force: true, maxRetries: 3, retryDelay: 50 })
  } catch (error) {
    if (!isAbsent(error)) throw error
  }
}

/** ENOTDIR: a file is where the folder should be. */
function isAbsent(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')
}

function orFault(work: () => void): void {
  try {
    work()
  } catch (error) {
    if (troubleOf(error) === null) throw error
    throw new AppError('STORAGE')
  }
}
