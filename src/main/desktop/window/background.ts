/**
 * Decides what closing the window means, and ensures that the app stays reachable: by the tray, or by a minimised window if
 * there is no tray. On macOS the dock does that. No Electron, so that it can be tested.
 */
import type { Settings } from '../../../shared/models/settings.ts'
import type { Clock } from '../../core/ports/index.ts'
import type { TrayHost } from '../tray/tray-host.ts'

/** How long the app waits for a panel, which may start later than the app, or restart after a crash. */
export const PANEL_WAIT_MS = 10_000

export type ClosingChoice = Exclude<Settings['closing'], 'ask'>

export interface BackgroundParts {
  platform: NodeJS.Platform
  tray: TrayHost
  clock: Pick<Clock, 'after'>
  closing: () => Settings['closing']
  /** Stores the answer. */
  choose: (closing: ClosingChoice) => void
  /** @returns null if cancelled; the window stays open then */
  ask: (tray: boolean) => Promise<ClosingChoice | null>
  window: {
    isOpen(): boolean
    /** If there is no window, opens a minimised one. */
    minimise(): void
    /** Closes the window, which frees its memory. */
    destroy(): void
  }
  quit: () => void
  report: (error: unknown) => void
}

export interface Background {
  /** Call when the person closes the window. @returns true if it may close now */
  mayClose(): boolean
  /** Call when the app starts without a window. */
  startHidden(): void
  /** Call when the app ends: from now on the window closes without a question. */
  end(): void
}

export function createBackground(parts: BackgroundParts): Background {
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
    mayClose() {
      if (dock || ending) return true
      if (deciding) return false
      deciding = true
      decide()
        .catch(parts.report)
        .finally(() => (deciding = false))
      return false
    },
    startHidden() {
      tray
        .present()
        .then((hasTray) => {
          if (!hasTray) checkTrayLater()
        })
        .catch(parts.report)
    },
    end() {
      ending = true
      cancelTimer()
    }
  }
}
