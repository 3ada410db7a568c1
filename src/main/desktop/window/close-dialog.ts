/** Asks once what closing the window means. */
import { BrowserWindow, dialog } from 'electron'
import { t } from '../../../shared/i18n/translate.ts'
import type { ClosingChoice } from './background.ts'

/** In the order of their buttons. */
const CHOICES: readonly ClosingChoice[] = ['stay', 'quit']

/** @returns null if cancelled */
export async function askAboutClosing(tray: boolean): Promise<ClosingChoice | null> {
  const [window] = BrowserWindow.getAllWindows()
  if (!window) return null
  const way = tray ? 'tray' : 'noTray'
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    message: t(`desktop.closing.${way}.title`),
    detail: t(`desktop.closing.${way}.detail`),
    buttons: [t(`desktop.closing.${way}.stay`), t('desktop.closing.quit'), t('desktop.closing.cancel')],
    defaultId: 0,
    cancelId: 2,
    // Buttons rather than Windows' large links.
    noLink: true
  })
  return CHOICES[response] ?? null
}
