import { beforeEach, describe, expect, test } from 'vitest'
import { createFreshnessBook, type FreshnessBook } from '../../../src/main/core/freshness.ts'
import { createRefresh, EVERY_MS, type Refresh } from '../../../src/main/core/refresh.ts'
import type { Ask, Validators } from '../../../src/main/core/ports.ts'
import { createSession, type Session } from '../../../src/main/core/session/index.ts'
import { createOpenStore, type OpenStore } from '../../../src/main/core/store.ts'
import { Fault } from '../../../src/shared/ipc/failure.ts'
import {
  answer,
  FakeClock,
  FakePlatform,
  failing,
  MemoryCache,
  MemoryVault,
  productRecord,
  PROFILE,
  Pushes,
  settle,
  validators
} from '../../support/ports.ts'

const connection = { baseAddress: 'https://host.example', preset: 'v2' as const }

let clock: FakeClock
let platform: FakePlatform
let vault: MemoryVault
let cache: MemoryCache
let session: Session
let store: OpenStore
let freshness: FreshnessBook
let refresh: Refresh
let reported: unknown[]

const launch = (): void => {
  const publisher = new Pushes()
  reported = []
  let ids = 0
  session = createSession({
    platform,
    vault,
    registry: cache.registry,
    clock,
    publisher,
    sample: { baseAddress: 'https://sample.invalid', email: 's', password: 's' },
    erase: (id) => cache.erase(id),
    newId: () => `id-${++ids}`
  })
  store = createOpenStore(cache, session)
  freshness = createFreshnessBook(publisher)
  refresh = createRefresh({
    platform,
    session,
    store,
    freshness,
    clock,
    publisher,
    report: (error) => reported.push(error)
  })
}

const signIn = (email = 'ada@example.com'): Promise<void> => session.signIn({ connection, email, password: 'pw' })

beforeEach(() => {
  clock = new FakeClock()
  platform = new FakePlatform()
  vault = new MemoryVault()
  cache = new MemoryCache()
  launch()
})

test('signing in fetches everything, stores it and plans the next round', async () => {
  platform.products = async () => ({ ...answer([productRecord('p1')]), notes: [{ kind: 'noId', count: 1 }] })
  await signIn()
  await settle()
  expect(await store.current().info('catalogue')).toEqual({
    fetchedAt: '2026-11-20T12:00:00.000Z',
    notes: [{ kind: 'noId', count: 1 }],
    validators: null
  })
  expect(await store.current().profile()).toMatchObject({ value: { title: 'Ada' } })
  expect(refresh.reach()).toBe('online')
  expect(clock.planned()).toEqual([EVERY_MS])
})

test('signed out, nothing is asked and nothing planned', async () => {
  await refresh.run(null)
  expect(clock.planned()).toEqual([])
  expect(refresh.reach()).toBe('unknown')
})

describe('a platform out of reach', () => {
  beforeEach(async () => {
    await signIn()
    await settle()
    platform.products = platform.profile = platform.invoices = failing('UNREACHABLE')
    await refresh.run(null)
  })

  test('is told, and what is stored stays', async () => {
    expect(refresh.reach()).toBe('offline')
    expect(freshness.of('catalogue', await store.current().info('catalogue'))).toMatchObject({
      fetchedAt: '2026-11-20T12:00:00.000Z',
      refreshing: false,
      failure: { code: 'UNREACHABLE', host: 'host.example' }
    })
  })

  test('is tried again soon, then less and less often, and recovers by itself', async () => {
    const waits: number[] = []
    for (let round = 0; round < 9; round += 1) {
      const [wait] = clock.planned()
      waits.push(wait ?? 0)
      await clock.advance(wait ?? 0)
    }
    expect(waits[0]).toBe(2_000)
    expect(waits[3]).toBe(16_000)
    expect(waits.at(-1)).toBe(300_000)

    const working = new FakePlatform()
    Object.assign(platform, { products: working.products, profile: working.profile, invoices: working.invoices })
    await clock.advance(300_000)
    expect(refresh.reach()).toBe('online')
    expect(freshness.failure('catalogue')).toBeNull()
    expect(clock.planned()).toEqual([EVERY_MS])
  })

  test('is tried at once when the computer wakes up', async () => {
    const working = new FakePlatform()
    Object.assign(platform, { products: working.products, profile: working.profile, invoices: working.invoices })
    refresh.nudge()
    await settle()
    expect(refresh.reach()).toBe('online')
  })
})

test('a platform that asks to slow down is left alone until the time it gave', async () => {
  await signIn()
  await settle()
  platform.invoices = () =>
    Promise.reject(new Fault('RATE_LIMITED', { status: 429, retryAt: '2026-11-20T12:10:00.000Z' }))
  await refresh.run(null)
  expect(clock.planned()).toEqual([600_000])
})

describe('a token that is no longer accepted', () => {
  test('everywhere: the account is told apart as refused and nothing more is asked', async () => {
    await signIn()
    await settle()
    platform.products = platform.profile = platform.invoices = failing('UNAUTHORIZED', 401)
    await refresh.run('catalogue')
    expect(session.state()).toMatchObject({ status: 'signedIn', credential: 'refused' })
    expect(clock.planned()).toEqual([])
    expect(await store.current().info('catalogue')).not.toBeNull()
  })

  test('in one place only: the others keep working', async () => {
    platform.profile = failing('UNAUTHORIZED', 401)
    await signIn()
    await settle()
    expect(session.state()).toMatchObject({ credential: 'kept' })
    expect(freshness.failure('profile')).toMatchObject({ code: 'UNAUTHORIZED' })
    expect(freshness.failure('catalogue')).toBeNull()
    expect(clock.planned()).toEqual([EVERY_MS])
  })
})

test('time-outs beside a refusal do not end the sign-in: the round is tried again', async () => {
  await signIn()
  await settle()
  platform.profile = failing('UNAUTHORIZED', 401)
  platform.products = platform.invoices = failing('TIMEOUT')
  await refresh.run(null)
  expect(session.state()).toMatchObject({ credential: 'kept' })
  expect(clock.planned()).toEqual([2_000])
})

test('one topic that could not be reached is tried again soon too, not only whole rounds', async () => {
  await signIn()
  await settle()
  platform.products = failing('UNREACHABLE')
  await refresh.run('catalogue')
  expect(refresh.reach()).toBe('offline')
  expect(clock.planned()).toEqual([2_000])
})

test('a round in which anything was answered is not offline, whichever answer came last', async () => {
  await signIn()
  await settle()
  platform.invoices = async () => {
    await settle()
    return failing('TIMEOUT')()
  }
  await refresh.run(null)
  expect(refresh.reach()).toBe('online')
  expect(freshness.failure('invoices')).toMatchObject({ code: 'TIMEOUT' })
})

test('asking for everything twice at once is one round and plans one next try', async () => {
  await signIn()
  await settle()
  platform.products = platform.profile = platform.invoices = failing('UNREACHABLE')
  await Promise.all([refresh.run(null), refresh.run(null), refresh.run(null)])
  expect(clock.planned()).toEqual([2_000])
})

test('an answer for an account that was left does not land in the next one', async () => {
  const late = Promise.withResolvers<Awaited<ReturnType<FakePlatform['products']>>>()
  platform.products = () => late.promise
  await signIn('first@example.com')
  await settle()
  await session.signOut(false)
  platform.products = async () => answer([])
  await signIn('second@example.com')
  await settle()
  late.resolve(answer([productRecord('of-the-first')]))
  await settle()
  expect([...cache.accounts.values()].flatMap(({ products }) => products)).toEqual([])
})

test('the same topic asked for twice at once is one call', async () => {
  await signIn()
  await settle()
  let asked = 0
  platform.products = async () => {
    asked += 1
    return answer([])
  }
  await Promise.all([refresh.run('catalogue'), refresh.run('catalogue'), refresh.run(null)])
  expect(asked).toBe(1)
})

test('a locked vault is the failure of every topic, not a sign-out, and says nothing of the network', async () => {
  await signIn()
  await settle()
  refresh.stop()
  vault.trouble = 'VAULT_LOCKED'
  launch()
  await refresh.run(null)
  expect(session.state()).toMatchObject({ status: 'signedIn', credential: 'locked' })
  expect(freshness.failure('invoices')).toEqual({ code: 'VAULT_LOCKED' })
  expect(refresh.reach()).toBe('unknown')
  // Each further read could make the store prompt: that is for the person to ask for.
  expect(clock.planned()).toEqual([])
  refresh.nudge()
  await settle()
  expect(vault.reads).toBe(1)
})

test('an error nobody planned for is reported and becomes INTERNAL', async () => {
  platform.invoices = () => Promise.reject(new TypeError('boom'))
  await signIn()
  await settle()
  expect(freshness.failure('invoices')).toEqual({ code: 'INTERNAL' })
  expect(reported).toHaveLength(1)
})

test('stopping ends what is planned', async () => {
  await signIn()
  await settle()
  refresh.stop()
  expect(clock.planned()).toEqual([])
})

describe('validators', () => {
  /** What each topic was asked with, in order. */
  const asked: Record<string, (Validators | null | undefined)[]> = {}
  const hear = (topic: string, ask: Ask | undefined): void => void (asked[topic] ??= []).push(ask?.known)

  beforeEach(() => {
    for (const topic of Object.keys(asked)) asked[topic] = []
    platform.profile = async (_access, ask) => (hear('profile', ask), answer(PROFILE, 'p1'))
    platform.products = async (_access, _query, ask) => (hear('catalogue', ask), answer([productRecord('a')], 'c1'))
    platform.invoices = async (_access, ask) => (hear('invoices', ask), answer([], 'i1'))
  })

  test('a topic that was never stored is asked for without; then each with its own', async () => {
    await signIn()
    await settle()
    await refresh.run(null)
    expect(asked).toEqual({
      profile: [null, validators('p1')],
      catalogue: [null, validators('c1')],
      invoices: [null, validators('i1')]
    })
  })

  test('nothing has changed: only the age is new, and that is told', async () => {
    await signIn()
    await settle()
    const notes = [{ kind: 'noId', count: 1 } as const]
    const before = { fetchedAt: clock.now().toISOString(), notes, validators: validators('c1') }
    await store.current().saveProducts([productRecord('kept')], before)
    platform.products = async (_access, _query, ask) => (ask?.known ? null : answer([]))
    await clock.advance(60_000)
    await refresh.run('catalogue')
    expect(await store.current().info('catalogue')).toEqual({ ...before, fetchedAt: '2026-11-20T12:01:00.000Z' })
    expect(await store.current().product('kept')).not.toBeNull()
    expect(freshness.of('catalogue', null)).toMatchObject({ refreshing: false, failure: null })
    expect(refresh.reach()).toBe('online')
  })

  test('an answer without validators is stored without, and the next one is asked for whole', async () => {
    await signIn()
    await settle()
    platform.invoices = async (_access, ask) => (hear('invoices', ask), answer([]))
    await refresh.run('invoices')
    await refresh.run('invoices')
    expect(asked['invoices']).toEqual([null, validators('i1'), null])
  })

  test('when the file was made anew while the answer was on its way, it is asked for whole', async () => {
    await signIn()
    await settle()
    const late = Promise.withResolvers<null>()
    platform.products = (_access, _query, ask) =>
      ask?.known ? late.promise : Promise.resolve(answer([productRecord('again')], 'c2'))
    const refreshed = refresh.run('catalogue')
    await settle()
    cache.open('id-1').infos.clear()
    late.resolve(null)
    await refreshed
    expect(await store.current().info('catalogue')).toMatchObject({ validators: validators('c2') })
    expect(await store.current().product('again')).not.toBeNull()
  })

  test('"nothing has changed" without having been asked is no answer', async () => {
    platform.profile = async () => null
    await signIn()
    await settle()
    expect(freshness.failure('profile')).toEqual({ code: 'BAD_REPLY', found: 'empty' })
    expect(await store.current().info('profile')).toBeNull()
  })

  test('for an account that was left nothing is confirmed', async () => {
    await signIn()
    await settle()
    const late = Promise.withResolvers<null>()
    platform.products = () => late.promise
    await clock.advance(60_000)
    void refresh.run('catalogue')
    await settle()
    await session.signOut(false)
    late.resolve(null)
    await settle()
    expect((await cache.open('id-1').info('catalogue'))?.fetchedAt).toBe('2026-11-20T12:00:00.000Z')
  })
})

describe('another way to the same platform', () => {
  test('ends what is under way and starts a new round by the new settings, what is stored stays', async () => {
    await signIn()
    await settle()
    const late = Promise.withResolvers<Awaited<ReturnType<FakePlatform['products']>>>()
    let aborted: AbortSignal | undefined
    platform.products = (_access, _query, ask) => ((aborted = ask?.signal), late.promise)
    void refresh.run('catalogue')
    await settle()
    const addresses: string[] = []
    platform.products = async ({ connection: { baseAddress, timeoutSeconds } }) => {
      addresses.push(`${baseAddress} ${timeoutSeconds}`)
      return answer([productRecord('new')])
    }
    await session.changeConnection({ ...connection, timeoutSeconds: 60 })
    expect(aborted?.aborted).toBe(true)
    await settle()
    late.resolve(answer([productRecord('old')]))
    await settle()
    expect(addresses).toEqual(['https://host.example 60'])
    expect(await store.current().product('new')).not.toBeNull()
    expect(refresh.reach()).toBe('online')
    expect(clock.planned()).toEqual([EVERY_MS])
  })

  test('until that has an answer, what is known of the last try stays', async () => {
    platform.invoices = failing('SERVER', 500)
    await signIn()
    await settle()
    platform.invoices = () => Promise.withResolvers<Awaited<ReturnType<FakePlatform['invoices']>>>().promise
    await session.changeConnection({ ...connection, timeoutSeconds: 60 })
    await settle()
    expect(freshness.of('invoices', null)).toMatchObject({ refreshing: true, failure: { code: 'SERVER' } })
  })

  test('at another origin nothing is asked, the age stays and each topic says why', async () => {
    await signIn()
    await settle()
    let asked = 0
    platform.products = platform.profile = platform.invoices = async () => ((asked += 1), failing('SERVER')())
    await session.changeConnection({ ...connection, baseAddress: 'https://other.example' })
    await settle()
    expect(asked).toBe(0)
    expect(freshness.of('catalogue', await store.current().info('catalogue'))).toMatchObject({
      fetchedAt: '2026-11-20T12:00:00.000Z',
      refreshing: false,
      failure: { code: 'UNAUTHORIZED' }
    })
    expect(session.state()).toMatchObject({ credential: 'forgotten' })
  })
})
