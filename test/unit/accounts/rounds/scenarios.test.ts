/**
 * When each account is asked for what, as timelines on a fake clock. A line of a timeline is
 * `<seconds since the last note> <account>: <topics>`; `all` is profile, catalogue and invoices. Account 1 is shown at the start.
 * The refresh interval is 15 minutes (900 s) without jitter, the gap between two other accounts is 3 s.
 */
import { describe, expect, test } from 'vitest'
import { AppError, type ErrorInfo } from '../../../../src/shared/ipc/error.ts'
import { settle } from '../../../support/ports.ts'
import { connection, shownIn, signIn } from '../../app/launch.ts'
import { DAY, HOUR, MINUTE, Rounds, SECOND } from './rounds.ts'

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
  async during(ms: number, action: () => void = () => undefined): Promise<string[]> {
    this.note()
    action()
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
  /** Holds back these calls of a refresh that has begun. */
  async held<T>(calls: RegExp, refresh: () => Promise<T>) {
    const arrive = this.hold(calls)
    const done = refresh()
    await settle()
    return { arrive, done }
  }
  in(ms: number): string {
    return new Date(this.rounds.clock.now().getTime() + ms).toISOString()
  }
  /** Minutes until the shown account's next round; null: none is planned. */
  next(): number | null {
    const at = this.rounds.shown?.nextTryAt ?? null
    return at === null ? null : (Date.parse(at) - this.rounds.clock.now().getTime()) / MINUTE
  }
  async open(id: string): Promise<void> {
    this.rounds.accounts.show(id)
    await settle()
  }
  credential(id: string) {
    return this.rounds.accounts.state().accounts.find(({ account }) => account.id === id)?.credential
  }
  lock(): void {
    this.rounds.core.heard.locked = true
  }
  unlock(): void {
    this.rounds.core.heard.locked = false
    this.refresh.retryNow()
  }
  sleep(ms: number): void {
    this.rounds.clock.sleep(ms)
    this.refresh.systemWoke()
  }
  every(minutes: Rounds['minutes']): void {
    this.rounds.minutes = minutes
    this.refresh.settingsChanged()
  }
}

/** @param accounts started one minute before; 0: the scenario starts itself */
const scenario = (name: string, accounts: number, run: (s: Scenario) => Promise<void>): void =>
  void test(name, async () => {
    const s = new Scenario()
    if (accounts > 0) await s.started(accounts)
    await run(s)
  })

describe('the interval', () => {
  scenario('a launch asks the account shown for all, then each other account for its invoices', 0, async (s) => {
    await s.launch(3)
    await s.rounds.pass(10 * SECOND)
    expect(s.timeline()).toEqual(['0 1: all', '3 2: invoices', '6 3: invoices'])
  })

  scenario('while balances are watched, the other accounts are asked for their profiles, too', 0, async (s) => {
    s.rounds.isBalanceWatched = true
    await s.launch(2)
    await s.rounds.pass(10 * SECOND)
    expect(s.timeline()).toEqual(['0 1: all', '3 2: invoices profile'])
  })

  scenario('where the provider has plans, each account is asked for them with its invoices', 2, async (s) => {
    for (const id of ['id-1', 'id-2'])
      await s.rounds.accounts.changeConnection(id, { ...connection, plans: { path: '/plans' } })
    expect(await s.during(20 * MINUTE)).toEqual([
      '0 1: catalogue invoices plans profile',
      '843 2: invoices plans',
      '900 1: catalogue invoices plans profile'
    ])
  })

  describe('of plans', () => {
    const path = '/plans'
    const withPlans = async (s: Scenario): Promise<void> => {
      for (const id of ['id-1', 'id-2'])
        await s.rounds.accounts.changeConnection(id, { ...connection, plans: { path } })
      await settle()
    }
    const plansOnly = { invoices: null, products: null, profile: null }

    scenario('that always fail, the other topics keep theirs', 2, async (s) => {
      s.fails(/plans/, { code: 'SERVER' })
      await withPlans(s)
      expect(await s.during(20 * MINUTE)).toEqual(['843 2: invoices plans', '900 1: catalogue invoices plans profile'])
      await s.rounds.fetch('plans')
      expect([s.rounds.error('plans')?.code, s.next()]).toEqual(['SERVER', 10])
    })

    scenario('for which the provider asks to wait, the other topics don’t wait, and plans do', 2, async (s) => {
      s.fails(/plans/, { code: 'RATE_LIMITED', retryAt: s.in(40 * MINUTE) })
      await withPlans(s)
      expect(await s.during(46 * MINUTE)).toEqual([
        '843 2: invoices plans',
        '900 1: all',
        '1743 2: invoices',
        '1800 1: all',
        '2643 2: invoices plans',
        '2700 1: catalogue invoices plans profile'
      ])
    })

    scenario('without another topic, their errors count', 1, async (s) => {
      s.fails(/plans/, { code: 'SERVER' })
      await s.rounds.accounts.changeConnection('id-1', { ...connection, plans: { path }, ...plansOnly })
      expect(await s.during(10 * SECOND)).toEqual(['0 1: plans', '2 1: plans', '6 1: plans'])
    })

    scenario('without another topic, an account that isn’t shown was asked, and takes its turn', 0, async (s) => {
      await s.rounds.relaunch(3)
      for (const id of ['id-2', 'id-3'])
        await s.rounds.accounts.changeConnection(id, { ...connection, plans: { path }, ...plansOnly })
      await s.refresh.start()
      await s.rounds.pass(10 * SECOND)
      expect(s.timeline()).toEqual(['0 1: all', '3 2: plans', '6 3: plans'])
      const wasNeverAsked = s.rounds.accounts.all.map(({ rounds }) => rounds.wasNeverAsked)
      expect(wasNeverAsked).toEqual([false, false, false])
      // The interval counts from the last call.
      s.every(30)
      expect(await s.during(31 * MINUTE)).toEqual(['1790 1: all', '1793 2: plans', '1796 3: plans'])
    })
  })

  scenario('each account is asked again 15 minutes after its last answer, one at a time', 0, async (s) => {
    await s.launch(2)
    expect(await s.during(31 * MINUTE)).toEqual([
      '3 2: invoices',
      '900 1: all',
      '903 2: invoices',
      '1800 1: all',
      '1803 2: invoices'
    ])
    expect(s.rounds.mostAtOnce).toBe(1)
  })

  scenario('an account that does not answer holds up the other accounts', 3, async (s) => {
    const arrive = s.hold(/token-2/)
    expect(await s.during(20 * MINUTE)).toEqual(['840 1: all', '843 2: invoices'])
    await arrive()
    expect(await s.during(10 * SECOND)).toEqual(['3 3: invoices'])
  })

  scenario('one topic that the person refreshes moves no other', 1, async (s) => {
    await s.rounds.fetch('invoices')
    expect(s.timeline()).toEqual(['0 1: invoices'])
    expect(await s.during(15 * MINUTE)).toEqual(['840 1: all'])
  })

  scenario('is a tenth longer or shorter, by chance', 1, async (s) => {
    for (const [chance, minutes] of [
      [0, 13.5],
      [0.5, 15],
      [1, 16.5]
    ] as const) {
      s.rounds.clock.chance = chance
      await s.rounds.fetch(null)
      expect(s.next()).toBeCloseTo(minutes)
    }
  })

  scenario('an account that does not answer holds up nothing that the person asks for', 2, async (s) => {
    s.hold(/token-2/)
    await s.rounds.pass(15 * MINUTE)
    s.note()
    void s.rounds.fetch(null)
    await settle()
    expect(s.timeline()).toEqual(['0 1: all'])
  })

  scenario('what is asked for twice at once is one call and plans one round', 1, async (s) => {
    await Promise.all([s.rounds.fetch('catalogue'), s.rounds.fetch(null), s.rounds.fetch('catalogue')])
    expect(s.timeline()).toEqual(['0 1: all'])
    s.fails(/./, { code: 'UNREACHABLE' })
    await Promise.all([s.rounds.fetch(null), s.rounds.fetch(null)])
    expect(await s.during(3 * SECOND)).toEqual(['2 1: all'])
  })

  scenario('the sample, and an account that is signed in until quit, are asked like the others', 0, async (s) => {
    await s.rounds.accounts.signIn({ kind: 'sample', data: 'good' })
    s.rounds.keychain.keychainError = 'KEYCHAIN_MISSING'
    await signIn(s.rounds.accounts)
    await s.rounds.pass(MINUTE)
    expect(s.credential('id-2')).toBe('memory')
    expect(await s.during(15 * MINUTE)).toEqual(['840 2: all', '843 1: invoices'])
  })

  scenario('a new name or another place in the list asks nothing', 2, async (s) => {
    s.rounds.accounts.rename('id-1', 'Work')
    s.rounds.accounts.move('id-2', 0)
    expect(await s.during(MINUTE)).toEqual([])
  })

  scenario('a clock that is set neither stops nor hurries anybody', 0, async (s) => {
    for (const ms of [-DAY, 365 * DAY]) {
      await s.started(1)
      s.rounds.clock.turn(ms)
      s.refresh.retryNow()
      expect(await s.during(15 * MINUTE)).toEqual(['840 1: all'])
      await s.rounds.accounts.remove('id-1')
      s = new Scenario()
    }
  })
})

describe('backoff', () => {
  scenario('waits double from 2 s to 5 min, and end with the first success', 1, async (s) => {
    s.fails(/./, { code: 'UNREACHABLE' })
    await s.rounds.fetch(null)
    expect(await s.during(20 * MINUTE)).toEqual(
      [2, 6, 14, 30, 62, 126, 254, 510, 810, 1110].map((at) => `${at} 1: all`)
    )
    expect(s.rounds.shown?.reach).toBe('unreachable')
    s.works()
    expect(await s.during(20 * MINUTE)).toEqual(['210 1: all', '1110 1: all'])
    expect(s.rounds.shown?.reach).toBe('online')
  })

  scenario('each account has its own', 2, async (s) => {
    s.fails(/token-2/, { code: 'SERVER' })
    expect(await s.during(15 * MINUTE)).toEqual([
      '840 1: all',
      ...[843, 846, 850, 858, 874].map((at) => `${at} 2: invoices`)
    ])
  })

  scenario('an error that does not pass by itself waits for the interval', 1, async (s) => {
    s.fails(/invoices/, { code: 'BAD_REPLY' })
    await s.rounds.fetch(null)
    expect(await s.during(16 * MINUTE)).toEqual(['900 1: all'])
  })

  scenario('begins with one topic that failed, too', 1, async (s) => {
    s.fails(/catalogue/, { code: 'UNREACHABLE' })
    await s.rounds.fetch('catalogue')
    expect(s.rounds.shown?.reach).toBe('unreachable')
    expect(await s.during(5 * SECOND)).toEqual(['2 1: all'])
  })

  scenario('ends when the provider is seen to answer otherwise', 1, async (s) => {
    s.fails(/./, { code: 'UNREACHABLE' })
    await s.rounds.fetch(null)
    await s.rounds.pass(10 * MINUTE)
    s.works()
    s.note()
    s.refresh.retryNow()
    await settle()
    expect(s.timeline()).toEqual(['0 1: all'])
    expect(s.rounds.shown?.reach).toBe('online')
  })

  scenario('goes on where it was when the account is left and shown again', 2, async (s) => {
    s.fails(/token-1/, { code: 'UNREACHABLE' })
    await s.rounds.fetch(null)
    s.note()
    await s.open('id-2')
    expect(s.rounds.error('invoices')).toBeNull()
    await s.open('id-1')
    expect(s.rounds.error('invoices')).toMatchObject({ code: 'UNREACHABLE' })
    expect(await s.during(7 * SECOND)).toEqual(['2 1: all', '6 1: all'])
  })

  scenario('of an account that was not reached in the background goes on when it is shown', 0, async (s) => {
    await s.rounds.relaunch(2)
    s.fails(/token-2/, { code: 'UNREACHABLE' })
    await s.refresh.start()
    await s.rounds.pass(3 * SECOND)
    await s.open('id-2')
    expect(await s.during(3 * SECOND)).toEqual(['2 2: all'])
  })
})

describe('Retry-After', () => {
  scenario('the account shown is left alone until then, whatever happens; the person may ask', 1, async (s) => {
    s.fails(/invoices/, { code: 'RATE_LIMITED', retryAt: s.in(HOUR) })
    await s.rounds.fetch(null)
    s.works()
    s.refresh.retryNow()
    s.sleep(MINUTE)
    s.every(5)
    expect(await s.during(58 * MINUTE)).toEqual([])
    await s.rounds.fetch(null)
    expect(s.timeline()).toEqual(['3480 1: all'])
  })

  scenario('another account is left alone until then, also when it is shown', 2, async (s) => {
    s.fails(/token-2/, { code: 'RATE_LIMITED', retryAt: s.in(2 * HOUR) })
    await s.rounds.pass(15 * MINUTE)
    s.works()
    await s.open('id-2')
    expect((await s.during(HOUR)).filter((line) => line.includes(' 2:'))).toEqual([])
    expect((await s.during(46 * MINUTE)).filter((line) => line.includes(' 2:'))).toEqual(['2700 2: all'])
  })

  scenario('a clock that is set does not change the wait', 1, async (s) => {
    s.fails(/invoices/, { code: 'RATE_LIMITED', retryAt: s.in(HOUR) })
    await s.rounds.fetch(null)
    s.works()
    s.rounds.clock.turn(-24 * HOUR)
    expect(await s.during(61 * MINUTE)).toEqual(['3600 1: all'])
  })

  scenario('a wait of a year is no timer that ends at once', 1, async (s) => {
    s.fails(/./, { code: 'RATE_LIMITED', retryAt: s.in(365 * DAY) })
    await s.rounds.fetch(null)
    expect(s.rounds.planned()).toHaveLength(1)
    expect(await s.during(7 * DAY)).toEqual([])
  })

  scenario('holds while the network comes back, and when the interval is switched off and on', 1, async (s) => {
    s.rounds.online = false
    const retryAt = s.in(HOUR)
    s.rounds.failing = (call) => (/invoices/.test(call) ? { code: 'RATE_LIMITED', retryAt } : { code: 'OFFLINE' })
    await s.rounds.fetch(null)
    s.rounds.online = true
    s.works()
    expect(await s.during(30 * MINUTE)).toEqual([])
    s.every(0)
    s.every(5)
    expect(await s.during(29 * MINUTE)).toEqual([])
    expect(await s.during(2 * MINUTE)).toEqual(['60 1: all'])
  })
})

describe('wake', () => {
  scenario('the account shown is asked at once, the other accounts when they are due', 2, async (s) => {
    expect(await s.during(10 * MINUTE, () => s.sleep(5 * MINUTE))).toEqual(['0 1: all', '543 2: invoices'])
  })

  scenario('after a long sleep all are asked once', 3, async (s) => {
    expect(await s.during(MINUTE, () => s.sleep(8 * HOUR))).toEqual(['0 1: all', '3 2: invoices', '6 3: invoices'])
  })

  scenario('within a minute of the last round nothing is asked', 1, async (s) => {
    await s.rounds.fetch(null)
    expect(await s.during(MINUTE, () => s.sleep(30 * SECOND))).toEqual([])
  })

  scenario('also then another account that became due meanwhile is asked', 2, async (s) => {
    await s.rounds.pass(830 * SECOND)
    await s.rounds.fetch(null)
    expect(await s.during(SECOND, () => s.sleep(30 * SECOND))).toEqual(['0 2: invoices'])
  })

  scenario('accounts that were not reached are tried at once', 2, async (s) => {
    s.fails(/./, { code: 'UNREACHABLE' })
    await s.refresh.fetchAllAccounts()
    await s.rounds.pass(20 * MINUTE)
    s.works()
    s.note()
    s.sleep(SECOND)
    await s.rounds.pass(10 * SECOND)
    expect(s.calls()).toEqual(['1: all', '2: invoices'])
  })

  scenario('within the time that the provider asked for nothing is asked', 1, async (s) => {
    s.fails(/./, { code: 'RATE_LIMITED', retryAt: s.in(HOUR) })
    await s.rounds.fetch(null)
    expect(await s.during(MINUTE, () => s.sleep(30 * MINUTE))).toEqual([])
    s.works()
    s.sleep(HOUR)
    await s.rounds.pass(SECOND)
    expect(s.timeline()).toEqual(['60 1: all'])
  })

  scenario('while the app is locked asks nothing before it is unlocked', 2, async (s) => {
    s.lock()
    expect(await s.during(MINUTE, () => s.sleep(8 * HOUR))).toEqual([])
    expect(await s.during(MINUTE, () => s.unlock())).toEqual(['0 1: all', '3 2: invoices'])
  })
})

describe('network back', () => {
  scenario('accounts that were not reached are tried within 5 s', 2, async (s) => {
    s.rounds.online = false
    s.fails(/./, { code: 'OFFLINE' })
    await s.refresh.fetchAllAccounts()
    await s.rounds.pass(20 * MINUTE)
    s.rounds.online = true
    s.works()
    await s.during(10 * SECOND)
    expect(s.calls()).toEqual(['1: all', '2: invoices'])
  })

  scenario(
    'while nothing is on screen they are tried within a minute, or as soon as the window comes back',
    1,
    async (s) => {
      s.rounds.onScreen = false
      s.rounds.online = false
      s.fails(/./, { code: 'OFFLINE' })
      await s.rounds.fetch(null)
      await s.rounds.pass(20 * MINUTE)
      s.rounds.networkLooks = 0
      await s.rounds.pass(10 * MINUTE)
      expect(s.rounds.networkLooks).toBeLessThanOrEqual(10)
      s.rounds.online = true
      s.works()
      s.note()
      s.rounds.onScreen = true
      s.refresh.windowShown()
      await s.rounds.pass(0)
      expect(s.calls()).toEqual(['1: all'])
    }
  )

  scenario('a network that comes and goes hurries nobody to more than once in 10 s', 1, async (s) => {
    s.rounds.online = false
    s.fails(/./, { code: 'OFFLINE' })
    await s.rounds.fetch(null)
    await s.rounds.pass(5 * MINUTE)
    s.note()
    for (let times = 0; times < 8; times += 1) {
      s.rounds.online = !s.rounds.online
      await s.rounds.pass(5 * SECOND)
    }
    const at = s.timeline().map((line) => Number(line.split(' ')[0]))
    expect(at.length).toBeGreaterThan(2)
    for (const [n, one] of at.slice(1).entries()) expect(one - (at[n] ?? 0)).toBeGreaterThanOrEqual(10)
  })

  scenario(
    'is looked for only while somebody was not reached, the app is unlocked and the interval is on',
    0,
    async (s) => {
      const looks = async (ms: number): Promise<number> => {
        s.rounds.networkLooks = 0
        await s.rounds.pass(ms)
        return s.rounds.networkLooks
      }
      await s.started(1)
      expect(await looks(HOUR)).toBe(0)
      s.fails(/./, { code: 'UNREACHABLE' })
      await s.rounds.fetch(null)
      expect(await looks(MINUTE)).toBeGreaterThan(8)
      s.lock()
      await s.rounds.pass(6 * SECOND)
      expect(await looks(HOUR)).toBe(0)
      s.unlock()
      await settle()
      expect(await looks(MINUTE)).toBeGreaterThan(8)
      s.every(0)
      expect(await looks(HOUR)).toBe(0)
      expect(s.rounds.planned()).toEqual([])
      s.every(15)
      s.works()
      await s.rounds.fetch(null)
      expect(await looks(HOUR)).toBe(0)
    }
  )
})

describe('app lock', () => {
  scenario('nothing is asked and no timer runs while the app is locked; unlocking makes up for it', 3, async (s) => {
    s.lock()
    expect(await s.during(HOUR)).toEqual([])
    expect(s.rounds.planned()).toEqual([])
    expect(await s.during(MINUTE, () => s.unlock())).toEqual(['0 1: all', '3 2: invoices', '6 3: invoices'])
  })

  scenario('unlocking before anything is due asks nothing', 2, async (s) => {
    s.lock()
    await s.rounds.pass(MINUTE)
    s.unlock()
    expect(await s.during(MINUTE)).toEqual([])
  })

  scenario('a refresh that the person asked for while it was locked happens at unlocking', 1, async (s) => {
    s.lock()
    await s.rounds.fetch('invoices')
    expect(await s.during(SECOND, () => s.unlock())).toEqual(['0 1: all'])
  })

  scenario('Refresh all that was locked midway ends, without a result', 6, async (s) => {
    const { arrive, done } = await s.held(/./, () => s.refresh.fetchAllAccounts())
    s.lock()
    await arrive()
    expect(await done).toBeNull()
    expect(s.timeline()).toEqual(['0 1: all', '0 2: invoices', '0 3: invoices', '0 4: invoices'])
    expect(s.refresh.allAccountsStatus()).toBeNull()
  })

  scenario('a launch that is locked asks nobody, nor for a credential, before it is unlocked', 0, async (s) => {
    await s.rounds.relaunch(2)
    s.lock()
    const { reads } = s.rounds.keychain
    await s.refresh.start()
    s.rounds.shown?.revalidate()
    await s.refresh.fetchAllAccounts()
    expect(s.refresh.allAccountsStatus()).toBeNull()
    expect(await s.during(HOUR)).toEqual([])
    expect(s.rounds.keychain.reads).toBe(reads)
    expect(await s.during(MINUTE, () => s.unlock())).toEqual(['0 1: all', '3 2: invoices'])
  })

  scenario('after it the account shown goes first, also where another one was due before', 2, async (s) => {
    await s.open('id-2')
    s.lock()
    await s.rounds.pass(2 * HOUR)
    expect(await s.during(MINUTE, () => s.unlock())).toEqual(['0 2: all', '3 1: invoices'])
  })
})

describe('off', () => {
  scenario(
    'nothing is asked by itself: on start, at waking, at unlocking, after an error, with the network back',
    0,
    async (s) => {
      s.rounds.minutes = 0
      await s.rounds.relaunch(2)
      await s.refresh.start()
      s.sleep(8 * HOUR)
      s.unlock()
      expect(await s.during(HOUR)).toEqual([])
      s.fails(/./, { code: 'OFFLINE' })
      s.rounds.online = false
      await s.refresh.fetchAllAccounts()
      expect(s.timeline()).toEqual(['3600 1: all', '3600 2: invoices'])
      s.rounds.online = true
      s.unlock()
      expect(await s.during(HOUR)).toEqual([])
      expect(s.rounds.planned()).toEqual([])
    }
  )

  scenario('opening another account and signing in still ask', 0, async (s) => {
    s.rounds.minutes = 0
    await s.rounds.relaunch(2)
    await s.refresh.start()
    s.note()
    await s.open('id-2')
    await signIn(s.rounds.accounts, 'person-3@example.com')
    await settle()
    expect(s.timeline()).toEqual(['0 2: all', '0 3: all'])
    expect(await s.during(HOUR)).toEqual([])
  })

  scenario('switched on, what is due is asked; switched off again, nothing more', 0, async (s) => {
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
  })

  scenario('a shorter interval counts from the last round', 2, async (s) => {
    s.every(5)
    expect(await s.during(5 * MINUTE)).toEqual(['240 1: all', '243 2: invoices'])
  })

  scenario('a longer interval counts from the last round, and what failed is tried again as planned', 1, async (s) => {
    s.every(60)
    expect(await s.during(HOUR)).toEqual(['3540 1: all'])
    s.fails(/./, { code: 'SERVER' })
    await s.rounds.fetch(null)
    s.every(1440)
    expect(await s.during(3 * SECOND)).toEqual(['2 1: all'])
  })

  scenario('a change of another setting plans nothing anew', 2, async (s) => {
    const planned = s.rounds.planned()
    s.every(15)
    expect(s.rounds.planned()).toEqual(planned)
  })
})

describe('late answers', () => {
  scenario('of an account that isn’t shown any more are its own, and nothing of it is asked again', 2, async (s) => {
    await s.rounds.pass(MINUTE)
    s.note()
    const { arrive } = await s.held(/token-1/, () => s.rounds.fetch(null))
    s.rounds.fetched = []
    await s.open('id-2')
    expect(s.timeline()).toEqual(['0 1: all', '0 2: all'])
    await arrive()
    expect(s.rounds.fetched).toEqual(['id-2', 'id-1'])
    expect(await s.during(MINUTE)).toEqual([])
  })

  scenario('of another account that is signed out meanwhile land nowhere', 2, async (s) => {
    const { arrive } = await s.held(/token-2/, () => s.refresh.fetchAllAccounts())
    s.rounds.fetched = []
    await s.rounds.accounts.signOut('id-2', false)
    await arrive()
    expect(s.rounds.fetched).toEqual([])
    expect((await s.during(HOUR)).filter((line) => line.includes(' 2:'))).toEqual([])
  })

  scenario('after the end of the app land nowhere, and plan nothing', 2, async (s) => {
    const { arrive } = await s.held(/./, () => s.refresh.fetchAllAccounts())
    s.rounds.fetched = []
    s.rounds.stop()
    await arrive()
    expect(s.rounds.fetched).toEqual([])
    expect(s.rounds.planned()).toEqual([])
  })

  scenario('of another account that is removed land nowhere', 2, async (s) => {
    const { arrive } = await s.held(/token-2/, () => s.refresh.fetchAllAccounts())
    s.rounds.fetched = []
    await s.rounds.accounts.remove('id-2')
    await arrive()
    expect(s.rounds.fetched).toEqual([])
    expect(s.rounds.core.cache.accounts.has('id-2')).toBe(false)
    expect(s.rounds.core.heard.reported).toEqual([])
  })

  scenario('that are being stored when the account is signed out are announced to nobody', 2, async (s) => {
    const late = Promise.withResolvers<void>()
    s.rounds.core.storageOf('id-2').saveInvoices = () => late.promise
    void s.refresh.fetchAllAccounts()
    await settle()
    await s.rounds.accounts.signOut('id-2', false)
    late.resolve()
    await settle()
    expect(s.rounds.fetched).toEqual(['id-1'])
  })

  scenario('of an account whose token is refused meanwhile plan nothing soon', 2, async (s) => {
    const arrive = s.hold(/token-2/)
    s.fails(/token-2/, { code: 'SERVER' })
    void s.refresh.fetchAllAccounts()
    await settle()
    s.rounds.accounts.get('id-2').refused('token-2')
    await arrive()
    expect(s.rounds.error('invoices', 'id-2')).toMatchObject({ code: 'SERVER' })
    expect(await s.during(4 * MINUTE)).toEqual([])
  })

  scenario('of the last account leave no timer', 1, async (s) => {
    const { arrive } = await s.held(/./, () => s.rounds.fetch(null))
    await s.rounds.accounts.signOut('id-1', false)
    await arrive()
    expect(s.rounds.planned()).toEqual([])
    expect(s.rounds.shown).toBeUndefined()
  })
})

/** A page to pay was opened. The interval is off, so that nothing else is asked. */
describe('after paying', () => {
  const paying = (name: string, run: (s: Scenario) => Promise<void>): void =>
    scenario(name, 0, async (s) => {
      s.rounds.minutes = 0
      await s.rounds.relaunch(2)
      await s.refresh.start()
      await run(s)
    })
  const pay = (s: Scenario, id = 'id-1') => s.refresh.paymentPageOpened(id)

  paying('the invoices are fetched after one and five minutes, then no timer is left', async (s) => {
    expect(s.rounds.planned()).toEqual([])
    expect(await s.during(HOUR, () => pay(s))).toEqual(['60 1: invoices', '300 1: invoices'])
    expect(s.rounds.planned()).toEqual([])
  })

  paying('the invoices are fetched when the window gets the focus, at most once in ten seconds', async (s) => {
    pay(s)
    expect(await s.during(20 * SECOND, () => s.refresh.windowShown())).toEqual(['0 1: invoices'])
    expect(await s.during(0, () => s.refresh.windowShown())).toEqual(['0 1: invoices'])
    expect(await s.during(9 * SECOND, () => s.refresh.windowShown())).toEqual([])
    expect(await s.during(0, () => s.refresh.windowShown())).toEqual([])
    expect(await s.during(HOUR)).toEqual(['31 1: invoices', '271 1: invoices'])
    expect(await s.during(MINUTE, () => s.refresh.windowShown())).toEqual([])
  })

  paying('a window that gets the focus later than after five minutes is shown what was paid, once', async (s) => {
    pay(s)
    await s.rounds.pass(HOUR)
    expect(await s.during(MINUTE, () => s.refresh.windowShown())).toEqual(['0 1: invoices'])
    expect(await s.during(MINUTE, () => s.refresh.windowShown())).toEqual([])
  })

  paying('a second page starts the times again', async (s) => {
    pay(s)
    await s.rounds.pass(30 * SECOND)
    expect(await s.during(HOUR, () => pay(s))).toEqual(['60 1: invoices', '300 1: invoices'])
  })

  paying('a page of another account is followed as well', async (s) => {
    pay(s)
    await s.rounds.pass(30 * SECOND)
    expect(await s.during(MINUTE, () => pay(s, 'id-2'))).toEqual(['60 1: invoices', '60 2: invoices'])
  })

  paying('an account that was left is fetched in the background', async (s) => {
    pay(s)
    await s.open('id-2')
    expect(await s.during(MINUTE)).toEqual(['60 1: invoices'])
  })

  paying('a removed account is not fetched', async (s) => {
    pay(s)
    await s.rounds.accounts.remove('id-1')
    await settle()
    s.note()
    expect(await s.during(HOUR)).toEqual([])
  })

  paying('what came while the app was locked is fetched after the unlock, once', async (s) => {
    pay(s)
    s.lock()
    expect(await s.during(HOUR, () => s.refresh.windowShown())).toEqual([])
    expect(await s.during(MINUTE, () => s.unlock())).toEqual(['0 1: invoices'])
    expect(await s.during(MINUTE, () => s.unlock())).toEqual([])
    expect(await s.during(MINUTE, () => s.refresh.windowShown())).toEqual([])
  })

  paying('a provider that asked to wait is not asked before', async (s) => {
    s.fails(/./, { code: 'RATE_LIMITED', retryAt: s.in(4 * MINUTE) })
    await s.rounds.fetch('invoices')
    s.works()
    expect(await s.during(HOUR, () => pay(s))).toEqual(['300 1: invoices'])
  })

  paying('after the end nothing is fetched, and no timer is left', async (s) => {
    pay(s)
    s.rounds.stop()
    expect(await s.during(HOUR, () => s.refresh.windowShown())).toEqual([])
    expect(s.rounds.planned()).toEqual([])
  })

  scenario('with the network away, the fetch is tried again as any other', 1, async (s) => {
    s.fails(/./, { code: 'OFFLINE' })
    pay(s)
    expect((await s.during(65 * SECOND)).slice(0, 2)).toEqual(['60 1: invoices', '62 1: all'])
    s.works()
    expect((await s.during(10 * SECOND))[0]).toMatch(/1: all/)
  })
})

describe('switching accounts', () => {
  scenario('back and forth within a minute asks nothing twice', 0, async (s) => {
    await s.launch(2)
    await s.open('id-2')
    s.note()
    await s.open('id-1')
    await s.open('id-2')
    expect(await s.during(30 * SECOND)).toEqual([])
  })

  scenario('an account whose invoices are on their way waits for these', 2, async (s) => {
    const { arrive } = await s.held(/token-2/, () => s.refresh.fetchAllAccounts())
    s.note()
    await s.open('id-2')
    expect(s.timeline()).toEqual(['0 2: catalogue profile'])
    expect(shownIn(s.rounds.accounts).freshness('invoices', null).refreshing).toBe(true)
    await arrive()
    expect(shownIn(s.rounds.accounts).freshness('invoices', null)).toMatchObject({ refreshing: false, error: null })
  })

  scenario('again and again asks each account once', 2, async (s) => {
    await s.rounds.pass(MINUTE)
    s.hold(/./)
    s.note()
    for (let times = 0; times < 20; times += 1) {
      await s.open('id-2')
      await s.open('id-1')
      await s.rounds.pass(100)
    }
    expect(s.timeline()).toEqual(['0 1: all', '0 2: all'])
  })

  scenario('the account that was left goes on in the background when it was due', 2, async (s) => {
    await s.open('id-2')
    expect(await s.during(15 * MINUTE)).toEqual(['840 1: invoices', '900 2: all'])
  })

  scenario('a minute later asks for all', 2, async (s) => {
    await s.rounds.pass(10 * SECOND)
    s.note()
    await s.open('id-2')
    expect(s.timeline()).toEqual(['0 2: all'])
  })

  scenario('asks at once for data that was lost with its file', 0, async (s) => {
    await s.launch(2)
    await s.open('id-2')
    await s.open('id-1')
    s.rounds.core.storageOf('id-2').infos.delete('invoices')
    s.note()
    await s.open('id-2')
    expect(s.timeline()).toEqual(['0 2: all'])
  })

  scenario('to one that was signed out, or removed, and signed in again asks for all', 2, async (s) => {
    await s.rounds.accounts.signOut('id-2', false)
    await signIn(s.rounds.accounts, 'person-2@example.com')
    await settle()
    await s.rounds.accounts.remove('id-2')
    await signIn(s.rounds.accounts, 'person-2@example.com')
    await settle()
    expect(s.timeline().filter((line) => line.endsWith('all'))).toEqual(['0 1: all', '0 3: all', '0 4: all'])
  })
})

describe('Refresh all', () => {
  scenario('asks four accounts at once and counts those that failed', 6, async (s) => {
    s.fails(/token-[25]/, { code: 'SERVER' })
    await s.refresh.fetchAllAccounts()
    expect(s.timeline()).toEqual(['0 1: all', ...[2, 3, 4, 5, 6].map((n) => `0 ${n}: invoices`)])
    expect(s.rounds.mostAtOnce).toBe(4)
    expect(s.refresh.allAccountsStatus()).toMatchObject({ running: false, accounts: 6, failed: 2 })
  })

  scenario('says what became of each account, and counts only failed invoices for the tray', 3, async (s) => {
    s.fails(/catalogue of token-1|token-3/, { code: 'SERVER' })
    await expect(s.refresh.fetchAllAccounts()).resolves.toMatchObject([
      { accountId: 'id-1', error: { code: 'SERVER' } },
      { accountId: 'id-2', error: null },
      { accountId: 'id-3', error: { code: 'SERVER' } }
    ])
    expect(s.refresh.allAccountsStatus()).toMatchObject({ accounts: 3, failed: 1 })
  })

  scenario('by another process asks no account whose provider asks to wait', 2, async (s) => {
    s.fails(/token-2/, { code: 'RATE_LIMITED', retryAt: s.in(HOUR) })
    await s.refresh.fetchAllAccounts()
    s.note()
    const asked = await s.refresh.fetchAllowedAccounts()
    expect(asked).toMatchObject([
      { accountId: 'id-1', error: null },
      { accountId: 'id-2', error: { code: 'RATE_LIMITED' } }
    ])
    expect(s.timeline()).toEqual(['0 1: all'])
    expect(s.refresh.allAccountsStatus()).toMatchObject({ accounts: 2, failed: 1 })
  })

  scenario('has no outcome to say while it is locked', 1, async (s) => {
    s.lock()
    expect(await s.refresh.fetchAllAccounts()).toBeNull()
  })

  scenario('checks the account shown also when another one is shown meanwhile', 2, async (s) => {
    const { arrive, done } = await s.held(/./, () => s.refresh.fetchAllAccounts())
    s.note()
    await s.open('id-2')
    await arrive()
    await done
    expect(s.timeline()).toEqual(['0 2: catalogue profile'])
    expect(s.refresh.allAccountsStatus()).toMatchObject({ accounts: 2, failed: 0 })
  })

  scenario('leaves out whoever signs out meanwhile', 3, async (s) => {
    const { arrive, done } = await s.held(/./, () => s.refresh.fetchAllAccounts())
    await s.rounds.accounts.signOut('id-2', false)
    await arrive()
    await done
    expect(s.refresh.allAccountsStatus()).toMatchObject({ accounts: 2, failed: 0 })
  })

  scenario('runs once, however often it is asked for, and says so', 2, async (s) => {
    expect(s.refresh.allAccountsStatus()).toBeNull()
    const { arrive, done } = await s.held(/./, () => s.refresh.fetchAllAccounts())
    expect(s.refresh.allAccountsStatus()).toEqual({ running: true, endedAt: null, accounts: 0, failed: 0 })
    expect(s.refresh.fetchAllAccounts()).toBe(done)
    await arrive()
    await done
    expect(s.timeline()).toEqual(['0 1: all', '0 2: invoices'])
    expect(s.refresh.allAccountsStatus()).toMatchObject({ running: false, endedAt: s.in(0), accounts: 2 })
    expect(await s.during(14 * MINUTE)).toEqual([])
  })

  scenario(
    'counts an account whose token is refused as failed, and one that is signed out not at all',
    3,
    async (s) => {
      s.fails(/token-3/, { code: 'UNAUTHORIZED', status: 401 })
      s.rounds.accounts.get('id-3').refused('token-3')
      await s.refresh.fetchAllAccounts()
      expect(s.refresh.allAccountsStatus()).toMatchObject({ accounts: 3, failed: 1 })
      await s.rounds.accounts.signOut('id-3', false)
      await s.refresh.fetchAllAccounts()
      expect(s.refresh.allAccountsStatus()).toMatchObject({ accounts: 2, failed: 0 })
    }
  )

  scenario('counts the failure of the account that was left meanwhile', 2, async (s) => {
    s.fails(/invoices of token-1/, { code: 'SERVER' })
    const { arrive, done } = await s.held(/./, () => s.refresh.fetchAllAccounts())
    await s.open('id-2')
    await arrive()
    await done
    expect(s.refresh.allAccountsStatus()).toMatchObject({ accounts: 2, failed: 1 })
  })

  scenario('that is locked when every account was asked ends as it would have', 3, async (s) => {
    const { arrive, done } = await s.held(/./, () => s.refresh.fetchAllAccounts())
    s.lock()
    await arrive()
    await done
    expect(s.refresh.allAccountsStatus()).toMatchObject({ running: false, accounts: 3, failed: 0 })
  })
})

describe('a locked keychain', () => {
  scenario('is asked once, and nothing is planned until it is found open', 0, async (s) => {
    await s.rounds.relaunch(3)
    s.rounds.keychain.keychainError = 'KEYCHAIN_LOCKED'
    const { reads } = s.rounds.keychain
    await s.refresh.start()
    s.refresh.retryNow()
    s.sleep(HOUR)
    await s.refresh.fetchAllAccounts()
    expect(await s.during(HOUR)).toEqual([])
    expect(s.rounds.keychain.reads - reads).toBe(1)
    expect(s.rounds.planned()).toEqual([])
    s.rounds.keychain.keychainError = null
    s.note()
    await s.rounds.accounts.retryKeychain()
    await s.rounds.pass(MINUTE)
    expect(s.timeline()).toEqual(['0 1: all', '3 2: invoices', '6 3: invoices'])
  })

  scenario('for one of the others alone leaves the rest alone', 0, async (s) => {
    await s.rounds.relaunch(3)
    const { read } = s.rounds.keychain
    s.rounds.keychain.read = async (id) => {
      if (id === 'id-2') throw new AppError('KEYCHAIN_CHANGED')
      return read.call(s.rounds.keychain, id)
    }
    await s.refresh.start()
    await s.rounds.pass(MINUTE)
    expect(s.timeline()).toEqual(['0 1: all', '6 3: invoices'])
    expect(s.credential('id-2')).toBe('unavailable')
  })

  scenario('of one account is not the error of the next, and is there again with it', 0, async (s) => {
    await s.rounds.relaunch(2)
    await s.rounds.fetch(null)
    s.rounds.keychain.keychainError = 'KEYCHAIN_LOCKED'
    await s.open('id-2')
    expect(s.rounds.error('invoices')).toMatchObject({ code: 'KEYCHAIN_LOCKED' })
    await s.open('id-1')
    expect(s.rounds.error('invoices')).toBeNull()
    await s.open('id-2')
    expect(s.rounds.error('invoices')).toMatchObject({ code: 'KEYCHAIN_LOCKED' })
    expect(s.next()).toBeNull()
  })
})

describe('a refused token', () => {
  /** All calls of the account shown are refused, until `works`. */
  const isRefused = async (s: Scenario): Promise<void> => {
    s.fails(/token-1/, { code: 'UNAUTHORIZED', status: 401 })
    await s.rounds.fetch(null)
    expect(s.credential('id-1')).toBe('refused')
    s.note()
  }

  scenario('is asked again after 5 minutes, then twice as late each time up to an hour', 1, async (s) => {
    s.fails(/./, { code: 'UNAUTHORIZED', status: 401 })
    s.rounds.shown?.revalidate()
    await settle()
    expect(s.timeline()).toEqual(['0 1: all'])
    expect(s.credential('id-1')).toBe('refused')
    s.refresh.retryNow()
    s.rounds.shown?.revalidate()
    s.refresh.systemWoke()
    expect(await s.during(5 * HOUR)).toEqual([5, 15, 35, 75, 135, 195, 255].map((at) => `${at * 60} 1: all`))
    expect(s.credential('id-1')).toBe('refused')
  })

  scenario('that was good after all is in use again by itself', 1, async (s) => {
    await isRefused(s)
    s.works()
    expect(await s.during(21 * MINUTE)).toEqual(['300 1: all', '1200 1: all'])
    expect(s.credential('id-1')).toBe('kept')
    await isRefused(s)
    expect(await s.during(6 * MINUTE)).toEqual(['300 1: all'])
  })

  scenario('that one call accepts is in use again, and all topics are fetched', 1, async (s) => {
    await isRefused(s)
    s.fails(/invoices|profile/, { code: 'UNAUTHORIZED', status: 401 })
    await s.rounds.fetch('catalogue')
    await settle()
    expect(s.credential('id-1')).toBe('kept')
    expect(s.calls()).toEqual(['1: all'])
  })

  scenario('is asked at once when the person tries again', 1, async (s) => {
    await isRefused(s)
    await s.rounds.fetch(null)
    expect(s.timeline()).toEqual(['0 1: all'])
    expect(s.credential('id-1')).toBe('refused')
    s.works()
    await s.rounds.fetch(null)
    expect(s.credential('id-1')).toBe('kept')
  })

  scenario('that refuses one topic again needs no further round', 1, async (s) => {
    await isRefused(s)
    await s.rounds.fetch('invoices')
    expect(s.timeline()).toEqual(['0 1: invoices'])
    expect(s.credential('id-1')).toBe('refused')
  })

  scenario('that stays in the keychain’s place in memory is in memory again', 0, async (s) => {
    s.rounds.keychain.keychainError = 'KEYCHAIN_MISSING'
    await signIn(s.rounds.accounts)
    await s.rounds.pass(MINUTE)
    await isRefused(s)
    s.works()
    await s.rounds.pass(5 * MINUTE)
    expect(s.credential('id-1')).toBe('memory')
  })

  scenario('of an account that was left is asked for invoices only, and never by opening it', 2, async (s) => {
    await isRefused(s)
    await s.open('id-2')
    expect((await s.during(16 * MINUTE)).filter((line) => / 1:/.test(line))).toEqual([
      '300 1: invoices',
      '903 1: invoices'
    ])
    s.note()
    await s.open('id-1')
    expect(s.timeline()).toEqual([])
    await s.open('id-2')
    s.works()
    await s.rounds.pass(20 * MINUTE)
    expect(s.credential('id-1')).toBe('kept')
  })

  scenario('that has expired is asked only by the person', 0, async (s) => {
    const expiresAt = new Date(s.rounds.clock.now().getTime() + MINUTE).toISOString()
    s.rounds.expiresAt = expiresAt
    await s.started(1)
    await isRefused(s)
    expect(await s.during(3 * HOUR)).toEqual([])
    s.works()
    await s.rounds.fetch(null)
    expect(s.credential('id-1')).toBe('kept')
  })

  scenario('is left alone while automatic refresh is off, and asked again when it is on', 1, async (s) => {
    await isRefused(s)
    s.every(0)
    expect(await s.during(3 * HOUR)).toEqual([])
    s.every(15)
    s.works()
    expect((await s.during(11 * MINUTE)).length).toBeGreaterThan(0)
    expect(s.credential('id-1')).toBe('kept')
  })

  scenario('is not asked before the provider allows it', 1, async (s) => {
    await isRefused(s)
    s.fails(/./, { code: 'RATE_LIMITED', retryAt: s.in(2 * HOUR) })
    expect(await s.during(110 * MINUTE)).toEqual(['300 1: all'])
  })

  scenario('for one topic begins a whole round, which settles it for a minute', 1, async (s) => {
    s.fails(/invoices/, { code: 'UNAUTHORIZED', status: 401 })
    await s.rounds.fetch('invoices')
    expect(s.rounds.times).toHaveLength(4)
    expect(s.credential('id-1')).toBe('kept')
    s.note()
    s.rounds.shown?.revalidate()
    await settle()
    s.rounds.shown?.revalidate()
    await settle()
    expect(s.timeline()).toEqual(['0 1: all'])
  })

  scenario('in the background is shown and ends no sign-in; the round after opening decides', 2, async (s) => {
    s.fails(/token-2/, { code: 'UNAUTHORIZED', status: 401 })
    await s.refresh.fetchAllAccounts()
    expect(s.rounds.error('invoices', 'id-2')).toMatchObject({ code: 'UNAUTHORIZED' })
    expect(s.credential('id-2')).toBe('kept')
    await s.open('id-2')
    expect(s.credential('id-2')).toBe('refused')
  })

  scenario('of an earlier sign-in does not end the new one', 1, async (s) => {
    s.fails(/token-1/, { code: 'UNAUTHORIZED', status: 401 })
    const { arrive } = await s.held(/token-1/, () => s.rounds.fetch(null))
    await signIn(s.rounds.accounts, 'person-1@example.com')
    await arrive()
    expect(s.credential('id-1')).toBe('kept')
    expect(await s.during(5 * SECOND)).toEqual(['2 2: all'])
  })

  scenario('stays the error of each topic, also after the account is left and shown again', 2, async (s) => {
    s.fails(/token-1/, { code: 'UNAUTHORIZED', status: 401 })
    await s.rounds.fetch('catalogue')
    await s.open('id-2')
    expect(s.rounds.error('invoices')).toBeNull()
    s.note()
    await s.open('id-1')
    expect(s.rounds.error('invoices')).toMatchObject({ code: 'UNAUTHORIZED' })
    expect(s.timeline()).toEqual([])
  })

  scenario('does not end the sign-in when another call timed out: the round is tried again', 1, async (s) => {
    s.rounds.failing = (call) => (/profile/.test(call) ? { code: 'UNAUTHORIZED' } : { code: 'TIMEOUT' })
    await s.rounds.fetch(null)
    expect(s.credential('id-1')).toBe('kept')
    expect(await s.during(3 * SECOND)).toEqual(['2 1: all'])
  })

  scenario('is settled by one round for all calls that ask while it runs, and again after a minute', 1, async (s) => {
    const arrive = s.hold(/./)
    for (let times = 0; times < 20; times += 1) s.rounds.shown?.revalidate()
    await settle()
    s.rounds.shown?.revalidate()
    await arrive()
    s.rounds.shown?.revalidate()
    await settle()
    expect(s.timeline()).toEqual(['0 1: all'])
    await s.rounds.pass(MINUTE)
    s.rounds.shown?.revalidate()
    await settle()
    expect(s.timeline()).toEqual(['0 1: all', '60 1: all'])
  })

  scenario('is not settled by a round that nobody answered, nor by one that began before', 1, async (s) => {
    s.fails(/./, { code: 'TIMEOUT' })
    s.rounds.shown?.revalidate()
    await settle()
    s.works()
    const { arrive } = await s.held(/invoices/, () => s.rounds.fetch(null))
    s.rounds.shown?.revalidate()
    await arrive()
    s.fails(/./, { code: 'UNAUTHORIZED', status: 401 })
    s.rounds.shown?.revalidate()
    await settle()
    expect(s.credential('id-1')).toBe('refused')
  })
})
