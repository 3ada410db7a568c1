import { beforeEach, describe, expect, test } from 'vitest'
import { createCatalogue, type Catalogue } from '../../../../src/main/core/catalogue/index.ts'
import { createFreshnessBook, type FreshnessBook } from '../../../../src/main/core/refresh/freshness.ts'
import { RECENT_MS } from '../../../../src/main/core/refresh/polled-account.ts'
import { createRefresh, type Refresh } from '../../../../src/main/core/refresh/index.ts'
import type { Access, Ask, ProductRecord, Validators } from '../../../../src/main/core/ports/index.ts'
import type { Session } from '../../../../src/main/core/session/session.ts'
import { createOpenAccountStorage, type OpenAccountStorage } from '../../../../src/main/core/open-account-storage.ts'
import { AppError, type ErrorCode } from '../../../../src/shared/ipc/error.ts'
import {
  answer,
  FakeBrowser,
  FakeClock,
  FakeFiles,
  FakeApi,
  failing,
  MemoryStorage,
  MemoryKeychain,
  productRecord,
  PROFILE,
  Pushes,
  settle,
  KEYCHAIN_CODES,
  validators
} from '../../../support/ports.ts'
import { listing } from '../../../support/catalogue.ts'
import { connection, launchSession, signIn as signInTo } from '../launch.ts'

const EVERY_MS = 15 * 60_000

let clock: FakeClock
let platform: FakeApi
let keychain: MemoryKeychain
let cache: MemoryStorage
let session: Session
let store: OpenAccountStorage
let freshness: FreshnessBook
let refresh: Refresh
let paused: boolean
let reported: unknown[]

const launch = (): void => {
  const publisher = new Pushes()
  reported = []
  const report = (error: unknown): void => void reported.push(error)
  session = launchSession({ platform, keychain, cache, clock, publisher })
  store = createOpenAccountStorage(cache, session, report)
  freshness = createFreshnessBook(publisher)
  paused = false
  refresh = createRefresh({
    platform,
    session,
    store,
    freshness,
    clock,
    publisher,
    settings: cache.registry.settings,
    network: { online: () => true },
    paused: () => paused,
    fetched: () => undefined,
    report
  })
}

const itsCatalogue = (id: string) => cache.accounts.get(id)?.catalogue

/** A list that comes when it is told to, however long ago nobody wants it any more. */
const lateListing = (records: ProductRecord[]) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  let signal: AbortSignal | undefined
  const products: FakeApi['products'] = async (...asked) => {
    signal = asked[2].signal
    await promise
    return listing(records)(...asked)
  }
  return { products, arrive: resolve, signal: () => signal }
}

/** Milliseconds until the open account's next round; null: none is planned. */
const wait = (): number | null => {
  const at = refresh.nextTryAt()
  return at === null ? null : Date.parse(at) - clock.now().getTime()
}

const signIn = (email?: string): Promise<void> => signInTo(session, email)

/** Calls that reached the provider, per topic and account, such as `catalogue of token-1`. */
let asked: string[]

const working = (keys?: string[]): void => {
  const heard = (topic: string, token: string): void => void asked.push(`${topic} of ${token}`)
  platform.profile = async ({ token }) => (heard('profile', token), answer(PROFILE))
  platform.products = (...asked) => {
    const [{ token }] = asked
    heard('catalogue', token)
    return listing((keys ?? [`of ${token}`]).map((key) => productRecord(key)))(...asked)
  }
  platform.invoices = async ({ token }) => (heard('invoices', token), answer([]))
}
const broken = (code: ErrorCode, status?: number): void => {
  const fail = (topic: string) => (access: Access) => {
    asked.push(`${topic} of ${access.token}`)
    return failing(code, status)()
  }
  platform.profile = fail('profile')
  platform.products = fail('catalogue')
  platform.invoices = fail('invoices')
}

beforeEach(() => {
  clock = new FakeClock()
  platform = new FakeApi()
  keychain = new MemoryKeychain()
  cache = new MemoryStorage()
  asked = []
  launch()
})

test('signing in fetches everything, stores it and plans the next round', async () => {
  platform.products = listing([{ ...productRecord('p1'), notes: [{ kind: 'noId', count: 1 }] }])
  await signIn()
  await settle()
  expect(await store.current().info('catalogue')).toEqual({
    fetchedAt: '2026-11-20T12:00:00.000Z',
    notes: [{ kind: 'noId', count: 1 }],
    validators: null
  })
  expect(await store.current().profile()).toMatchObject({ value: { title: 'Ada' } })
  expect(refresh.reach()).toBe('online')
  expect(wait()).toBe(EVERY_MS)
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
      error: { code: 'UNREACHABLE', host: 'host.example' }
    })
  })

  test('is tried again soon, then less and less often, and recovers by itself', async () => {
    const waits: number[] = []
    for (let round = 0; round < 9; round += 1) {
      const ms = wait() ?? 0
      waits.push(ms)
      await clock.advance(ms)
    }
    expect(waits[0]).toBe(2_000)
    expect(waits[3]).toBe(16_000)
    expect(waits.at(-1)).toBe(300_000)

    const working = new FakeApi()
    Object.assign(platform, { products: working.products, profile: working.profile, invoices: working.invoices })
    await clock.advance(300_000)
    expect(refresh.reach()).toBe('online')
    expect(freshness.error('catalogue')).toBeNull()
    expect(wait()).toBe(EVERY_MS)
  })

  test('is tried at once when the computer wakes up', async () => {
    const working = new FakeApi()
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
    Promise.reject(new AppError('RATE_LIMITED', { status: 429, retryAt: '2026-11-20T12:10:00.000Z' }))
  await refresh.run(null)
  expect(wait()).toBe(600_000)
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
    working()
    await Promise.all([refresh.run(null), refresh.run('invoices')])
    refresh.nudge()
    await clock.advance(2 * EVERY_MS)
    expect(asked).toEqual([])
    // Each topic goes on saying why.
    expect(freshness.error('invoices')).toMatchObject({ code: 'UNAUTHORIZED' })
  })

  test('in one place only: the others keep working', async () => {
    platform.profile = failing('UNAUTHORIZED', 401)
    await signIn()
    await settle()
    expect(session.state()).toMatchObject({ credential: 'kept' })
    expect(freshness.error('profile')).toMatchObject({ code: 'UNAUTHORIZED' })
    expect(freshness.error('catalogue')).toBeNull()
    expect(wait()).toBe(EVERY_MS)
  })
})

test('time-outs beside a refusal do not end the sign-in: the round is tried again', async () => {
  await signIn()
  await settle()
  platform.profile = failing('UNAUTHORIZED', 401)
  platform.products = platform.invoices = failing('TIMEOUT')
  await refresh.run(null)
  expect(session.state()).toMatchObject({ credential: 'kept' })
  expect(wait()).toBe(2_000)
})

test('one topic that could not be reached is tried again soon too, not only whole rounds', async () => {
  await signIn()
  await settle()
  platform.products = failing('UNREACHABLE')
  await refresh.run('catalogue')
  expect(refresh.reach()).toBe('offline')
  expect(wait()).toBe(2_000)
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
  expect(freshness.error('invoices')).toMatchObject({ code: 'TIMEOUT' })
})

test('asking for everything twice at once is one round and plans one next try', async () => {
  await signIn()
  await settle()
  platform.products = platform.profile = platform.invoices = failing('UNREACHABLE')
  await Promise.all([refresh.run(null), refresh.run(null), refresh.run(null)])
  expect(wait()).toBe(2_000)
})

test('an answer for an account that was left does not land in the next one', async () => {
  const late = lateListing([productRecord('of-the-first')])
  platform.products = late.products
  await signIn('first@example.com')
  await settle()
  await session.signOut('id-1', false)
  platform.products = listing([])
  await signIn('second@example.com')
  await settle()
  late.arrive()
  await settle()
  expect([...cache.accounts.values()].flatMap(({ catalogue }) => catalogue.list)).toEqual([])
})

test('the same topic asked for twice at once is one call', async () => {
  await signIn()
  await settle()
  working()
  await Promise.all([refresh.run('catalogue'), refresh.run('catalogue'), refresh.run(null)])
  expect(asked.filter((one) => one.startsWith('catalogue'))).toHaveLength(1)
})

test.each(KEYCHAIN_CODES)(
  '%s is the error of every topic, not a sign-out, and says nothing of the network',
  async (keychainError) => {
    await signIn()
    await settle()
    refresh.stop()
    keychain.keychainError = keychainError
    const reads = keychain.reads
    launch()
    await refresh.run(null)
    expect(session.state()).toMatchObject({ status: 'signedIn', credential: 'unavailable' })
    expect(freshness.error('invoices')).toMatchObject({ code: keychainError })
    expect(refresh.reach()).toBe('unknown')
    // Each further read could make the store prompt: that is for the person to ask for.
    expect(clock.planned()).toEqual([])
    refresh.nudge()
    await refresh.run(null)
    expect(keychain.reads - reads).toBe(1)
  }
)

describe('what is saved but can’t be opened', () => {
  beforeEach(async () => {
    await signIn()
    await settle()
    const its = cache.accounts.get('id-1')
    if (its) its.sealedSnapshot = 'KEYCHAIN_MISSING'
    working()
  })

  test('is asked for whole, and keeps nothing else from being refreshed', async () => {
    const known: unknown[] = []
    platform.invoices = async (_access, ask) => (known.push(ask?.known), answer([], 'i1'))
    await clock.advance(60_000)
    await refresh.run(null)
    expect(known).toEqual([null])
    expect(cache.accounts.get('id-1')?.infos.get('catalogue')?.fetchedAt).toBe('2026-11-20T12:01:00.000Z')
    expect(cache.accounts.get('id-1')?.infos.get('invoices')?.validators).toEqual(validators('i1'))
    expect(freshness.error('invoices')).toBeNull()
    expect(freshness.error('profile')).toBeNull()
    expect(wait()).toBe(EVERY_MS)
  })

  test('is not taken for what was said to be unchanged', async () => {
    platform.invoices = async () => null
    await refresh.run('invoices')
    expect(freshness.error('invoices')).toEqual({ code: 'BAD_REPLY', found: 'empty' })
  })
})

test('signed in until quit, everything is fetched and refreshed as ever', async () => {
  keychain.keychainError = 'KEYCHAIN_MISSING'
  working()
  await signIn()
  await settle()
  expect(session.state()).toMatchObject({ credential: 'memory' })
  await clock.advance(EVERY_MS)
  expect(asked).toHaveLength(6)
  expect(freshness.error('invoices')).toBeNull()
  expect(wait()).toBe(EVERY_MS)
})

test('an error nobody planned for is reported and becomes INTERNAL', async () => {
  platform.invoices = () => Promise.reject(new TypeError('boom'))
  await signIn()
  await settle()
  expect(freshness.error('invoices')).toEqual({ code: 'INTERNAL' })
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
  const askedWith: Record<string, (Validators | null | undefined)[]> = {}
  const hear = (topic: string, ask: Ask | undefined): void => void (askedWith[topic] ??= []).push(ask?.known)

  beforeEach(() => {
    for (const topic of Object.keys(askedWith)) askedWith[topic] = []
    platform.profile = async (_access, ask) => (hear('profile', ask), answer(PROFILE, 'p1'))
    platform.products = (...asked) => (hear('catalogue', asked[2]), listing([productRecord('a')], 'c1')(...asked))
    platform.invoices = async (_access, ask) => (hear('invoices', ask), answer([], 'i1'))
  })

  test('a topic that was never stored is asked for without; then each with its own', async () => {
    await signIn()
    await settle()
    await refresh.run(null)
    expect(askedWith).toEqual({
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
    itsCatalogue('id-1')?.fill([{ ...productRecord('kept'), notes }], before)
    platform.products = (...asked) => (asked[2].known ? Promise.resolve(null) : listing([])(...asked))
    await clock.advance(60_000)
    await refresh.run('catalogue')
    expect(await store.current().info('catalogue')).toEqual({ ...before, fetchedAt: '2026-11-20T12:01:00.000Z' })
    expect(await store.current().catalogue.product('kept')).not.toBeNull()
    expect(itsCatalogue('id-1')?.ends.at(-1)).toBe('discard')
    expect(freshness.of('catalogue', null)).toMatchObject({ refreshing: false, error: null })
    expect(refresh.reach()).toBe('online')
  })

  test('an answer without validators is stored without, and the next one is asked for whole', async () => {
    await signIn()
    await settle()
    platform.invoices = async (_access, ask) => (hear('invoices', ask), answer([]))
    await refresh.run('invoices')
    await refresh.run('invoices')
    expect(askedWith['invoices']).toEqual([null, validators('i1'), null])
  })

  test('when the file was made anew while the answer was on its way, it is asked for whole', async () => {
    await signIn()
    await settle()
    const late = Promise.withResolvers<null>()
    platform.products = (...asked) =>
      asked[2].known ? late.promise : listing([productRecord('again')], 'c2')(...asked)
    const refreshed = refresh.run('catalogue')
    await settle()
    cache.accounts.get('id-1')?.infos.clear()
    late.resolve(null)
    await refreshed
    expect(await store.current().info('catalogue')).toMatchObject({ validators: validators('c2') })
    expect(await store.current().catalogue.product('again')).not.toBeNull()
  })

  test('"nothing has changed" without having been asked is no answer', async () => {
    platform.profile = async () => null
    await signIn()
    await settle()
    expect(freshness.error('profile')).toEqual({ code: 'BAD_REPLY', found: 'empty' })
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
    await session.signOut('id-1', false)
    late.resolve(null)
    await settle()
    expect(cache.accounts.get('id-1')?.infos.get('catalogue')?.fetchedAt).toBe('2026-11-20T12:00:00.000Z')
  })
})

describe('another way to the same platform', () => {
  test('ends what is under way and starts a new round by the new settings, what is stored stays', async () => {
    await signIn()
    await settle()
    const late = lateListing([productRecord('old')])
    platform.products = late.products
    void refresh.run('catalogue')
    await settle()
    const addresses: string[] = []
    platform.products = (...asked) => {
      const { baseAddress, timeoutSeconds } = asked[0].connection
      addresses.push(`${baseAddress} ${timeoutSeconds}`)
      return listing([productRecord('new')])(...asked)
    }
    await session.changeConnection({ ...connection, timeoutSeconds: 60 })
    expect(late.signal()?.aborted).toBe(true)
    await settle()
    late.arrive()
    await settle()
    expect(addresses).toEqual(['https://host.example 60'])
    expect(await store.current().catalogue.product('new')).not.toBeNull()
    expect(refresh.reach()).toBe('online')
    expect(wait()).toBe(EVERY_MS)
  })

  test('until that has an answer, what is known of the last try stays', async () => {
    platform.invoices = failing('SERVER', 500)
    await signIn()
    await settle()
    platform.invoices = () => Promise.withResolvers<Awaited<ReturnType<FakeApi['invoices']>>>().promise
    await session.changeConnection({ ...connection, timeoutSeconds: 60 })
    await settle()
    expect(freshness.of('invoices', null)).toMatchObject({ refreshing: true, error: { code: 'SERVER' } })
  })

  test('at another origin nothing is asked, the age stays and each topic says why', async () => {
    await signIn()
    await settle()
    broken('SERVER', 500)
    await session.changeConnection({ ...connection, baseAddress: 'https://other.example' })
    await settle()
    expect(asked).toEqual([])
    expect(freshness.of('catalogue', await store.current().info('catalogue'))).toMatchObject({
      fetchedAt: '2026-11-20T12:00:00.000Z',
      refreshing: false,
      error: { code: 'UNAUTHORIZED', found: 'notSignedIn' }
    })
    expect(session.state()).toMatchObject({ credential: 'forgotten' })
  })
})

describe('several accounts', () => {
  /** Both signed in and fetched; the second one is open. */
  beforeEach(async () => {
    let tokens = 0
    platform.signIn = async () => ({ token: `token-${++tokens}`, expiresAt: null })
    working()
    await signIn('first@example.com')
    await settle()
    await signIn('second@example.com')
    await settle()
  })

  const switchTo = async (id: string): Promise<void> => {
    await session.switchTo(id)
    await settle()
  }
  const names = (id: string) => itsCatalogue(id)?.list.map(({ key }) => key)

  test('each has its own in its own file', () => {
    expect(names('id-1')).toEqual(['of token-1'])
    expect(names('id-2')).toEqual(['of token-2'])
  })

  test('switching aborts what is under way, and its answer lands nowhere', async () => {
    const late = lateListing([productRecord('late')])
    platform.products = late.products
    void refresh.run('catalogue')
    await settle()
    working()
    await switchTo('id-1')
    expect(late.signal()?.aborted).toBe(true)
    late.arrive()
    await settle()
    expect(names('id-1')).toEqual(['of token-1'])
    expect(names('id-2')).toEqual(['of token-2'])
    expect(freshness.of('catalogue', null).refreshing).toBe(false)
  })

  test('after a minute the one that is opened is asked about at once, by its own token', async () => {
    await clock.advance(RECENT_MS)
    asked = []
    await switchTo('id-1')
    expect(asked.toSorted()).toEqual(['catalogue of token-1', 'invoices of token-1', 'profile of token-1'])
    expect(wait()).toBe(EVERY_MS)
  })

  test('back and forth, nothing is asked twice, and the next round comes when it was due', async () => {
    asked = []
    for (let times = 0; times < 20; times += 1) {
      await switchTo('id-1')
      await clock.advance(1_000)
      await switchTo('id-2')
    }
    expect(asked).toEqual([])
    expect(wait()).toBe(EVERY_MS - 20_000)
    expect(refresh.reach()).toBe('online')
    await clock.advance(EVERY_MS)
    expect(asked.toSorted()).toEqual([
      'catalogue of token-2',
      'invoices of token-1',
      'invoices of token-2',
      'profile of token-2'
    ])
  })

  test('rounds that are broken off again and again are begun every two seconds at most', async () => {
    await clock.advance(RECENT_MS)
    platform.profile =
      platform.products =
      platform.invoices =
        ({ token }: Access) => (asked.push(token), Promise.withResolvers<never>().promise)
    asked = []
    for (let times = 0; times < 19; times += 1) {
      await switchTo('id-1')
      await switchTo('id-2')
      await clock.advance(100)
    }
    expect(asked.filter((token) => token === 'token-1')).toHaveLength(3)
    expect(asked.filter((token) => token === 'token-2')).toHaveLength(3)
    await clock.advance(2_000)
    expect(asked.filter((token) => token === 'token-2')).toHaveLength(6)
  })

  test('a platform that doesn’t answer is not asked by switching, and its error stays in sight', async () => {
    broken('UNREACHABLE')
    await refresh.run(null)
    asked = []
    await switchTo('id-1')
    expect(freshness.error('invoices')).toBeNull()
    await switchTo('id-2')
    expect(asked).toEqual([])
    expect(freshness.error('invoices')).toMatchObject({ code: 'UNREACHABLE' })
    expect(refresh.reach()).toBe('offline')
    expect(wait()).toBe(2_000)
    // The waits go on growing where they were.
    await clock.advance(2_000)
    expect(wait()).toBe(4_000)
  })

  test('the time that a platform gave is kept, however long ago it was left', async () => {
    platform.invoices = () =>
      Promise.reject(new AppError('RATE_LIMITED', { status: 429, retryAt: '2026-11-20T12:30:00.000Z' }))
    await refresh.run(null)
    working()
    await switchTo('id-1')
    await clock.advance(10 * 60_000)
    asked = []
    await switchTo('id-2')
    expect(asked).toEqual([])
    expect(wait()).toBe(20 * 60_000)
    // The person may ask.
    await refresh.run(null)
    expect(asked).toHaveLength(3)
  })

  test('one that was signed out, and signed in again, is fetched', async () => {
    await session.signOut('id-2', false)
    await settle()
    asked = []
    await signIn('second@example.com')
    await settle()
    expect(asked).toHaveLength(3)
  })

  test('one that was removed leaves nothing that a new one would take for its own', async () => {
    await switchTo('id-1')
    await session.remove('id-2')
    asked = []
    await signIn('second@example.com')
    await settle()
    expect(asked).toHaveLength(3)
  })

  test('what was lost with its file is fetched again, however lately it was', async () => {
    await switchTo('id-1')
    cache.accounts.get('id-2')?.infos.delete('invoices')
    asked = []
    await switchTo('id-2')
    expect(asked).toHaveLength(3)
  })

  test('the refusal of one is not the other’s, and is there again with it', async () => {
    broken('UNAUTHORIZED', 401)
    await refresh.run(null)
    working()
    await switchTo('id-1')
    expect(session.state()).toMatchObject({ credential: 'kept' })
    expect(freshness.error('invoices')).toBeNull()
    await clock.advance(2 * EVERY_MS)
    asked = []
    await switchTo('id-2')
    expect(session.state()).toMatchObject({ credential: 'refused' })
    expect(freshness.error('invoices')).toMatchObject({ code: 'UNAUTHORIZED' })
    expect(asked).toEqual([])
    expect(wait()).toBeNull()
  })

  test('a store that is locked for one leaves the other be', async () => {
    refresh.stop()
    launch()
    await refresh.run(null)
    keychain.keychainError = 'KEYCHAIN_LOCKED'
    await switchTo('id-1')
    expect(freshness.error('invoices')).toMatchObject({ code: 'KEYCHAIN_LOCKED' })
    await switchTo('id-2')
    expect(freshness.error('invoices')).toBeNull()
    await switchTo('id-1')
    expect(freshness.error('invoices')).toMatchObject({ code: 'KEYCHAIN_LOCKED' })
    expect(wait()).toBeNull()
  })

  test('a new name or place in the list begins nothing', async () => {
    asked = []
    session.rename('id-2', 'Work')
    session.move('id-2', 0)
    await settle()
    expect(asked).toEqual([])
  })
})

describe('while paused', () => {
  beforeEach(async () => {
    working()
    await signIn()
    await settle()
    asked = []
    paused = true
  })

  test('nothing is begun, whoever asks', async () => {
    await Promise.all([refresh.run(null), refresh.run('invoices')])
    refresh.nudge()
    refresh.revalidate()
    await clock.advance(2 * EVERY_MS)
    expect(asked).toEqual([])
    expect(freshness.refreshing()).toBe(false)
  })

  test('what came due is made up for by the nudge at its end, once', async () => {
    await clock.advance(EVERY_MS)
    paused = false
    refresh.nudge()
    refresh.nudge()
    await settle()
    expect(asked).toHaveLength(3)
    expect(wait()).toBe(EVERY_MS)
    refresh.nudge()
    await settle()
    expect(asked).toHaveLength(3)
  })

  test('when nothing came due, nothing is made up for', async () => {
    await clock.advance(EVERY_MS / 3)
    paused = false
    refresh.nudge()
    await settle()
    expect(asked).toEqual([])
  })

  test('a launch that is locked asks once it is opened', async () => {
    refresh.stop()
    launch()
    paused = true
    await refresh.run(null)
    expect(asked).toEqual([])
    paused = false
    refresh.nudge()
    await settle()
    expect(asked).toHaveLength(3)
  })
})

describe('a revalidate about the sign-in', () => {
  const KEYS = Array.from({ length: 20 }, (_none, place) => `p${place}`)
  let catalogue: Catalogue
  let changes: string[]
  const rounds = (): number => asked.filter((one) => one.startsWith('profile')).length

  beforeEach(async () => {
    working(KEYS)
    await signIn()
    await settle()
    catalogue = createCatalogue({
      api: platform,
      session,
      store,
      freshness,
      clock,
      publisher: new Pushes(),
      files: new FakeFiles(),
      opener: new FakeBrowser(),
      locked: () => false,
      whileOpen: () => refresh.whileOpen(),
      revalidate: () => refresh.revalidate(),
      report: () => {}
    })
    changes = []
    session.onChange(() => {
      const state = session.state()
      changes.push(state.status === 'signedIn' ? state.credential : state.status)
    })
    asked = []
    platform.product = failing('UNAUTHORIZED', 401)
  })

  const openAll = () => Promise.all(KEYS.map((key) => catalogue.refreshProduct(key)))

  test('of twenty calls at once is one round and one end of the sign-in; what is saved stays readable', async () => {
    broken('UNAUTHORIZED', 401)
    const products = await openAll()
    await settle()
    expect(rounds()).toBe(1)
    expect(changes).toEqual(['refused'])
    expect(products.every(({ view }) => view !== null)).toBe(true)
    expect((await catalogue.product('p7')).view).not.toBeNull()
    const calls = asked.length
    let single = 0
    platform.product = () => ((single += 1), failing('UNAUTHORIZED', 401)())
    await openAll()
    await settle()
    expect(single).toBe(0)
    expect(asked).toHaveLength(calls)
    expect(changes).toEqual(['refused'])
  })

  test('of calls that come one after the other while the round runs is that round', async () => {
    const late = Promise.withResolvers<never>()
    broken('UNAUTHORIZED', 401)
    platform.invoices = () => late.promise
    await catalogue.refreshProduct('p1')
    await settle()
    await catalogue.refreshProduct('p2')
    await settle()
    expect(rounds()).toBe(1)
    expect(changes).toEqual([])
    late.reject(new AppError('UNAUTHORIZED', { status: 401 }))
    await settle()
    expect(changes).toEqual(['refused'])
  })

  test.each([
    ['stands still', 0],
    ['goes on', 1]
  ])('that is settled in its favour is not raised again for a minute, by a clock that %s', async (_name, tick) => {
    clock.tick = tick
    await openAll()
    await settle()
    expect(rounds()).toBe(1)
    for (let times = 0; times < 10; times += 1) await openAll()
    await settle()
    expect(rounds()).toBe(1)
    expect(changes).toEqual([])
    await clock.advance(RECENT_MS)
    await openAll()
    await settle()
    expect(rounds()).toBe(2)
  })

  test('is not settled by the round before when none can be begun', async () => {
    paused = true
    refresh.revalidate()
    await settle()
    paused = false
    refresh.revalidate()
    await settle()
    expect(rounds()).toBe(1)
  })

  test('is not settled by a round that nobody answered, nor by one that was begun before', async () => {
    broken('TIMEOUT')
    await openAll()
    await settle()
    working(KEYS)
    const late = Promise.withResolvers<Awaited<ReturnType<FakeApi['invoices']>>>()
    platform.invoices = () => late.promise
    void refresh.run(null)
    await settle()
    await openAll()
    late.resolve(answer([]))
    await settle()
    const before = rounds()
    broken('UNAUTHORIZED', 401)
    await openAll()
    await settle()
    expect(rounds()).toBe(before + 1)
    expect(changes).toEqual(['refused'])
  })

  test('by a token that was replaced meanwhile does not end the new sign-in', async () => {
    const late = Promise.withResolvers<never>()
    broken('UNAUTHORIZED', 401)
    platform.invoices = () => late.promise
    void refresh.run(null)
    await settle()
    platform.signIn = async () => ({ token: 'token-2', expiresAt: null })
    await signIn()
    working(KEYS)
    late.reject(new AppError('UNAUTHORIZED', { status: 401 }))
    await settle()
    expect(session.state()).toMatchObject({ credential: 'kept' })
    asked = []
    await clock.advance(2_000)
    expect(asked).toContain('invoices of token-2')
  })
})
