import { app, dialog, type BrowserWindow } from 'electron'
import { START_ADDRESS } from '../protocol.ts'

const RESTARTS = 3
const RESTART_SPAN_MS = 60_000

/** At the first view, not at the same record: its data may have crashed the page. */
function startAgain(window: BrowserWindow): void {
  if (!window.isDestroyed()) void window.loadURL(START_ADDRESS)
}

/** Loads the page anew a few times if its process dies, then asks. */
export class PageRestarts {
  readonly #window: BrowserWindow
  /** By `performance.now()`. */
  #times: number[] = []

  constructor(window: BrowserWindow) {
    this.#window = window
    window.webContents.on('render-process-gone', (_event, { reason }) => {
      if (reason !== 'clean-exit' && !window.isDestroyed()) this.#restart()
    })
  }

  #restart(): void {
    const now = performance.now()
    this.#times = [...this.#times.filter((time) => now - time < RESTART_SPAN_MS), now]
    // After the event: a load that starts within it crashed main (electron#19887).
    if (this.#times.length <= RESTARTS) setImmediate(() => startAgain(this.#window))
    else void explain(this.#window)
  }
}

async function explain(window: BrowserWindow): Promise<void> {
  const { t } = await import('../../../shared/i18n/translate.ts')
  const { response } = await dialog.showMessageBox({
    type: 'error',
    message: t('tray.gone.title'),
    detail: t('tray.gone.detail'),
    buttons: [t('tray.gone.again'), t('tray.gone.quit')],
    defaultId: 0,
    cancelId: 1
  })
  if (response === 1) app.quit()
  else startAgain(window)
}
