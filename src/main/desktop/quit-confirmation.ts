/** Quitting while a file is being saved (docs/architecture.md). */
import { BrowserWindow, dialog } from 'electron'
import { t } from '../../shared/i18n/translate.ts'
import type { Log } from '../ports/index.ts'
import type { SavesInProgress } from './files/saves-in-progress.ts'

export type QuitChoice = 'whenSaved' | 'now'

export interface QuitConfirmationParts {
  saves: Pick<SavesInProgress, 'count' | 'whenNone'>
  /** @param answered aborted when there is nothing left to ask about; then any answer does. On macOS, that closes only a dialog above a window (electron.d.ts, MessageBoxOptions) */
  ask: (count: number, answered: AbortSignal) => Promise<QuitChoice>
  quit: () => void
  /** Called when the app ends now. */
  ends: () => void
  /** Called when what follows is the end of the system or of the user's session. */
  systemEnds: () => void
  log: Log
  report: (error: unknown) => void
}

/** Once the user wants to quit, the app quits by itself when everything is saved, or at once if the user says so. */
export class QuitConfirmation {
  readonly #parts: QuitConfirmationParts
  #isWaiting = false
  #isConfirmed = false
  /** Aborted, the question closes. null: none is open. */
  #question: AbortController | null = null

  constructor(parts: QuitConfirmationParts) {
    this.#parts = parts
  }

  /** @returns false: not now. The user is asked. */
  mayQuit(): boolean {
    const { saves, ends, report } = this.#parts
    if (this.#isConfirmed || saves.count() === 0) {
      ends()
      return true
    }
    this.#quitWhenSaved()
    if (!this.#question) void this.#ask().catch(report)
    return false
  }

  /** The system ends, or the user's session. Nobody is asked: the system does that, or doesn't wait. @returns false: not now */
  maySystemEnd(): boolean {
    if (!this.maySessionEnd()) return false
    const { ends, systemEnds } = this.#parts
    systemEnds()
    ends()
    return true
  }

  /** Windows asks all programs first, and another one or the user may still say no. @returns false: not now */
  maySessionEnd(): boolean {
    const { saves, systemEnds } = this.#parts
    if (saves.count() === 0) return true
    systemEnds()
    this.#quitWhenSaved()
    return false
  }

  async #ask(): Promise<void> {
    const { saves, ask, quit } = this.#parts
    const question = new AbortController()
    this.#question = question
    try {
      const choice = await ask(saves.count(), question.signal)
      if (choice === 'whenSaved' || question.signal.aborted) return
      this.#isConfirmed = true
      quit()
    } finally {
      this.#question = null
    }
  }

  #quitWhenSaved(): void {
    if (this.#isWaiting) return
    this.#isWaiting = true
    const { saves, quit, log, report } = this.#parts
    log.event('quitDelayed', { files: saves.count() })
    void saves
      .whenNone()
      .then(() => {
        this.#isWaiting = false
        this.#question?.abort()
        quit()
      })
      .catch(report)
  }
}

/** Names no file: the app may be locked. */
export async function askAboutSaves(count: number, answered: AbortSignal): Promise<QuitChoice> {
  const options = {
    type: 'question' as const,
    message: t('desktop.quitting.title', { count }, count),
    detail: t('desktop.quitting.detail', {}, count),
    buttons: [t('desktop.quitting.whenSaved'), t('desktop.quitting.now')],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
    signal: answered
  }
  const [window] = BrowserWindow.getAllWindows()
  const { response } = await (window ? dialog.showMessageBox(window, options) : dialog.showMessageBox(options))
  return response === 1 ? 'now' : 'whenSaved'
}
