import { basename } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { BrowserWindow, dialog, shell, type FileFilter, type OpenDialogOptions, type SaveDialogOptions } from 'electron'
import { AppError } from '../../../shared/ipc/error.ts'
import type { ArchiveEntry, Files } from '../../ports/index.ts'
import { freeBytes } from '../../free-space.ts'
import { TempFiles } from './temp-files.ts'
import { report } from '../log.ts'
import { countOpening } from '../opening.ts'
import { markAsDownloaded } from './mark-of-the-web.ts'
import type { SavesInProgress } from './saves-in-progress.ts'
import { readText, removeNow, writeStream, type Pieces } from './text-file.ts'
import { zipOf } from './zip.ts'

const FILTERS = {
  json: [{ name: 'JSON', extensions: ['json'] }],
  csv: [{ name: 'CSV', extensions: ['csv'] }],
  ics: [{ name: 'iCalendar', extensions: ['ics'] }],
  pdf: [{ name: 'PDF', extensions: ['pdf'] }],
  txt: [{ name: 'Text', extensions: ['txt'] }],
  zip: [{ name: 'ZIP', extensions: ['zip'] }]
} satisfies Record<string, FileFilter[]>

/** Kinds with content from the network. Portside itself writes the others. */
const DOWNLOADED = new Set<keyof typeof FILTERS>(['pdf', 'zip'])

/** Some file systems, such as FAT, support no mark. The file is then saved without it. */
export const markFile = (path: string): Promise<void> => markAsDownloaded(path).catch(report)

/** @throws BAD_REQUEST */
export function revealFile(path: string): void {
  countOpening()
  shell.showItemInFolder(path)
}

/** After this time without an error, the viewer counts as open. */
const VIEWER_TIMEOUT_MS = 4000

/** Hands a file or a folder to the program that the system has for it. @throws BAD_REQUEST */
async function isOpened(path: string): Promise<boolean> {
  countOpening()
  // On some Linux desktops openPath resolves only when the viewer is closed (electron#26074).
  const problem = await Promise.race([shell.openPath(path), setTimeout(VIEWER_TIMEOUT_MS, '', { ref: false })])
  // The system's message names the path.
  return problem === ''
}

/** @throws NOT_FOUND if nothing opens it */
export async function openInProgram(path: string): Promise<void> {
  if (!(await isOpened(path))) throw new AppError('NOT_FOUND')
}

/** Files that the user chooses in the system's dialogs. */
export class DesktopFiles implements Files {
  readonly #copies: TempFiles
  readonly #saves: Pick<SavesInProgress, 'track'>
  /** Paths of unfinished files. */
  readonly #parts = new Set<string>()
  /** Saved files by their names. The page knows no path. */
  readonly #saved = new Map<string, string>()
  #isDialogOpen = false

  /** @param copiesFolder for openCopy only; it is emptied now */
  constructor(copiesFolder: string, saves: Pick<SavesInProgress, 'track'>) {
    this.#saves = saves
    this.#copies = new TempFiles(copiesFolder, markFile)
  }

  async saveStream(suggestedName: string, kind: keyof typeof FILTERS, pieces: Pieces): Promise<string | null> {
    const path = await this.#askOneAtATime(() => askForPath(suggestedName, kind))
    if (path === null) return null
    const parts = this.#parts
    const options = DOWNLOADED.has(kind) ? { parts, mark: markFile, freeBytes } : { parts }
    await this.#saves.track(writeStream(path, pieces, options))
    this.#saved.set(basename(path), path)
    return basename(path)
  }

  saveArchive(suggestedName: string, entries: AsyncIterable<ArchiveEntry>): Promise<string | null> {
    return this.saveStream(suggestedName, 'zip', zipOf(entries))
  }

  async openCopy(name: string, bytes: Uint8Array, check: () => void): Promise<void> {
    const path = await this.#copies.make(name, bytes, check)
    if (!(await isOpened(path))) throw new AppError('STORAGE', { found: 'noViewer' })
  }

  chooseFolder(): Promise<string | null> {
    return this.#askOneAtATime(() => askForExisting({ properties: ['openDirectory', 'createDirectory'] }))
  }

  open(longest: number): Promise<string | null> {
    return this.#askOneAtATime(async () => {
      const path = await askForExisting({ filters: FILTERS.json, properties: ['openFile'] })
      return path === null ? null : readText(path, longest)
    })
  }

  /** Shows a file that was saved since the start in its folder. @throws NOT_FOUND when no such file was saved */
  reveal(name: string): void {
    const path = this.#saved.get(name)
    if (path === undefined) throw new AppError('NOT_FOUND')
    revealFile(path)
  }

  removeTempFiles(): void {
    this.#copies.removeAll()
  }

  /** Removes unfinished files and all copies. */
  stop(): void {
    for (const part of this.#parts) removeNow(part)
    this.#copies.removeAll()
  }

  /** Another dialog meanwhile counts as cancelled. */
  async #askOneAtATime<T>(ask: () => Promise<T>): Promise<T | null> {
    if (this.#isDialogOpen) return null
    this.#isDialogOpen = true
    try {
      return await ask()
    } finally {
      this.#isDialogOpen = false
    }
  }
}

async function askForPath(suggestedName: string, kind: keyof typeof FILTERS): Promise<string | null> {
  const options: SaveDialogOptions = {
    defaultPath: suggestedName,
    filters: FILTERS[kind],
    properties: ['createDirectory', 'showOverwriteConfirmation']
  }
  const window = parent()
  const { canceled, filePath } = await (window
    ? dialog.showSaveDialog(window, options)
    : dialog.showSaveDialog(options))
  return canceled || !filePath ? null : filePath
}

async function askForExisting(options: OpenDialogOptions): Promise<string | null> {
  const window = parent()
  const { canceled, filePaths } = await (window
    ? dialog.showOpenDialog(window, options)
    : dialog.showOpenDialog(options))
  const [path] = filePaths
  return canceled || path === undefined ? null : path
}

const parent = (): BrowserWindow | undefined => BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0]
