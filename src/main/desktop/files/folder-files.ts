/** Saves files into a folder that the user chose. No file is overwritten, and none is seen half. */
import { createHash, hash, randomUUID } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { access, lstat, mkdir, open, readdir, realpath, rm, stat, type FileHandle } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { foldName, numberedNames } from '../../invoices/pdf/pdf-names.ts'
import type { FolderFiles, PlacedFile } from '../../ports/index.ts'
import type { FolderProblem } from '../../../shared/models/pdf-folder.ts'
import { Mutex, TimedMutex } from '../../concurrency.ts'
import { freeBytes, hasRoom } from '../../free-space.ts'
import { moveIfAbsent } from './move-if-absent.ts'
import { isAt, nullIfAbsent, removePart } from './part-file.ts'
import { removeNow } from './text-file.ts'

/** Of one step, such as a megabyte written. A network drive may hang for ever. */
const DEADLINE_MS = 30_000
const CHUNK_BYTES = 1024 * 1024
/** Files with the same name in a folder. */
const MOST_NUMBERS = 10_000
/** Files of one step. */
const STEP = 500
const PART = /^\.portside-[\da-f-]{36}\.part$/

export interface FolderFilesParts {
  /** Called for the complete file before it has its name. */
  mark: (path: string) => Promise<void>
  reveal: (path: string) => void
  deadlineMs?: number
  /** For tests. null: not known. */
  freeBytes?: (folder: string) => Promise<number | null>
}

/** A subfolder, or the folder itself. `path` has no link: one that is put there later leads nothing elsewhere unnoticed. */
interface Place {
  folder: string
  subfolders: readonly string[]
  path: string
}

/** A file or folder with a certain name. Its size and content are read once; null: not yet. */
interface Existing {
  name: string
  size: number | null
  sha256: string | null
}

type SaveRequest = Parameters<FolderFiles['save']>[0]
type Begin = Parameters<FolderFiles['save']>[1]

export class SafeFolderFiles implements FolderFiles {
  readonly #parts: FolderFilesParts
  /** Saves and their leftovers. */
  readonly #saves = new Mutex()
  /** A step that hangs blocks a thread of Node's, so that no other one begins until it ends. */
  readonly #steps: TimedMutex
  #hasTimedOut = false
  /** Paths of unfinished files. */
  readonly #unfinished = new Set<string>()
  /** Of the latest folder, so that a thousand files don't list it a thousand times. */
  #listing: { folder: string; changedAt: bigint; names: Map<string, Existing[]> } | null = null

  constructor(parts: FolderFilesParts) {
    this.#parts = parts
    this.#steps = new TimedMutex(parts.deadlineMs ?? DEADLINE_MS, () => new NoAnswer())
  }

  async check(folder: string): Promise<FolderProblem | null> {
    const result = await this.#saves.runExclusive(() =>
      this.#orProblem(folder, async () => {
        const found = await this.#step(() => stat(folder))
        if (!found.isDirectory()) return { problem: 'gone' as const }
        await this.#step(() => access(folder, constants.W_OK))
        return { problem: (await this.#hasRoom(folder, 0)) ? null : ('full' as const) }
      })
    )
    return result.problem
  }

  save(file: SaveRequest, begin: Begin): ReturnType<FolderFiles['save']> {
    return this.#saves.runExclusive(() => this.#orProblem(file.folder, () => this.#saveNow(file, begin)))
  }

  resume(begun: PlacedFile & { part: string; sha256: string }): ReturnType<FolderFiles['resume']> {
    return this.#saves.runExclusive(() => this.#orProblem(begun.folder, () => this.#resumeNow(begun)))
  }

  /** @returns how many PDFs came into the folder, without its subfolders, at or after a time */
  countSince(folder: string, since: Date): Promise<{ count: number } | { problem: FolderProblem }> {
    return this.#orProblem(folder, async () => {
      const names = (await this.#step(() => readdir(folder))).filter((name) => /\.pdf$/i.test(name))
      let count = 0
      for (let at = 0; at < names.length; at += STEP) {
        const paths = names.slice(at, at + STEP).map((name) => join(folder, name))
        const times = await this.#step(() => Promise.all(paths.map(timeOf)))
        count += times.filter((time) => time >= since.getTime()).length
      }
      return { count }
    })
  }

  async exist(files: readonly PlacedFile[]): Promise<(boolean | null)[]> {
    const found: (boolean | null)[] = []
    for (const file of files) found.push(await this.#exists(pathOf(file)))
    return found
  }

  async reveal(file: PlacedFile): Promise<boolean> {
    const exists = await this.#exists(pathOf(file))
    if (exists) this.#parts.reveal(pathOf(file))
    return exists === true
  }

  /** A step hangs in a thread, which keeps the process from ending. */
  isHanging(): boolean {
    return this.#hasTimedOut && this.#steps.isBusy
  }

  stop(): void {
    if (!this.isHanging()) for (const part of this.#unfinished) removeNow(part)
  }

  async #saveNow(
    { folder, folders, name, bytes }: SaveRequest,
    begin: Begin
  ): Promise<{ path: string; sha256: string }> {
    const sha256 = hash('sha256', bytes)
    const content = { size: bytes.length, sha256 }
    const place = await this.#makeFolders(folder, folders)
    const taken = await this.#namesIn(place.path)
    const pathOfName = (own: string): string => [...place.subfolders, own].join('/')
    const numbered = numberedNames(name)
    for (let number = 1; number <= MOST_NUMBERS; number += 1) {
      const own = number === 1 ? name : numbered(number)
      const equal = taken.get(foldName(own)) ?? []
      for (const existing of equal) {
        const isSame = await this.#hasContent(place.path, existing, content)
        if (isSame) return { path: pathOfName(existing.name), sha256 }
      }
      if (equal.length > 0) continue
      if (!(await this.#hasRoom(place.path, bytes.length))) throw new FolderError('full')
      const path = pathOfName(own)
      const part = `.portside-${randomUUID()}.part`
      await begin({ path, part, sha256 })
      const isPlaced = await this.#write(place, { part, own }, bytes)
      const file: Existing = { name: own, ...(isPlaced ? content : UNREAD) }
      await this.#noteFile(place.path, file)
      // `portside invoices --save-pdfs` may save the same PDF there.
      if (isPlaced || (await this.#hasContent(place.path, file, content))) return { path, sha256 }
    }
    throw new FolderError('sameName')
  }

  /** A name that differs in case only is the same folder on other systems. */
  async #makeFolders(folder: string, names: readonly string[]): Promise<Place> {
    let place = await this.#placeOf(folder, [])
    for (const name of names) {
      const { path: parent, subfolders } = place
      const existing = await this.#step(() => readdir(parent))
      const own = existing.includes(name) ? name : (existing.find((each) => isSameFolder(each, name)) ?? name)
      if (!existing.includes(own)) {
        await this.#expectUnmoved(place)
        await this.#step(() => mkdir(join(parent, own)).catch(ignoreExisting))
      }
      place = await this.#placeOf(folder, [...subfolders, own])
    }
    return place
  }

  /** A link that was put into the folder must not lead files elsewhere. */
  async #placeOf(folder: string, subfolders: readonly string[]): Promise<Place> {
    const outer = await this.#step(() => realpath(folder))
    const path = await this.#step(() => realpath(join(folder, ...subfolders)))
    const isInside = path === outer || path.startsWith(outer.endsWith(sep) ? outer : outer + sep)
    if (!isInside) throw new FolderError('link')
    return { folder, subfolders, path }
  }

  /** @param part an open file that must be there under this name */
  async #expectUnmoved(place: Place, part?: { file: FileHandle; path: string }): Promise<void> {
    const { path } = await this.#placeOf(place.folder, place.subfolders)
    if (path !== place.path) throw new FolderError('link')
    if (part && !(await this.#step(() => isAt(part.file, part.path)))) throw new FolderError('link')
  }

  /** By their folded names. */
  async #namesIn(folder: string): Promise<Map<string, Existing[]>> {
    const changedAt = await this.#changedAt(folder)
    if (this.#listing?.folder === folder && this.#listing.changedAt === changedAt) return this.#listing.names
    const existing = (await this.#step(() => readdir(folder))).map((name): Existing => ({ name, ...UNREAD }))
    const names = Map.groupBy(existing, ({ name }) => foldName(name))
    this.#listing = { folder, changedAt, names }
    return names
  }

  async #noteFile(folder: string, file: Existing): Promise<void> {
    if (this.#listing?.folder !== folder) return
    const folded = foldName(file.name)
    this.#listing.names.set(folded, [...(this.#listing.names.get(folded) ?? []), file])
    this.#listing.changedAt = await this.#changedAt(folder)
  }

  async #changedAt(folder: string): Promise<bigint> {
    return (await this.#step(() => stat(folder, { bigint: true }))).mtimeNs
  }

  async #hasContent(
    folder: string,
    existing: Existing,
    { size, sha256 }: { size: number; sha256: string }
  ): Promise<boolean> {
    const path = join(folder, existing.name)
    existing.size ??= await this.#step(() => sizeOf(path))
    if (existing.size !== size) return false
    // A provider may send thousands of files with one name and one size.
    if (existing.sha256 !== null && existing.sha256 !== sha256) return false
    existing.sha256 = await this.#step(() => hashOf(path))
    return existing.sha256 === sha256
  }

  async #hasRoom(folder: string, bytes: number): Promise<boolean> {
    return hasRoom(await this.#step(() => (this.#parts.freeBytes ?? freeBytes)(folder)), bytes)
  }

  /** @returns false if the name is taken */
  async #write(place: Place, { part, own }: { part: string; own: string }, bytes: Uint8Array): Promise<boolean> {
    const path = join(place.path, part)
    this.#unfinished.add(path)
    try {
      await this.#expectUnmoved(place)
      const file = await this.#open(path)
      let isPlaced = false
      try {
        await this.#expectUnmoved(place, { file, path })
        for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
          await this.#step(() => file.writeFile(bytes.subarray(at, at + CHUNK_BYTES)))
        }
        // The mark is put on what has this path.
        await this.#expectUnmoved(place, { file, path })
        await this.#step(() => this.#parts.mark(path))
        await this.#step(() => file.sync())
        await this.#expectUnmoved(place, { file, path })
        isPlaced = await this.#step(() => moveIfAbsent(path, join(place.path, own)))
        return isPlaced
      } finally {
        // The first error matters more than one of the clean-up.
        if (!isPlaced) await Promise.allSettled([this.#removePart(place, { file, path })])
        await this.#step(() => file.close())
      }
    } finally {
      this.#unfinished.delete(path)
    }
  }

  /** Also a link in its place, unless that is elsewhere now. */
  async #removePart(place: Place, { file, path }: { file: FileHandle; path: string }): Promise<void> {
    await this.#step(() => removePart(file, path))
    await this.#expectUnmoved(place)
    await this.#step(() => rm(path, { force: true }))
  }

  async #resumeNow({ folder, path, part, sha256 }: PlacedFile & { part: string; sha256: string }) {
    const names = path.split('/')
    const place = await this.#placeOf(folder, names.slice(0, -1)).catch(nullIfAbsent)
    if (!place) return { complete: false }
    const target = join(place.path, names.at(-1) ?? '')
    if (PART.test(part)) await this.#step(() => rm(join(place.path, part), { force: true }))
    if (!(await this.#exists(target))) return { complete: false }
    // It took the name for the file that was to come.
    if (await this.#step(() => removeEmpty(target))) return { complete: false }
    return { complete: (await this.#step(() => hashOf(target))) === sha256 }
  }

  /** null: the folder doesn't answer. */
  async #exists(path: string): Promise<boolean | null> {
    try {
      return (await this.#step(() => lstat(path))).isFile()
    } catch (error) {
      return error instanceof NoAnswer ? null : false
    }
  }

  /** The mode is the system's usual one: the folder may be for others, too. */
  #open(path: string): Promise<FileHandle> {
    return this.#step(async (isLate) => {
      const file = await open(path, 'wx')
      if (isLate()) await file.close()
      return file
    })
  }

  async #step<T>(work: (isLate: () => boolean) => Promise<T>): Promise<T> {
    if (this.isHanging()) throw new NoAnswer()
    this.#hasTimedOut = false
    try {
      return await this.#steps.runExclusive(work)
    } catch (error) {
      if (error instanceof NoAnswer) this.#hasTimedOut = true
      throw error
    }
  }

  async #orProblem<T>(folder: string, work: () => Promise<T>): Promise<T | { problem: FolderProblem }> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof FolderError) return { problem: error.kind }
      if (error instanceof NoAnswer) return { problem: 'noAnswer' }
      const code = codeOf(error)
      // Errors of other work, which `begin` did.
      if (code === null) throw error
      if (code !== 'ENOENT' && code !== 'ENOTDIR') return { problem: PROBLEMS[code] ?? 'other' }
      const isThere = await this.#step(() => stat(folder)).catch(() => null)
      return { problem: isThere?.isDirectory() ? 'other' : 'gone' }
    }
  }
}

class NoAnswer extends Error {}

class FolderError extends Error {
  readonly kind: FolderProblem

  constructor(kind: FolderProblem) {
    super(kind)
    this.kind = kind
  }
}

const PROBLEMS: Partial<Record<string, FolderProblem>> = {
  EROFS: 'readOnly',
  EACCES: 'readOnly',
  EPERM: 'readOnly',
  ENOSPC: 'full',
  EDQUOT: 'full',
  ELOOP: 'link',
  // A drive was pulled out, or a network drive was lost.
  ENODEV: 'gone',
  ENXIO: 'gone',
  ESTALE: 'gone',
  ENOTCONN: 'gone',
  EHOSTDOWN: 'gone',
  EHOSTUNREACH: 'gone'
}

const UNREAD = { size: null, sha256: null } as const

/** Opening a pipe waits for a writer. @returns -1 for what is no file */
async function sizeOf(path: string): Promise<number> {
  // It may be deleted meanwhile.
  const found = await lstat(path).catch(nullIfAbsent)
  return found?.isFile() ? found.size : -1
}

const pathOf = ({ folder, path }: PlacedFile): string => join(folder, ...path.split('/'))

function codeOf(error: unknown): string | null {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : null
  return typeof code === 'string' ? code : null
}

const isSameFolder = (one: string, other: string): boolean =>
  one.normalize('NFC').toLowerCase() === other.normalize('NFC').toLowerCase()

function ignoreExisting(error: unknown): void {
  if (codeOf(error) !== 'EEXIST') throw error
}

/** When its content was last written. @returns -Infinity for what is no file */
async function timeOf(path: string): Promise<number> {
  const found = await lstat(path).catch(nullIfAbsent)
  return found?.isFile() ? found.mtimeMs : -Infinity
}

async function removeEmpty(path: string): Promise<boolean> {
  const found = await lstat(path)
  const isEmpty = found.isFile() && found.size === 0
  if (isEmpty) await rm(path)
  return isEmpty
}

async function hashOf(path: string): Promise<string> {
  const sum = createHash('sha256')
  for await (const chunk of createReadStream(path)) sum.update(chunk as Buffer)
  return sum.digest('hex')
}
