/**
 * What follows when the page or another process of Chromium crashes or hangs, with doubles of Electron's events and dialogs.
 * test/e2e/crashes.spec.ts crashes real processes.
 */
import { EventEmitter } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserWindow, Details } from 'electron'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { askOnScreen } from '../../../src/main/desktop/crash/ask-on-screen.ts'
import { watchChildProcesses } from '../../../src/main/desktop/crash/child-processes.ts'
import { Graphics } from '../../../src/main/desktop/crash/graphics.ts'
import { PageCrashes } from '../../../src/main/desktop/crash/page-crashes.ts'
import { log } from '../../../src/main/desktop/log.ts'
import { en } from '../../../src/shared/i18n/translate.ts'

const { crash } = en

interface Box {
  message: string
  detail: string
  buttons: string[]
  answer: (button: string) => void
}
const electron = vi.hoisted(() => ({
  app: null as unknown as EventEmitter,
  switches: new Set<string>(),
  accelerated: true,
  /** Message boxes that are open. */
  boxes: [] as Box[],
  copied: '',
  quits: 0
}))
vi.mock('electron', async () => {
  const events = await import('node:events')
  const app = Object.assign(new events.EventEmitter(), {
    commandLine: { hasSwitch: (name: string) => electron.switches.has(name) },
    // Sets no switch.
    disableHardwareAcceleration: () => (electron.accelerated = false),
    getVersion: () => '1.2.3',
    quit: () => (electron.quits += 1)
  })
  electron.app = app
  const showMessageBox = (
    _window: unknown,
    { message, detail, buttons, cancelId, signal }: Electron.MessageBoxOptions
  ): Promise<{ response: number }> =>
    new Promise((resolve) => {
      const close = (response: number): void => {
        electron.boxes.splice(electron.boxes.indexOf(box), 1)
        resolve({ response })
      }
      const box: Box = {
        message,
        detail: detail ?? '',
        buttons: buttons ?? [],
        answer: (button) => close(box.buttons.indexOf(button))
      }
      electron.boxes.push(box)
      signal?.addEventListener('abort', () => close(cancelId ?? 0))
    })
  return {
    app,
    clipboard: { writeText: async (text: string) => void (electron.copied = text) },
    dialog: { showMessageBox },
    protocol: {}
  }
})

class FakeWindow extends EventEmitter {
  loads = 0
  crashes = 0
  destroyed = false
  webContents = Object.assign(new EventEmitter(), { forcefullyCrashRenderer: () => this.crash('killed') })

  loadURL = (): Promise<void> => {
    this.loads += 1
    return Promise.resolve()
  }
  isDestroyed = (): boolean => this.destroyed
  destroy(): void {
    this.destroyed = true
    this.emit('closed')
  }
  crash(reason = 'crashed'): void {
    this.crashes += 1
    this.webContents.emit('render-process-gone', {}, { reason, exitCode: 5 })
  }
  close(): void {
    this.emit('close', { defaultPrevented: false })
  }
}

let window: FakeWindow
let folder: string
let isOnScreen: boolean
/** Questions that wait for the window. */
let waiting: (() => void)[]
const whenOnScreen = (run: (shown: BrowserWindow) => void): void => {
  const ask = (): void => run(window as unknown as BrowserWindow)
  if (isOnScreen) ask()
  else waiting.push(ask)
}
const logged = vi.spyOn(log, 'event')
const events = (): string[] => logged.mock.calls.map(([name]) => name)

beforeEach(() => {
  logged.mockClear()
  folder = mkdtempSync(join(tmpdir(), 'portside-crashes-'))
  electron.switches.clear()
  Object.assign(electron, { copied: '', quits: 0, accelerated: true })
  isOnScreen = true
  waiting = []
  window = new FakeWindow()
  new PageCrashes(whenOnScreen).watch(window as unknown as BrowserWindow)
})
afterEach(() => {
  electron.app.removeAllListeners()
  vi.useRealTimers()
  rmSync(folder, { recursive: true })
  expect(electron.boxes, 'open dialogs').toEqual([])
})

/** What is decided in promises and after the event has happened. */
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}
const box = async (message: string): Promise<Box> =>
  vi.waitFor(() => {
    const [open] = electron.boxes
    expect(open?.message).toBe(message)
    if (!open) throw new Error('no dialog')
    return open
  })
async function crashes(times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    window.crash()
    await settled()
  }
}

function startGraphics(): Graphics {
  const graphics = new Graphics(folder)
  graphics.applySetting()
  watchChildProcesses(graphics)
  return graphics
}
/** As app.ts does, once the first view is painted. */
function askAboutFailures(graphics: Graphics): void {
  graphics.onRepeatedFailure((failures) =>
    askOnScreen(whenOnScreen, async (dialogs, shown) => {
      const startsWithout = await dialogs.askAboutGraphics(shown, failures)
      if (startsWithout !== null) graphics.setEnabled(!startsWithout)
    })
  )
}
const processGone = (details: Partial<Details>): void =>
  void electron.app.emit('child-process-gone', {}, { type: 'GPU', reason: 'crashed', exitCode: 139, ...details })
const isWithout = (): boolean => existsSync(join(folder, 'without-graphics-processor'))

const CASES: Record<string, () => Promise<void> | void> = {
  async 'The page crashes, at most three times a minute'() {
    vi.useFakeTimers({ toFake: ['performance'] })
    for (let minute = 0; minute < 3; minute += 1) {
      await crashes(3)
      vi.advanceTimersByTime(60_000)
    }
    expect(window.loads).toBe(9)
    expect(logged.mock.lastCall).toEqual(['pageGone', { reason: 'crashed', exitCode: 5, inLastMinute: 3 }])
  },
  async 'The page crashes a fourth time within a minute'() {
    await crashes(4)
    expect(window.loads).toBe(3)
    const first = await box(crash.page.title)
    expect(first.buttons).toEqual([crash.reopen, crash.quit, crash.details, crash.copy])
    first.answer(crash.details)
    const second = await vi.waitFor(() => {
      expect(electron.boxes[0]?.detail).toMatch(/(\S+Z page process: crashed, exit code 5\n){4}[^]*Portside 1\.2\.3\n/)
      return electron.boxes[0]!
    })
    expect(second.buttons).toEqual([crash.reopen, crash.quit, crash.copy])
    second.answer(crash.copy)
    await vi.waitFor(() => expect(electron.boxes[0]?.detail).toContain(crash.copied))
    expect(electron.copied.match(/page process: crashed, exit code 5$/gm)).toHaveLength(4)
    ;(await box(crash.page.title)).answer(crash.reopen)
    await vi.waitFor(() => expect(window.loads).toBe(4))
    await crashes(1)
    ;(await box(crash.page.title)).answer(crash.quit)
    await vi.waitFor(() => expect(electron.quits).toBe(1))
    expect(events().filter((name) => name === 'crashDialogShown')).toHaveLength(2)
  },
  async 'The page keeps crashing in a window that isn’t on screen'() {
    isOnScreen = false
    await crashes(4)
    expect([window.loads, electron.boxes, waiting.length]).toEqual([3, [], 1])
    waiting[0]?.()
    ;(await box(crash.page.title)).answer(crash.reopen)
    await vi.waitFor(() => expect(window.loads).toBe(4))
  },
  async 'The page ends by itself'() {
    window.crash('clean-exit')
    await settled()
    expect([window.loads, events()]).toEqual([0, []])
  },
  async 'The page hangs'() {
    window.emit('unresponsive')
    window.emit('unresponsive')
    const open = await box(crash.hang.title)
    expect(open.buttons).toEqual([crash.hang.wait, crash.reopen])
    open.answer(crash.hang.wait)
    await settled()
    expect([window.crashes, electron.boxes]).toEqual([0, []])
    window.emit('unresponsive')
    ;(await box(crash.hang.title)).answer(crash.hang.wait)
    await settled()
    expect(events()).toContain('crashDialogShown')
  },
  async 'A hanging page responds again'() {
    window.emit('unresponsive')
    await box(crash.hang.title)
    window.emit('responsive')
    await settled()
    expect([electron.boxes, window.crashes]).toEqual([[], 0])
    expect(events()).toEqual(['pageUnresponsive', 'crashDialogShown', 'pageResponsive'])
  },
  async 'A hanging page is reopened'() {
    window.emit('unresponsive')
    ;(await box(crash.hang.title)).answer(crash.reopen)
    await vi.waitFor(() => expect(window.loads).toBe(1))
    expect(events()).not.toContain('pageGone')
    // It counted for nothing.
    await crashes(3)
    expect(window.loads).toBe(4)
  },
  async 'A hanging page crashes'() {
    window.emit('unresponsive')
    await box(crash.hang.title)
    await crashes(1)
    expect([electron.boxes, window.loads]).toEqual([[], 1])
  },
  async 'The page hangs while its window closes'() {
    window.close()
    await settled()
    window.emit('unresponsive')
    await settled()
    expect([window.destroyed, electron.boxes]).toEqual([true, []])
  },
  'The graphics process fails once'() {
    askAboutFailures(startGraphics())
    vi.useFakeTimers({ toFake: ['performance'] })
    for (let failure = 0; failure < 3; failure += 1) {
      processGone({})
      vi.advanceTimersByTime(5 * 60_000)
    }
    expect([isWithout(), events()]).toEqual([false, Array(3).fill('childProcessGone')])
  },
  async 'The graphics process fails twice within five minutes'() {
    askAboutFailures(startGraphics())
    processGone({ reason: 'launch-failed' })
    processGone({ reason: 'abnormal-exit' })
    expect(isWithout()).toBe(true)
    const open = await box(crash.graphics.title)
    expect(open.buttons).toEqual([crash.graphics.without, crash.graphics.with, crash.details, crash.copy])
    open.answer(crash.graphics.with)
    await vi.waitFor(() => expect(isWithout()).toBe(false))
    processGone({})
    processGone({})
    processGone({})
    ;(await box(crash.graphics.title)).answer(crash.graphics.without)
    await settled()
    expect(isWithout()).toBe(true)
  },
  async 'The graphics process fails twice before the first view'() {
    const graphics = startGraphics()
    processGone({})
    processGone({})
    expect(isWithout()).toBe(true)
    askAboutFailures(graphics)
    ;(await box(crash.graphics.title)).answer(crash.graphics.without)
    await settled()
    expect(isWithout()).toBe(true)
  },
  'The graphics process is killed by the system'() {
    askAboutFailures(startGraphics())
    for (const reason of ['killed', 'oom', 'memory-eviction'] as const) processGone({ reason })
    expect([isWithout(), events()]).toEqual([false, Array(3).fill('childProcessGone')])
  },
  'The graphics process fails in a start without the graphics processor'() {
    electron.switches.add('disable-gpu')
    askAboutFailures(startGraphics())
    processGone({})
    processGone({})
    expect(isWithout()).toBe(false)
  },
  'The network or audio service ends'() {
    startGraphics()
    processGone({ type: 'Utility', serviceName: 'network.mojom.NetworkService' })
    processGone({ type: 'Utility', serviceName: 'audio.mojom.AudioService' })
    processGone({ type: 'Sandbox helper' })
    const gone = { reason: 'crashed', exitCode: 139 }
    expect(logged.mock.calls).toEqual([
      ['childProcessGone', { type: 'Utility', service: 'network', ...gone }],
      ['childProcessGone', { type: 'Utility', service: 'audio', ...gone }],
      ['childProcessGone', { type: 'other', service: 'other', ...gone }]
    ])
  },
  'Chromium gives up on the graphics process'() {
    startGraphics()
    processGone({})
    processGone({})
    // The third failure ends the app.
    electron.app.removeAllListeners()
    const next = startGraphics()
    expect(electron.accelerated).toBe(false)
    expect(events()).toContain('startedWithoutGraphicsProcessor')
    next.setEnabled(true)
    expect(isWithout()).toBe(false)
  },
  async 'Two questions at once'() {
    askAboutFailures(startGraphics())
    processGone({})
    processGone({})
    await box(crash.graphics.title)
    await crashes(4)
    await settled()
    expect(electron.boxes).toHaveLength(1)
    electron.boxes[0]?.answer(crash.graphics.with)
    ;(await box(crash.page.title)).answer(crash.reopen)
    await vi.waitFor(() => expect(window.loads).toBe(4))
  }
}

test.each(Object.entries(CASES))('%s', (_name, run) => run())

test('a setting that can’t be stored is an error for the page', () => {
  const graphics = new Graphics(join(folder, 'missing'))
  expect(() => graphics.setEnabled(false)).toThrow('STORAGE')
})
