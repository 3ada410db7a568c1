/** What the parts of the host share: how it was started, Chromium, and what was seen. Set up before the app is loaded. */
import { EventEmitter } from 'node:events'
import type { Rectangle } from 'electron'
import type { Browser } from './chromium/browser.ts'
import { MissingPart } from './strict.ts'
import { readSwitches } from './network/proxy.ts'
import type { AppPackage, HostOptions } from './options.ts'

export interface Runtime {
  options: HostOptions
  package: AppPackage
  browser: Browser
  /** Chromium's, from the command line and from `app.commandLine`. */
  switches: Map<string, string>
  /** True from the `ready` event on. */
  ready: boolean
  /** The user's theme, as the system would say it. */
  systemDark: boolean
  online: boolean
  /** Seconds without a touch of keyboard or mouse, as the system would say it. */
  idleSeconds: number
  screenLocked: boolean
  /** Of the displays, without panels; the primary one first. */
  workAreas: Rectangle[]
  /** The system shows no notification of the app: its settings forbid it, or on macOS the app isn't signed. */
  refusesNotifications: boolean
  /** Shortcuts of other programs. */
  takenShortcuts: Set<string>
  /** Under Wayland, the desktop has a portal for shortcuts. */
  shortcutPortal: boolean
  record: Seen
  /** Between the parts, and `window` for the control channel. */
  events: EventEmitter
}

/** What a real desktop would have shown or done; a test reads it through the control channel. */
export interface Seen {
  openedExternally: string[]
  /** Files that were handed to the program that shows such. */
  openedPaths: string[]
  /** Addresses outside the app that a page asked for, and did not get. */
  refused: string[]
  notifications: { title: string; body: string }[]
  dialogs: { kind: string; options: unknown }[]
  clipboard: string
  /** Sizes of files that `autoUpdater` fetched, in bytes. */
  stagedUpdates: number[]
  /** Milliseconds from the app's main module being asked for to its first window; null before there is one. */
  entryToWindowMs: number | null
  /** Keys of the application menu when the first window opened; null before there is one. */
  keysAtFirstWindow: string[] | null
  /** The first calls of pages, in the order of their answers. */
  calls: SeenCall[]
}

export interface SeenCall {
  channel: string
  /** Milliseconds since the epoch: sent by the page, answered by main. */
  sent: number
  answered: number
}

let current: Runtime | null = null

export function startRuntime(parts: Pick<Runtime, 'options' | 'package' | 'browser'>): Runtime {
  current = {
    ...parts,
    switches: readSwitches(parts.options.appArgs),
    ready: false,
    systemDark: false,
    online: true,
    idleSeconds: 0,
    screenLocked: false,
    workAreas: [{ x: 0, y: 0, width: 1920, height: 1080 }],
    refusesNotifications: false,
    takenShortcuts: new Set(),
    shortcutPortal: true,
    record: {
      openedExternally: [],
      openedPaths: [],
      refused: [],
      notifications: [],
      dialogs: [],
      clipboard: '',
      stagedUpdates: [],
      entryToWindowMs: null,
      keysAtFirstWindow: null,
      calls: []
    },
    events: new EventEmitter()
  }
  return current
}

export function runtime(): Runtime {
  if (!current) throw new MissingPart('runtime: electron was imported outside of it')
  return current
}

/** Electron refuses these before `ready`. */
export function needsReady(what: string): void {
  if (!runtime().ready) throw new Error(`${what} cannot be used before app is ready`)
}

/** Electron refuses these after `ready`. */
export function needsEarly(what: string): void {
  if (runtime().ready) throw new Error(`${what} should be called before app is ready`)
}
