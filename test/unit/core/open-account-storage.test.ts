import { beforeEach, describe, expect, test } from 'vitest'
import { createFreshnessBook, type FreshnessBook } from '../../../src/main/core/refresh/freshness.ts'
import { createInvoices } from '../../../src/main/core/invoices/invoices.ts'
import { readProfile } from '../../../src/main/core/summary/status.ts'
import type { Session } from '../../../src/main/core/session/session.ts'
import {
  createOpenAccountStorage,
  unlessSealed,
  type OpenAccountStorage
} from '../../../src/main/core/open-account-storage.ts'
import { AppError } from '../../../src/shared/ipc/error.ts'
import { EVERY_INVOICE, NEWEST_FIRST, type InvoiceQuery } from '../../../src/shared/models/invoice.ts'
import {
  FakeBrowser,
  FakeFiles,
  invoice,
  type MemoryAccountStorage,
  type MemoryStorage,
  type MemoryKeychain,
  PROFILE,
  Pushes,
  settle
} from '../../support/ports.ts'
import { connection, launchSession, signIn, world, type World } from './launch.ts'

let parts: World
let cache: MemoryStorage
let keychain: MemoryKeychain
let session: Session
let store: OpenAccountStorage
let reported: unknown[]

const QUERY: InvoiceQuery = { ...EVERY_INVOICE, ...NEWEST_FIRST, offset: 0, limit: 9 }
const invoicesOf = (freshness: FreshnessBook) =>
  createInvoices({
    ...{ ...parts, api: parts.platform, session, store, freshness },
    files: new FakeFiles(),
    opener: new FakeBrowser(),
    locked: () => false,
    refresh: { whileOpen: () => new AbortController().signal, run: async () => undefined, revalidate: () => undefined },
    report: (error) => reported.push(error)
  })

const launch = (): void => {
  session = launchSession(parts)
  reported = []
  store = createOpenAccountStorage(cache, session, (error) => reported.push(error))
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

test('opening it reads no key: the key is that of its account, asked for when it is needed', async () => {
  await signIn(session, 'first@example.com')
  store.current()
  await signIn(session, 'second@example.com')
  store.current()
  launch()
  store.current()
  expect(keychain.reads).toBe(0)
  expect(await cache.keys.get('id-1')?.()).toBe(keychain.entries.get('id-1')?.dataKey)
  expect(await cache.keys.get('id-2')?.()).toBe(keychain.entries.get('id-2')?.dataKey)
  expect(keychain.entries.get('id-1')?.dataKey).not.toBe(keychain.entries.get('id-2')?.dataKey)
})

test('another account has another one, and the one before is closed at once', async () => {
  await signIn(session, 'first@example.com')
  const first = store.current()
  await signIn(session, 'second@example.com')
  expect(its('id-1').closed).toBe(true)
  expect(store.current()).not.toBe(first)
  await session.switchTo('id-1')
  expect(store.current()).toBe(first)
  expect(its('id-1').closed).toBe(false)
  await session.signOut('id-1', false)
  expect(its('id-1').closed).toBe(true)
})

test('one that is erased underneath is let go of, and made anew when it is needed again', async () => {
  await signIn(session)
  const before = store.current()
  await session.signOut('id-1', true)
  expect(store.orNull()).toBeNull()
  await signIn(session)
  expect(store.current()).not.toBe(before)
  expect(reported).toEqual([])
})

test('one that could not be erased can be read on', async () => {
  await signIn(session)
  store.current()
  cache.erase = () => {
    // As compose does before files are deleted.
    store.close()
    throw new AppError('STORAGE')
  }
  await expect(session.signOut('id-1', true)).rejects.toMatchObject({ info: { code: 'STORAGE' } })
  if (session.account()) expect(store.current()).toMatchObject({ closed: false })
  else expect(store.orNull()).toBeNull()
})

describe('borrowing', () => {
  beforeEach(async () => {
    await signIn(session, 'first@example.com')
    await signIn(session, 'second@example.com')
  })

  test('works with any account’s, and closes it after that, also when it failed', async () => {
    const late = Promise.withResolvers<string>()
    const done = store.withAccountStorage('id-1', () => late.promise)
    expect(its('id-1').closed).toBe(false)
    late.resolve('all')
    expect(await done).toBe('all')
    expect(its('id-1').closed).toBe(true)
    await expect(store.withAccountStorage('id-1', () => Promise.reject(new AppError('STORAGE')))).rejects.toThrow()
    expect(its('id-1').closed).toBe(true)
  })

  test('leaves the open one open, and several can at once', async () => {
    store.current()
    const late = Promise.withResolvers<void>()
    const first = store.withAccountStorage('id-2', () => late.promise)
    await store.withAccountStorage('id-2', async () => undefined)
    expect(its('id-2').closed).toBe(false)
    late.resolve()
    await first
    expect(its('id-2').closed).toBe(false)
  })

  test('brings nothing back of an account that there is not', async () => {
    await session.remove('id-1')
    await expect(store.withAccountStorage('id-1', async () => undefined)).rejects.toMatchObject({
      info: { code: 'NOT_FOUND' }
    })
    expect(cache.accounts.has('id-1')).toBe(false)
  })

  test('while its sign-in is in memory only: what was saved is kept once it can be, whoever is open', async () => {
    keychain.keychainError = 'KEYCHAIN_LOCKED'
    await signIn(session, 'third@example.com')
    await session.switchTo('id-1')
    await store.withAccountStorage('id-3', async () => undefined)
    expect(its('id-3').seals).toBe(0)
    keychain.keychainError = null
    await session.retryKeychain()
    expect(its('id-3').seals).toBe(1)
    expect(its('id-3').closed).toBe(true)
    session.rename('id-3', 'Work')
    expect(its('id-3').seals).toBe(1)
  })
})

describe('sealing', () => {
  test('is not asked for where the key was there from the start', async () => {
    await signIn(session)
    store.current()
    session.rename('id-1', 'Work')
    launch()
    await session.access()
    expect(its('id-1').seals).toBe(0)
  })

  test('once, as soon as what was in memory only can be kept', async () => {
    keychain.keychainError = 'KEYCHAIN_LOCKED'
    await signIn(session)
    store.current()
    session.rename('id-1', 'Work')
    expect(its('id-1').seals).toBe(0)
    keychain.keychainError = null
    await session.retryKeychain()
    expect(session.state()).toMatchObject({ credential: 'kept' })
    session.rename('id-1', 'Home')
    expect(its('id-1').seals).toBe(1)
  })

  test('after a store that was locked at the launch, and after a sign-in that was lost with the last one', async () => {
    await signIn(session)
    keychain.keychainError = 'KEYCHAIN_LOCKED'
    launch()
    await session.access().catch(() => undefined)
    store.current()
    keychain.keychainError = null
    await session.retryKeychain()
    expect(its('id-1').seals).toBe(1)

    keychain.keychainError = 'KEYCHAIN_MISSING'
    await signIn(session, 'second@example.com')
    launch()
    expect(session.state()).toMatchObject({ credential: 'forgotten' })
    keychain.keychainError = null
    await signIn(session, 'second@example.com')
    expect(its('id-2').seals).toBe(1)
  })

  test('of an account that is not open waits until it is', async () => {
    keychain.keychainError = 'KEYCHAIN_LOCKED'
    await signIn(session, 'first@example.com')
    store.current()
    keychain.keychainError = null
    await signIn(session, 'second@example.com')
    expect(its('id-1').seals).toBe(0)
    await session.switchTo('id-1')
    await session.retryKeychain()
    expect(its('id-1').seals).toBe(1)
    expect(cache.accounts.get('id-2')?.seals ?? 0).toBe(0)
  })

  test('that fails is tried again with the next change; only what nobody planned for is reported', async () => {
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

describe('what is read', () => {
  const INFO = { fetchedAt: '2026-11-20T10:00:00Z', notes: [], validators: null }
  const record = (key: string) => ({ invoice: invoice(key), raw: {}, pageUrl: null, pdfUrl: null })

  beforeEach(async () => {
    await signIn(session, 'first@example.com')
    await store.current().saveInvoices([record('of-the-first')], INFO)
    await signIn(session, 'second@example.com')
    await store.current().saveInvoices([record('of-the-second')], INFO)
    await session.switchTo('id-1')
  })

  test.each(['answers', 'fails'])(
    'is of the account that is open when the file that was asked %s late',
    async (how) => {
      const late = Promise.withResolvers<void>()
      const { invoicePage } = its('id-1')
      its('id-1').invoicePage = async (query, today) => {
        await late.promise
        return invoicePage(query, today)
      }
      const page = invoicesOf(createFreshnessBook(new Pushes())).page(QUERY)
      await session.switchTo('id-2')
      if (how === 'answers') late.resolve()
      else late.reject(new AppError('STORAGE'))
      expect((await page).rows.map(({ key }) => key)).toEqual(['of-the-second'])
    }
  )

  test('is nobody’s when there is none by then', async () => {
    const late = Promise.withResolvers<number>()
    const read = store.read(() => late.promise)
    await session.signOut('id-2', false)
    await session.signOut('id-1', false)
    late.resolve(7)
    await expect(read).rejects.toMatchObject({ info: { code: 'UNAUTHORIZED' } })
  })

  test('fails as its file does, while that is the one', async () => {
    await expect(store.read(() => Promise.reject(new AppError('STORAGE')))).rejects.toMatchObject({
      info: { code: 'STORAGE' }
    })
  })

  test('says of what is sealed why it can’t be opened, and that is no other error', async () => {
    const freshness = createFreshnessBook(new Pushes())
    await store.current().saveProfile(PROFILE, INFO)
    its('id-1').sealedSnapshot = 'KEYCHAIN_SILENT'
    const sealed = { info: { code: 'KEYCHAIN_SILENT', found: 'sealed' } }
    const invoices = invoicesOf(freshness)
    await expect(readProfile({ store, freshness })).rejects.toMatchObject(sealed)
    await expect(invoices.page(QUERY)).rejects.toMatchObject(sealed)
    await expect(invoices.invoice('of-the-first')).rejects.toMatchObject(sealed)
    expect(await unlessSealed(store.current().info('invoices'))).toBeNull()
    expect(await unlessSealed(Promise.resolve(7))).toBe(7)
    await expect(unlessSealed(Promise.reject(new AppError('KEYCHAIN_SILENT')))).rejects.toMatchObject({
      info: { code: 'KEYCHAIN_SILENT' }
    })
  })
})

test('a change of the connection is no other account', async () => {
  await signIn(session)
  const before = store.current()
  await session.changeConnection({ ...connection, timeoutSeconds: 60 })
  expect(store.current()).toBe(before)
  expect(its('id-1').closed).toBe(false)
})
