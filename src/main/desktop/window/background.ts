/**
 * Decides what closing the window means, and ensures that the app stays reachable: by the tray, or by a minimised window if
 * there is no tray. On macOS the dock does that.
 */
import { BrowserWindow, dialog } from 'electron'
import { t } from '../../../shared/i18n/translate.ts'
import type { Settings } from '../../../shared/models/settings.ts'
import type { Clock } from '../../core/ports/index.ts'
import type { TrayHost } from '../tray/tray-host.ts'
import type { MainWindow } from './main-window.ts'

/** How long the app waits for a panel, which may start later than the app, or restart after a crash. */
export const PANEL_WAIT_MS = 10_000

export type ClosingChoice = Exclude<Settings['closing'], 'ask'>

export interface BackgroundParts {
  platform: NodeJS.Platform
  tray: TrayHost
  clock: Pick<Clock, 'after'>
  closing: () => Settings['closing']
  choose: (closing: ClosingChoice) => void
  ask: (tray: boolean) => Promise<ClosingChoice | null>
  window: Pick<MainWindow, 'isOpen' | 'minimise' | 'destroy'>
  quit: () => void
  report: (error: unknown) => void
}

export type Background = ReturnType<typeof createBackground>

export function createBackground(parts: BackgroundParts) {
  const { tray, window } = parts
  const dock = parts.platform === 'darwin'
  let ending = false
  let deciding = false
  let cancelTimer = (): void => undefined

  const stay = async (): Promise<void> => {
    // The tray may have come or gone while the dialog was open.
    const hasTray = await tray.present()
    if (ending || !window.isOpen()) return
    if (hasTray) window.destroy()
    else window.minimise()
  }
  const decide = async (): Promise<void> => {
    let choice = parts.closing()
    if (choice === 'ask') {
      const hasTray = await tray.present()
      if (ending || !window.isOpen()) return
      const answer = await parts.ask(hasTray)
      if (answer === null || ending) return
      parts.choose(answer)
      choice = answer
    }
    if (choice === 'quit') parts.quit()
    else await stay()
  }

  const checkTrayLater = (): void => {
    cancelTimer()
    if (dock || ending || window.isOpen()) return
    cancelTimer = parts.clock.after(PANEL_WAIT_MS, () => {
      tray
        .present()
        .then((hasTray) => {
          if (!hasTray && !ending && !window.isOpen()) window.minimise()
        })
        .catch(parts.report)
    })
  }
  tray.onChange(() => {
    if (!tray.known()) checkTrayLater()
  })

  return {
    /** Call when the person closes the window. @returns true if it may close now */
    mayClose(): boolean {
      if (dock || ending) return true
      if (deciding) return false
      deciding = true
      decide()
        .catch(parts.report)
        .finally(() => (deciding = false))
      return false
    },
    /** Call when the app starts without a window. */
    startHidden(): void {
      tray
        .present()
        .then((hasTray) => {
          if (!hasTray) checkTrayLater()
        })
        .catch(parts.report)
    },
    /** Call when the app ends: from now on the window closes without a question. */
    end(): void {
      ending = true
      cancelTimer()
    }
  }
}

/** Asks once what closing the window means. @returns null if cancelled */
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
    noLink: true
  })
  return (['stay', 'quit'] as const)[response] ?? null
}
