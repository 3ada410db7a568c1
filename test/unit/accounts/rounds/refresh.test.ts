/** What a refresh stores and shows. When it happens is in scenarios.test.ts. */
import { beforeEach, describe, expect, test } from 'vitest'
import type { Ask, Validators } from '../../../../src/main/ports/index.ts'
import { AppError } from '../../../../src/shared/ipc/error.ts'
import { listing } from '../../../support/catalogue.ts'
import { answer, failing, productRecord, PROFILE, settle, validators } from '../../../support/ports.ts'
import { connection, shownIn, signIn } from '../../app/launch.ts'
import { MINUTE, Rounds } from './rounds.ts'

const NOW = '2026-11-20T12:00:00.000Z'

let rounds: Rounds
let platform: Rounds['core']['platform']
const stored = () => rounds.core.storageOf('id-1')
const error = (topic: 'profile' | 'catalogue' | 'invoices') => rounds.error(topic)

beforeEach(() => {
  rounds = new Rounds()
  ;({ platform } = rounds.core)
})

test('signing in fetches everything and stores it with its notes', async () => {
  platform.products = listing([{ ...productRecord('p1'), notes: [{ kind: 'noId', count: 1 }] }])
  await signIn(rounds.accounts)
  await settle()
  expect(await stored().info('catalogue')).toEqual({
    fetchedAt: NOW,
    notes: [{ kind: 'noId', count: 1 }],
    validators: null
  })
  expect(await stored().profile()).toMatchObject({ value: { title: 'Ada' } })
  expect(rounds.shown?.reach).toBe('online')
})

test('a failed refresh keeps the stored data and shows its error', async () => {
  await signIn(rounds.accounts)
  await settle()
  rounds.failing = () => ({ code: 'UNREACHABLE' })
  await rounds.fetch(null)
  expect(shownIn(rounds.accounts).freshness('catalogue', await stored().info('catalogue'))).toMatchObject({
    fetchedAt: NOW,
    refreshing: false,
    error: { code: 'UNREACHABLE', host: 'host.example' }
  })
})

test('the reason for refusing the token stays known while the sign-in is refused', async () => {
  await signIn(rounds.accounts)
  await settle()
  rounds.failing = () => ({ code: 'UNAUTHORIZED', providerMessage: 'Your API key was revoked.' })
  await rounds.fetch(null)
  await settle()
  expect(rounds.accounts.state()).toMatchObject({ status: 'signedIn', credential: 'refused' })
  expect(error('invoices')).toMatchObject({ code: 'UNAUTHORIZED', providerMessage: 'Your API key was revoked.' })
})

test('an unexpected error is reported and shown as INTERNAL', async () => {
  platform.invoices = () => Promise.reject(new TypeError('boom'))
  await signIn(rounds.accounts)
  await settle()
  expect(error('invoices')).toEqual({ code: 'INTERNAL' })
  expect(rounds.core.heard.reported).toHaveLength(1)
})

test('a part of a list is stored and shown as one', async () => {
  const partial = { received: 1, total: 52 }
  platform.products = async (...asked) => ({
    ...(await listing([productRecord('a')])(...asked)),
    validators: null,
    partial
  })
  platform.invoices = async () => ({ ...answer([]), partial })
  await signIn(rounds.accounts)
  await settle()
  for (const topic of ['catalogue', 'invoices'] as const) {
    expect(shownIn(rounds.accounts).freshness(topic, await stored().info(topic))).toMatchObject({
      partial,
      error: null
    })
  }
  platform.invoices = async () => answer([])
  await rounds.fetch('invoices')
  expect(shownIn(rounds.accounts).freshness('invoices', await stored().info('invoices')).partial).toBeNull()
})

test('the zone of whose midnights the stored invoices are days is asked with, so that they stay when the computer travels', async () => {
  const asked: (string | null | undefined)[] = []
  platform.invoices = async (_access, ask) => {
    asked.push(ask?.dayZone)
    return { ...answer([]), dayZone: 'Europe/Paris' }
  }
  await signIn(rounds.accounts)
  await settle()
  await rounds.fetch('invoices')
  expect(asked).toEqual([null, 'Europe/Paris'])
})

describe('stored data that can’t be decrypted', () => {
  beforeEach(async () => {
    await signIn(rounds.accounts)
    await settle()
    stored().sealedSnapshot = 'KEYCHAIN_MISSING'
  })

  test('is fetched without validators, and the other topics are fetched as usual', async () => {
    const known: unknown[] = []
    platform.invoices = async (_access, ask) => (known.push(ask?.known), answer([], 'i1'))
    await rounds.pass(MINUTE)
    await rounds.fetch(null)
    expect(known).toEqual([null])
    expect(stored().infos.get('catalogue')?.fetchedAt).toBe('2026-11-20T12:01:00.000Z')
    expect(stored().infos.get('invoices')?.validators).toEqual(validators('i1'))
    expect([error('invoices'), error('profile')]).toEqual([null, null])
  })

  test('is not confirmed by "nothing has changed"', async () => {
    platform.invoices = async () => null
    await rounds.fetch('invoices')
    expect(error('invoices')).toEqual({ code: 'BAD_REPLY', found: 'empty' })
  })
})

describe('validators', () => {
  let askedWith: Record<string, (Validators | null | undefined)[]>

  beforeEach(async () => {
    askedWith = {}
    const note = (topic: string, ask: Ask | undefined): void => void (askedWith[topic] ??= []).push(ask?.known)
    platform.profile = async (_access, ask) => (note('profile', ask), answer(PROFILE, 'p1'))
    platform.products = (...asked) => (note('catalogue', asked[2]), listing([productRecord('a')], 'c1')(...asked))
    platform.invoices = async (_access, ask) => (
      note('invoices', ask),
      answer([], askedWith['invoices']?.length === 2 ? undefined : 'i1')
    )
    await signIn(rounds.accounts)
    await settle()
  })

  test('of the stored answer are sent with the next request, and none after an answer without them', async () => {
    await rounds.fetch(null)
    await rounds.fetch('invoices')
    expect(askedWith).toEqual({
      profile: [null, validators('p1')],
      catalogue: [null, validators('c1')],
      invoices: [null, validators('i1'), null]
    })
  })

  test('that still hold renew only the age', async () => {
    const before = await stored().info('catalogue')
    platform.products = (...asked) => (asked[2].known ? Promise.resolve(null) : listing([])(...asked))
    await rounds.pass(MINUTE)
    await rounds.fetch('catalogue')
    expect(await stored().info('catalogue')).toEqual({ ...before, fetchedAt: '2026-11-20T12:01:00.000Z' })
    expect(await stored().catalogue.product('a')).not.toBeNull()
    expect(stored().catalogue.ends.at(-1)).toBe('discard')
    expect(shownIn(rounds.accounts).freshness('catalogue', null)).toMatchObject({ refreshing: false, error: null })
  })

  test('of a file that was recreated meanwhile are void: the list is fetched in full', async () => {
    const late = Promise.withResolvers<null>()
    platform.products = (...asked) =>
      asked[2].known ? late.promise : listing([productRecord('again')], 'c2')(...asked)
    const refreshed = rounds.fetch('catalogue')
    await settle()
    stored().infos.clear()
    late.resolve(null)
    await refreshed
    expect(await stored().info('catalogue')).toMatchObject({ validators: validators('c2') })
    expect(await stored().catalogue.product('again')).not.toBeNull()
  })

  test('confirm nothing for an account that was left', async () => {
    const late = Promise.withResolvers<null>()
    platform.products = () => late.promise
    await rounds.pass(MINUTE)
    void rounds.fetch('catalogue')
    await settle()
    await rounds.accounts.signOut('id-1', false)
    late.resolve(null)
    await settle()
    expect(stored().infos.get('catalogue')?.fetchedAt).toBe(NOW)
  })
})

test('"nothing has changed" is a bad reply to a request without validators', async () => {
  platform.profile = async () => null
  await signIn(rounds.accounts)
  await settle()
  expect(error('profile')).toEqual({ code: 'BAD_REPLY', found: 'empty' })
  expect(await stored().info('profile')).toBeNull()
})

describe('another connection', () => {
  beforeEach(async () => {
    await signIn(rounds.accounts)
    await settle()
  })

  test('aborts what runs and fetches by the new settings; errors stay until there is an answer', async () => {
    platform.invoices = failing('SERVER', 500)
    await rounds.fetch('invoices')
    let signal: AbortSignal | undefined
    platform.invoices = (_access, ask) => ((signal = ask?.signal), Promise.withResolvers<never>().promise)
    void rounds.fetch('invoices')
    await settle()
    const late = Promise.withResolvers<Awaited<ReturnType<typeof platform.invoices>>>()
    const timeouts: unknown[] = []
    platform.invoices = (access) => (timeouts.push(access.connection.timeoutSeconds), late.promise)
    await rounds.accounts.changeConnection('id-1', { ...connection, timeoutSeconds: 60 })
    await settle()
    expect(signal?.aborted).toBe(true)
    expect(timeouts).toEqual([60])
    expect(shownIn(rounds.accounts).freshness('invoices', null)).toMatchObject({
      refreshing: true,
      error: { code: 'SERVER' }
    })
    late.resolve(answer([]))
    await settle()
    expect(error('invoices')).toBeNull()
  })

  test('at another origin asks for nothing: the data stays, and each topic shows why', async () => {
    rounds.clear()
    await rounds.accounts.changeConnection('id-1', { ...connection, baseUrl: 'https://other.example' })
    await settle()
    expect(rounds.times).toEqual([])
    expect(shownIn(rounds.accounts).freshness('catalogue', await stored().info('catalogue'))).toMatchObject({
      fetchedAt: NOW,
      error: { code: 'UNAUTHORIZED', found: 'notSignedIn' }
    })
    expect(rounds.accounts.state()).toMatchObject({ credential: 'forgotten' })
  })
})

describe('fetched invoices', () => {
  test('are announced for every account, with its storage, also when nothing has changed', async () => {
    const storages: unknown[] = []
    rounds.onFetched = (_id, storage) => void storages.push(storage)
    await rounds.started(2)
    platform.invoices = async () => null
    for (const id of ['id-1', 'id-2']) {
      rounds.core.storageOf(id).infos.set('invoices', { fetchedAt: '', notes: [], validators: validators('x') })
    }
    await rounds.pass(15 * MINUTE)
    expect(rounds.fetched).toEqual(['id-1', 'id-2'])
    expect(storages.slice(-2)).toEqual(['id-1', 'id-2'].map((id) => rounds.core.cache.accounts.get(id)))
  })

  test('keep the storage open for the listener, whose error is reported and harms nothing', async () => {
    await rounds.started(2)
    const late = Promise.withResolvers<void>()
    rounds.onFetched = () => late.promise
    await rounds.refresh.fetchAllAccounts()
    const storage = rounds.core.cache.accounts.get('id-2')
    rounds.accounts.get('id-2').releaseStorage()
    expect(storage?.closed).toBe(false)
    late.reject(new TypeError('boom'))
    await settle()
    expect(rounds.core.heard.reported.length).toBeGreaterThan(0)
    expect(storage?.closed).toBe(true)
    expect(rounds.error('invoices', 'id-2')).toBeNull()
  })

  test('of another account are shown while and after they are fetched', async () => {
    await rounds.started(2)
    rounds.core.publisher.changes = []
    const late = Promise.withResolvers<void>()
    rounds.held = late.promise
    rounds.failing = () => ({ code: 'SERVER' })
    void rounds.refresh.fetchAllAccounts()
    await settle()
    expect(rounds.accounts.get('id-2').freshness('invoices', null)).toMatchObject({ refreshing: true, error: null })
    const atStart = rounds.core.publisher.changes.splice(0)
    late.resolve()
    await settle()
    expect(rounds.accounts.get('id-2').freshness('invoices', null)).toMatchObject({
      refreshing: false,
      error: { code: 'SERVER' }
    })
    // The start changes no stored data.
    expect(atStart).toContainEqual(['refreshAll', null])
    expect(atStart).toContainEqual(['status', 'id-2'])
    expect(atStart.map(([topic]) => topic)).not.toContain('invoices')
    expect(rounds.core.publisher.changes).toContainEqual(['invoices', 'id-2'])
    expect(rounds.core.publisher.changes).toContainEqual(['refreshAll', null])
  })
})

test.each(['an unexpected error', 'an error of the storage'])(
  'an account is shown again although its storage has %s',
  async (what) => {
    await rounds.relaunch(2)
    await rounds.refresh.start()
    rounds.accounts.show('id-2')
    await settle()
    stored().info = () =>
      Promise.reject(what === 'an unexpected error' ? new TypeError('boom') : new AppError('STORAGE'))
    rounds.clear()
    rounds.accounts.show('id-1')
    await settle()
    expect(rounds.times).toEqual([])
    expect(rounds.core.heard.reported).toHaveLength(what === 'an unexpected error' ? 1 : 0)
  }
)
