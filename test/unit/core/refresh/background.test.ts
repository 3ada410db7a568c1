/** Accounts that are not open. */
import { beforeEach, describe, expect, test } from 'vitest'
import { GAP_MS } from '../../../../src/main/core/refresh/poller.ts'
import { AppError, type ErrorInfo, type ErrorCode } from '../../../../src/shared/ipc/error.ts'
import { settle } from '../../../support/ports.ts'
import { signIn } from '../launch.ts'
import { HOUR, MINUTE, Rounds } from './rounds.ts'

const WHOLE_OF_1 = ['catalogue of token-1', 'invoices of token-1', 'profile of token-1']
const credential = (id: string) => rounds.session.state().accounts.find(({ account }) => account.id === id)?.credential

let rounds: Rounds
const failOf = (n: number, error: ErrorCode | ErrorInfo | null): void => {
  const made = typeof error === 'string' ? { code: error } : error
  rounds.failing = (call) => (call.endsWith(`token-${n}`) ? made : null)
}

beforeEach(() => {
  rounds = new Rounds()
})

test('on start the open one is asked for everything, then each of the others for its invoices, one at a time and apart', async () => {
  await rounds.relaunch(4)
  await rounds.refresh.start()
  expect(rounds.calls()).toEqual(WHOLE_OF_1)
  await rounds.pass(MINUTE)
  expect(rounds.asked.slice(3)).toEqual(['invoices of token-2', 'invoices of token-3', 'invoices of token-4'])
  expect(rounds.times.slice(3).map(({ at }) => at)).toEqual([GAP_MS, 2 * GAP_MS, 3 * GAP_MS])
  expect(rounds.mostAtOnce).toBe(1)
  expect(rounds.cache.accounts.get('id-3')?.infos.get('invoices')?.fetchedAt).toBe('2026-11-20T12:00:06.000Z')
})

test('every quarter of an hour all of them are, and never two at once', async () => {
  await rounds.started(3)
  await rounds.pass(4 * HOUR)
  expect([1, 2, 3].map((n) => rounds.invoicesOf(n))).toEqual([16, 16, 16])
  expect(rounds.calls(/^(catalogue|profile)/)).toHaveLength(32)
  expect(rounds.mostAtOnce).toBe(1)
})

test('a slow one holds up the others, not what the person asks for', async () => {
  await rounds.started(3)
  const late = Promise.withResolvers<void>()
  rounds.held = late.promise
  rounds.holding = /token-2/
  await rounds.pass(29 * MINUTE)
  expect([1, 2, 3].map((n) => rounds.invoicesOf(n))).toEqual([1, 1, 0])
  void rounds.refresh.run(null)
  await settle()
  expect(rounds.invoicesOf(1)).toBe(2)
  late.resolve()
  await rounds.pass(MINUTE)
  expect([1, 2, 3].map((n) => rounds.invoicesOf(n))).toEqual([2, 1, 1])
})

test('what was fetched is told of every account, with its cache, also when nothing had changed', async () => {
  const caches: unknown[] = []
  rounds.onFetched = (_id, cache) => void caches.push(cache)
  await rounds.relaunch(2)
  await rounds.refresh.start()
  await rounds.pass(MINUTE)
  expect(rounds.fetched).toEqual(['id-1', 'id-2'])
  rounds.platform.invoices = async () => null
  for (const id of ['id-1', 'id-2']) {
    const its = rounds.cache.accounts.get(id)
    its?.infos.set('invoices', { fetchedAt: '', notes: [], validators: { etag: 'x', lastModified: null, of: '' } })
  }
  await rounds.pass(15 * MINUTE)
  expect(rounds.fetched).toEqual(['id-1', 'id-2', 'id-1', 'id-2'])
  expect(caches.slice(-2)).toEqual([rounds.cache.accounts.get('id-1'), rounds.cache.accounts.get('id-2')])
})

test('the cache stays open for who is told, and what goes wrong there is reported and harms nothing', async () => {
  await rounds.started(2)
  const late = Promise.withResolvers<void>()
  rounds.onFetched = () => late.promise
  await rounds.pass(15 * MINUTE)
  expect(rounds.cache.accounts.get('id-2')?.closed).toBe(false)
  late.reject(new TypeError('boom'))
  await settle()
  expect(rounds.reported.length).toBeGreaterThan(0)
  expect(rounds.cache.accounts.get('id-2')?.closed).toBe(true)
  expect(rounds.refresh.other('id-2').error).toBeNull()
})

test('how they stand is told, with every change', async () => {
  await rounds.started(2)
  let changes = 0
  rounds.refresh.onOthers(() => (changes += 1))
  const late = Promise.withResolvers<void>()
  rounds.held = late.promise
  failOf(2, 'SERVER')
  void rounds.refresh.all.run()
  await settle()
  expect(rounds.refresh.other('id-2')).toEqual({ refreshing: true, error: null })
  const before = changes
  late.resolve()
  await settle()
  expect(rounds.refresh.other('id-2')).toMatchObject({ refreshing: false, error: { code: 'SERVER' } })
  expect(changes).toBeGreaterThan(before)
  expect(before).toBeGreaterThan(0)
})

describe('after an error', () => {
  test('each has waits of its own, which grow', async () => {
    await rounds.started(3)
    failOf(2, 'UNREACHABLE')
    await rounds.pass(15 * MINUTE)
    const first = rounds.times.filter(({ call }) => call === 'invoices of token-2').map(({ at }) => at)
    await rounds.pass(10 * MINUTE)
    const all = rounds.times.filter(({ call }) => call === 'invoices of token-2').map(({ at }) => at)
    const waits = all.map((at, n) => at - (all[n - 1] ?? 0)).slice(1)
    expect(first.length).toBeGreaterThan(0)
    // Before the first of them another one's turn came, with the gaps around it.
    expect(waits.slice(0, 5)).toEqual([2 * GAP_MS, 4_000, 8_000, 16_000, 32_000])
    expect(rounds.invoicesOf(3)).toBeLessThanOrEqual(2)
    expect(rounds.refresh.reach()).toBe('online')
    failOf(2, null)
    await rounds.pass(10 * MINUTE)
    expect(rounds.refresh.other('id-2').error).toBeNull()
  })

  test('the time that a platform gave is kept', async () => {
    await rounds.started(2)
    failOf(2, { code: 'RATE_LIMITED', retryAt: new Date(rounds.clock.now().getTime() + HOUR).toISOString() })
    await rounds.pass(15 * MINUTE)
    rounds.clear()
    await rounds.pass(44 * MINUTE)
    expect(rounds.invoicesOf(2)).toBe(0)
    failOf(2, null)
    await rounds.pass(2 * MINUTE)
    expect(rounds.invoicesOf(2)).toBe(1)
  })

  test('a refusal is shown, ends no sign-in, and the account’s own round decides', async () => {
    await rounds.started(2)
    failOf(2, { code: 'UNAUTHORIZED', status: 401 })
    await rounds.pass(15 * MINUTE)
    expect(rounds.refresh.other('id-2').error).toMatchObject({ code: 'UNAUTHORIZED' })
    expect(credential('id-2')).toBe('kept')
    await rounds.pass(2 * MINUTE)
    await rounds.session.switchTo('id-2')
    await settle()
    expect(credential('id-2')).toBe('refused')
    await rounds.session.switchTo('id-1')
    rounds.clear()
    await rounds.pass(2 * HOUR)
    expect(rounds.calls(/token-2/)).toEqual([])
  })
})

describe('opening one', () => {
  test('a minute later everything is', async () => {
    await rounds.relaunch(2)
    await rounds.refresh.start()
    await rounds.pass(10_000 + MINUTE)
    rounds.clear()
    await rounds.session.switchTo('id-2')
    await rounds.pass(0)
    expect(rounds.calls()).toHaveLength(3)
  })

  test('that could not be reached a moment ago waits as long as it would have', async () => {
    await rounds.relaunch(2)
    failOf(2, 'UNREACHABLE')
    await rounds.refresh.start()
    await rounds.pass(GAP_MS)
    rounds.clear()
    await rounds.session.switchTo('id-2')
    await rounds.pass(0)
    expect(rounds.calls()).toEqual([])
    expect(rounds.freshness.error('invoices')).toMatchObject({ code: 'UNREACHABLE' })
    await rounds.pass(2_000)
    expect(rounds.calls(/token-2/)).toHaveLength(3)
  })
})

describe('while the app is locked', () => {
  test('what came due of the open one is done first, also where another one’s came due before', async () => {
    await rounds.started(2)
    await rounds.session.switchTo('id-2')
    await rounds.pass(0)
    rounds.paused = true
    rounds.clear()
    await rounds.pass(2 * HOUR)
    rounds.paused = false
    rounds.refresh.nudge()
    await rounds.pass(MINUTE)
    expect(rounds.calls(/^invoices/)).toHaveLength(2)
    expect(rounds.asked[0]).toMatch(/token-2$/)
  })

  test('a launch asks nobody, nor for any credential, before it is unlocked', async () => {
    await rounds.relaunch(3)
    rounds.paused = true
    const { reads } = rounds.keychain
    await rounds.refresh.start()
    await rounds.pass(HOUR)
    expect(rounds.asked).toEqual([])
    expect(rounds.keychain.reads).toBe(reads)
    rounds.paused = false
    rounds.refresh.nudge()
    await rounds.pass(MINUTE)
    expect(rounds.calls()).toHaveLength(5)
  })
})

describe('an account that goes', () => {
  test.each(['is signed out', 'is removed'])(
    'in the midst %s: its answer lands nowhere, and nothing more is asked',
    async (how) => {
      await rounds.started(3)
      await rounds.pass(MINUTE)
      const late = Promise.withResolvers<void>()
      rounds.held = late.promise
      void rounds.refresh.all.run()
      await settle()
      rounds.fetched = []
      if (how === 'is removed') await rounds.session.remove('id-2')
      else await rounds.session.signOut('id-2', false)
      rounds.held = null
      late.resolve()
      await rounds.pass(0)
      expect(rounds.fetched.toSorted()).toEqual(['id-1', 'id-3'])
      if (how === 'is removed') expect(rounds.cache.accounts.has('id-2')).toBe(false)
      rounds.clear()
      await rounds.pass(2 * HOUR)
      expect(rounds.calls(/token-2/)).toEqual([])
      expect(rounds.refresh.other('id-2')).toEqual({ refreshing: false, error: null })
      expect(rounds.reported).toEqual([])
    }
  )

  test('while its invoices are being saved is told to nobody', async () => {
    await rounds.started(2)
    const its = rounds.cache.accounts.get('id-2')
    const late = Promise.withResolvers<void>()
    if (its) its.saveInvoices = () => late.promise
    void rounds.refresh.all.run()
    await settle()
    await rounds.session.signOut('id-2', false)
    late.resolve()
    await settle()
    expect(rounds.fetched).toEqual(['id-1'])
  })

  test('out of use in the midst has no error of a try that was ended, and no next one', async () => {
    await rounds.started(2)
    const late = Promise.withResolvers<void>()
    rounds.held = late.promise
    failOf(2, 'SERVER')
    void rounds.refresh.all.run()
    await settle()
    rounds.session.refused('id-2', 'token-2')
    late.resolve()
    await rounds.pass(0)
    expect(rounds.refresh.other('id-2')).toEqual({ refreshing: false, error: null })
    rounds.clear()
    await rounds.pass(2 * HOUR)
    expect(rounds.invoicesOf(2)).toBe(0)
  })

  test('last leaves no timer', async () => {
    await rounds.started(2)
    await rounds.session.signOut('id-2', false)
    await rounds.session.signOut('id-1', false)
    await settle()
    expect(rounds.clock.planned()).toEqual([])
  })

  test('and comes back is asked again', async () => {
    await rounds.started(2)
    await rounds.session.signOut('id-2', false)
    rounds.clear()
    await signIn(rounds.session, 'person-2@example.com')
    await rounds.session.switchTo('id-1')
    await rounds.pass(MINUTE)
    expect(rounds.calls(/^invoices/).length).toBeGreaterThan(0)
  })
})

describe('a password store that fails', () => {
  test('is asked once, whatever waits, and nobody is planned for', async () => {
    await rounds.relaunch(4)
    rounds.keychain.keychainError = 'KEYCHAIN_LOCKED'
    const { reads } = rounds.keychain
    await rounds.refresh.start()
    await rounds.pass(2 * HOUR)
    await rounds.refresh.all.run()
    expect(rounds.keychain.reads - reads).toBe(1)
    expect(rounds.asked).toEqual([])
    expect(rounds.clock.planned()).toEqual([])
  })

  test.each([0, MINUTE, HOUR])('once it is found open, %d ms later, all are asked', async (later) => {
    await rounds.relaunch(3)
    rounds.keychain.keychainError = 'KEYCHAIN_LOCKED'
    await rounds.refresh.start()
    await rounds.pass(later)
    rounds.keychain.keychainError = null
    await rounds.session.retryKeychain()
    await rounds.pass(MINUTE)
    expect([1, 2, 3].map((n) => rounds.invoicesOf(n))).toEqual([1, 1, 1])
    await rounds.pass(HOUR)
    expect([1, 2, 3].map((n) => rounds.invoicesOf(n))).toEqual([5, 5, 5])
    expect(rounds.mostAtOnce).toBe(1)
  })

  test('for one of the others alone leaves the rest be', async () => {
    await rounds.relaunch(3)
    const { read } = rounds.keychain
    rounds.keychain.read = async (id) => {
      if (id === 'id-2') throw new AppError('KEYCHAIN_CHANGED')
      return read.call(rounds.keychain, id)
    }
    await rounds.refresh.start()
    await rounds.pass(HOUR)
    expect(rounds.invoicesOf(2)).toBe(0)
    expect(rounds.invoicesOf(3)).toBeGreaterThan(1)
    expect(credential('id-2')).toBe('unavailable')
  })
})

test('the sample is an account like the others', async () => {
  await rounds.session.exploreSample()
  await signIn(rounds.session)
  await rounds.pass(MINUTE)
  rounds.clear()
  await rounds.pass(15 * MINUTE)
  expect(rounds.calls(/^invoices/)).toHaveLength(2)
})

test('a new name or place begins nothing', async () => {
  await rounds.started(3)
  rounds.session.rename('id-2', 'Work')
  rounds.session.move('id-3', 0)
  await rounds.pass(5 * MINUTE)
  expect(rounds.asked).toEqual([])
})

test('stopping ends what is under way and plans nothing more', async () => {
  await rounds.started(3)
  const late = Promise.withResolvers<void>()
  rounds.held = late.promise
  void rounds.refresh.all.run()
  await settle()
  rounds.refresh.stop()
  rounds.clear()
  late.resolve()
  await rounds.pass(2 * HOUR)
  expect(rounds.asked).toEqual([])
  expect(rounds.fetched).toEqual([])
  expect(rounds.clock.planned()).toEqual([])
})
