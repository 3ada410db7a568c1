import { beforeEach, describe, expect, test } from 'vitest'
import type { Updater } from '../../../../src/main/ports/index.ts'
import { UpdateError } from '../../../../src/main/app/updates/update-error.ts'
import { Updates } from '../../../../src/main/app/updates/updates.ts'
import type { Release } from '../../../../src/shared/models/updates.ts'
import { FakeClock, LoggedEvents, MemoryRegistry, PublishedEvents, settle } from '../../../support/ports.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const release = (version: string): Release => ({ version, notes: '', date: null, bytes: 100 })

/** An updater whose answers a test gives. */
class FakeUpdater implements Updater {
  canInstall = true
  found: Release | null = release('1.1.0')
  problem: UpdateError | null = null
  checks = 0
  downloads: { received: (bytes: number) => void; end: PromiseWithResolvers<void>; signal: AbortSignal }[] = []
  discarded = 0
  installed: boolean[] = []

  async check(_signal: AbortSignal): Promise<Release | null> {
    this.checks += 1
    if (this.problem) throw this.problem
    return this.found
  }
  download(received: (bytes: number) => void, signal: AbortSignal): Promise<void> {
    const end = Promise.withResolvers<void>()
    signal.addEventListener('abort', () => end.reject(new Error('aborted')))
    this.downloads.push({ received, end, signal })
    return end.promise
  }
  async discard(): Promise<void> {
    this.discarded += 1
  }
  async install(restart: boolean): Promise<void> {
    this.installed.push(restart)
  }
}

let clock: FakeClock
let updater: FakeUpdater
let registry: MemoryRegistry
let events: PublishedEvents
let log: LoggedEvents
let online: boolean
let updateCheck: boolean
let quits: number
let reported: unknown[]

beforeEach(() => {
  clock = new FakeClock()
  updater = new FakeUpdater()
  registry = new MemoryRegistry()
  events = new PublishedEvents()
  log = new LoggedEvents()
  online = true
  updateCheck = true
  quits = 0
  reported = []
})

function make(version = '1.0.0'): Updates {
  return new Updates({
    updater,
    registry,
    clock,
    network: { online: () => online },
    publisher: events,
    settings: () => ({ updateCheck }),
    version,
    feedHost: 'feed.example.com',
    pageHost: 'example.com',
    quit: () => (quits += 1),
    log,
    report: (error) => reported.push(error)
  })
}
async function withRelease(): Promise<Updates> {
  const updates = make()
  updates.check()
  await settle()
  return updates
}
async function withDownload(): Promise<Updates> {
  const updates = await withRelease()
  updates.install()
  await settle()
  updater.downloads.at(-1)?.end.resolve()
  await settle()
  return updates
}

describe('the feed is asked', () => {
  test('soon after a start, and then at most daily', async () => {
    const updates = make()
    updates.start()
    expect(updater.checks).toBe(0)
    await clock.advance(2 * 60_000)
    expect(updater.checks).toBe(1)
    await clock.advance(DAY)
    expect(updater.checks).toBe(1)
    await clock.advance(DAY)
    expect(updater.checks).toBe(2)
    updates.stop()
    await clock.advance(9 * DAY)
    expect(updater.checks).toBe(2)
  })

  test('by a later start only when a day has gone by', async () => {
    await withRelease()
    for (const wait of [HOUR, HOUR, 2 * DAY]) {
      clock.turn(wait)
      const updates = make()
      updates.start()
      await clock.advance(2 * 60_000)
      updates.stop()
    }
    expect(updater.checks).toBe(2)
  })

  test('not while the computer is offline or the setting is off', async () => {
    online = false
    const updates = make()
    updates.start()
    await clock.advance(2 * DAY)
    updateCheck = false
    online = true
    await clock.advance(2 * DAY)
    expect(updater.checks).toBe(0)
    updateCheck = true
    await clock.advance(HOUR)
    expect(updater.checks).toBe(1)
  })

  test('by the user at any time, also with the setting off', async () => {
    updateCheck = false
    const updates = await withRelease()
    expect(updater.checks).toBe(1)
    expect(updates.state()).toMatchObject({ step: 'idle', release: { version: '1.1.0' }, problem: null })
    expect(updates.notice()).toEqual({ kind: 'available', version: '1.1.0' })
    expect(log.events).toContainEqual({ name: 'updateChecked', facts: { outcome: 'newer' } })
  })

  test('by the user, who is told that the computer is offline', async () => {
    online = false
    const updates = await withRelease()
    expect([updates.state().problem, updates.state().step, updater.checks]).toEqual(['offline', 'idle', 0])
  })

  test('again after an error, which the user sees until then', async () => {
    updater.problem = new UpdateError('server')
    const updates = make()
    updates.start()
    await clock.advance(2 * 60_000)
    expect(updates.state()).toMatchObject({ problem: 'server', step: 'idle', checkedAt: null })
    updater.problem = null
    await clock.advance(8 * HOUR)
    expect(updater.checks).toBe(2)
    expect(updates.state()).toMatchObject({ problem: null, release: { version: '1.1.0' } })
    updates.stop()
  })

  test('not for months after the clock was set back', async () => {
    await withRelease()
    clock.turn(-400 * DAY)
    const updates = make()
    updates.start()
    await clock.advance(2 * 60_000)
    expect(updater.checks).toBe(1)
    await clock.advance(2 * DAY)
    expect(updater.checks).toBe(2)
    updates.stop()
  })
})

describe('a release', () => {
  test('is downloaded when the user wants it, and installed when the app quits', async () => {
    const updates = await withRelease()
    expect(updater.downloads).toHaveLength(0)
    updates.install()
    updates.install()
    await settle()
    expect(updater.downloads).toHaveLength(1)
    updater.downloads[0]?.received(40)
    expect(updates.state()).toMatchObject({ step: 'downloading', received: 40 })
    expect(updates.installAtQuit()).toBe(null)
    updater.downloads[0]?.end.resolve()
    await settle()
    expect(updates.state().step).toBe('ready')
    expect(updates.notice()).toEqual({ kind: 'ready', version: '1.1.0' })
    await updates.installAtQuit()
    expect(updater.installed).toEqual([false])
  })

  test('is installed at once, through the app’s own quit', async () => {
    const updates = await withDownload()
    updates.restart()
    expect([quits, updater.installed]).toEqual([1, []])
    await updates.installAtQuit()
    expect(updater.installed).toEqual([true])
  })

  test('is only announced where it can’t be installed', async () => {
    updater.canInstall = false
    const updates = await withRelease()
    updates.install()
    await settle()
    expect([updates.state().step, updater.downloads.length]).toEqual(['idle', 0])
    expect(updates.notice()).toEqual({ kind: 'available', version: '1.1.0' })
  })

  test('is offered again after some days', async () => {
    const updates = await withRelease()
    updates.start()
    updates.remindLater()
    expect(updates.notice()).toBe(null)
    const statusEvents = events.topics.filter((name) => name === 'status').length
    await clock.advance(3 * DAY + HOUR)
    expect(updates.notice()).toEqual({ kind: 'available', version: '1.1.0' })
    expect(events.topics.filter((name) => name === 'status')).toHaveLength(statusEvents + 1)
    updates.stop()
  })

  test('that came in place of a postponed or skipped one is offered', async () => {
    for (const choose of ['remindLater', 'skipRelease'] as const) {
      updater.found = release('1.1.0')
      const updates = await withRelease()
      updates[choose]()
      expect(updates.notice()).toBe(null)
      updater.found = release('1.2.0')
      updates.check()
      await settle()
      expect(updates.notice()).toEqual({ kind: 'available', version: '1.2.0' })
    }
  })

  test('that the user wanted before a crash is downloaded again', async () => {
    await withDownload()
    updater.downloads = []
    await withRelease()
    expect(updater.downloads).toHaveLength(1)
  })
})

test('nothing is installed while the system shuts down, and that is no error later', async () => {
  const updates = await withDownload()
  updates.systemEnds()
  updates.stop()
  expect(updates.installAtQuit()).toBe(null)
  expect(make().state().problem).toBe(null)
  expect(registry.updateRecord).toMatchObject({ wanted: '1.1.0', installing: null })
})

test('a restart after an end of the system that was stopped installs', async () => {
  const updates = await withDownload()
  updates.systemEnds()
  updates.restart()
  updates.stop()
  expect(updates.installAtQuit()).not.toBe(null)
})

describe('a withdrawn release', () => {
  test.each([null, '1.0.9'])('that the feed replaced by %s is deleted, and not installed', async (version) => {
    const updates = await withDownload()
    updater.found = version === null ? null : release(version)
    updates.check()
    await settle()
    expect(updates.state()).toMatchObject({ step: 'idle', release: updater.found })
    expect([updater.discarded, updates.installAtQuit()]).toEqual([1, null])
  })

  test.each<[string, () => void]>([
    ['replaced', () => (updater.found = release('1.2.0'))],
    ['nothing', () => (updater.found = null)],
    ['no answer', () => (updater.problem = new UpdateError('unreachable'))]
  ])('isn’t installed at quit: %s', async (_answer, change) => {
    const updates = await withDownload()
    change()
    updates.stop()
    await updates.installAtQuit()
    expect(updater.installed).toEqual([])
  })

  test('isn’t waited for long when the app quits', async () => {
    const updates = await withDownload()
    updater.check = (signal) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
    updates.stop()
    const quit = updates.installAtQuit()
    await clock.advance(5_000)
    await quit
    expect([updater.installed, reported]).toEqual([[], []])
  })

  test('that is still listed stays ready, whether the feed answers or not', async () => {
    const updates = await withDownload()
    for (const problem of [null, new UpdateError('unreachable')]) {
      updater.problem = problem
      updates.check()
      await settle()
      expect(updates.state()).toMatchObject({ step: 'ready', problem: null })
    }
    expect([updater.downloads.length, updater.discarded]).toEqual([1, 0])
  })
})

describe('a skipped release', () => {
  test('is not installed at quit, even if it was downloaded', async () => {
    const updates = await withDownload()
    updates.skipRelease()
    updates.stop()
    expect(updates.installAtQuit()).toBe(null)
    expect([updater.installed, updater.discarded]).toEqual([[], 1])
    expect(updates.state()).toMatchObject({ step: 'idle', isSkipped: true })
  })

  test('is not installed if it was skipped while it was downloaded', async () => {
    const updates = await withRelease()
    updates.install()
    await settle()
    updates.skipRelease()
    expect(updater.downloads[0]?.signal.aborted).toBe(true)
    updater.downloads[0]?.end.resolve()
    await settle()
    expect(updates.state()).toMatchObject({ step: 'idle', isSkipped: true, problem: null })
    expect(updates.installAtQuit()).toBe(null)
  })

  test('stays skipped after a start, and can be taken back', async () => {
    const before = await withDownload()
    before.skipRelease()
    const updates = await withRelease()
    expect([updates.state().isSkipped, updates.notice(), updates.state().step]).toEqual([true, null, 'idle'])
    updates.offerAgain()
    expect(updates.notice()).toEqual({ kind: 'available', version: '1.1.0' })
    updates.install()
    await settle()
    expect(updates.state().step).toBe('downloading')
  })
})

describe('what goes wrong', () => {
  test.each(['mismatch', 'signature', 'storage'] as const)(
    '%s: nothing is installed, or tried again by itself',
    async (problem) => {
      const updates = await withRelease()
      updates.install()
      await settle()
      updater.downloads[0]?.end.reject(new UpdateError(problem))
      await settle()
      expect(updates.state()).toMatchObject({ step: 'idle', problem, release: { version: '1.1.0' } })
      expect(updates.installAtQuit()).toBe(null)
      updates.check()
      await settle()
      expect(updater.downloads).toHaveLength(1)
      expect(log.events).toContainEqual({ name: 'updateDownloaded', facts: { outcome: problem } })
    }
  )

  test('a lost connection: it is downloaded after the next check', async () => {
    const updates = await withRelease()
    updates.install()
    await settle()
    updater.downloads[0]?.end.reject(new UpdateError('unreachable'))
    await settle()
    expect(updates.state().problem).toBe('unreachable')
    updates.check()
    await settle()
    expect(updater.downloads).toHaveLength(2)
  })

  test('a cancelled download is no error', async () => {
    const updates = await withRelease()
    updates.install()
    await settle()
    updates.stopInstalling()
    await settle()
    expect(updates.state()).toMatchObject({ step: 'idle', problem: null })
    updates.install()
    await settle()
    expect(updater.downloads).toHaveLength(2)
  })

  test('an installation that had no effect is told after the next start', async () => {
    const updates = await withDownload()
    updates.stop()
    await updates.installAtQuit()
    expect(make('1.0.0').state().problem).toBe('install')
    expect(make('1.0.0').state().problem).toBe(null)
  })

  test('one that worked is not', async () => {
    const updates = await withDownload()
    updates.stop()
    expect(make('1.1.0').state().problem).toBe(null)
    expect(registry.updateRecord).toMatchObject({ wanted: null, installing: null })
  })

  test('a bug is reported, and shown as an error', async () => {
    const bug = new TypeError('x is not a function')
    updater.check = () => Promise.reject(bug)
    const updates = await withRelease()
    expect([updates.state().problem, reported]).toEqual(['unreachable', [bug]])
  })

  test('erasing everything ends a download and forgets the choices', async () => {
    const updates = await withRelease()
    updates.install()
    await settle()
    await updates.reset()
    expect(updates.state()).toMatchObject({ step: 'idle', release: null, isSkipped: false, checkedAt: null })
    expect([updater.downloads[0]?.signal.aborted, updater.discarded]).toEqual([true, 1])
  })
})
