/** Files that the person chooses in the system's own dialogs, whose words are the system's. */
import { basename } from 'node:path'
import { BrowserWindow, dialog, type OpenDialogOptions, type SaveDialogOptions } from 'electron'
import type { Files } from '../core/ports.ts'
import { readText, writeText } from './text-file.ts'

const FILTERS = [{ name: 'JSON', extensions: ['json'] }]

export function createFiles(): Files {
  return {
    async save(suggestedName, text) {
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
    },

    async open(longest) {
      const options: OpenDialogOptions = { filters: FILTERS, properties: ['openFile'] }
      const window = parent()
      const { canceled, filePaths } = await (window
        ? dialog.showOpenDialog(window, options)
        : dialog.showOpenDialog(options))
      const [path] = filePaths
      return canceled || path === undefined ? null : readText(path, longest)
    }
  }
}

/** With a window the dialog is its sheet, and the page can't be used meanwhile. */
const parent = (): BrowserWindow | undefined => BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0]
