import { app, BrowserWindow, dialog } from 'electron'
import { report } from '../log.ts'

/** If the dialog's own files are damaged, its texts are, too. */
const PLAIN_SENTENCE = 'Portside couldn’t start. Install it again.'

let hasFailed = false

/** Ends the app, after a dialog. An app that failed to start would run on without a window, or with an empty one. */
export async function failToStart(error: unknown): Promise<void> {
  report(error)
  // One error often leads to others.
  if (hasFailed) return
  hasFailed = true
  try {
    // On Linux there is no dialog before.
    await app.whenReady()
    await showDialog(error)
  } finally {
    app.exit(1)
  }
}

async function showDialog(error: unknown): Promise<void> {
  try {
    const { crashDialogs } = await import('./crash-dialogs.ts')
    // The window may be open already, and empty.
    await crashDialogs.tellAboutStart(BrowserWindow.getAllWindows()[0] ?? null, error)
  } catch (dialogError) {
    report(dialogError)
    dialog.showErrorBox('Portside', PLAIN_SENTENCE)
  }
}
