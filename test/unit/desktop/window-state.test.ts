/** The file of the window's state, and the displays that there are when it is read. */
import { execFileSync } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserWindow, Display, NativeTheme } from 'electron'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { DEFAULT_SIZE, fitBounds, parseWindow, WindowState } from '../../../src/main/desktop/window/window-state.ts'

const desktop = {
  themeSource: 'system' as 'system' | 'light' | 'dark',
  updated: [] as (() => void)[],
  reported: [] as unknown[]
}
const nativeTheme = {
  get themeSource() {
    return desktop.themeSource
  },
  set themeSource(source) {
    desktop.themeSource = source
  },
  on: (_: string, run: () => void) => desktop.updated.push(run)
} as unknown as NativeTheme
const display = () => ({ workArea: { x: 0, y: 0, width: 1920, height: 1040 } }) as Display

class Window extends EventEmitter {
  bounds = { x: 10, y: 20, width: 900, height: 600 }
  minimised = false
  maximised = false
  fullScreen = false
  destroyed = false
  isMinimized = () => this.minimised
  isMaximized = () => this.maximised
  isFullScreen = () => this.fullScreen
  isNormal = () => !this.minimised && !this.maximised && !this.fullScreen
  isDestroyed = () => this.destroyed
  getBounds = () => this.bounds
}

let folder: string
let file: string
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  folder = mkdtempSync(join(tmpdir(), 'portside-window-'))
  file = join(folder, 'window.json')
  Object.assign(desktop, { themeSource: 'system', updated: [], reported: [] })
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(folder, { recursive: true })
})

const make = (knowsPosition = true): WindowState =>
  new WindowState({
    file,
    nativeTheme,
    screen: { getPrimaryDisplay: display, getDisplayMatching: display },
    knowsPosition: () => knowsPosition,
    report: (error) => desktop.reported.push(error)
  })
const track = (state: WindowState): Window => {
  const window = new Window()
  state.track(window as unknown as BrowserWindow)
  return window
}
const written = (): unknown => JSON.parse(readFileSync(file, 'utf8'))
const saved = { bounds: { x: 10, y: 20, width: 900, height: 600 }, isMaximised: false, theme: 'system' }

describe('bounds on a display', () => {
  const area = { x: 0, y: 0, width: 1920, height: 1040 }
  const bounds = { x: 100, y: 50, width: 1000, height: 700 }

  test.each([
    ['stay', bounds, area, bounds],
    [
      'stay on a display left of the primary one',
      { ...bounds, x: -1800 },
      { ...area, x: -1920 },
      { ...bounds, x: -1800 }
    ],
    ['stay above the primary one', { ...bounds, y: -900 }, { ...area, y: -1040 }, { ...bounds, y: -900 }],
    ['may be half outside', { ...bounds, x: -500 }, area, { ...bounds, x: -500 }],
    ['are centred if less than half is on a display', { ...bounds, x: -501 }, area, { width: 1000, height: 700 }],
    ['are centred if their display has vanished', { ...bounds, x: 2500 }, area, { width: 1000, height: 700 }],
    ['keep their title bar below a panel', { ...bounds, y: 10 }, { ...area, y: 30 }, { ...bounds, y: 30 }],
    [
      'get smaller on a smaller display',
      { x: 0, y: 0, width: 1900, height: 1000 },
      { ...area, width: 1280, height: 700 },
      { x: 0, y: 0, width: 1280, height: 700 }
    ],
    [
      'get smaller if the scale factor grows',
      { ...bounds, x: 0 },
      { x: 0, y: 0, width: 960, height: 520 },
      { width: 960, height: 520, x: 0, y: 50 }
    ],
    [
      'are never below the minimum',
      { x: 5, y: 5, width: 10, height: 10 },
      area,
      { x: 5, y: 5, width: 640, height: 440 }
    ],
    ['of no display are the minimum', bounds, { x: 0, y: 0, width: 0, height: 0 }, { width: 640, height: 440 }],
    ['without a position are centred', { width: 1000, height: 700 }, area, { width: 1000, height: 700 }]
  ])('%s', (_, from, on, to) => {
    expect(fitBounds(from, on)).toEqual(to)
  })
})

test.each([
  ['nothing', ''],
  ['no JSON', '{"bounds":'],
  ['another type', '[]'],
  ['null', 'null'],
  ['bounds of another type', '{"bounds":7,"isMaximised":false,"theme":"dark"}'],
  ['no bounds', '{"isMaximised":false,"theme":"dark"}'],
  ['a size of 0', '{"bounds":{"width":0,"height":5},"isMaximised":false,"theme":"dark"}'],
  ['a size in text', '{"bounds":{"width":"900","height":"600"},"isMaximised":false,"theme":"dark"}'],
  ['an endless size', '{"bounds":{"width":1e999,"height":600},"isMaximised":false,"theme":"dark"}'],
  ['a huge size', '{"bounds":{"width":2147483647,"height":600},"isMaximised":false,"theme":"dark"}'],
  ['an unknown theme', '{"bounds":{"width":900,"height":600},"isMaximised":false,"theme":"blue"}'],
  ['no maximised state', '{"bounds":{"width":900,"height":600},"theme":"dark"}']
])('a file with %s counts as missing', (_, text) => {
  expect(parseWindow(text)).toBeNull()
  writeFileSync(file, text)
  const state = make()
  expect([state.bounds(), state.isMaximised(), desktop.themeSource]).toEqual([DEFAULT_SIZE, false, 'system'])
})

test('a position that is no position is left out', () => {
  const text = JSON.stringify({ ...saved, bounds: { ...saved.bounds, x: 1e9 } })
  expect(parseWindow(text)).toEqual({ ...saved, bounds: { width: 900, height: 600 } })
})

test('a huge file, a link, a folder and a pipe are not read', () => {
  const other = join(folder, 'other.json')
  writeFileSync(other, JSON.stringify(saved))
  symlinkSync(other, file)
  expect(make().bounds()).toEqual(DEFAULT_SIZE)
  rmSync(file)
  writeFileSync(file, JSON.stringify(saved).padEnd(2000))
  expect(make().bounds()).toEqual(DEFAULT_SIZE)
  rmSync(file)
  execFileSync('mkfifo', [file])
  expect(make().bounds()).toEqual(DEFAULT_SIZE)
})

test('changes are written once they settle, for this user only', () => {
  const window = track(make())
  for (const event of ['move', 'resize', 'move']) {
    vi.advanceTimersByTime(299)
    window.emit(event)
  }
  vi.advanceTimersByTime(299)
  expect(readdirSync(folder)).toEqual([])
  vi.advanceTimersByTime(1)
  expect(written()).toEqual(saved)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder)).toEqual(['window.json'])
  expect(make().bounds()).toEqual(saved.bounds)
})

test('a change is written when the window closes before it settled', () => {
  const window = track(make())
  window.emit('resize')
  window.emit('close')
  window.destroyed = true
  window.emit('closed')
  expect(written()).toEqual(saved)
  expect(vi.getTimerCount()).toBe(0)
})

test('a maximised window keeps its other bounds, also minimised, in full screen, and on the way there', () => {
  const window = track(make())
  window.emit('resize')
  vi.runAllTimers()
  window.maximised = true
  window.bounds = { x: 0, y: 0, width: 1920, height: 1040 }
  window.emit('maximize')
  vi.runAllTimers()
  expect(written()).toEqual({ ...saved, isMaximised: true })
  // Minimised, it doesn't count as maximised.
  Object.assign(window, { minimised: true, maximised: false })
  window.emit('close')
  expect(make().isMaximised()).toBe(true)
  Object.assign(window, { minimised: false, fullScreen: true })
  window.emit('resize')
  vi.runAllTimers()
  expect(written()).toEqual({ ...saved, isMaximised: true })
  Object.assign(window, { fullScreen: false, bounds: { ...saved.bounds, x: 30 } })
  window.emit('unmaximize')
  vi.runAllTimers()
  expect(written()).toEqual({ ...saved, bounds: { ...saved.bounds, x: 30 } })
})

test.skipIf(process.platform !== 'linux')(
  'a frame that the window manager adds moves nothing at the next start',
  () => {
    const window = new Window()
    const state = make()
    state.track(window as unknown as BrowserWindow)
    const opened = { ...window.bounds }
    window.bounds = { ...opened, x: opened.x + 2, y: opened.y + 37 }
    window.emit('move')
    vi.advanceTimersByTime(1000)
    expect(state.bounds()).toEqual(opened)
    window.bounds = { ...opened, x: opened.x + 12, y: opened.y + 47 }
    window.emit('move')
    vi.runAllTimers()
    expect(state.bounds()).toEqual({ ...opened, x: opened.x + 10, y: opened.y + 10 })
  }
)

test.skipIf(process.platform !== 'linux')('a window that is moved before it was measured is where it is', () => {
  const window = new Window()
  const state = make()
  state.track(window as unknown as BrowserWindow)
  window.bounds = { ...window.bounds, x: 300 }
  window.emit('close')
  expect(state.bounds()).toEqual({ ...saved.bounds, x: 300 })
})

test.skipIf(process.platform !== 'linux')(
  'the frame of a window that opened maximised is measured once it isn’t',
  () => {
    const window = new Window()
    const state = make()
    const normal = { ...window.bounds }
    state.track(window as unknown as BrowserWindow)
    Object.assign(window, { maximised: true, bounds: { x: 0, y: 30, width: 1920, height: 1010 } })
    window.emit('maximize')
    vi.runAllTimers()
    Object.assign(window, { maximised: false, bounds: { ...normal, y: normal.y + 37 } })
    window.emit('unmaximize')
    vi.runAllTimers()
    expect(state.bounds()).toEqual(normal)
  }
)

test('where no program knows its position, none is saved', () => {
  const window = track(make(false))
  window.emit('resize')
  vi.runAllTimers()
  expect(written()).toEqual({ ...saved, bounds: { width: 900, height: 600 } })
})

test('the theme is kept, with and without a window', () => {
  make()
  desktop.themeSource = 'dark'
  for (const updated of desktop.updated) updated()
  vi.runAllTimers()
  expect(written()).toEqual({ bounds: DEFAULT_SIZE, isMaximised: false, theme: 'dark' })
  desktop.themeSource = 'system'
  make()
  expect(desktop.themeSource).toBe('dark')
})

test('a folder that can’t be written to is reported once, and the window is still tracked', () => {
  file = join(folder, 'missing', 'window.json')
  const state = make()
  const window = track(state)
  for (const x of [300, 400, 500]) {
    window.bounds = { ...saved.bounds, x }
    window.emit('move')
    vi.runAllTimers()
  }
  expect(desktop.reported).toHaveLength(1)
  expect(state.bounds()).toEqual({ ...saved.bounds, x: 500 })
})

test('the unfinished file is never somebody else’s', () => {
  const other = join(folder, 'other')
  writeFileSync(other, 'theirs')
  symlinkSync(other, `${file}.part`)
  track(make()).emit('resize')
  vi.runAllTimers()
  expect([written(), readFileSync(other, 'utf8')]).toEqual([saved, 'theirs'])
})
