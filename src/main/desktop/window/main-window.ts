/**
 * The one window: created on demand, destroyed and created again, loaded anew a few times if its process dies. It is visible
 * from the start and never hidden, so `show()` is called only on macOS and where the system hid it. On Wayland `ready-to-show` may
 * never come, and no program can restore a minimised window (docs/electron-windows.md).
 */
import { join } from 'node:path'
import { app, BrowserWindow, dialog, nativeTheme, type WebContents } from 'electron'
import { restrictContents } from './security-policy.ts'
import { START_ADDRESS } from '../protocol.ts'

const RESTARTS = 3
const RESTART_SPAN_MS = 60_000

const SIZE = { width: 1180, height: 760 }

/** The page's background in both themes (styles/tokens.css): the window has it until the first paint. */
const BACKGROUND = { light: '#f8fafb', dark: '#14191b' }
const background = (): string => (nativeTheme.shouldUseDarkColors ? BACKGROUND.dark : BACKGROUND.light)

export type MainWindow = ReturnType<typeof createMainWindow>

export interface WindowParts {
  /** Resolves once a page may load. */
  sessionReady: Promise<void>
  onContents: (contents: WebContents) => void
  mayClose: () => boolean
  /** The window was made or brought to the front. */
  onShown: () => void
  /** The system's session ends: the user signs out, or the system shuts down. */
  onSessionEnd: () => void
}

export function createMainWindow({ sessionReady, onContents, mayClose, onShown, onSessionEnd }: WindowParts) {
  let window: BrowserWindow | null = null
  /** The app minimised it. On Wayland `isMinimized()` is false for a window that was minimised before its first frame. */
  let minimised = false

  const make = (address = START_ADDRESS, size = SIZE): BrowserWindow => {
    const made = new BrowserWindow({
      title: app.getName(),
      ...size,
      minWidth: 640,
      minHeight: 440,
      show: !minimised,
      backgroundColor: background(),
      autoHideMenuBar: true,
      webPreferences: {
        preload: join(import.meta.dirname, '../preload/index.cjs'),
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webSecurity: true,
        webviewTag: false,
        spellcheck: false,
        navigateOnDragDrop: false,
        // Chromium writes the code cache of app:// at the first start, not at the second (electron#23842).
        v8CacheOptions: 'bypassHeatCheck'
      }
    })
    restrictContents(made.webContents)
    restartWhenGone(made)
    onContents(made.webContents)
    if (minimised) made.minimize()
    made.on('focus', () => {
      minimised = false
      onShown()
    })
    made.on('close', (event) => {
      if (!mayClose()) event.preventDefault()
    })
    // Windows reports the session's end to windows only.
    made.on('session-end', onSessionEnd)
    made.on('closed', () => {
      if (window === made) window = null
    })
    void sessionReady.then(() => {
      if (!made.isDestroyed()) void made.loadURL(address)
    })
    return made
  }

  // Also when the settings are read, which is after the first window is there.
  nativeTheme.on('updated', () => window?.setBackgroundColor(background()))

  return {
    /** Makes the window if there is none, and brings it to the front. */
    show(): void {
      const wasMinimised = window !== null && (minimised || window.isMinimized())
      minimised = false
      if (!window) {
        window = make()
        onShown()
      } else if (wasMinimised && onWayland()) {
        const old = window
        const [width = SIZE.width, height = SIZE.height] = old.getSize()
        window = make(old.webContents.getURL() || START_ADDRESS, { width, height })
        old.destroy()
      } else {
        if (window.isMinimized()) window.restore()
        // On macOS, focus() leaves the keyboard with another program (docs/electron-windows.md).
        if (process.platform === 'darwin' || !window.isVisible()) window.show()
        else window.focus()
      }
    },
    isOpen: (): boolean => window !== null,
    isOnScreen: (): boolean => window !== null && !minimised && !window.isMinimized(),
    /** Minimises the window. If there is none, makes one that is minimised from the start. */
    minimise(): void {
      minimised = true
      if (window) window.minimize()
      else window = make()
    },
    /** Closes the window without a question, which frees its memory. */
    destroy: (): void => window?.destroy(),
    contents: (): WebContents | null => window?.webContents ?? null
  }
}

/** Chromium sets this switch by itself (ui/linux/display_server_utils.cc). */
const onWayland = (): boolean =>
  process.platform === 'linux' && app.commandLine.getSwitchValue('ozone-platform') === 'wayland'

/** At the first view, not at the same record: its data may have crashed the page. */
function startAgain(window: BrowserWindow): void {
  if (!window.isDestroyed()) void window.loadURL(START_ADDRESS)
}

function restartWhenGone(window: BrowserWindow): void {
  let restarts: number[] = []
  window.webContents.on('render-process-gone', (_event, details) => {
    if (details.reason === 'clean-exit' || window.isDestroyed()) return
    const now = performance.now()
    restarts = [...restarts.filter((then) => now - then < RESTART_SPAN_MS), now]
    // After the event: a load that starts within it crashed main (electron#19887).
    if (restarts.length <= RESTARTS) setImmediate(() => startAgain(window))
    else void explain(window)
  })
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
