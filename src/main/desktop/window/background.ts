/**
 * What becomes of the app when its window is closed, and that it can always be found again: with no window the tray is the way
 * back, and where there is none, a minimised window is. On macOS the dock is, and closing is the system's own affair. No
 * Electron in it.
 */
import type { Settings } from '../../../shared/models/settings.ts'
import type { Clock } from '../../core/ports/index.ts'
import type { TrayHost } from '../tray/tray-host.ts'

/**
 * Panels come a while after what the system starts with them, and are started anew when they crash: so long the app waits for
 * one before it shows that it is there.
 */
export const PATIENCE_MS = 10_000

export type ClosingChoice = Exclude<Settings['closing'], 'ask'>

export interface BackgroundParts {
  platform: NodeJS.Platform
  tray: TrayHost
  clock: Pick<Clock, 'after'>
  closing: () => Settings['closing']
  /** Stores the answer. */
  choose: (closing: ClosingChoice) => void
  /** null: the person decided nothing, and the window stays. */
  ask: (tray: boolean) => Promise<ClosingChoice | null>
  window: {
    isOpen(): boolean
    /** Also makes one that is minimised from the start, where there is none. */
    minimise(): void
    /** Lets the window go, and with it the memory that it takes. */
    leave(): void
  }
  quit: () => void
  report: (error: unknown) => void
}

export interface Background {
  /** The person closes the window. @returns true when it may close at once */
  mayClose(): boolean
  /** There is no window from the start. */
  startHidden(): void
  /** The app ends: nothing is asked any more, and nothing holds that up. */
  end(): void
}

export function createBackground(parts: BackgroundParts): Background {
  const { tray, window } = parts
  const dock = parts.platform === 'darwin'
  let ending = false
  let deciding = false
  let callOff = (): void => undefined

  const stay = async (): Promise<void> => {
    // It may have come or gone while the person was asked.
    const there = await tray.present()
    if (ending || !window.isOpen()) return
    if (there) window.leave()
    else window.minimise()
  }
  const decide = async (): Promise<void> => {
    let choice = parts.closing()
    if (choice === 'ask') {
      const there = await tray.present()
      if (ending || !window.isOpen()) return
      const answer = await parts.ask(there)
      if (answer === null || ending) return
      parts.choose(answer)
      choice = answer
    }
    if (choice === 'quit') parts.quit()
    else await stay()
  }

  const lookLater = (): void => {
    callOff()
    if (dock || ending || window.isOpen()) return
    callOff = parts.clock.after(PATIENCE_MS, () => {
      tray
        .present()
        .then((there) => {
          if (!there && !ending && !window.isOpen()) window.minimise()
        })
        .catch(parts.report)
    })
  }
  tray.onChange(() => {
    if (!tray.known()) lookLater()
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
        .then((there) => {
          if (!there) lookLater()
        })
        .catch(parts.report)
    },
    end() {
      ending = true
      callOff()
    }
  }
}
