import { join } from 'node:path'
import { app, BrowserWindow, nativeTheme, screen, type WebContents, type WebPreferences } from 'electron'
import icon from '../icons/linux/128x128.png?asset'
import { report } from '../log.ts'
import { PageCrashes } from '../crash/page-crashes.ts'
import { restrictContents } from './security-policy.ts'
import { MINIMUM_SIZE, WindowState } from './window-state.ts'
import { START_ADDRESS } from '../protocol.ts'

/**
 * A window that lost the focus so short a time ago counts as focused: on Windows a click on the tray icon takes the focus first
 * (notify_icon_host.cc, electron#6203).
 */
const BLUR_MS = 300

/** No `zoomFactor`: it would come before the zoom that Chromium keeps in the data folder (electron#8537, zoom_level_delegate.cc). */
const WEB_PREFERENCES: WebPreferences = {
  preload: join(import.meta.dirname, '../preload/index.cjs'),
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  webSecurity: true,
  webviewTag: false,
  spellcheck: false,
  // Nothing draws with it, and a page could hang the graphics processor.
  webgl: false,
  // A window above all other programs, also while the app is locked. protocol.ts forbids that of a video.
  disableBlinkFeatures: 'DocumentPictureInPictureAPI',
  // Fields of dates and times follow their lang, which is the region (UiInput.vue), and not the locale of the system.
  enableBlinkFeatures: 'LangAttributeAwareFormControlUI',
  navigateOnDragDrop: false,
  // Chromium writes the code cache of app:// at the first start, not at the second (electron#23842).
  v8CacheOptions: 'bypassHeatCheck'
}

/** The page's background in both themes (styles/tokens.css): the window has it until the first paint. */
const BACKGROUND = { light: '#f8fafb', dark: '#14191b' }
const backgroundColor = (): string => (nativeTheme.shouldUseDarkColors ? BACKGROUND.dark : BACKGROUND.light)

export interface WindowParts {
  /** Resolves once a page may load. */
  sessionReady: Promise<void>
  onContents: (contents: WebContents) => void
  mayClose: () => boolean
  /** The window was made or brought to the front. */
  onShown: () => void
  /** The window lost the focus, or was closed. */
  onLeft: () => void
  /** Windows asks whether the user's session may end. */
  maySessionEnd: () => boolean
  /** The system's session ends: the user signs out, or the system shuts down. */
  onSessionEnd: () => void
}

/**
 * The one window: created on demand, destroyed and created again, loaded anew a few times if its process dies. It is visible from
 * the start, unless it starts minimised, and never hidden: `show()` is called only on macOS and where the system hid it. On Wayland:
 *
 * - `ready-to-show` may never come (electron#48859)
 * - no program can restore a minimised window (xdg-shell): `restore()` changes Electron's state only, and `show()` does nothing, or ends the
 *   process after `hide()` (Chromium's wayland_toplevel_window.cc, electron#49253). So such a window is replaced, and loses unsaved input
 * - `focus()` needs an activation token, which a second start and a clicked notification bring. Without one, the desktop may only notify
 *   (electron#50568)
 */
export class MainWindow {
  readonly #parts: WindowParts
  readonly #crashes = new PageCrashes((run) => this.whenOnScreen(run))
  /** Wait until the window is on screen. */
  #waiting: ((window: BrowserWindow) => void)[] = []
  readonly #state = new WindowState({
    file: join(app.getPath('userData'), 'window.json'),
    nativeTheme,
    screen,
    knowsPosition: () => !onWayland(),
    report
  })
  #window: BrowserWindow | null = null
  /**
   * The app minimised it. On Wayland `isMinimized()` is false for a window that was minimised before its first frame, and for one that the
   * desktop's own title bar minimised, which can't be known.
   */
  #isMinimised = false
  /** By `performance.now()`. */
  #blurredAt = -Infinity

  constructor(parts: WindowParts) {
    this.#parts = parts
    // Also when the settings are read, which is after the first window is there.
    nativeTheme.on('updated', () => this.#window?.setBackgroundColor(backgroundColor()))
  }

  /** Makes the window if there is none, and brings it to the front. */
  show(): void {
    const wasMinimised = this.#window !== null && (this.#isMinimised || this.#window.isMinimized())
    this.#isMinimised = false
    if (!this.#window) {
      this.#window = this.#make(START_ADDRESS)
      this.#parts.onShown()
    } else if (wasMinimised && onWayland()) {
      this.#replace(this.#window)
    } else {
      bringToFront(this.#window)
    }
    this.#runWaiting()
  }

  /** Runs it now, or when the user brings the window back: then a dialog covers no other program. */
  whenOnScreen(run: (window: BrowserWindow) => void): void {
    this.#waiting.push(run)
    if (this.isOnScreen()) this.#runWaiting()
  }

  /** Minimises the window. If there is none, makes one that is minimised from the start. */
  minimise(): void {
    this.#isMinimised = true
    if (this.#window) this.#window.minimize()
    else this.#window = this.#make(START_ADDRESS)
  }

  /** Closes the window without a question, which frees its memory. */
  destroy(): void {
    if (!this.#window) return
    this.#state.capture(this.#window)
    this.#window.destroy()
  }

  /** The next window opens as at the first start, unless the user moves this one. */
  eraseState(): void {
    this.#state.erase()
  }

  isOpen(): boolean {
    return this.#window !== null
  }

  isOnScreen(): boolean {
    return this.#window !== null && !this.#isMinimised && !this.#window.isMinimized()
  }

  /** The user works with it, or did until a click outside of it. */
  isInFront(): boolean {
    if (!this.#window || !this.isOnScreen()) return false
    return this.#window.isFocused() || performance.now() - this.#blurredAt < BLUR_MS
  }

  contents(): WebContents | null {
    return this.#window?.webContents ?? null
  }

  #runWaiting(): void {
    if (this.#window) for (const run of this.#waiting.splice(0)) run(this.#window)
  }

  #make(address: string): BrowserWindow {
    const isMaximised = this.#state.isMaximised()
    const { sessionReady, onContents, onShown, onLeft, mayClose, maySessionEnd, onSessionEnd } = this.#parts
    const window = new BrowserWindow({
      title: app.getName(),
      // Windows then takes the scale of the display that they are on (native_window_views.cc, at `options::kX`).
      ...this.#state.bounds(),
      minWidth: MINIMUM_SIZE.width,
      minHeight: MINIMUM_SIZE.height,
      // Else it would be seen before it is maximised.
      show: !this.#isMinimised && !isMaximised,
      backgroundColor: backgroundColor(),
      autoHideMenuBar: true,
      // Else an app without a desktop file, such as an AppImage, has a generic one in panels. The other systems take the program's.
      ...(process.platform === 'linux' && { icon }),
      webPreferences: WEB_PREFERENCES
    })
    restrictContents(window.webContents)
    this.#crashes.watch(window)
    onContents(window.webContents)
    this.#state.track(window)
    if (this.#isMinimised) window.minimize()
    if (isMaximised) this.#maximise(window)
    window.on('focus', () => {
      this.#isMinimised = false
      this.#blurredAt = -Infinity
      onShown()
      this.#runWaiting()
    })
    window.on('blur', () => {
      this.#blurredAt = performance.now()
      onLeft()
    })
    window.on('close', (event) => {
      if (!mayClose()) event.preventDefault()
    })
    // Windows reports the session's end to windows only: it ends an app in the tray without asking. `before-quit` doesn't come then.
    window.on('query-session-end', (event) => {
      if (!maySessionEnd()) event.preventDefault()
    })
    window.on('session-end', onSessionEnd)
    window.on('closed', () => {
      if (this.#window === window) this.#window = null
      onLeft()
    })
    void sessionReady.then(() => {
      if (!window.isDestroyed()) void window.loadURL(address)
    })
    return window
  }

  /** A window that starts minimised is maximised once the user restores it. */
  #maximise(window: BrowserWindow): void {
    if (this.#isMinimised) {
      // After the event, in which the system still changes the window's state.
      window.once('restore', () => setImmediate(() => void (window.isDestroyed() || window.maximize())))
    } else {
      // It shows the window, too, but doesn't give it the keyboard.
      window.maximize()
      bringToFront(window)
    }
  }

  #replace(old: BrowserWindow): void {
    this.#state.capture(old)
    this.#window = this.#make(old.webContents.getURL() || START_ADDRESS)
    old.destroy()
  }
}

function bringToFront(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore()
  // On macOS, focus() leaves the keyboard with another program, and show() takes it, also of a visible window (native_window_mac.mm,
  // electron#19920).
  if (process.platform === 'darwin' || !window.isVisible()) window.show()
  else window.focus()
}

/** Chromium sets this switch by itself (ui/linux/display_server_utils.cc). */
export const onWayland = (): boolean =>
  process.platform === 'linux' && app.commandLine.getSwitchValue('ozone-platform') === 'wayland'
