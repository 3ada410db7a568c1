/** Which calls bring the window to the front. Its double has a window manager's view of it, Wayland's included. */
import type { EventEmitter } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { MainWindow } from '../../../src/main/desktop/window/main-window.ts'

const desktop = vi.hoisted(() => ({
  windows: [] as { calls: string[] }[],
  ozonePlatform: '',
  dataFolder: '',
  themeSource: 'system',
  /** The app has the keyboard, and not another program. */
  active: false
}))
vi.mock('../../../src/main/desktop/window/security-policy.ts', () => ({ restrictContents: () => undefined }))
vi.mock('electron', async () => {
  const { EventEmitter } = await import('node:events')
  /** Electron's semantics on Linux: a minimised window counts as visible. */
  class BrowserWindow extends EventEmitter {
    calls: string[] = []
    visible: boolean
    minimised = false
    webContents = Object.assign(new EventEmitter(), { getURL: () => this.url })
    private url = ''
    maximised = false
    private bounds: Electron.Rectangle
    options: Electron.BrowserWindowConstructorOptions
    constructor(options: Electron.BrowserWindowConstructorOptions) {
      super()
      this.options = options
      const { show = true, x = 50, y = 40, width = 0, height = 0 } = options
      this.visible = show
      if (show) desktop.active = true
      this.bounds = { x, y, width, height }
      desktop.windows.push(this)
    }
    loadURL = (url: string): Promise<void> => {
      this.url = url
      return Promise.resolve()
    }
    show = () => {
      this.calls.push(this.visible ? 'show while visible' : 'show')
      this.visible = true
      desktop.active = true
    }
    focus = () => {
      this.calls.push('focus')
      // macOS doesn't let it take the keyboard from another program (native_window_mac.mm).
      if (process.platform !== 'darwin') desktop.active = true
    }
    restore = () => {
      this.calls.push('restore')
      this.minimised = false
      this.emit('restore')
    }
    maximize = () => {
      this.calls.push('maximise')
      this.visible = true
      this.maximised = true
      this.emit('maximize')
    }
    minimize = () => {
      this.calls.push('minimise')
      this.visible = true
      // On Wayland nobody says what became of a window without a frame.
      this.minimised = desktop.ozonePlatform !== 'wayland' || this.calls.length > 1
    }
    destroy = () => {
      this.calls.push('destroy')
      this.visible = false
      this.emit('closed')
    }
    getBounds = () => this.bounds
    setBounds = (bounds: Electron.Rectangle) => {
      this.bounds = bounds
      this.emit('resize')
    }
    isMaximized = () => this.maximised && !this.minimised
    isFullScreen = () => false
    isNormal = () => !this.maximised && !this.minimised
    isVisible = () => this.visible
    isMinimized = () => this.minimised
    focused = false
    isFocused = () => this.focused
    isDestroyed = () => this.calls.includes('destroy')
  }
  return {
    BrowserWindow,
    app: {
      commandLine: { getSwitchValue: () => desktop.ozonePlatform },
      getName: () => 'Portside',
      getPath: () => desktop.dataFolder,
      quit: () => undefined
    },
    dialog: {},
    nativeTheme: {
      get shouldUseDarkColors() {
        return desktop.themeSource === 'dark'
      },
      get themeSource() {
        return desktop.themeSource
      },
      set themeSource(source: string) {
        desktop.themeSource = source
      },
      on: () => undefined
    },
    screen: {
      getPrimaryDisplay: () => ({ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }),
      getDisplayMatching: () => ({ workArea: { x: 0, y: 0, width: 1920, height: 1080 } })
    }
  }
})

interface Double extends EventEmitter {
  calls: string[]
  visible: boolean
  minimised: boolean
  focused: boolean
  maximised: boolean
  options: Electron.BrowserWindowConstructorOptions
  webContents: EventEmitter & { getURL(): string }
  loadURL(url: string): Promise<void>
  getBounds(): Electron.Rectangle
  setBounds(bounds: Electron.Rectangle): void
}
const windows = desktop.windows as Double[]
const only = (): Double => {
  const [window, ...more] = windows
  if (!window || more.length > 0) throw new Error(`${windows.length} windows`)
  return window
}

const own = process.platform
const on = (platform: NodeJS.Platform, ozonePlatform = ''): void => {
  Object.defineProperty(process, 'platform', { value: platform })
  desktop.ozonePlatform = ozonePlatform
}

let main: MainWindow
let sessionReady: PromiseWithResolvers<void>
let timesShown = 0
let mayEnd = true
let timesLeft = 0
const makeMainWindow = (): MainWindow =>
  new MainWindow({
    sessionReady: sessionReady.promise,
    onContents: () => undefined,
    mayClose: () => true,
    onShown: () => (timesShown += 1),
    onLeft: () => (timesLeft += 1),
    maySessionEnd: () => mayEnd,
    onSessionEnd: () => undefined
  })
beforeEach(() => {
  windows.length = 0
  desktop.dataFolder = mkdtempSync(join(tmpdir(), 'portside-window-'))
  desktop.themeSource = 'system'
  desktop.active = false
  timesShown = 0
  timesLeft = 0
  on('linux', 'x11')
  sessionReady = Promise.withResolvers()
  main = makeMainWindow()
})
afterEach(() => {
  main.destroy()
  rmSync(desktop.dataFolder, { recursive: true })
  // On Wayland, `show()` does nothing on a window that is there.
  if (process.platform === 'linux') expect(windows.flatMap(({ calls }) => calls)).not.toContain('show while visible')
  on(own)
})

test('a page loads once its session has no network, unless the window has closed', async () => {
  main.show()
  const closed = only()
  main.destroy()
  main.show()
  const open = windows[1]
  await Promise.resolve()
  expect(open?.webContents.getURL()).toBe('')
  sessionReady.resolve()
  await vi.waitFor(() => expect(open?.webContents.getURL()).toBe('app://portside/index.html'))
  expect(closed.webContents.getURL()).toBe('')
})

test('a new window is visible from the start, without waiting for an event', () => {
  main.show()
  expect(only()).toMatchObject({ visible: true, minimised: false, calls: [] })
})

test('a visible window is focused, not shown', () => {
  main.show()
  main.show()
  main.show()
  expect(only().calls).toEqual(['focus', 'focus'])
})

test('a window that the system has hidden is shown', () => {
  main.show()
  only().visible = false
  main.show()
  expect(only().calls).toEqual(['show'])
})

test('says whether it is on screen, and when it comes back', () => {
  expect(main.isOnScreen()).toBe(false)
  main.show()
  expect([main.isOnScreen(), timesShown]).toEqual([true, 1])
  only().minimised = true
  expect(main.isOnScreen()).toBe(false)
  only().minimised = false
  only().emit('focus')
  expect([main.isOnScreen(), timesShown]).toEqual([true, 2])
  main.destroy()
  expect(main.isOnScreen()).toBe(false)
  main.minimise()
  expect([main.isOnScreen(), timesShown]).toEqual([false, 2])
})

test('is in front while it has the focus, and as long afterwards as a click on the tray icon takes', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  expect(main.isInFront()).toBe(false)
  main.show()
  expect(main.isInFront()).toBe(false)
  only().focused = true
  only().emit('focus')
  expect(main.isInFront()).toBe(true)
  only().focused = false
  expect(timesLeft).toBe(0)
  only().emit('blur')
  expect(timesLeft).toBe(1)
  vi.advanceTimersByTime(299)
  expect(main.isInFront()).toBe(true)
  main.minimise()
  expect(main.isInFront()).toBe(false)
  main.show()
  only().emit('focus')
  expect(main.isInFront()).toBe(false)
  only().emit('blur')
  vi.advanceTimersByTime(300)
  expect(main.isInFront()).toBe(false)
  main.destroy()
  expect([main.isInFront(), timesLeft]).toEqual([false, 3])
  vi.useRealTimers()
})

test('opens minimised without a window, also if the page never paints', () => {
  main.minimise()
  expect(only()).toMatchObject({ visible: true, minimised: true, calls: ['minimise'] })
})

test('a question waits until the window is on screen, in whichever way it comes back', () => {
  const asked: unknown[] = []
  const ask = (name: string): void => main.whenOnScreen((window) => asked.push([name, window]))
  ask('before there is a window')
  expect(asked).toEqual([])
  main.show()
  ask('on screen')
  const window = only()
  expect(asked).toEqual([
    ['before there is a window', window],
    ['on screen', window]
  ])
  main.minimise()
  ask('minimised by the app')
  expect(asked).toHaveLength(2)
  window.minimised = false
  window.emit('focus')
  expect(asked).toHaveLength(3)
  window.minimised = true
  ask('minimised by the user')
  expect(asked).toHaveLength(3)
  main.show()
  expect(asked).toHaveLength(4)
})

test('after a crash the page starts at its first view: what was on screen may be what crashed it', async () => {
  main.show()
  await only().loadURL('app://portside/index.html#/catalogue/p-1')
  only().webContents.emit('render-process-gone', {}, { reason: 'oom' })
  await new Promise((resolve) => setImmediate(resolve))
  expect(only().webContents.getURL()).toBe('app://portside/index.html')
  expect(only().calls).toEqual([])
})

test('a page that exits by itself is not loaded again', async () => {
  main.show()
  await only().loadURL('app://portside/index.html#/catalogue/p-1')
  only().webContents.emit('render-process-gone', {}, { reason: 'clean-exit' })
  await new Promise((resolve) => setImmediate(resolve))
  expect(only().webContents.getURL()).toBe('app://portside/index.html#/catalogue/p-1')
})

const stateFile = (): string => join(desktop.dataFolder, 'window.json')
const saveState = (isMaximised: boolean, theme = 'system'): void =>
  writeFileSync(stateFile(), JSON.stringify({ bounds: { x: 100, y: 80, width: 900, height: 600 }, isMaximised, theme }))

test('the window comes back where it was, also after the app went on in the tray', () => {
  main.show()
  only().setBounds({ x: 200, y: 100, width: 1000, height: 700 })
  main.destroy()
  main.show()
  expect(windows[1]?.options).toMatchObject({ x: 200, y: 100, width: 1000, height: 700 })
  expect(JSON.parse(readFileSync(stateFile(), 'utf8'))).toEqual({
    bounds: { x: 200, y: 100, width: 1000, height: 700 },
    isMaximised: false,
    theme: 'system'
  })
})

test('a maximised window opens maximised, and has the keyboard', () => {
  saveState(true)
  main = makeMainWindow()
  main.show()
  expect(only()).toMatchObject({ visible: true, maximised: true, calls: ['maximise', 'focus'] })
  expect(only().options).toMatchObject({ show: false, width: 900, height: 600 })
})

test('a maximised window that starts minimised is maximised when the user restores it', async () => {
  saveState(true)
  main = makeMainWindow()
  main.minimise()
  expect(only().calls).toEqual(['minimise'])
  main.destroy()
  main.minimise()
  main.show()
  await new Promise((resolve) => setImmediate(resolve))
  expect(windows[1]).toMatchObject({ maximised: true, calls: ['minimise', 'restore', 'focus', 'maximise'] })
})

test('the background is that of the theme that was chosen, before the settings are read', () => {
  saveState(false, 'dark')
  main = makeMainWindow()
  main.show()
  expect(only().options.backgroundColor).toBe('#14191b')
  expect(desktop.themeSource).toBe('dark')
})

test('Windows is asked to wait while something would be lost', () => {
  main.show()
  const event = { prevented: false, preventDefault: () => void (event.prevented = true) }
  only().emit('query-session-end', event)
  expect(event.prevented).toBe(false)
  mayEnd = false
  only().emit('query-session-end', event)
  expect(event.prevented).toBe(true)
  mayEnd = true
})

test('erased, the window opens as at the first start', () => {
  saveState(true)
  main = makeMainWindow()
  main.show()
  main.eraseState()
  main.destroy()
  expect(() => readFileSync(stateFile())).toThrow('ENOENT')
})

describe.each([
  ['linux', 'x11'],
  ['win32', ''],
  ['darwin', '']
] as const)('on %s %s', (platform, ozonePlatform) => {
  test('a minimised window is restored', () => {
    on(platform, ozonePlatform)
    main.show()
    main.minimise()
    main.show()
    expect(only()).toMatchObject({ minimised: false })
    expect(only().calls.slice(0, 2)).toEqual(['minimise', 'restore'])
  })

  test.each(['visible', 'minimised', 'hidden'])('a %s window takes the keyboard from another program', (state) => {
    on(platform, ozonePlatform)
    main.show()
    if (state === 'minimised') main.minimise()
    if (state === 'hidden') only().visible = false
    desktop.active = false
    main.show()
    expect(desktop.active).toBe(true)
  })
})

describe('on Wayland', () => {
  beforeEach(() => on('linux', 'wayland'))

  test('a minimised window is replaced by one of the same size at the same address', async () => {
    main.show()
    const [first] = windows
    await first?.loadURL('app://portside/index.html#/invoices')
    first?.setBounds({ x: 300, y: 200, width: 900, height: 600 })
    if (first) first.minimised = true
    main.show()
    const [, second] = windows
    expect(first?.calls).toEqual(['destroy'])
    expect(second).toMatchObject({ visible: true, minimised: false, calls: [] })
    sessionReady.resolve()
    await vi.waitFor(() => expect(second?.webContents.getURL()).toBe('app://portside/index.html#/invoices'))
    // No program knows where its window is.
    expect(second?.options).toMatchObject({ width: 900, height: 600 })
    expect(second?.options).not.toHaveProperty('x')
    expect(main.contents()).toBe(second?.webContents)
  })

  test('a window that started minimised is replaced, though Electron doesn’t call it minimised', () => {
    main.minimise()
    expect(only()).toMatchObject({ minimised: false })
    main.show()
    expect(windows.map(({ calls }) => calls)).toEqual([['minimise', 'destroy'], []])
    main.show()
    expect(windows[1]?.calls).toEqual(['focus'])
  })

  test('a window that was minimised and has the focus again is kept', () => {
    main.minimise()
    only().emit('focus')
    main.show()
    expect(only().calls).toEqual(['minimise', 'focus'])
  })

  test('a maximised window that was minimised is replaced by a maximised one, and keeps its other size', () => {
    main.show()
    const [first] = windows
    first?.setBounds({ x: 0, y: 0, width: 900, height: 600 })
    main.destroy()
    main.show()
    const second = windows[1]
    if (second) second.maximised = true
    main.destroy()
    main.show()
    main.minimise()
    main.show()
    expect(windows.slice(2).map(({ calls }) => calls)).toEqual([
      ['maximise', 'focus', 'minimise', 'destroy'],
      ['maximise', 'focus']
    ])
    expect(windows[3]?.options).toMatchObject({ width: 900, height: 600 })
  })

  test('it can be minimised and brought back any number of times', () => {
    main.show()
    for (let time = 0; time < 3; time += 1) {
      main.minimise()
      main.show()
    }
    expect(windows.map(({ calls }) => calls)).toEqual([
      ['minimise', 'destroy'],
      ['minimise', 'destroy'],
      ['minimise', 'destroy'],
      []
    ])
    expect(main.isOpen()).toBe(true)
  })
})
