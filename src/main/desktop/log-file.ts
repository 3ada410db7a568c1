import { closeSync, constants, fstatSync, mkdirSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** In bytes, of each of the two files. A quiet day fills about 10 kB. */
export const LARGEST_LOG = 256 * 1024

const NAME = 'portside.log'
const OLDER_NAME = 'portside.1.log'

/** A link or a pipe in place of the file isn't followed. Windows has neither flag, nor links that any user can make. */
const OPEN_FLAGS =
  constants.O_APPEND |
  constants.O_CREAT |
  constants.O_WRONLY |
  (constants.O_NOFOLLOW ?? 0) |
  (constants.O_NONBLOCK ?? 0)
const READ_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/**
 * Lines in a file of limited size, and in the one before it. A line is written at once, so that a crash loses none: it takes some
 * microseconds. Only one process may write to a folder.
 */
export class LogFile {
  readonly #folder: string
  #descriptor: number | null = null
  #size = 0

  constructor(folder: string) {
    this.#folder = folder
  }

  /** @throws what Node throws if the file can't be written */
  append(line: string): void {
    const bytes = Buffer.from(`${line}\n`)
    const descriptor = this.#descriptor ?? this.#open()
    if (this.#size + bytes.length > LARGEST_LOG && this.#size > 0) return this.#rotate(bytes)
    this.#write(descriptor, bytes)
  }

  /** Deletes both files. @throws what Node throws if one of them can't be deleted */
  erase(): void {
    this.close()
    for (const name of [NAME, OLDER_NAME]) rmSync(join(this.#folder, name), { force: true })
  }

  close(): void {
    if (this.#descriptor !== null) closeSync(this.#descriptor)
    this.#descriptor = null
  }

  #rotate(bytes: Buffer): void {
    this.close()
    renameSync(join(this.#folder, NAME), join(this.#folder, OLDER_NAME))
    this.#write(this.#open(), bytes)
  }

  #write(descriptor: number, bytes: Buffer): void {
    this.#size += writeSync(descriptor, bytes)
  }

  #open(): number {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    const descriptor = openSync(join(this.#folder, NAME), OPEN_FLAGS, 0o600)
    const { size, isFile } = statOf(descriptor)
    if (!isFile) {
      closeSync(descriptor)
      throw new Error('The log is no file.')
    }
    this.#size = size
    return (this.#descriptor = descriptor)
  }
}

/** Both files' lines, the oldest first. At most 2 × LARGEST_LOG. Also beside the process that writes them. @throws as Node, except for a missing file */
export const readLog = (folder: string): string =>
  [OLDER_NAME, NAME].map((name) => readStart(join(folder, name))).join('')

function readStart(file: string): string {
  let descriptor: number
  try {
    descriptor = openSync(file, READ_FLAGS)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  }
  try {
    if (!statOf(descriptor).isFile) return ''
    const bytes = Buffer.alloc(LARGEST_LOG)
    return bytes.toString('utf8', 0, readSync(descriptor, bytes, 0, LARGEST_LOG, 0))
  } finally {
    closeSync(descriptor)
  }
}

function statOf(descriptor: number): { size: number; isFile: boolean } {
  const stats = fstatSync(descriptor)
  return { size: stats.size, isFile: stats.isFile() }
}
