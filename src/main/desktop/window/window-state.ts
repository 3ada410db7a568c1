/**
 * Where the window was, and the theme it had. It has a file beside the settings, because the first window is made before the settings
 * are read. Electron's own `windowStatePersistence` (experimental in 45, shell/browser/native_window.cc) would
 *
 * - save a window that ends minimised as not maximised, and never maximise or save one that starts minimised
 * - save nothing if the window manager doesn't maximise the window
 * - throw for a second window of the same name, which on Wayland replaces a minimised one
 * - open the window lower by its title bar at each start on X11 (electron#10388)
 * - lose the last 10 seconds of an app that is killed (Chromium's ImportantFileWriter)
 */
import { lstatSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import type { BrowserWindow, NativeTheme, Rectangle, Screen } from 'electron'

export const DEFAULT_SIZE = { width: 1180, height: 760 }
export const MINIMUM_SIZE = { width: 640, height: 440 }

/** Ours has some 100. */
const MOST_BYTES = 1024
/** No desktop is larger, in pixels. */
const LONGEST_SIDE = 100_000
/** While the user drags the window, or the system animates it, events keep coming. */
const SETTLE_MS = 300

/** An X11 window manager has placed a new window by then. */
const PLACED_MS = 1000
/** Wider than any frame, taller than any title bar. */
const WIDEST_FRAME = 64
const NO_FRAME = { x: 0, y: 0 }

type Theme = NativeTheme['themeSource']
const THEMES: readonly Theme[] = ['system', 'light', 'dark']

/** Of the window while it is neither maximised nor full screen. Without a position it is centred. */
export type Bounds = { width: number; height: number } & ({ x: number; y: number } | { x?: never; y?: never })

export interface SavedWindow {
  bounds: Bounds
  isMaximised: boolean
  theme: Theme
}

export interface WindowStateParts {
  file: string
  nativeTheme: Pick<NativeTheme, 'themeSource' | 'on'>
  screen: Pick<Screen, 'getPrimaryDisplay' | 'getDisplayMatching'>
  /** False on Wayland, where no program knows where its window is. */
  knowsPosition: () => boolean
  report: (error: unknown) => void
}

export class WindowState {
  readonly #parts: WindowStateParts
  #saved: SavedWindow
  /** The text of the file; null: unknown. */
  #written: string | null
  #canWrite = true
  #timer: NodeJS.Timeout | undefined
  #placedTimer: NodeJS.Timeout | undefined
  /** Where the window was asked to be; null: `#frame` is known. */
  #requested: Rectangle | null = null
  /**
   * What the X11 window manager added to that place: it places the window's frame, and Electron reports where the content is
   * (electron#10388). Without this, each start would open the window lower by its title bar.
   */
  #frame = NO_FRAME

  constructor(parts: WindowStateParts) {
    this.#parts = parts
    const { file, nativeTheme } = parts
    this.#written = readSmallFile(file)
    this.#saved = parseWindow(this.#written) ?? { bounds: DEFAULT_SIZE, isMaximised: false, theme: 'system' }
    // Else the first frame of a dark window is light on a light system.
    if (this.#saved.theme !== 'system') nativeTheme.themeSource = this.#saved.theme
    nativeTheme.on('updated', () => this.#saveSoon())
  }

  isMaximised(): boolean {
    return this.#saved.isMaximised
  }

  /** On a display that is there now. */
  bounds(): Bounds {
    const { bounds } = this.#saved
    const { screen } = this.#parts
    const display = bounds.x === undefined ? screen.getPrimaryDisplay() : screen.getDisplayMatching(bounds)
    return fitBounds(bounds, display.workArea)
  }

  /** Call it for each new window, before it is minimised or maximised. */
  track(window: BrowserWindow): void {
    this.#frame = NO_FRAME
    this.#requested = process.platform === 'linux' ? window.getBounds() : null
    this.#placedTimer = setTimeout(() => this.#measureFrame(window), PLACED_MS)
    const captureSoon = (): void => this.#saveSoon(window)
    window.on('resize', captureSoon)
    window.on('move', captureSoon)
    window.on('maximize', captureSoon)
    window.on('unmaximize', captureSoon)
    window.on('close', () => this.capture(window))
    window.on('closed', () => {
      clearTimeout(this.#placedTimer)
      this.#save()
    })
  }

  /** Call it before the window is destroyed, which has no `close` event. */
  capture(window: BrowserWindow): void {
    // A window that was in full screen opens as it was before.
    if (window.isDestroyed() || window.isFullScreen()) return
    // A minimised window never counts as maximised.
    const isMaximised = window.isMinimized() ? this.#saved.isMaximised : window.isMaximized()
    const bounds = isMaximised ? this.#saved.bounds : this.#normalBounds(window)
    this.#saved = { ...this.#saved, bounds, isMaximised }
  }

  #normalBounds(window: BrowserWindow): Bounds {
    this.#measureFrame(window)
    const { x, y, width, height } = window.getBounds()
    if (!this.#parts.knowsPosition()) return { width, height }
    return { x: x - this.#frame.x, y: y - this.#frame.y, width, height }
  }

  #measureFrame(window: BrowserWindow): void {
    const requested = this.#requested
    if (!requested || window.isDestroyed() || !window.isNormal()) return
    this.#requested = null
    const { x, y } = window.getBounds()
    const frame = { x: x - requested.x, y: y - requested.y }
    // Otherwise the user, or the window manager, has moved it.
    if (Math.max(Math.abs(frame.x), Math.abs(frame.y)) <= WIDEST_FRAME) this.#frame = frame
  }

  /** Removes the file. It comes back when the window next changes. */
  erase(): void {
    clearTimeout(this.#timer)
    rmSync(this.#parts.file, { force: true })
    this.#written = this.#text()
  }

  #saveSoon(window?: BrowserWindow): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      if (window) this.capture(window)
      this.#save()
    }, SETTLE_MS)
  }

  #text(): string {
    return JSON.stringify({ ...this.#saved, theme: this.#parts.nativeTheme.themeSource })
  }

  #save(): void {
    clearTimeout(this.#timer)
    const text = this.#text()
    if (text === this.#written || !this.#canWrite) return
    const { file, report } = this.#parts
    const part = `${file}.part`
    try {
      // A link that somebody put there isn't followed.
      rmSync(part, { force: true })
      writeFileSync(part, text, { flag: 'wx', mode: 0o600 })
      renameSync(part, file)
      this.#written = text
    } catch (error) {
      // Once: a folder that can't be written to stays so.
      this.#canWrite = false
      report(error)
    }
  }
}

/** Opening a pipe would wait for a writer. @returns null if there is none, or none of ours */
function readSmallFile(file: string): string | null {
  try {
    const found = lstatSync(file)
    return found.isFile() && found.size <= MOST_BYTES ? readFileSync(file, 'utf8') : null
  } catch {
    // Missing, or not readable: the window opens as it does at the first start.
    return null
  }
}

/** @returns null for anything but a complete state */
export function parseWindow(text: string | null): SavedWindow | null {
  const value = parseJson(text)
  if (!isObject(value) || !isObject(value['bounds'])) return null
  const { bounds, isMaximised, theme } = value
  const { x, y, width, height } = bounds
  const knownTheme = THEMES.find((each) => each === theme)
  if (!isSide(width) || !isSide(height) || typeof isMaximised !== 'boolean' || !knownTheme) return null
  const place = isCoordinate(x) && isCoordinate(y) ? { x, y, width, height } : { width, height }
  return { bounds: place, isMaximised, theme: knownTheme }
}

function parseJson(text: string | null): unknown {
  try {
    return text === null ? null : (JSON.parse(text) as unknown)
  } catch {
    // Damaged: as if it were missing.
    return null
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const isCoordinate = (value: unknown): value is number =>
  Number.isInteger(value) && Math.abs(value as number) <= LONGEST_SIDE
const isSide = (value: unknown): value is number => isCoordinate(value) && value > 0

/**
 * No larger than the display, and not below the window's minimum. The position stays if at least half of the window is on the
 * display, with its title bar. All in pixels that don't depend on the display's scale.
 */
export function fitBounds(bounds: Bounds, area: Rectangle): Bounds {
  const width = fitSide(bounds.width, MINIMUM_SIZE.width, area.width)
  const height = fitSide(bounds.height, MINIMUM_SIZE.height, area.height)
  if (bounds.x === undefined) return { width, height }
  const x = bounds.x
  const y = Math.max(bounds.y, area.y)
  const shown = overlap(x, width, area.x, area.width) * overlap(y, height, area.y, area.height) >= (width * height) / 2
  return shown ? { x, y, width, height } : { width, height }
}

const fitSide = (side: number, least: number, most: number): number => Math.max(least, Math.min(side, most))

const overlap = (start: number, length: number, otherStart: number, otherLength: number): number =>
  Math.max(0, Math.min(start + length, otherStart + otherLength) - Math.max(start, otherStart))
