import type { BrowserWindow, RenderProcessGoneDetails } from 'electron'
import { log, report } from '../log.ts'
import { START_ADDRESS } from '../protocol.ts'
import { askOnScreen, type WhenOnScreen } from './ask-on-screen.ts'
import type { CrashDialogs } from './crash-dialogs.ts'
import { RecentEnds } from './recent-ends.ts'

const MOST_RELOADS = 3
const SPAN_MS = 60_000

/** Loads the page anew a few times a minute if its process dies, then asks. Asks, too, while the page doesn't respond. */
export class PageCrashes {
  readonly #whenOnScreen: WhenOnScreen
  readonly #crashes = new RecentEnds(SPAN_MS)
  /** Set while the dialog about a page that doesn't respond is open. */
  #hang: AbortController | null = null
  /** The user chose to reopen the page, and main ended its process. */
  #isReopening = false

  constructor(whenOnScreen: WhenOnScreen) {
    this.#whenOnScreen = whenOnScreen
  }

  watch(window: BrowserWindow): void {
    let isClosing = false
    const takeAway = (): void => this.#hang?.abort()
    window.webContents.on('render-process-gone', (_event, details) => {
      if (details.reason !== 'clean-exit' && !window.isDestroyed()) this.#pageGone(window, details)
    })
    window.on('close', (event) => {
      // Other listeners may prevent it.
      queueMicrotask(() => (isClosing = !event.defaultPrevented))
    })
    // Chromium reports a hang 15 s after input that the page didn't acknowledge (`kHungRendererDelay`), and again after further input.
    // Electron passes it on for a visible page only, and not while a dialog disables the window (lib/browser/api/browser-window.ts).
    window.on('unresponsive', () => {
      log.event('pageUnresponsive', {})
      // Electron emits it five seconds after `close`, too. The page can't be asked, and must not keep the app from quitting.
      if (isClosing) window.destroy()
      else void this.#askAboutHang(window).catch(report)
    })
    window.on('responsive', () => {
      log.event('pageResponsive', {})
      takeAway()
    })
    window.on('closed', () => {
      this.#isReopening = false
      takeAway()
    })
  }

  #pageGone(window: BrowserWindow, { reason, exitCode }: RenderProcessGoneDetails): void {
    this.#hang?.abort()
    if (this.#isReopening) {
      this.#isReopening = false
      reloadSoon(window)
      return
    }
    const inLastMinute = this.#crashes.add({ reason, exitCode })
    log.event('pageGone', { reason, exitCode, inLastMinute })
    if (inLastMinute <= MOST_RELOADS) reloadSoon(window)
    else askOnScreen(this.#whenOnScreen, (dialogs, shown) => this.#askAboutCrashes(dialogs, window, shown))
  }

  async #askAboutCrashes(dialogs: CrashDialogs, window: BrowserWindow, shown: BrowserWindow): Promise<void> {
    // Another window has another page.
    if (shown !== window) return
    const reopens = await dialogs.askAboutPage(window, this.#crashes.list)
    if (reopens) load(window)
  }

  async #askAboutHang(window: BrowserWindow): Promise<void> {
    if (this.#hang) return
    const hang = new AbortController()
    this.#hang = hang
    try {
      const { crashDialogs } = await import('./crash-dialogs.ts')
      const reopens = await crashDialogs.askAboutHang(window, hang.signal)
      if (!reopens || window.isDestroyed()) return
      this.#isReopening = true
      // Works on a page that hangs: its I/O thread takes the request (electron_api_web_contents.cc). `render-process-gone` follows.
      window.webContents.forcefullyCrashRenderer()
    } finally {
      this.#hang = null
    }
  }
}

/** After the event: a load that starts within it crashed main (electron#19887). */
const reloadSoon = (window: BrowserWindow): void => void setImmediate(() => load(window))

/** At the first view, not at the same record: its data may have crashed the page. */
function load(window: BrowserWindow): void {
  if (!window.isDestroyed()) void window.loadURL(START_ADDRESS)
}
