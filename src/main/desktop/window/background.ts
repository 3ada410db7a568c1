import { BrowserWindow, dialog } from 'electron'
import { t } from '../../../shared/i18n/translate.ts'
import type { Settings } from '../../../shared/models/settings.ts'
import type { Clock } from '../../ports/index.ts'
import type { TrayHost } from '../tray/tray-host.ts'
import type { MainWindow } from './main-window.ts'

/** How long the app waits for a panel, which may start later than the app, or restart after a crash. */
export const PANEL_WAIT_MS = 10_000

export type ClosingChoice = Exclude<Settings['closing'], 'ask'>

export interface BackgroundParts {
  platform: NodeJS.Platform
  tray: Pick<TrayHost, 'isPresent' | 'isKnown' | 'onChange'>
  clock: Pick<Clock, 'after'>
  closing: () => Settings['closing']
  choose: (closing: ClosingChoice) => void
  ask: (tray: boolean) => Promise<ClosingChoice | null>
  window: Pick<MainWindow, 'isOpen' | 'isInFront' | 'show' | 'minimise' | 'destroy'>
  quit: () => void
  report: (error: unknown) => void
}

/**
 * Decides what closing the window means, and ensures that the app stays reachable: by the tray, or by a minimised window if
 * there is no tray. On macOS the dock does that.
 */
export class Background {
  readonly #parts: BackgroundParts
  readonly #hasDock: boolean
  #isEnding = false
  #isDeciding = false
  #cancelTimer: () => void = () => undefined

  constructor(parts: BackgroundParts) {
    this.#parts = parts
    this.#hasDock = parts.platform === 'darwin'
    parts.tray.onChange(() => {
      if (!parts.tray.isKnown()) this.#checkTrayLater()
    })
  }

  /** Call when the user closes the window. @returns true if it may close now */
  mayClose(): boolean {
    if (this.#hasDock || this.#isEnding) return true
    if (this.#isDeciding) return false
    this.#isDeciding = true
    this.#decide()
      .catch(this.#parts.report)
      .finally(() => {
        this.#isDeciding = false
      })
    return false
  }

  /** Shows the window, or hides it if the user works with it: as closing it does, without the question. */
  toggleWindow(): void {
    const { window, report } = this.#parts
    if (!window.isInFront()) window.show()
    else if (!this.#isEnding && !this.#isDeciding) this.#stay().catch(report)
  }

  /** Call when the app starts without a window. */
  startHidden(): void {
    this.#parts.tray
      .isPresent()
      .then((hasTray) => {
        if (!hasTray) this.#checkTrayLater()
      })
      .catch(this.#parts.report)
  }

  /** Call when the app ends: from now on the window closes without a question. */
  end(): void {
    this.#isEnding = true
    this.#cancelTimer()
  }

  async #decide(): Promise<void> {
    const { tray, window, closing, ask, choose, quit } = this.#parts
    let choice = closing()
    if (choice === 'ask') {
      const hasTray = await tray.isPresent()
      if (this.#isEnding || !window.isOpen()) return
      const answer = await ask(hasTray)
      if (answer === null || this.#isEnding) return
      choose(answer)
      choice = answer
    }
    if (choice === 'quit') quit()
    else await this.#stay()
  }

  async #stay(): Promise<void> {
    const { tray, window } = this.#parts
    // The tray may have come or gone while the dialog was open.
    const hasTray = await tray.isPresent()
    if (this.#isEnding || !window.isOpen()) return
    if (hasTray) window.destroy()
    else window.minimise()
  }

  #checkTrayLater(): void {
    const { clock, report } = this.#parts
    this.#cancelTimer()
    if (this.#canStayWithoutTray()) return
    this.#cancelTimer = clock.after(PANEL_WAIT_MS, () => void this.#minimiseWithoutTray().catch(report))
  }

  async #minimiseWithoutTray(): Promise<void> {
    const hasTray = await this.#parts.tray.isPresent()
    if (!hasTray && !this.#canStayWithoutTray()) this.#parts.window.minimise()
  }

  /** The app is reachable otherwise, or ends. */
  #canStayWithoutTray(): boolean {
    return this.#hasDock || this.#isEnding || this.#parts.window.isOpen()
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
