/** Files that the person chooses in the system's own dialogs, whose words are the system's. */
import { basename } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { BrowserWindow, dialog, shell, type FileFilter, type OpenDialogOptions, type SaveDialogOptions } from 'electron'
import { AppError } from '../../../shared/ipc/error.ts'
import type { Files } from '../../core/ports/index.ts'
import { createCopies } from './temp-files.ts'
import { report } from '../system/log.ts'
import { markAsDownloaded } from './mark-of-the-web.ts'
import { removeNow } from './file-errors.ts'
import { readText, writeStream, type Pieces } from './text-file.ts'
import { zipOf } from './zip.ts'

const FILTERS = {
  json: [{ name: 'JSON', extensions: ['json'] }],
  csv: [{ name: 'CSV', extensions: ['csv'] }],
  pdf: [{ name: 'PDF', extensions: ['pdf'] }],
  zip: [{ name: 'ZIP', extensions: ['zip'] }]
} satisfies Record<string, FileFilter[]>

/** Their content comes from the network. Portside itself writes CSV and JSON. */
const DOWNLOADED = new Set<keyof typeof FILTERS>(['pdf', 'zip'])

/** A file system may take no mark, such as that of a USB stick. The file matters more: it is saved without. */
const mark = (path: string): Promise<void> => markAsDownloaded(path).catch(report)

/** A viewer that nothing was heard of until then is open. */
const VIEWER_OPENS_MS = 4000

export interface DesktopFiles extends Files {
  /** Removes the copies that were opened. */
  forgetCopies(): void
  /** The program ends: nothing is left of what is only half written, nor of the copies. */
  stop(): void
}

/** @param copiesFolder of its own, for openCopy; it is emptied now */
export function createFiles(copiesFolder: string): DesktopFiles {
  const copies = createCopies(copiesFolder, mark)
  const parts = new Set<string>()
  let asking = false
  /** One dialog at a time: whoever asks for another one meanwhile is answered as if it had been cancelled. */
  const alone = async <T>(ask: () => Promise<T>): Promise<T | null> => {
    if (asking) return null
    asking = true
    try {
      return await ask()
    } finally {
      asking = false
    }
  }

  const saveStream = async (
    suggestedName: string,
    kind: keyof typeof FILTERS,
    pieces: Pieces
  ): Promise<string | null> => {
    const path = await alone(() => askWhereTo(suggestedName, kind))
    if (path === null) return null
    await writeStream(path, pieces, DOWNLOADED.has(kind) ? { parts, mark } : { parts })
    return basename(path)
  }

  return {
    saveStream,
    saveArchive: (suggestedName, entries) => saveStream(suggestedName, 'zip', zipOf(entries)),

    openCopy: async (name, bytes, check) => {
      const path = await copies.make(name, bytes, check)
      // On some Linux desktops it is only told how it went once the viewer is closed (electron#26074).
      const problem = await Promise.race([shell.openPath(path), setTimeout(VIEWER_OPENS_MS, '', { ref: false })])
      // The system's own words name the path.
      if (problem !== '') throw new AppError('STORAGE', { found: 'noViewer' })
    },
    forgetCopies: () => void copies.removeAll(),
    stop: () => {
      for (const part of parts) removeNow(part)
      copies.removeAll()
    },

    save: (suggestedName, text) => saveStream(suggestedName, 'json', [text]),

    open: (longest) =>
      alone(async () => {
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

/** @returns the chosen path; null when the person decided otherwise */
async function askWhereTo(suggestedName: string, kind: keyof typeof FILTERS): Promise<string | null> {
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

/** With a window the dialog is its sheet, and the page can't be used meanwhile. */
const parent = (): BrowserWindow | undefined => BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0]
