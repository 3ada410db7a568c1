import { beforeEach, describe, expect, test } from 'vitest'
import { HIDDEN_IDLE_CHECK_MS, IDLE_CHECK_MS } from '../../../../src/main/accounts/lock/idle-watch.ts'
import { FREE_TRIES } from '../../../../src/main/accounts/lock/pin-waits.ts'
import { Lock } from '../../../../src/main/accounts/lock/lock.ts'
import type { LockRecord } from '../../../../src/main/ports/index.ts'
import { DEFAULT_SETTINGS, type Settings } from '../../../../src/shared/models/settings.ts'
import {
  FakeClock,
  FakePresence,
  FakePrompt,
  MemoryRegistry,
  PlainPins,
  PublishedEvents,
  settle
} from '../../../support/ports.ts'

const PIN = '2580'
const SECOND = 1000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE

let registry: MemoryRegistry
let pins: PlainPins
let presence: FakePresence
let prompt: FakePrompt
let clock: FakeClock
let published: PublishedEvents
let settings: Settings
let lock: Lock
let onScreen: boolean

const launch = (): Lock => {
  presence = new FakePresence()
  const parts = { registry, pins, presence, prompt, clock, publisher: published }
  lock = new Lock({ ...parts, settings: () => settings, onScreen: () => onScreen })
  return lock
}
/** As it was stored by an earlier launch. */
const stored = (more: Partial<LockRecord> = {}): void => {
  registry.lockRecord = { verifier: `of ${PIN}`, failures: 0, waitUntil: null, uptimeUntil: null, ...more }
}
const from = (ms: number): string => new Date(clock.now().getTime() + ms).toISOString()
const wrong = (pin = '0000') => expect(lock.unlock(pin)).rejects.toMatchObject({ info: { code: 'WRONG_PIN' } })
/** Wrong PINs up to that many, each wait waited for. */
const failUpTo = async (failures: number): Promise<void> => {
  while ((registry.lockRecord?.failures ?? 0) < failures) {
    const { waitUntil } = lock.state()
    if (waitUntil) await clock.advance(Date.parse(waitUntil) - clock.now().getTime())
    await wrong()
  }
}

beforeEach(() => {
  registry = new MemoryRegistry()
  pins = new PlainPins()
  prompt = new FakePrompt()
  clock = new FakeClock()
  published = new PublishedEvents()
  onScreen = true
  settings = { ...DEFAULT_SETTINGS }
})

describe('without a PIN', () => {
  test('nothing is locked, nothing locks it, and nothing is looked at', async () => {
    launch()
    expect(lock.state()).toEqual({ enabled: false, locked: false, system: false, triesLeft: 5, waitUntil: null })
    expect(() => lock.lock()).toThrow(expect.objectContaining({ info: { code: 'BAD_REQUEST' } }))
    presence.idle = 100_000
    presence.leave()
    await clock.advance(10 * MINUTE)
    expect(lock.isLocked()).toBe(false)
    expect(clock.planned()).toEqual([])
    expect(published.topics).toEqual([])
  })

  test('one is set, changed with the one before, and turned off with it', async () => {
    launch()
    await lock.setPin(PIN, null)
    expect(lock.state()).toMatchObject({ enabled: true, locked: false })
    expect(registry.lockRecord).toEqual({ verifier: `of ${PIN}`, failures: 0, waitUntil: null, uptimeUntil: null })

    await expect(lock.setPin('1111', null)).rejects.toMatchObject({ info: { code: 'BAD_REQUEST' } })
    await expect(lock.setPin('1111', '0000')).rejects.toMatchObject({ info: { code: 'WRONG_PIN' } })
    expect(registry.lockRecord).toMatchObject({ verifier: `of ${PIN}`, failures: 1 })
    await lock.setPin('1111', PIN)
    expect(registry.lockRecord).toEqual({ verifier: 'of 1111', failures: 0, waitUntil: null, uptimeUntil: null })

    await expect(lock.turnOff(PIN)).rejects.toMatchObject({ info: { code: 'WRONG_PIN' } })
    await lock.turnOff('1111')
    expect(lock.state()).toMatchObject({ enabled: false, locked: false })
    expect(registry.lockRecord).toBeNull()
    await lock.turnOff('anything')
  })
})

describe('opening', () => {
  beforeEach(() => {
    stored()
    launch()
  })

  test('a launch begins locked; the right PIN opens it', async () => {
    expect(lock.isLocked()).toBe(true)
    await wrong()
    expect(lock.isLocked()).toBe(true)
    await lock.unlock(PIN)
    expect(lock.state()).toEqual({ enabled: true, locked: false, system: false, triesLeft: 5, waitUntil: null })
    // Open, it needs no PIN, and counts none.
    await lock.unlock('0000')
    expect(registry.lockRecord).toMatchObject({ failures: 0, waitUntil: null })
  })

  test('every change is told to the page first, then to who listens', async () => {
    const heard: (string | undefined)[] = []
    lock.onChange(() => heard.push(`${published.topics.length} ${lock.isLocked()}`))
    await wrong()
    await lock.unlock(PIN)
    lock.lock()
    lock.lock()
    expect(published.topics).toEqual(['lock', 'lock', 'lock'])
    expect(heard).toEqual(['1 true', '2 false', '3 true'])
  })

  test('while it is on, the PIN can’t be changed or turned off, and trying that costs no try', async () => {
    for (const refused of [lock.setPin('1111', PIN), lock.setPin('1111', null), lock.turnOff(PIN)]) {
      await expect(refused).rejects.toMatchObject({ info: { code: 'APP_LOCKED' } })
    }
    expect(registry.lockRecord).toEqual({ verifier: `of ${PIN}`, failures: 0, waitUntil: null, uptimeUntil: null })
  })
})

describe('wrong PINs', () => {
  beforeEach(() => {
    stored()
    launch()
  })

  test('five are free, then each costs a longer wait; the state says how many are left', async () => {
    const waits: (number | null)[] = []
    const left: number[] = []
    for (let failures = 1; failures <= 11; failures += 1) {
      await failUpTo(failures)
      const { waitUntil, triesLeft } = lock.state()
      waits.push(waitUntil === null ? null : (Date.parse(waitUntil) - clock.now().getTime()) / SECOND)
      left.push(triesLeft)
    }
    expect(waits).toEqual([null, null, null, null, 30, 60, 300, 900, 3600, 3600, 3600])
    expect(left).toEqual([4, 3, 2, 1, 0, 0, 0, 0, 0, 0, 0])
    await clock.advance(60 * MINUTE)
    expect(lock.state()).toMatchObject({ triesLeft: 1, waitUntil: null })
  })

  test('the one that costs a wait says until when; during it not even the right one is looked at', async () => {
    await failUpTo(FREE_TRIES - 1)
    const retryAt = from(30 * SECOND)
    await expect(lock.unlock('0000')).rejects.toMatchObject({ info: { code: 'WRONG_PIN', retryAt } })
    let looked = 0
    pins.matches = async () => (looked++, true)
    await clock.advance(29 * SECOND)
    await expect(lock.unlock(PIN)).rejects.toMatchObject({ info: { code: 'WRONG_PIN', retryAt } })
    expect(looked).toBe(0)
    expect(registry.lockRecord).toMatchObject({ failures: FREE_TRIES })
    await clock.advance(SECOND)
    await lock.unlock(PIN)
    expect(lock.isLocked()).toBe(false)
  })

  test('a wait outlives the launch', async () => {
    await failUpTo(6)
    const { waitUntil } = lock.state()
    await clock.advance(10 * SECOND)
    lock.stop()
    launch()
    expect(lock.state()).toMatchObject({ locked: true, triesLeft: 0, waitUntil })
    await wrong(PIN)
    published.changes = []
    await clock.advance(50 * SECOND)
    expect(published.topics).toEqual(['lock'])
    await lock.unlock(PIN)
    expect(lock.isLocked()).toBe(false)
  })

  test('one that was begun counts, even if the program is ended before the answer', async () => {
    pins.matches = () => new Promise(() => undefined)
    for (let launches = 1; launches <= FREE_TRIES; launches += 1) {
      launch()
      void lock.unlock('0000')
      await settle()
      expect(registry.lockRecord).toMatchObject({ failures: launches })
    }
    launch()
    expect(lock.state()).toMatchObject({ triesLeft: 0, waitUntil: from(30 * SECOND) })
  })

  test('no try is to be had when it can’t be stored', async () => {
    let looked = 0
    pins.matches = async () => (looked++, true)
    registry.saveLock = () => {
      throw new Error('disk full')
    }
    await expect(lock.unlock(PIN)).rejects.toThrow('disk full')
    expect(looked).toBe(0)
    expect(lock.isLocked()).toBe(true)
  })

  test('many at once are looked at one after the other, each at its price', async () => {
    const answers = await Promise.allSettled(Array.from({ length: 20 }, (_, n) => lock.unlock(`guess ${n}`)))
    expect(answers.every(({ status }) => status === 'rejected')).toBe(true)
    expect(registry.lockRecord).toMatchObject({ failures: FREE_TRIES, waitUntil: from(30 * SECOND) })
    await wrong(PIN)
  })

  test('those given for a change of the PIN count, too', async () => {
    await lock.unlock(PIN)
    for (let failures = 1; failures <= FREE_TRIES; failures += 1) {
      await expect(lock.setPin('1111', '0000')).rejects.toMatchObject({ info: { code: 'WRONG_PIN' } })
    }
    const retryAt = from(30 * SECOND)
    await expect(lock.setPin('1111', PIN)).rejects.toMatchObject({ info: { code: 'WRONG_PIN', retryAt } })
    await expect(lock.turnOff(PIN)).rejects.toMatchObject({ info: { code: 'WRONG_PIN', retryAt } })
  })
})

test('few wait for their turn: a page could ask without end, and each takes a while', async () => {
  launch()
  await lock.setPin(PIN, null)
  const answers = await Promise.allSettled(Array.from({ length: 1000 }, () => lock.setPin(PIN, PIN)))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
  expect(answers.at(-1)).toMatchObject({ reason: { info: { code: 'BAD_REQUEST' } } })
  await lock.turnOff(PIN)
  expect(lock.state()).toMatchObject({ enabled: false })
})

describe('a clock that is not right', () => {
  test.each([-19 * DAY, -MINUTE, MINUTE, 19 * DAY])(
    'set by %i ms during a wait, it leaves the wait as it is',
    async (ms) => {
      stored()
      launch()
      await failUpTo(FREE_TRIES)
      clock.turn(ms)
      expect(lock.state()).toMatchObject({ triesLeft: 0, waitUntil: from(30 * SECOND) })
      await wrong(PIN)
      lock.stop()
      launch()
      expect(lock.state().waitUntil).toBe(from(30 * SECOND))
      published.changes = []
      await clock.advance(29 * SECOND)
      await wrong(PIN)
      await clock.advance(SECOND)
      expect(published.topics).toEqual(['lock'])
      expect(lock.state().waitUntil).toBeNull()
      await lock.unlock(PIN)
      expect(lock.isLocked()).toBe(false)
    }
  )

  test('set forward again and again, it gives no further try', async () => {
    stored()
    launch()
    await failUpTo(FREE_TRIES)
    for (let day = 0; day < 50; day += 1) {
      clock.turn(DAY)
      await wrong(`guess ${day}`)
    }
    expect(registry.lockRecord).toMatchObject({ failures: FREE_TRIES })
  })

  test('time asleep counts as time waited', async () => {
    stored()
    launch()
    await failUpTo(FREE_TRIES)
    clock.sleep(30 * SECOND)
    await lock.unlock(PIN)
    expect(lock.isLocked()).toBe(false)
  })

  describe('after a restart of the computer', () => {
    const restart = (offMs: number): void => {
      lock.stop()
      clock = new FakeClock(from(offMs))
      launch()
    }
    beforeEach(async () => {
      stored()
      launch()
      await clock.advance(DAY)
      await failUpTo(7)
    })

    test('a wait goes on where it was, and follows the clock no further', async () => {
      restart(2 * MINUTE)
      expect(lock.state().waitUntil).toBe(from(3 * MINUTE))
      clock.turn(DAY)
      expect(lock.state().waitUntil).toBe(from(3 * MINUTE))
      await clock.advance(3 * MINUTE)
      await lock.unlock(PIN)
      expect(lock.isLocked()).toBe(false)
    })

    test('a wait that ended meanwhile is over', async () => {
      restart(5 * MINUTE)
      expect(lock.state()).toMatchObject({ triesLeft: 1, waitUntil: null })
    })

    test('a clock that was set back makes it no longer than it was meant to be', async () => {
      restart(-DAY)
      expect(lock.state().waitUntil).toBe(from(5 * MINUTE))
      await clock.advance(5 * MINUTE)
      expect(lock.state().waitUntil).toBeNull()
    })
  })

  test.each([
    [
      'an end in years, as after a clock that was set back',
      { failures: 6, waitUntil: '2030-01-01T00:00:00.000Z' },
      MINUTE
    ],
    ['an end that is no time', { failures: 5, waitUntil: 'soon' }, 30 * SECOND],
    ['an end without failures', { failures: 0, waitUntil: '2030-01-01T00:00:00.000Z' }, 0]
  ])('a record with %s waits as long as its failures cost', (_name, record, wait) => {
    stored(record)
    launch()
    expect(lock.state().waitUntil).toBe(wait > 0 ? from(wait) : null)
    expect(registry.lockRecord?.waitUntil ?? null).toBe(wait > 0 ? from(wait) : null)
  })
})

describe('the system asks instead', () => {
  beforeEach(() => {
    stored({ failures: 3 })
    launch()
  })

  test('where it can’t, it isn’t asked', async () => {
    expect(lock.state().system).toBe(false)
    await expect(lock.unlockBySystem()).rejects.toMatchObject({ info: { code: 'BAD_REQUEST' } })
    expect(lock.isLocked()).toBe(true)
  })

  test('a recognised user gets in, even during a wait, and earlier wrong PINs are forgiven', async () => {
    await failUpTo(FREE_TRIES)
    prompt.there = true
    expect(lock.state().system).toBe(true)
    await lock.unlockBySystem()
    expect(lock.isLocked()).toBe(false)
    expect(registry.lockRecord).toMatchObject({ failures: 0 })
  })

  test('who is not, or dismisses it, is not', async () => {
    prompt.there = true
    prompt.says = false
    await expect(lock.unlockBySystem()).rejects.toMatchObject({ info: { code: 'CANCELLED' } })
    expect(lock.isLocked()).toBe(true)
    expect(registry.lockRecord).toMatchObject({ failures: 3 })
  })

  test('one question at a time; a PIN may be typed meanwhile', async () => {
    prompt.there = true
    const { promise, resolve } = Promise.withResolvers<boolean>()
    let asked = 0
    prompt.ask = () => (asked++, promise)
    const answers = [lock.unlockBySystem(), lock.unlockBySystem()]
    await lock.unlock(PIN)
    expect(lock.isLocked()).toBe(false)
    resolve(true)
    await Promise.all(answers)
    expect(asked).toBe(1)
    expect(published.topics).toEqual(['lock'])
  })

  test('after Touch ID, the time before it is not taken for idle', async () => {
    prompt.there = true
    presence.idle = 5000
    await lock.unlockBySystem()
    presence.idle = 5015
    await clock.advance(IDLE_CHECK_MS)
    expect(lock.isLocked()).toBe(false)
    presence.idle = 5000 + 15 * 60
    await clock.advance(IDLE_CHECK_MS)
    expect(lock.isLocked()).toBe(true)
  })
})

describe('by itself', () => {
  beforeEach(async () => {
    stored()
    launch()
    await lock.unlock(PIN)
  })

  test('it locks after so many minutes without a touch, within 15 s', async () => {
    presence.idle = 15 * 60 - 1
    await clock.advance(IDLE_CHECK_MS)
    expect(lock.isLocked()).toBe(false)
    presence.idle = 15 * 60
    await clock.advance(IDLE_CHECK_MS)
    expect(lock.isLocked()).toBe(true)
    expect(clock.planned()).toEqual([])
  })

  test('a touch begins the count anew, also after an unlock by who was idle before', async () => {
    lock.lock()
    presence.idle = 3000
    await lock.unlock(PIN)
    presence.idle = 2
    await clock.advance(IDLE_CHECK_MS)
    presence.idle = 15 * 60
    await clock.advance(IDLE_CHECK_MS)
    expect(lock.isLocked()).toBe(true)
  })

  test('never, if that was chosen; a choice counts from the next look on', async () => {
    settings = { ...settings, lockAfterMinutes: 0 }
    presence.idle = 100_000
    await clock.advance(10 * MINUTE)
    expect(lock.isLocked()).toBe(false)
    settings = { ...settings, lockAfterMinutes: 1 }
    await clock.advance(IDLE_CHECK_MS)
    expect(lock.isLocked()).toBe(true)
  })

  test.each<[string, () => unknown]>([
    ['when the computer sleeps or its screen locks', () => presence.leave()],
    [
      'when a check finds the screen locked, where no event tells it',
      () => ((presence.locked = true), clock.advance(IDLE_CHECK_MS))
    ]
  ])('%s, if that was chosen', async (_name, happens) => {
    settings = { ...settings, lockWithScreen: false }
    await happens()
    expect(lock.isLocked()).toBe(false)
    settings = { ...settings, lockWithScreen: true }
    await happens()
    expect(lock.isLocked()).toBe(true)
  })

  test('after a sleep as long as that, even if keyboard and mouse are said to have moved', () => {
    settings = { ...settings, lockWithScreen: false }
    const { now } = clock
    clock.now = () => new Date(now.call(clock).getTime() + 8 * 60 * MINUTE)
    presence.idle = 0
    presence.leave()
    expect(lock.isLocked()).toBe(true)
  })

  test('while nothing is on screen it looks once a minute, and takes that minute for no sleep', async () => {
    settings = { ...settings, lockAfterMinutes: 1 }
    onScreen = false
    await clock.advance(IDLE_CHECK_MS)
    expect(clock.planned()).toEqual([HIDDEN_IDLE_CHECK_MS])
    await clock.advance(10 * HIDDEN_IDLE_CHECK_MS)
    expect(lock.isLocked()).toBe(false)
    presence.idle = 60
    await clock.advance(HIDDEN_IDLE_CHECK_MS)
    expect(lock.isLocked()).toBe(true)
  })

  test('when the window comes back it looks at once, and often from then on', async () => {
    onScreen = false
    await clock.advance(IDLE_CHECK_MS)
    onScreen = true
    lock.windowShown()
    expect(clock.planned()).toEqual([IDLE_CHECK_MS])
    onScreen = false
    await clock.advance(IDLE_CHECK_MS)
    presence.locked = true
    lock.windowShown()
    expect(lock.isLocked()).toBe(true)
  })

  test('after a sleep as long as that and one check, whoever wakes the computer and opens the window finds it locked', () => {
    const { now } = clock
    clock.now = () => new Date(now.call(clock).getTime() + 15 * MINUTE + IDLE_CHECK_MS)
    lock.windowShown()
    expect(lock.isLocked()).toBe(true)
  })

  test('it looks no more once it is locked, off, or stopped', async () => {
    expect(clock.planned()).toEqual([IDLE_CHECK_MS])
    lock.stop()
    expect(clock.planned()).toEqual([])
    launch()
    await lock.unlock(PIN)
    expect(clock.planned()).toEqual([IDLE_CHECK_MS])
    await lock.turnOff(PIN)
    expect(clock.planned()).toEqual([])
  })
})

describe('everything was erased', () => {
  test('what was under way brings no PIN back', async () => {
    stored()
    launch()
    const { promise, resolve } = Promise.withResolvers<boolean>()
    pins.matches = () => promise
    const unlocking = lock.unlock('0000')
    await settle()
    lock.reset()
    resolve(false)
    await expect(unlocking).rejects.toMatchObject({ info: { code: 'CANCELLED' } })

    const made = Promise.withResolvers<string>()
    pins.make = () => made.promise
    const setting = lock.setPin(PIN, null)
    await settle()
    lock.reset()
    made.resolve(`of ${PIN}`)
    await expect(setting).rejects.toMatchObject({ info: { code: 'CANCELLED' } })
    expect(registry.lockRecord).toBeNull()
    expect(lock.state()).toMatchObject({ enabled: false, locked: false })
  })
})

describe('a file that can’t be written', () => {
  test('each launch starts with a wait, because earlier failures weren’t saved', async () => {
    stored({ failures: 2 })
    registry.isWritable = false
    launch()
    const retryAt = from(30 * SECOND)
    expect(lock.state()).toMatchObject({ locked: true, triesLeft: 0, waitUntil: retryAt })
    await expect(lock.unlock(PIN)).rejects.toMatchObject({ info: { code: 'WRONG_PIN', retryAt } })
    await clock.advance(30 * SECOND)
    await wrong()
    expect(lock.state().triesLeft).toBe(0)
    await clock.advance(60 * SECOND)
    await lock.unlock(PIN)
    expect(lock.isLocked()).toBe(false)
  })

  test('no PIN is set, changed or turned off only until quit', async () => {
    registry.isWritable = false
    launch()
    await expect(lock.setPin(PIN, null)).rejects.toMatchObject({ info: { code: 'STORAGE' } })
    expect(lock.state().enabled).toBe(false)

    registry.isWritable = true
    await lock.setPin(PIN, null)
    registry.isWritable = false
    await expect(lock.setPin('1111', PIN)).rejects.toMatchObject({ info: { code: 'STORAGE' } })
    await expect(lock.turnOff(PIN)).rejects.toMatchObject({ info: { code: 'STORAGE' } })
    lock.lock()
    await lock.unlock(PIN)
    expect(registry.lockRecord).toMatchObject({ verifier: `of ${PIN}` })
  })
})
