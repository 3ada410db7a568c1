/**
 * The control channel: the process that started the host (a test, the tour) asks and drives what has no page.
 * Messages over the child-process channel: { id, ask, args } → { id, answer } or { id, error }; and told without being
 * asked: { event: 'window', id, targetId, endpoint } for each window that opens.
 */
import { setTimeout as later } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Worker } from 'node:worker_threads'
import type { Details, Rectangle } from 'electron'
import { WATCH_THREAD } from './options.ts'
import { chooseItem, listMenu, Menu, type MenuLine } from './parts/menu.ts'
import { app } from './parts/app.ts'
import { BrowserWindow } from './parts/browser-window.ts'
import { nativeTheme } from './parts/native-theme.ts'
import { preventable, prevented } from './strict.ts'
import { pressShortcut, takeShortcut } from './parts/global-shortcut.ts'
import {
  answerDialog,
  answerNextDialog,
  clickNotification,
  openDialogs,
  POWER_EVENTS,
  powerMonitor
} from './parts/system.ts'
import { currentTray } from './parts/tray.ts'
import { runtime, type Seen } from './runtime.ts'
import { waitingTimers } from './timers.ts'

export interface WindowState {
  id: number
  visible: boolean
  focused: boolean
  minimized: boolean
  maximized: boolean
  bounds: Rectangle
  /** The first is the one it was made with. */
  backgroundColors: string[]
  url: string
}

export interface TrayState {
  title: string
  tooltip: string
  items: MenuLine[]
}

function window(): BrowserWindow {
  const first = BrowserWindow.getAllWindows()[0]
  if (!first) throw new Error('There is no window.')
  return first
}

function tray(): NonNullable<ReturnType<typeof currentTray>> {
  const shown = currentTray()
  if (!shown) throw new Error('There is no tray.')
  return shown
}

function applicationMenu(): Menu {
  const menu = Menu.getApplicationMenu()
  if (!menu) throw new Error('There is no application menu.')
  return menu
}

/** @returns what is left of the heap, in bytes */
function collectGarbage(): number {
  setFlagsFromString('--expose-gc')
  ;(runInNewContext('gc') as () => void)()
  return process.memoryUsage().heapUsed
}

/** Everything that can be asked. */
export const verbs = {
  seen: (): Seen => runtime().record,
  windows: (): WindowState[] =>
    BrowserWindow.getAllWindows().map((each) => ({
      id: each.id,
      visible: each.isVisible(),
      focused: each.isFocused(),
      minimized: each.isMinimized(),
      maximized: each.isMaximized(),
      bounds: each.getBounds(),
      backgroundColors: [...each.backgroundColors],
      url: each.webContents.getURL()
    })),
  /** null: no tray yet. */
  tray(): TrayState | null {
    const shown = currentTray()?.shown()
    return shown ? { title: shown.title, tooltip: shown.tooltip, items: shown.menu ? listMenu(shown.menu) : [] } : null
  },
  clickTray(...labels: string[]): void {
    const { menu } = tray().shown()
    if (!menu) throw new Error('The tray has no menu.')
    chooseItem(menu, labels)
  },
  pressShortcut,
  takeShortcut,
  shortcutPortal: (there: boolean): void => void (runtime().shortcutPortal = there),
  activateTray: (): void => tray().activate(),
  menu: (): MenuLine[] => listMenu(applicationMenu()),
  clickMenu: (...labels: string[]): void => chooseItem(applicationMenu(), labels),
  /** The menu that a right-click opened; null: none is open. */
  contextMenu(): MenuLine[] | null {
    const open = Menu.getOpen()
    return open && listMenu(open)
  },
  clickContextMenu(label: string): void {
    const open = Menu.getOpen()
    if (!open) throw new Error('There is no context menu.')
    Menu.close()
    chooseItem(open, [label])
  },
  /** @returns whether the app delays it */
  power(event: string): boolean {
    if (!POWER_EVENTS.includes(event)) throw new Error(`Not a power event: ${event}`)
    return prevented(powerMonitor, event)
  },
  /** Seconds without a touch, from now on. */
  idle(seconds: number): void {
    runtime().idleSeconds = seconds
  },
  screenLocked(locked: boolean): void {
    runtime().screenLocked = locked
  },
  online(online: boolean): void {
    runtime().online = online
  },
  systemDark: (dark: boolean): void => nativeTheme.setSystemDark(dark),
  resize: (width: number, height: number): void => window().resize(width, height),
  move: (x: number, y: number): void => window().move(x, y),
  maximize: (maximized: boolean): void => window().setMaximized(maximized),
  minimize: (): void => window().minimize(),
  /** The user clicks it in the taskbar. */
  restore: (): void => window().restore(),
  /** For windows that are made from now on. */
  displays: (...workAreas: Rectangle[]): void => void (runtime().workAreas = workAreas),
  activateOtherProgram: (): void => BrowserWindow.deactivate(),
  closeWindow: (): void => window().close(),
  /** As macOS gives a link to the app. */
  openUrl: (url: string): void => void app.emit('open-url', preventable({}), url),
  refuseNotifications: (refuse: boolean): void => void (runtime().refusesNotifications = refuse),
  clipboard: (): string => runtime().record.clipboard,
  clickNotification: (index: number): void => clickNotification(index),
  /** With `--hold-dialogs`. */
  openDialogs,
  answerDialog,
  /** The page's process ends, as by an error of Chromium. */
  crashPage: (): void => window().webContents.forcefullyCrashRenderer(),
  reportHang: (): Promise<void> => window().reportHang(),
  childProcessGone: (details: Details): void => void app.emit('child-process-gone', preventable({}), details),
  /** As an error that nothing caught. */
  throwInMain: (error: { name: string; message: string }): void => {
    setImmediate(() => {
      throw Object.assign(new Error(error.message), { name: error.name })
    })
  },
  answerNextDialog: (answer: unknown): void => answerNextDialog(answer),
  /** The main thread's. */
  collectGarbage,
  timers: (): number[] => waitingTimers(),
  quit: (): void => app.quit()
}

export type Verbs = typeof verbs
type Ask = { id: number; ask: keyof Verbs; args?: unknown[] }

/** A page that is being made, or is kept busy, has said enough after this time. */
const PATIENCE_MS = 250

/** The driver has seen the pages as they are now, so main must not act on where they were. */
async function readAddresses(): Promise<void> {
  const reading = BrowserWindow.getAllWindows().map((each) => each.webContents.readUrl().catch(() => undefined))
  await Promise.race([Promise.all(reading), later(PATIENCE_MS, undefined, { ref: false })])
}

function answer({ ask, args = [] }: Ask): unknown {
  if (!Object.hasOwn(verbs, ask)) throw new Error(`The host can't be asked "${String(ask)}".`)
  return (verbs[ask] as (...args: unknown[]) => unknown)(...args)
}

/** Listens, if this process was started with a channel; ends everything when the other side goes. */
export function openControl(end: () => void): void {
  if (!process.send) return
  const tell = (message: object): void => void process.send?.(message)
  process.on('message', (message: Ask) => {
    const { id } = message
    readAddresses()
      .then(() => answer(message))
      .then((answered) => tell({ id, answer: answered ?? null }))
      .catch((error: unknown) => tell({ id, error: error instanceof Error ? error.message : String(error) }))
  })
  process.on('disconnect', end)
  tell({ event: 'chromium', pid: runtime().browser.chromium.pid })
  // The thread takes time to start that a launch is waited for.
  setTimeout(watchStarter, 1000).unref()
  runtime().events.on('window', ({ id, targetId }: { id: number; targetId: string }) => {
    runtime()
      .browser.chromium.endpoint.then((endpoint) => tell({ event: 'window', id, targetId, endpoint }))
      .catch((error: unknown) => process.stderr.write(`host: ${String(error)}\n`))
  })
}

/** A main thread that is kept busy hears of nothing, least of all that nobody waits for it any more; this thread does. */
const WATCH = `
const starter = process.ppid
setInterval(() => {
  if (process.ppid !== starter) setTimeout(() => process.kill(process.pid, 'SIGKILL'), 3000)
}, 1000)`

function watchStarter(): void {
  new Worker(WATCH, { eval: true, name: WATCH_THREAD }).unref()
}
