/** What is asked of Electron on which system. */
import { EventEmitter } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  Capabilities,
  clearBrowserData,
  createIdleMonitor,
  createSystemPrompt,
  onEnd
} from '../../../src/main/desktop/system.ts'
import { en } from '../../../src/shared/i18n/translate.ts'

const system = vi.hoisted(() => {
  const heard = { calls: [] as string[], failing: '' }
  const session = (name: string): object =>
    new Proxy(
      {},
      {
        get: (_session, method) => async () => {
          const call = `${name}.${String(method)}`
          heard.calls.push(call)
          if (call === heard.failing) throw new Error('no')
        }
      }
    )
  const preferences: { canPromptTouchID?: () => boolean; promptTouchID?: (reason: string) => Promise<void> } = {}
  return {
    heard,
    session,
    report: vi.fn(),
    app: { on: (_name: string, _listener: () => void): unknown => null },
    folder: '',
    monitor: null as (EventEmitter & object) | null,
    preferences
  }
})
vi.mock('electron', () => ({
  app: {
    getPath: (name: string) => `${system.folder}/${name}`,
    on: (name: string, listener: () => void) => system.app.on(name, listener)
  },
  session: { defaultSession: system.session('page') },
  get powerMonitor() {
    return system.monitor
  },
  get systemPreferences() {
    return system.preferences
  }
}))
vi.mock('../../../src/main/desktop/network.ts', () => ({ networkSession: () => system.session('network') }))
vi.mock('../../../src/main/desktop/log.ts', () => ({ report: system.report }))

const own = process.platform
const on = (platform: NodeJS.Platform): void => void Object.defineProperty(process, 'platform', { value: platform })
let state: string

beforeEach(() => {
  state = 'active'
  system.monitor = Object.assign(new EventEmitter(), { getSystemIdleTime: () => 42, getSystemIdleState: () => state })
  system.preferences = {}
  Object.assign(system.heard, { calls: [], failing: '' })
  system.report.mockReset()
})
afterEach(() => on(own))

test.each([true, false])('quitting and the system’s end go on: %s', (may) => {
  const app = new EventEmitter()
  system.app = app
  onEnd(
    () => may,
    () => may
  )
  const ends = [
    [app, 'before-quit'],
    [system.monitor, 'shutdown']
  ] as const
  for (const [emitter, name] of ends) {
    const event = { preventDefault: vi.fn() }
    emitter?.emit(name, event)
    expect(event.preventDefault).toHaveBeenCalledTimes(may ? 0 : 1)
  }
})

describe('presence', () => {
  test.each([
    ['linux', ['suspend', 'resume'], true],
    ['darwin', ['suspend', 'resume', 'lock-screen'], false],
    ['win32', ['suspend', 'resume', 'lock-screen'], false]
  ] as const)('on %s, %o mean that nobody is there; reads a locked screen: %s', (platform, events, found) => {
    on(platform)
    const away = vi.fn()
    const presence = createIdleMonitor()
    presence.onAway(away)
    expect(system.monitor?.eventNames().toSorted()).toEqual(events.toSorted())
    for (const event of events) system.monitor?.emit(event)
    expect(away).toHaveBeenCalledTimes(events.length)
    expect(presence.idleSeconds()).toBe(42)
    expect(presence.screenLocked()).toBe(false)
    state = 'locked'
    expect(presence.screenLocked()).toBe(found)
    state = 'idle'
    expect(presence.screenLocked()).toBe(false)
  })
})

describe('the system’s prompt', () => {
  // Methods that these systems lack would throw if they were called.
  test.each(['linux', 'win32'] as const)('is unavailable on %s', async (platform) => {
    on(platform)
    expect(createSystemPrompt().available()).toBe(false)
    expect(await createSystemPrompt().ask()).toBe(false)
  })

  test('is Touch ID on macOS with the hardware, gives a reason, and returns false for every rejection', async () => {
    on('darwin')
    const prompt = createSystemPrompt()
    system.preferences.canPromptTouchID = () => false
    expect(prompt.available()).toBe(false)
    system.preferences.canPromptTouchID = () => true
    expect(prompt.available()).toBe(true)
    const promptTouchID = vi.fn(() => Promise.resolve())
    system.preferences.promptTouchID = promptTouchID
    expect(await prompt.ask()).toBe(true)
    expect(promptTouchID).toHaveBeenCalledExactlyOnceWith(en.lock.prompt.reason)
    promptTouchID.mockRejectedValue(new Error('Canceled by user.'))
    expect(await prompt.ask()).toBe(false)
  })
})

describe('a setting that the system stores', () => {
  const failure = new Error('read-only')
  /** @param before null: the system can't start this build */
  function start(before: boolean | null) {
    const heard = { autostart: [] as boolean[], published: [] as string[] }
    const autostart = { read: async () => before, set: async (on: boolean) => void heard.autostart.push(on) }
    const capabilities = new Capabilities(
      { isPresent: async () => true, onChange: () => undefined },
      autostart,
      { state: () => 'supported' },
      { state: 'off' },
      { publish: (...[topic]) => void heard.published.push(topic) }
    )
    return { heard, autostart, capabilities }
  }

  test('is stored there, then by the app', async () => {
    const { heard, capabilities } = start(false)
    expect(await capabilities.saveWithAutostart(true, () => heard.autostart.length)).toBe(1)
    expect(heard).toEqual({ autostart: [true], published: ['desktop'] })
  })

  test('is not stored by the app if the system can’t', async () => {
    const { autostart, capabilities } = start(false)
    autostart.set = () => Promise.reject(failure)
    const save = vi.fn()
    await expect(capabilities.saveWithAutostart(true, save)).rejects.toBe(failure)
    expect(save).not.toHaveBeenCalled()
  })

  test.each([
    [false, [true, false]],
    [null, [true]]
  ])('is as before (%s) if the app can’t store it', async (before, calls) => {
    const { heard, capabilities } = start(before)
    const save = (): never => {
      throw failure
    }
    await expect(capabilities.saveWithAutostart(true, save)).rejects.toBe(failure)
    expect(heard.autostart).toEqual(calls)
  })
})

describe('the browser’s data', () => {
  const page = ['clearStorageData', 'clearCache', 'clearCodeCaches', 'clearAuthCache', 'clearHostResolverCache']
  const network = ['clearAuthCache', 'clearHostResolverCache', 'closeAllConnections']
  const all = [...page.map((call) => `page.${call}`), ...network.map((call) => `network.${call}`)]

  test('is cleared: storage, caches, proxy credentials and host addresses', async () => {
    await clearBrowserData()
    expect(system.heard.calls).toEqual(all)
  })

  test('is cleared: the preload’s compiled code, and no other file', async () => {
    system.folder = mkdtempSync(join(tmpdir(), 'portside-browser-data-'))
    onTestFinished(() => rmSync(system.folder, { recursive: true }))
    const codeCache = join(system.folder, 'userData', 'Code Cache')
    for (const name of ['electron-preload', 'js']) {
      mkdirSync(join(codeCache, name), { recursive: true })
      writeFileSync(join(codeCache, name, 'a.cache'), '')
    }
    await clearBrowserData()
    // Chromium clears its own part itself.
    expect(readdirSync(codeCache)).toEqual(['js'])
  })

  test('is cleared as far as possible, and failures are reported', async () => {
    system.heard.failing = 'page.clearCache'
    await expect(clearBrowserData()).rejects.toMatchObject({ info: { code: 'STORAGE' } })
    expect(system.heard.calls).toEqual(all)
    expect(system.report).toHaveBeenCalledOnce()
  })
})
