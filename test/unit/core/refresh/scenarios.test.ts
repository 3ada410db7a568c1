/**
 * When each account is asked for what, as timelines on a fake clock. A line of a timeline is
 * `<seconds since the last note> <account>: <topics>`; `all` is profile, catalogue and invoices. Account 1 is open at the start.
 * The refresh interval is 15 minutes (900 s) without jitter, the gap between two other accounts is 3 s.
 */
import { describe, expect, test } from 'vitest'
import type { ErrorInfo } from '../../../../src/shared/ipc/error.ts'
import { settle } from '../../../support/ports.ts'
import { signIn } from '../launch.ts'
import { HOUR, MINUTE, Rounds } from './rounds.ts'

const SECOND = 1_000
const TOPICS = ['catalogue', 'invoices', 'profile']

/** Runs one scenario: actions change the world, `expect…` calls compare what was asked since the last note. */
class Scenario {
  rounds = new Rounds()
  #noted = 0

  get refresh() {
    return this.rounds.refresh
  }
  /** A launch with that many accounts, the round at the start included. */
  async launch(accounts: number): Promise<void> {
    await this.rounds.relaunch(accounts)
    await this.refresh.start()
    await settle()
  }
  /** The same, one minute after the start; nothing of it is in the timeline. */
  async started(accounts: number): Promise<void> {
    await this.rounds.started(accounts)
    this.note()
  }
  note(): void {
    this.rounds.clear()
    this.#noted = this.rounds.clock.elapsed()
  }
  /** What was asked within that time, from now on. */
  async during(ms: number): Promise<string[]> {
    this.note()
    await this.rounds.pass(ms)
    return this.timeline()
  }
  timeline(): string[] {
    const moments = new Map<string, string[]>()
    for (const { call, at } of this.rounds.times) {
      const [topic = '', token = ''] = call.split(' of token-')
      const moment = `${(at - this.#noted) / SECOND} ${token}`
      moments.set(moment, [...(moments.get(moment) ?? []), topic])
    }
    const inOrder = [...moments].toSorted(([one], [other]) => {
      const [at = 0, account = 0] = one.split(' ').map(Number)
      const [otherAt = 0, otherAccount = 0] = other.split(' ').map(Number)
      return at - otherAt || account - otherAccount
    })
    return inOrder.map(([moment, topics]) => {
      const sorted = topics.toSorted()
      return `${moment}: ${sorted.join() === TOPICS.join() ? 'all' : sorted.join(' ')}`
    })
  }
  /** The timeline without its times. */
  calls(): string[] {
    return this.timeline()
      .map((line) => line.replace(/^\S+ /, ''))
      .toSorted()
  }
  fails(calls: RegExp, error: ErrorInfo): void {
    this.rounds.failing = (call) => (calls.test(call) ? error : null)
  }
  works(): void {
    this.rounds.failing = () => null
  }
  /** Answers of these calls are held back. @returns lets them arrive */
  hold(calls: RegExp): () => Promise<void> {
    const late = Promise.withResolvers<void>()
    Object.assign(this.rounds, { held: late.promise, holding: calls })
    return async () => {
      this.rounds.held = null
      late.resolve()
      await settle()
    }
  }
  in(ms: number): string {
    return new Date(this.rounds.clock.now().getTime() + ms).toISOString()
  }
  open(id: string): Promise<void> {
    return this.rounds.session.switchTo(id).then(settle)
  }
  credential(id: string) {
    return this.rounds.session.state().accounts.find(({ account }) => account.id === id)?.credential
  }
  lock(): void {
    this.rounds.paused = true
  }
  unlock(): void {
    this.rounds.paused = false
    this.refresh.nudge()
  }
  sleep(ms: number): void {
    this.refresh.sleeps()
    this.rounds.clock.turn(ms)
    this.refresh.wakes()
  }
  every(minutes: Rounds['minutes']): void {
    this.rounds.minutes = minutes
    this.refresh.settingsChanged()
  }
}

type Row = [name: string, run: (s: Scenario) => Promise<void>]
const table = (name: string, rows: Row[]): void =>
  void describe(name, () => {
    test.each(rows)('%s', async (_name, run) => run(new Scenario()))
  })

table('the interval', [
  [
    'a launch asks the open account for all, then each other account for its invoices',
    async (s) => {
      await s.launch(3)
      await s.rounds.pass(10 * SECOND)
      expect(s.timeline()).toEqual(['0 1: all', '3 2: invoices', '6 3: invoices'])
    }
  ],
  [
    'each account is asked again 15 minutes after its last answer, one at a time',
    async (s) => {
      await s.launch(2)
      expect(await s.during(31 * MINUTE)).toEqual([
        '3 2: invoices',
        '900 1: all',
        '903 2: invoices',
        '1800 1: all',
        '1803 2: invoices'
      ])
      expect(s.rounds.mostAtOnce).toBe(1)
    }
  ],
  [
    'an account that does not answer holds up the other accounts',
    async (s) => {
      await s.started(3)
      const arrive = s.hold(/token-2/)
      expect(await s.during(20 * MINUTE)).toEqual(['840 1: all', '843 2: invoices'])
      await arrive()
      expect(await s.during(10 * SECOND)).toEqual(['3 3: invoices'])
    }
  ],
  [
    'one topic that the person refreshes moves no other',
    async (s) => {
      await s.started(1)
      await s.refresh.run('invoices')
      expect(s.timeline()).toEqual(['0 1: invoices'])
      expect(await s.during(15 * MINUTE)).toEqual(['840 1: all'])
    }
  ]
])

table('backoff', [
  [
    'waits double from 2 s to 5 min, and end with the first success',
    async (s) => {
      await s.started(1)
      s.fails(/./, { code: 'UNREACHABLE' })
      await s.refresh.run(null)
      expect(await s.during(20 * MINUTE)).toEqual(
        [2, 6, 14, 30, 62, 126, 254, 510, 810, 1110].map((at) => `${at} 1: all`)
      )
      expect(s.refresh.reach()).toBe('offline')
      s.works()
      expect(await s.during(20 * MINUTE)).toEqual(['210 1: all', '1110 1: all'])
      expect(s.refresh.reach()).toBe('online')
    }
  ],
  [
    'each account has its own',
    async (s) => {
      await s.started(2)
      s.fails(/token-2/, { code: 'SERVER' })
      expect(await s.during(15 * MINUTE)).toEqual([
        '840 1: all',
        ...[843, 846, 850, 858, 874].map((at) => `${at} 2: invoices`)
      ])
    }
  ],
  [
    'an error that does not pass by itself waits for the interval',
    async (s) => {
      await s.started(1)
      s.fails(/invoices/, { code: 'BAD_REPLY' })
      await s.refresh.run(null)
      expect(await s.during(16 * MINUTE)).toEqual(['900 1: all'])
    }
  ]
])

table('Retry-After', [
  [
    'the open account is left alone until then, whatever happens; the person may ask',
    async (s) => {
      await s.started(1)
      s.fails(/invoices/, { code: 'RATE_LIMITED', retryAt: s.in(HOUR) })
      await s.refresh.run(null)
      s.works()
      s.refresh.nudge()
      s.sleep(MINUTE)
      s.every(5)
      expect(await s.during(58 * MINUTE)).toEqual([])
      await s.refresh.run(null)
      expect(s.timeline()).toEqual(['3480 1: all'])
    }
  ],
  [
    'another account is left alone until then, also when it is opened',
    async (s) => {
      await s.started(2)
      s.fails(/token-2/, { code: 'RATE_LIMITED', retryAt: s.in(2 * HOUR) })
      await s.rounds.pass(15 * MINUTE)
      s.works()
      await s.open('id-2')
      expect((await s.during(HOUR)).filter((line) => line.includes(' 2:'))).toEqual([])
      expect((await s.during(46 * MINUTE)).filter((line) => line.includes(' 2:'))).toEqual(['2700 2: all'])
    }
  ],
  [
    'a clock that is set does not change the wait',
    async (s) => {
      await s.started(1)
      s.fails(/invoices/, { code: 'RATE_LIMITED', retryAt: s.in(HOUR) })
      await s.refresh.run(null)
      s.works()
      s.rounds.clock.turn(-24 * HOUR)
      expect(await s.during(61 * MINUTE)).toEqual(['3600 1: all'])
    }
  ]
])

table('wake', [
  [
    'the open account is asked at once, the other accounts when they are due',
    async (s) => {
      await s.started(2)
      s.note()
      s.sleep(5 * MINUTE)
      await s.rounds.pass(10 * MINUTE)
      expect(s.timeline()).toEqual(['0 1: all', '543 2: invoices'])
    }
  ],
  [
    'after a long sleep all are asked once',
    async (s) => {
      await s.started(3)
      s.note()
      s.sleep(8 * HOUR)
      await s.rounds.pass(MINUTE)
      expect(s.timeline()).toEqual(['0 1: all', '3 2: invoices', '6 3: invoices'])
    }
  ],
  [
    'within a minute of the last round nothing is asked',
    async (s) => {
      await s.started(1)
      await s.refresh.run(null)
      s.note()
      s.sleep(30 * SECOND)
      await s.rounds.pass(MINUTE)
      expect(s.timeline()).toEqual([])
    }
  ],
  [
    'accounts that were not reached are tried at once',
    async (s) => {
      await s.started(2)
      s.fails(/./, { code: 'UNREACHABLE' })
      await s.refresh.all.run()
      await s.rounds.pass(20 * MINUTE)
      s.works()
      s.note()
      s.sleep(SECOND)
      await s.rounds.pass(10 * SECOND)
      expect(s.calls()).toEqual(['1: all', '2: invoices'])
    }
  ]
])

table('network back', [
  [
    'accounts that were not reached are tried within 5 s',
    async (s) => {
      await s.started(2)
      s.rounds.online = false
      s.fails(/./, { code: 'OFFLINE' })
      await s.refresh.all.run()
      await s.rounds.pass(20 * MINUTE)
      s.rounds.online = true
      s.works()
      await s.during(10 * SECOND)
      expect(s.calls()).toEqual(['1: all', '2: invoices'])
    }
  ],
  [
    'a network that comes and goes hurries nobody to more than once in 10 s',
    async (s) => {
      await s.started(1)
      s.rounds.online = false
      s.fails(/./, { code: 'OFFLINE' })
      await s.refresh.run(null)
      await s.rounds.pass(5 * MINUTE)
      s.note()
      for (let times = 0; times < 8; times += 1) {
        s.rounds.online = !s.rounds.online
        await s.rounds.pass(5 * SECOND)
      }
      const at = s.timeline().map((line) => Number(line.split(' ')[0]))
      expect(at.length).toBeGreaterThan(2)
      for (const [n, one] of at.slice(1).entries()) expect(one - (at[n] ?? 0)).toBeGreaterThanOrEqual(10)
    }
  ]
])

table('app lock', [
  [
    'nothing is asked and no timer runs while the app is locked; unlocking makes up for it',
    async (s) => {
      await s.started(3)
      s.lock()
      expect(await s.during(HOUR)).toEqual([])
      expect(s.rounds.clock.planned()).toEqual([])
      s.note()
      s.unlock()
      await s.rounds.pass(MINUTE)
      expect(s.timeline()).toEqual(['0 1: all', '3 2: invoices', '6 3: invoices'])
    }
  ],
  [
    'unlocking before anything is due asks nothing',
    async (s) => {
      await s.started(2)
      s.lock()
      await s.rounds.pass(MINUTE)
      s.unlock()
      expect(await s.during(MINUTE)).toEqual([])
    }
  ],
  [
    'a refresh that the person asked for while it was locked happens at unlocking',
    async (s) => {
      await s.started(1)
      s.lock()
      await s.refresh.run('invoices')
      s.note()
      s.unlock()
      await s.rounds.pass(SECOND)
      expect(s.timeline()).toEqual(['0 1: all'])
    }
  ],
  [
    'Refresh all that was locked midway ends, without a result',
    async (s) => {
      await s.started(6)
      const arrive = s.hold(/./)
      const done = s.refresh.all.run()
      await settle()
      s.lock()
      await arrive()
      await done
      expect(s.timeline()).toEqual(['0 1: all', '0 2: invoices', '0 3: invoices', '0 4: invoices'])
      expect(s.refresh.all.status()).toBeNull()
    }
  ]
])

table('off', [
  [
    'nothing is asked by itself: on start, at waking, at unlocking, after an error, with the network back',
    async (s) => {
      s.rounds.minutes = 0
      await s.rounds.relaunch(2)
      await s.refresh.start()
      s.sleep(8 * HOUR)
      s.unlock()
      expect(await s.during(HOUR)).toEqual([])
      s.fails(/./, { code: 'OFFLINE' })
      s.rounds.online = false
      await s.refresh.all.run()
      expect(s.timeline()).toEqual(['3600 1: all', '3600 2: invoices'])
      s.rounds.online = true
      s.unlock()
      expect(await s.during(HOUR)).toEqual([])
      expect(s.rounds.clock.planned()).toEqual([])
    }
  ],
  [
    'opening another account and signing in still ask',
    async (s) => {
      s.rounds.minutes = 0
      await s.rounds.relaunch(2)
      await s.refresh.start()
      s.note()
      await s.open('id-2')
      await signIn(s.rounds.session, 'person-3@example.com')
      await settle()
      expect(s.timeline()).toEqual(['0 2: all', '0 3: all'])
      expect(await s.during(HOUR)).toEqual([])
    }
  ],
  [
    'switched on, what is due is asked; switched off again, nothing more',
    async (s) => {
      s.rounds.minutes = 0
      await s.rounds.relaunch(2)
      await s.refresh.start()
      await s.rounds.pass(HOUR)
      s.note()
      s.every(15)
      await s.rounds.pass(10 * SECOND)
      expect(s.calls()).toEqual(['1: all', '2: invoices'])
      s.every(0)
      expect(await s.during(HOUR)).toEqual([])
    }
  ],
  [
    'a shorter interval counts from the last round',
    async (s) => {
      await s.started(2)
      s.every(5)
      expect(await s.during(5 * MINUTE)).toEqual(['240 1: all', '243 2: invoices'])
    }
  ]
])

table('late answers', [
  [
    'of an account that was left land nowhere, and its invoices are asked for again soon',
    async (s) => {
      await s.started(2)
      await s.rounds.pass(MINUTE)
      s.note()
      const arrive = s.hold(/token-1/)
      void s.refresh.run(null)
      await settle()
      s.rounds.fetched = []
      await s.open('id-2')
      expect(s.timeline()).toEqual(['0 1: all', '0 2: all'])
      await arrive()
      expect(s.rounds.fetched).toEqual(['id-2'])
      expect(await s.during(MINUTE)).toEqual(['3 1: invoices'])
    }
  ],
  [
    'of another account that is signed out meanwhile land nowhere',
    async (s) => {
      await s.started(2)
      const arrive = s.hold(/token-2/)
      void s.refresh.all.run()
      await settle()
      s.rounds.fetched = []
      await s.rounds.session.signOut('id-2', false)
      await arrive()
      expect(s.rounds.fetched).toEqual([])
      expect((await s.during(HOUR)).filter((line) => line.includes(' 2:'))).toEqual([])
    }
  ],
  [
    'after the end of the app land nowhere, and plan nothing',
    async (s) => {
      await s.started(2)
      const arrive = s.hold(/./)
      void s.refresh.all.run()
      await settle()
      s.rounds.fetched = []
      s.refresh.stop()
      await arrive()
      expect(s.rounds.fetched).toEqual([])
      expect(s.rounds.clock.planned()).toEqual([])
    }
  ]
])

table('switching accounts', [
  [
    'back and forth within a minute asks nothing twice',
    async (s) => {
      await s.launch(2)
      await s.open('id-2')
      s.note()
      await s.open('id-1')
      await s.open('id-2')
      expect(await s.during(30 * SECOND)).toEqual([])
    }
  ],
  [
    'an account fetched in the background a moment ago is asked for the rest only',
    async (s) => {
      await s.launch(2)
      await s.rounds.pass(5 * SECOND)
      s.note()
      await s.open('id-2')
      expect(s.timeline()).toEqual(['0 2: catalogue profile'])
    }
  ],
  [
    'an account whose invoices are on their way waits for these',
    async (s) => {
      await s.started(2)
      const arrive = s.hold(/token-2/)
      void s.refresh.all.run()
      await settle()
      s.note()
      await s.open('id-2')
      expect(s.timeline()).toEqual(['0 2: catalogue profile'])
      expect(s.rounds.freshness.of('invoices', null).refreshing).toBe(true)
      await arrive()
      expect(s.rounds.freshness.of('invoices', null)).toMatchObject({ refreshing: false, error: null })
    }
  ],
  [
    'rounds broken off again and again begin at most every 2 s',
    async (s) => {
      await s.started(2)
      await s.rounds.pass(MINUTE)
      s.hold(/./)
      s.note()
      for (let times = 0; times < 20; times += 1) {
        await s.open('id-2')
        await s.open('id-1')
        await s.rounds.pass(100)
      }
      expect(s.timeline()).toEqual(['0 1: all', '0 2: all', '2 1: all'])
    }
  ],
  [
    'the account that was left goes on in the background when it was due',
    async (s) => {
      await s.started(2)
      await s.open('id-2')
      expect(await s.during(15 * MINUTE)).toEqual(['840 1: invoices', '900 2: all'])
    }
  ]
])

table('Refresh all', [
  [
    'asks four accounts at once and counts those that failed',
    async (s) => {
      await s.started(6)
      s.fails(/token-[25]/, { code: 'SERVER' })
      await s.refresh.all.run()
      expect(s.timeline()).toEqual(['0 1: all', ...[2, 3, 4, 5, 6].map((n) => `0 ${n}: invoices`)])
      expect(s.rounds.mostAtOnce).toBe(4)
      expect(s.refresh.all.status()).toMatchObject({ running: false, accounts: 6, failed: 2 })
    }
  ],
  [
    'checks the open account also when another one is opened meanwhile',
    async (s) => {
      await s.started(2)
      const arrive = s.hold(/./)
      const done = s.refresh.all.run()
      await settle()
      s.note()
      await s.open('id-2')
      await arrive()
      await done
      expect(s.timeline()).toEqual(['0 1: invoices', '0 2: catalogue profile'])
      expect(s.refresh.all.status()).toMatchObject({ accounts: 2, failed: 0 })
    }
  ],
  [
    'leaves out whoever signs out meanwhile',
    async (s) => {
      await s.started(3)
      const arrive = s.hold(/./)
      const done = s.refresh.all.run()
      await settle()
      await s.rounds.session.signOut('id-2', false)
      await arrive()
      await done
      expect(s.refresh.all.status()).toMatchObject({ accounts: 2, failed: 0 })
    }
  ]
])

table('a locked keychain', [
  [
    'is asked once, and nothing is planned until it is found open',
    async (s) => {
      await s.rounds.relaunch(3)
      s.rounds.keychain.keychainError = 'KEYCHAIN_LOCKED'
      const { reads } = s.rounds.keychain
      await s.refresh.start()
      s.refresh.nudge()
      s.sleep(HOUR)
      await s.refresh.all.run()
      expect(await s.during(HOUR)).toEqual([])
      expect(s.rounds.keychain.reads - reads).toBe(1)
      expect(s.rounds.clock.planned()).toEqual([])
      s.rounds.keychain.keychainError = null
      s.note()
      await s.rounds.session.retryKeychain()
      await s.rounds.pass(MINUTE)
      expect(s.timeline()).toEqual(['0 1: all', '3 2: invoices', '6 3: invoices'])
    }
  ]
])

table('a refused token', [
  [
    'ends the sign-in after a whole round, then nothing is asked',
    async (s) => {
      await s.started(1)
      s.fails(/./, { code: 'UNAUTHORIZED', status: 401 })
      s.refresh.revalidate()
      await settle()
      expect(s.timeline()).toEqual(['0 1: all'])
      expect(s.credential('id-1')).toBe('refused')
      s.refresh.nudge()
      s.sleep(HOUR)
      await s.refresh.run(null)
      expect(await s.during(HOUR)).toEqual([])
    }
  ],
  [
    'for one topic begins a whole round, which settles it for a minute',
    async (s) => {
      await s.started(1)
      s.fails(/invoices/, { code: 'UNAUTHORIZED', status: 401 })
      await s.refresh.run('invoices')
      expect(s.rounds.asked).toHaveLength(4)
      expect(s.credential('id-1')).toBe('kept')
      s.note()
      s.refresh.revalidate()
      await settle()
      s.refresh.revalidate()
      await settle()
      expect(s.timeline()).toEqual(['0 1: all'])
    }
  ],
  [
    'in the background is shown and ends no sign-in; the round after opening decides',
    async (s) => {
      await s.started(2)
      s.fails(/token-2/, { code: 'UNAUTHORIZED', status: 401 })
      await s.refresh.all.run()
      expect(s.refresh.other('id-2').error).toMatchObject({ code: 'UNAUTHORIZED' })
      expect(s.credential('id-2')).toBe('kept')
      await s.open('id-2')
      expect(s.credential('id-2')).toBe('refused')
    }
  ],
  [
    'of an earlier sign-in does not end the new one',
    async (s) => {
      await s.started(1)
      s.fails(/token-1/, { code: 'UNAUTHORIZED', status: 401 })
      const arrive = s.hold(/token-1/)
      void s.refresh.run(null)
      await settle()
      await signIn(s.rounds.session, 'person-1@example.com')
      await arrive()
      expect(s.credential('id-1')).toBe('kept')
      expect(await s.during(5 * SECOND)).toEqual(['2 2: all'])
    }
  ]
])
