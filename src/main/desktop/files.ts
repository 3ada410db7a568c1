/** Files that the person chooses in the system's own dialogs, whose words are the system's. */
import { basename } from 'node:path'
import { BrowserWindow, dialog, type OpenDialogOptions, type SaveDialogOptions } from 'electron'
import type { Files } from '../core/ports.ts'
import { readText, writeText } from './text-file.ts'

const FILTERS = [{ name: 'JSON', extensions: ['json'] }]

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
    save: (suggestedName, text) =>
      alone(async () => {
        const options: SaveDialogOptions = {
          defaultPath: suggestedName,
          filters: FILTERS,
          properties: ['createDirectory', 'showOverwriteConfirmation']
        }
        const window = parent()
        const { canceled, filePath } = await (window
          ? dialog.showSaveDialog(window, options)
          : dialog.showSaveDialog(options))
        if (canceled || !filePath) return null
        await writeText(filePath, text)
        return basename(filePath)
      }),

    open: (longest) =>
      alone(async () => {
        const options: OpenDialogOptions = { filters: FILTERS, properties: ['openFile'] }
        const window = parent()
        const { canceled, filePaths } = await (window
          ? dialog.showOpenDialog(window, options)
          : dialog.showOpenDialog(options))
        const [path] = filePaths
        return canceled || path === undefined ? null : readText(path, longest)
      })
  }
}

/** With a window the dialog is its sheet, and the page can't be used meanwhile. */
const parent = (): BrowserWindow | undefined => BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0]
