/** What is asked of Electron on which system. */
import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createIdleMonitor } from '../../../src/main/desktop/system/idle.ts'
import { createSystemPrompt } from '../../../src/main/desktop/system/touch-id.ts'
import { en } from '../../../src/shared/i18n/translate.ts'

interface Mocked {
  monitor: EventEmitter & { getSystemIdleTime: () => number; getSystemIdleState: () => string }
  preferences: { canPromptTouchID?: () => boolean; promptTouchID?: (reason: string) => Promise<void> }
}
const system = vi.hoisted(() => ({}) as Mocked)
vi.mock('electron', () => ({
  get powerMonitor() {
    return system.monitor
  },
  get systemPreferences() {
    return system.preferences
  }
}))

const own = process.platform
const on = (platform: NodeJS.Platform): void => void Object.defineProperty(process, 'platform', { value: platform })
let state: string

beforeEach(() => {
  state = 'active'
  system.monitor = Object.assign(new EventEmitter(), { getSystemIdleTime: () => 42, getSystemIdleState: () => state })
  system.preferences = {}
})
afterEach(() => on(own))

describe('presence', () => {
  test('reports the system’s idle time', () => {
    expect(createIdleMonitor().idleSeconds()).toBe(42)
  })

  test.each([
    ['linux', ['suspend', 'resume']],
    ['darwin', ['suspend', 'resume', 'lock-screen']],
    ['win32', ['suspend', 'resume', 'lock-screen']]
  ] as const)('on %s, %o tell that nobody is there', (platform, events) => {
    on(platform)
    const away = vi.fn()
    createIdleMonitor().onAway(away)
    expect(system.monitor.eventNames().toSorted()).toEqual(events.toSorted())
    for (const event of events) system.monitor.emit(event)
    expect(away).toHaveBeenCalledTimes(events.length)
  })

  test.each([
    ['linux', true],
    ['darwin', false],
    ['win32', false]
  ] as const)('a locked screen is looked for only where no event tells of it: %s', (platform, found) => {
    on(platform)
    const presence = createIdleMonitor()
    expect(presence.screenLocked()).toBe(false)
    state = 'locked'
    expect(presence.screenLocked()).toBe(found)
    state = 'idle'
    expect(presence.screenLocked()).toBe(false)
  })
})

describe('the system’s prompt', () => {
  // What is not there on these systems would throw if it was touched.
  test.each(['linux', 'win32'] as const)('is unavailable on %s', async (platform) => {
    on(platform)
    expect(createSystemPrompt().available()).toBe(false)
    expect(await createSystemPrompt().ask()).toBe(false)
  })

  test('is Touch ID on macOS with the hardware', () => {
    on('darwin')
    system.preferences.canPromptTouchID = () => false
    expect(createSystemPrompt().available()).toBe(false)
    system.preferences.canPromptTouchID = () => true
    expect(createSystemPrompt().available()).toBe(true)
  })

  test('gives a reason, and returns false for every rejection', async () => {
    on('darwin')
    const promptTouchID = vi.fn(() => Promise.resolve())
    system.preferences.promptTouchID = promptTouchID
    expect(await createSystemPrompt().ask()).toBe(true)
    expect(promptTouchID).toHaveBeenCalledExactlyOnceWith(en.lock.prompt.reason)
    promptTouchID.mockRejectedValue(new Error('Canceled by user.'))
    expect(await createSystemPrompt().ask()).toBe(false)
  })
})
