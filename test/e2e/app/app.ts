/** The running app as a spec sees it. */
import type { Page } from '@playwright/test'
import type { ElectronApplication } from 'playwright-core'
import { languageEnvironment } from '../words.ts'

export interface MenuLine {
  label: string
  type: string
  enabled: boolean
  checked: boolean
  submenu: MenuLine[] | null
}

export type Label = string | RegExp

export interface Question {
  message: string
  detail: string
  buttons: string[]
}

export interface TrayView {
  tooltip: string
  items: MenuLine[]
}

export interface WindowView {
  visible: boolean
  focused: boolean
  minimized: boolean
  maximized: boolean
  bounds: Electron.Rectangle
  /** In hexadecimal digits. */
  backgroundColors: string[]
}

export interface App {
  /** Of the first window. */
  page: Page
  /** The page of the window that is open now, or of the next one that opens. */
  shown(): Promise<Page>
  /** Runs a function in the main process, for what only one spec does there. */
  evaluate: ElectronApplication['evaluate']
  questions(): Promise<Question[]>
  /** Answers the next question with this button; otherwise the default button answers it. */
  answerNext(button: string): Promise<void>
  /** Dialogs that wait for `answerDialog`, of an app that was launched with `holdsDialogs`. */
  openDialogs(): Promise<Question[]>
  /** Chooses a button of the oldest open dialog. */
  answerDialog(button: string): Promise<void>
  /** null before the app has a tray. */
  tray(): Promise<TrayView | null>
  /** Chooses the tray menu's item under these labels, once it is there. */
  clickTray(...labels: Label[]): Promise<void>
  activateTray(): Promise<void>
  /** The user presses these keys in whatever program has the focus. @returns false if the app hasn't registered them */
  pressShortcut(accelerator: string): Promise<boolean>
  menu(): Promise<MenuLine[]>
  clickMenu(...labels: Label[]): Promise<void>
  /** The menu that a right-click opened; null: none did. */
  contextMenu(): Promise<MenuLine[] | null>
  clickContextMenu(label: string): Promise<void>
  /** Power events of the system. Linux has no event for a locked screen, so there setScreenLocked stands for it. */
  power(event: 'suspend' | 'resume' | 'lock-screen' | 'shutdown'): Promise<void>
  /** Seconds without keyboard or mouse input that the system reports. */
  setIdle(seconds: number): Promise<void>
  setScreenLocked(locked: boolean): Promise<void>
  /** That the system got. */
  notifications(): Promise<{ title: string; body: string }[]>
  clickNotification(index: number): Promise<void>
  /** As macOS gives the app a link. */
  openUrl(link: string): Promise<void>
  opened(): Promise<string[]>
  /** Files that the app opened in another program. */
  openedPaths(): Promise<string[]>
  /** The next dialog that asks for a file is answered with this one, whether to save or to open. */
  chooseFile(path: string): Promise<void>
  copied(): Promise<string>
  resize(width: number, height: number): Promise<void>
  /** The system's theme, as the page's media query sees it. */
  setSystemDark(dark: boolean): Promise<void>
  window(): Promise<WindowView | null>
  move(x: number, y: number): Promise<void>
  maximize(): Promise<void>
  minimize(): Promise<void>
  /** The user goes to another program. */
  switchAway(): Promise<void>
  closeWindow(): Promise<void>
  output(): string
  /** Resolves when the process has ended, with its exit code; null when it was killed. */
  exited: Promise<number | null>
  quit(): Promise<number | null>
  /** SIGKILL, as a power cut. */
  kill(): Promise<void>
}

export interface LaunchOptions {
  profileDir: string
  /** What Electron is started with, in place of the built app: a folder, or a main module. */
  entry?: string
  args?: string[]
  /** Doesn't wait for a window. `page` throws; `shown` has the page once a window opens. */
  hidden?: boolean
  /** Paths of modules that main loads before the app. */
  modules?: string[]
  /** A dialog stays open until the test answers it. Without, the default button answers at once. */
  holdsDialogs?: boolean
  /** Runs as a packaged app, in a terminal: it refuses the switches by which a test would drive it. */
  packaged?: boolean
  env?: NodeJS.ProcessEnv
}

export interface Driven extends Omit<App, 'clickTray' | 'clickMenu'> {
  clickTray(...labels: string[]): Promise<void>
  clickMenu(...labels: string[]): Promise<void>
}

export type Driver = (options: LaunchOptions) => Promise<Driven>

/** Drops variables of a developer's shell that change how the app runs, and Playwright's, of which Node warns beside NO_COLOR. */
export const environment = ({ profileDir, env }: LaunchOptions): Record<string, string> => {
  const {
    ELECTRON_RUN_AS_NODE: _node,
    NODE_OPTIONS: _options,
    FORCE_COLOR: _color,
    LANGUAGE: _language,
    ...rest
  } = process.env
  const language = languageEnvironment()
  const whole = { ...rest, LANG: 'en_GB.UTF-8', LC_ALL: '', ...language, PORTSIDE_PROFILE_DIR: profileDir, ...env }
  return Object.fromEntries(Object.entries(whole).filter((entry): entry is [string, string] => entry[1] !== undefined))
}
