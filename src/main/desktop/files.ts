/** Files that the person chooses in the system's own dialogs, whose words are the system's. */
import { basename } from 'node:path'
import { BrowserWindow, dialog, type FileFilter, type OpenDialogOptions, type SaveDialogOptions } from 'electron'
import type { Files } from '../core/ports.ts'
import { readText, writeStream, writeText } from './text-file.ts'

const FILTERS = {
  json: [{ name: 'JSON', extensions: ['json'] }],
  csv: [{ name: 'CSV', extensions: ['csv'] }]
} satisfies Record<string, FileFilter[]>

export function createFiles(): Files {
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

  return {
    saveStream: async (suggestedName, kind, text) => {
      const path = await alone(() => askWhereTo(suggestedName, kind))
      if (path === null) return null
      await writeStream(path, text)
      return basename(path)
    },

    save: async (suggestedName, text) => {
      const path = await alone(() => askWhereTo(suggestedName, 'json'))
      if (path === null) return null
      await writeText(path, text)
      return basename(path)
    },

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
