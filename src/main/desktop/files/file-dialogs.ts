/** Files that the person chooses in the system's dialogs. */
import { basename } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { BrowserWindow, dialog, shell, type FileFilter, type OpenDialogOptions, type SaveDialogOptions } from 'electron'
import { AppError } from '../../../shared/ipc/error.ts'
import type { Files } from '../../core/ports/index.ts'
import { createTempFiles } from './temp-files.ts'
import { report } from '../log.ts'
import { markAsDownloaded } from './mark-of-the-web.ts'
import { removeNow } from './text-file.ts'
import { readText, writeStream, type Pieces } from './text-file.ts'
import { zipOf } from './zip.ts'

const FILTERS = {
  json: [{ name: 'JSON', extensions: ['json'] }],
  csv: [{ name: 'CSV', extensions: ['csv'] }],
  ics: [{ name: 'iCalendar', extensions: ['ics'] }],
  pdf: [{ name: 'PDF', extensions: ['pdf'] }],
  zip: [{ name: 'ZIP', extensions: ['zip'] }]
} satisfies Record<string, FileFilter[]>

/** Kinds with content from the network. Portside itself writes the others. */
const DOWNLOADED = new Set<keyof typeof FILTERS>(['pdf', 'zip'])

/** Some file systems, such as FAT, support no mark. The file is then saved without it. */
const mark = (path: string): Promise<void> => markAsDownloaded(path).catch(report)

/** After this time without an error, the viewer counts as open. */
const VIEWER_TIMEOUT_MS = 4000

export interface DesktopFiles extends Files {
  /** Shows a file that was saved since the start in its folder. @throws NOT_FOUND when no such file was saved */
  reveal(name: string): void
  removeTempFiles(): void
  stop(): void
}

/** @param copiesFolder for openCopy only; it is emptied now */
export function createFiles(copiesFolder: string): DesktopFiles {
  const copies = createTempFiles(copiesFolder, mark)
  const parts = new Set<string>()
  /** Saved files by their names. The page knows no path. */
  const saved = new Map<string, string>()
  let isOpen = false
  /** One dialog at a time: another one counts as cancelled. */
  const oneAtATime = async <T>(ask: () => Promise<T>): Promise<T | null> => {
    if (isOpen) return null
    isOpen = true
    try {
      return await ask()
    } finally {
      isOpen = false
    }
  }

  const saveStream = async (
    suggestedName: string,
    kind: keyof typeof FILTERS,
    pieces: Pieces
  ): Promise<string | null> => {
    const path = await oneAtATime(() => askForPath(suggestedName, kind))
    if (path === null) return null
    await writeStream(path, pieces, DOWNLOADED.has(kind) ? { parts, mark } : { parts })
    saved.set(basename(path), path)
    return basename(path)
  }

  return {
    saveStream,
    saveArchive: (suggestedName, entries) => saveStream(suggestedName, 'zip', zipOf(entries)),

    openCopy: async (name, bytes, check) => {
      const path = await copies.make(name, bytes, check)
      // On some Linux desktops openPath resolves only when the viewer is closed (electron#26074).
      const problem = await Promise.race([shell.openPath(path), setTimeout(VIEWER_TIMEOUT_MS, '', { ref: false })])
      // The system's message names the path.
      if (problem !== '') throw new AppError('STORAGE', { found: 'noViewer' })
    },
    reveal: (name) => {
      const path = saved.get(name)
      if (path === undefined) throw new AppError('NOT_FOUND')
      shell.showItemInFolder(path)
    },
    removeTempFiles: () => void copies.removeAll(),
    stop: () => {
      for (const part of parts) removeNow(part)
      copies.removeAll()
    },

    open: (longest) =>
      oneAtATime(async () => {
        const options: OpenDialogOptions = { filters: FILTERS.json, properties: ['openFile'] }
        const window = parent()
        const { canceled, filePaths } = await (window
          ? dialog.showOpenDialog(window, options)
          : dialog.showOpenDialog(options))
        const [path] = filePaths
        return canceled || path === undefined ? null : readText(path, longest)
      })
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

const parent = (): BrowserWindow | undefined => BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0]
