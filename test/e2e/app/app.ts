/** The running app as a spec sees it, whatever it runs on. */
import type { Page } from '@playwright/test'
import type { SharedChromium } from '../../host/client.ts'
import type { RuntimeName } from './runtime.ts'

export interface MenuLine {
  label: string
  type: string
  enabled: boolean
  checked: boolean
  submenu: MenuLine[] | null
}

/** An item's label, or what it is like. */
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

export interface App {
  runtime: RuntimeName
  /** Of the first window. */
  page: Page
  /** The page of the window that is open now, or of the next one that opens. */
  shown(): Promise<Page>
  /** Questions that main asked in windows of the system, oldest first. */
  questions(): Promise<Question[]>
  /** The next one is answered by this button. Without that, the host takes the button that Enter would. */
  answerNext(button: string): Promise<void>
  /** What the tray shows now; null before there is one. */
  tray(): Promise<TrayView | null>
  /** Chooses the tray menu's item under these labels, once it is there. */
  clickTray(...labels: Label[]): Promise<void>
  /** A click on the icon itself. */
  activateTray(): Promise<void>
  /** The application menu. */
  menu(): Promise<MenuLine[]>
  /** Chooses the application menu's item under these labels, once it is there. */
  clickMenu(...labels: Label[]): Promise<void>
  /** What the system says of itself. Linux tells of no locked screen: there setScreenLocked is how it is found. */
  power(event: 'suspend' | 'resume' | 'lock-screen'): Promise<void>
  /** Seconds since keyboard or mouse were touched, as the system says from now on. */
  setIdle(seconds: number): Promise<void>
  setScreenLocked(locked: boolean): Promise<void>
  /** The system's notifications, in the order that they were shown. */
  notifications(): Promise<{ title: string; body: string }[]>
  /** A click on the one that was shown as that manieth, from 0, once it is. */
  clickNotification(index: number): Promise<void>
  /** As macOS gives the app a link. */
  openUrl(link: string): Promise<void>
  /** Addresses that were handed to the person's browser. */
  opened(): Promise<string[]>
  /** Files that were handed to the program that shows such. */
  openedPaths(): Promise<string[]>
  /** The next dialog that asks for a file is answered with this one, whether to save or to open. */
  chooseFile(path: string): Promise<void>
  /** What is on the clipboard. */
  copied(): Promise<string>
  resize(width: number, height: number): Promise<void>
  /** The system's theme, as the page's media query sees it. */
  setSystemDark(dark: boolean): Promise<void>
  window(): Promise<{ visible: boolean; focused: boolean; minimized: boolean } | null>
  minimize(): Promise<void>
  closeWindow(): Promise<void>
  /** What main wrote to its standard output and error. */
  output(): string
  /** Resolves when the process has ended, with its exit code; null when it was killed. */
  exited: Promise<number | null>
  quit(): Promise<number | null>
  /** Ends it as a power cut would. */
  kill(): Promise<void>
}

export interface LaunchOptions {
  profileDir: string
  args?: string[]
  /** No window is waited for, and `page` is not to be used: `shown` has the page once there is one. */
  hidden?: boolean
  /** Host only: a running Chromium for the app's windows. null starts one for this app, as specs about the process need. */
  sharedChromium?: SharedChromium | null
  /** The app takes itself for packaged. On Electron in a terminal only, without a window. */
  packaged?: boolean
  env?: NodeJS.ProcessEnv
}

/** What a runtime offers: only what is there now can be clicked, by its whole label. */
export interface Driven extends Omit<App, 'clickTray' | 'clickMenu'> {
  clickTray(...labels: string[]): Promise<void>
  clickMenu(...labels: string[]): Promise<void>
}

export type Driver = (options: LaunchOptions) => Promise<Driven>

/** Of what a developer's shell may have set, nothing reaches the app by accident. */
export const environment = ({ profileDir, env }: LaunchOptions): Record<string, string> => {
  const { ELECTRON_RUN_AS_NODE: _node, NODE_OPTIONS: _options, ...rest } = process.env
  const whole = { ...rest, LANG: 'en_GB.UTF-8', LC_ALL: '', PORTSIDE_PROFILE_DIR: profileDir, ...env }
  return Object.fromEntries(Object.entries(whole).filter((entry): entry is [string, string] => entry[1] !== undefined))
}
