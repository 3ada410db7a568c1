/** Database files and folders: private to the user, quarantined when damaged, deleted with everything beside them. */
import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  type BigIntStats
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { AppError } from '../../shared/ipc/error.ts'
import { classify, Damaged } from './sqlite-error.ts'

/** A database in WAL mode and the files beside it, which move together. */
const SUFFIXES = ['', '-wal', '-shm']
/** What SQLite opens beside a database by itself. The -journal is there while a new file is made. */
const BESIDE = ['-wal', '-shm', '-journal']
const QUARANTINE = '.aside-'
/** Shorter than any database, longer than a new file. SQLite would treat such a file as new. */
export const STUMP_BYTES = 512

/** Makes the file with 0600 and missing folders with 0700, where the system has modes. SQLite gives -wal and -shm the file's own mode. */
export function makePrivate(file: string): void {
  makeFolder(dirname(file))
  const found = lstatSync(file, { throwIfNoEntry: false })
  // Opening a pipe waits for a writer, and a link leads to a file that isn't ours.
  if (found && !found.isFile() && !found.isDirectory()) throw new Damaged('no regular file')
  setAsideBeside(file)
  closeSync(openSync(file, constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY | NO_FOLLOW, 0o600))
  chmodSync(file, 0o600)
}

/** Windows has no such flag. */
const NO_FOLLOW = constants.O_NOFOLLOW ?? 0

/** Node's recursive mkdir never returns below /proc, which answers ENOENT although the parent is there. */
export function makeFolder(folder: string): void {
  const missing: string[] = []
  let at = folder
  while (!existsSync(at) && at !== dirname(at)) {
    missing.unshift(at)
    at = dirname(at)
  }
  for (const each of missing) {
    try {
      mkdirSync(each, { mode: 0o700 })
    } catch (error) {
      // Another start may have made it meanwhile.
      if (!existsSync(each)) throw error
    }
  }
}

/** Not a link to one. */
export function isRegularFile(file: string): boolean {
  try {
    return lstatSync(file).isFile()
  } catch {
    return false
  }
}

/** There is none, or a new one that got no tables, because the disk was full. */
export function isWithoutData(file: string): boolean {
  try {
    const found = lstatSync(file, { throwIfNoEntry: false })
    return (!found || (found.isFile() && found.size < STUMP_BYTES)) && !hasWal(file)
  } catch {
    return false
  }
}

/** With changes in it. SQLite would delete the one beside an empty file, also if it only reads. */
export function hasWal(file: string): boolean {
  const found = lstatSync(`${file}-wal`, { throwIfNoEntry: false })
  return found?.isFile() === true && found.size > 0
}

/** SQLite would wait for a pipe, and a link or a folder keeps it from writing. */
export function isPlainBeside(file: string): boolean {
  return BESIDE.every((suffix) => lstatSync(file + suffix, { throwIfNoEntry: false })?.isFile() !== false)
}

/** Renames what is in the place of SQLite's own files and is none, as `quarantine` does. */
function setAsideBeside(file: string): void {
  for (const suffix of BESIDE) {
    if (lstatSync(file + suffix, { throwIfNoEntry: false })?.isFile() !== false) continue
    renameSync(file + suffix, asideName(file) + suffix)
  }
}

/** Changes when the file or its -wal is written or replaced. null: it can't be told. */
export function stateOfFile(file: string): string | null {
  try {
    const states = [file, `${file}-wal`].map((each) => {
      const found = lstatSync(each, { bigint: true, throwIfNoEntry: false })
      return found && [found.dev, found.ino, found.size, found.mtimeNs].join(' ')
    })
    return states.join('; ')
  } catch {
    return null
  }
}

/** A file and its folder, each by what tells it from others on this computer. null: there is none. */
export interface Place {
  file: string | null
  folder: string | null
}

/** @returns null if it can't be told */
export function placeOf(file: string): Place | null {
  try {
    return { file: identityOf(lstatSync(file, IDENTITY)), folder: identityOf(statSync(dirname(file), IDENTITY)) }
  } catch {
    return null
  }
}

const IDENTITY = { bigint: true, throwIfNoEntry: false } as const
const identityOf = (found: BigIntStats | undefined): string | null => (found ? `${found.dev} ${found.ino}` : null)

/** Renames a database to `<name>.aside-<time>`. Deletes earlier ones: damage at every start must not fill the disk. */
export function quarantine(file: string, now: Date = new Date()): string {
  const quarantined = asideName(file, now)
  for (const earlier of quarantinedFiles(file)) rmSync(earlier, { recursive: true, force: true })
  for (const suffix of SUFFIXES) {
    try {
      renameSync(file + suffix, quarantined + suffix)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
  return quarantined
}

const asideName = (file: string, now: Date = new Date()): string =>
  `${file}${QUARANTINE}${now.toISOString().replaceAll(/[:.]/g, '-')}`

/** Deletes a database, the files of SQLite beside it and its quarantined copies. @throws STORAGE */
export function removeDatabase(file: string): void {
  removeQuarantined(file)
  orStorageError(() => deleteDatabaseFiles(file))
}

function deleteDatabaseFiles(file: string): void {
  for (const suffix of SUFFIXES) remove(file + suffix)
}

export function removeQuarantined(file: string): void {
  orStorageError(() => {
    for (const quarantined of quarantinedFiles(file)) remove(quarantined)
  })
}

export function removeFolder(folder: string): void {
  orStorageError(() => remove(folder))
}

function quarantinedFiles(file: string): string[] {
  try {
    return readdirSync(dirname(file))
      .filter((name) => name.startsWith(basename(file) + QUARANTINE))
      .map((name) => join(dirname(file), name))
  } catch (error) {
    if (isAbsent(error)) return []
    throw error
  }
}

function remove(path: string): void {
  try {
    // Retries: on Windows, a virus scanner may have the file open for a moment.
    rmSync(path, { recursive: true, force: true, maxRetries: 3, retryDelay: 50 })
  } catch (error) {
    if (!isAbsent(error)) throw error
  }
}

function isAbsent(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')
}

function orStorageError(work: () => void): void {
  try {
    work()
  } catch (error) {
    if (classify(error) === null) throw error
    throw new AppError('STORAGE')
  }
}
