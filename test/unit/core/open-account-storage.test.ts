import { beforeEach, describe, expect, test } from 'vitest'
import { reportUnexpected } from '../../../src/main/core/core-parts.ts'
import { FreshnessState } from '../../../src/main/core/refresh/freshness-state.ts'
import { readStoredProfile } from '../../../src/main/core/summary/status.ts'
import type { Session } from '../../../src/main/core/session/session.ts'
import { OpenAccountStorage, unlessSealed } from '../../../src/main/core/open-account-storage.ts'
import { AppError } from '../../../src/shared/ipc/error.ts'
import {
  type MemoryAccountStorage,
  type MemoryStorage,
  type MemoryKeychain,
  PROFILE,
  PublishedEvents,
  settle
} from '../../support/ports.ts'
import { connection, launchSession, signIn, world, type World } from './launch.ts'

let parts: World
let cache: MemoryStorage
let keychain: MemoryKeychain
let session: Session
let store: OpenAccountStorage
let reported: unknown[]

const launch = (): void => {
  session = launchSession(parts)
  reported = []
  store = new OpenAccountStorage(
    cache,
    session,
    reportUnexpected((error) => reported.push(error))
  )
}
const its = (id: string): MemoryAccountStorage => {
  const found = cache.accounts.get(id)
  if (!found) throw new Error(`No cache of ${id} was opened`)
  return found
}

beforeEach(() => {
  const made = world()
  parts = made
  ;({ cache, keychain } = made)
  launch()
})

test('signed out there is none', () => {
  expect(store.orNull()).toBeNull()
  expect(() => store.current()).toThrow(expect.objectContaining({ info: { code: 'UNAUTHORIZED' } }))
  expect(cache.accounts.size).toBe(0)
})

test('opening it reads no key: each account’s own key is read when it is needed', async () => {
  await signIn(session, 'first@example.com')
  store.current()
  await signIn(session, 'second@example.com')
  store.current()
  launch()
  store.current()
  expect(keychain.reads).toBe(0)
  const keys = [await cache.keys.get('id-1')?.(), await cache.keys.get('id-2')?.()]
  expect(keys).toEqual(['id-1', 'id-2'].map((id) => keychain.entries.get(id)?.dataKey))
  expect(keys[0]).not.toBe(keys[1])
})

test('opening another account closes it at once; a change of the connection does not', async () => {
  await signIn(session, 'first@example.com')
  const first = store.current()
  await session.changeConnection({ ...connection, timeoutSeconds: 60 })
  expect(store.current()).toBe(first)
  await signIn(session, 'second@example.com')
  expect(its('id-1').closed).toBe(true)
  expect(store.current()).not.toBe(first)
  await session.switchTo('id-1')
  expect(store.current()).toBe(first)
  expect(its('id-1').closed).toBe(false)
  await session.signOut('id-1', false)
  expect(its('id-1').closed).toBe(true)
})

test('after its files were erased it is opened anew', async () => {
  await signIn(session)
  const before = store.current()
  await session.signOut('id-1', true)
  expect(store.orNull()).toBeNull()
  await signIn(session)
  expect(store.current()).not.toBe(before)
  expect(reported).toEqual([])
})

test('after its files could not be erased it can still be read', async () => {
  await signIn(session)
  store.current()
  cache.erase = () => {
    // As app.ts does before files are deleted.
    store.close()
    throw new AppError('STORAGE')
  }
  await expect(session.signOut('id-1', true)).rejects.toMatchObject({ info: { code: 'STORAGE' } })
  expect(store.current()).toMatchObject({ closed: false })
})

describe('the storage of any account', () => {
  beforeEach(async () => {
    await signIn(session, 'first@example.com')
    await signIn(session, 'second@example.com')
  })

  test('is closed after the work, also when it failed', async () => {
    const late = Promise.withResolvers<string>()
    const done = store.withAccountStorage('id-1', () => late.promise)
    expect(its('id-1').closed).toBe(false)
    late.resolve('all')
    expect(await done).toBe('all')
    expect(its('id-1').closed).toBe(true)
    await expect(store.withAccountStorage('id-1', () => Promise.reject(new AppError('STORAGE')))).rejects.toThrow()
    expect(its('id-1').closed).toBe(true)
  })

  test('stays open for the open account and for other work', async () => {
    store.current()
    const late = Promise.withResolvers<void>()
    const first = store.withAccountStorage('id-2', () => late.promise)
    await store.withAccountStorage('id-2', async () => undefined)
    expect(its('id-2').closed).toBe(false)
    late.resolve()
    await first
    expect(its('id-2').closed).toBe(false)
  })

  test('is not created again after the account was removed', async () => {
    await session.remove('id-1')
    await expect(store.withAccountStorage('id-1', async () => undefined)).rejects.toMatchObject({
      info: { code: 'NOT_FOUND' }
    })
    expect(cache.accounts.has('id-1')).toBe(false)
  })

  test('is sealed once its sign-in in memory is stored, whichever account is open', async () => {
    keychain.keychainError = 'KEYCHAIN_LOCKED'
    await signIn(session, 'third@example.com')
    await session.switchTo('id-1')
    await store.withAccountStorage('id-3', async () => undefined)
    expect(its('id-3').seals).toBe(0)
    keychain.keychainError = null
    await session.retryKeychain()
    session.rename('id-3', 'Work')
    expect(its('id-3').seals).toBe(1)
    expect(its('id-3').closed).toBe(true)
  })
})

describe('sealing', () => {
  test('does not happen where the key was there from the start', async () => {
    await signIn(session)
    store.current()
    session.rename('id-1', 'Work')
    launch()
    await session.access()
    expect(its('id-1').seals).toBe(0)
  })

  test('happens once, when a sign-in in memory, a locked launch or a forgotten sign-in has its key', async () => {
    keychain.keychainError = 'KEYCHAIN_LOCKED'
    await signIn(session)
    store.current()
    session.rename('id-1', 'Work')
    expect(its('id-1').seals).toBe(0)
    keychain.keychainError = null
    await session.retryKeychain()
    session.rename('id-1', 'Home')
    expect(its('id-1').seals).toBe(1)

    keychain.keychainError = 'KEYCHAIN_LOCKED'
    launch()
    await session.access().catch(() => undefined)
    store.current()
    keychain.keychainError = null
    await session.retryKeychain()
    expect(its('id-1').seals).toBe(2)

    keychain.keychainError = 'KEYCHAIN_MISSING'
    await signIn(session, 'second@example.com')
    launch()
    expect(session.state()).toMatchObject({ credential: 'forgotten' })
    keychain.keychainError = null
    await signIn(session, 'second@example.com')
    expect(its('id-2').seals).toBe(1)
  })

  test('that fails is tried again with the next change; only an unexpected error is reported', async () => {
    keychain.keychainError = 'KEYCHAIN_LOCKED'
    await signIn(session)
    store.current()
    const { seal } = its('id-1')
    its('id-1').seal = () => Promise.reject(new AppError('STORAGE'))
    keychain.keychainError = null
    await session.retryKeychain()
    await settle()
    expect(reported).toEqual([])
    const boom = new TypeError('boom')
    its('id-1').seal = () => Promise.reject(boom)
    session.rename('id-1', 'Work')
    await settle()
    expect(reported).toEqual([boom])
    its('id-1').seal = seal
    session.rename('id-1', 'Home')
    expect(its('id-1').seals).toBe(1)
  })
})

describe('reading', () => {
  beforeEach(async () => {
    await signIn(session, 'first@example.com')
    await signIn(session, 'second@example.com')
    await session.switchTo('id-1')
  })

  test.each(['answers', 'fails'])('is repeated on the account that is open when the first one %s late', async (how) => {
    const late = Promise.withResolvers<void>()
    const read = store.read(async (storage) => {
      if (storage === its('id-1')) await late.promise
      return storage === its('id-2') ? 'second' : 'first'
    })
    await session.switchTo('id-2')
    if (how === 'answers') late.resolve()
    else late.reject(new AppError('STORAGE'))
    expect(await read).toBe('second')
  })

  test('fails as the storage does, and with UNAUTHORIZED once signed out', async () => {
    await expect(store.read(() => Promise.reject(new AppError('STORAGE')))).rejects.toMatchObject({
      info: { code: 'STORAGE' }
    })
    const late = Promise.withResolvers<number>()
    const read = store.read(() => late.promise)
    await session.signOut('id-2', false)
    await session.signOut('id-1', false)
    late.resolve(7)
    await expect(read).rejects.toMatchObject({ info: { code: 'UNAUTHORIZED' } })
  })

  test('of sealed data says why it can’t be decrypted, which is no other error', async () => {
    const freshness = new FreshnessState(new PublishedEvents())
    await store.current().saveProfile(PROFILE, { fetchedAt: '2026-11-20T10:00:00Z', notes: [], validators: null })
    its('id-1').sealedSnapshot = 'KEYCHAIN_SILENT'
    const sealed = { info: { code: 'KEYCHAIN_SILENT', found: 'sealed' } }
    await expect(readStoredProfile({ store, freshness })).rejects.toMatchObject(sealed)
    expect(await unlessSealed(store.current().info('invoices'))).toBeNull()
    expect(await unlessSealed(Promise.resolve(7))).toBe(7)
    await expect(unlessSealed(Promise.reject(new AppError('KEYCHAIN_SILENT')))).rejects.toMatchObject({
      info: { code: 'KEYCHAIN_SILENT' }
    })
  })
})
