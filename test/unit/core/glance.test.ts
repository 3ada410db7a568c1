import { beforeEach, expect, test } from 'vitest'
import { createFreshnessBook, type FreshnessBook } from '../../../src/main/core/freshness.ts'
import { glance } from '../../../src/main/core/glance.ts'
import type { Refresh } from '../../../src/main/core/refresh/index.ts'
import type { Session } from '../../../src/main/core/session/index.ts'
import { readStatus } from '../../../src/main/core/status.ts'
import { createOpenStore, type OpenStore } from '../../../src/main/core/store.ts'
import { Fault } from '../../../src/shared/ipc/failure.ts'
import { invoice, type MemoryAccountCache, type MemoryCache, type MemoryVault, Pushes } from '../../support/ports.ts'
import { launchSession, signIn, world, type World } from './launch.ts'

const INFO = { fetchedAt: '2026-11-20T10:00:00Z', notes: [], validators: null }
const record = (key: string) => ({ invoice: invoice(key), raw: {}, pageUrl: null, pdfUrl: null })

let parts: World
let cache: MemoryCache
let vault: MemoryVault
let session: Session
let store: OpenStore
let freshness: FreshnessBook
let locked: boolean

const seen = () => glance({ session, store, freshness, clock: parts.clock, locked: () => locked })
const its = (id: string): MemoryAccountCache => {
  const found = cache.accounts.get(id)
  if (!found) throw new Error(`No cache of ${id} was opened`)
  return found
}
const refresh: Pick<Refresh, 'reach' | 'nextTryAt'> = { reach: () => 'online', nextTryAt: () => null }
const status = () => readStatus(store, refresh, freshness, 'fine', '2026-11-20')

const launch = (): void => {
  session = launchSession(parts)
  store = createOpenStore(cache, session, () => {})
  freshness = createFreshnessBook(new Pushes())
  locked = false
}

beforeEach(() => {
  const made = world()
  parts = made
  ;({ cache, vault } = made)
  launch()
})

test('signed out, there is nothing to see but who could sign in', async () => {
  expect(await seen()).toEqual({ status: 'signedOut', accounts: [] })
  expect((await status()).openInvoices).toBeNull()
  await signIn(session)
  await session.signOut('id-1', false)
  expect(await seen()).toEqual({
    status: 'signedOut',
    accounts: [{ id: 'id-1', label: 'ada@example.com', current: false, signedOut: true }]
  })
})

test('signed in: what is open, of whom, and who else there is', async () => {
  await signIn(session, 'first@example.com')
  await signIn(session, 'second@example.com')
  expect(await seen()).toMatchObject({ open: null, sealed: null, latest: [] })
  expect((await status()).openInvoices).toBeNull()
  await store.current().saveInvoices([record('i1')], INFO)
  expect(await seen()).toMatchObject({
    status: 'signedIn',
    label: 'second@example.com',
    credential: 'kept',
    trouble: null,
    sealed: null,
    open: 1,
    latest: [{ key: 'i1' }],
    freshness: { fetchedAt: INFO.fetchedAt },
    accounts: [
      { id: 'id-1', current: false },
      { id: 'id-2', current: true }
    ]
  })
  expect((await status()).openInvoices).toBe(1)
})

test('of two of one name it is said which is open', async () => {
  await signIn(session, 'first@example.com')
  await signIn(session, 'second@example.com')
  for (const id of ['id-1', 'id-2']) session.rename(id, 'Work')
  expect(await seen()).toMatchObject({ label: expect.stringMatching(/^Work \(.+, second@example\.com\)$/) })
})

test('why the store can’t be used is told with the credential', async () => {
  vault.trouble = 'VAULT_MISSING'
  await signIn(session)
  expect(await seen()).toMatchObject({ credential: 'memory', trouble: 'VAULT_MISSING' })
})

test('saved invoices that can’t be opened are nothing that is known, and no error', async () => {
  await signIn(session)
  await store.current().saveInvoices([record('i1')], INFO)
  its('id-1').sealedBy = 'VAULT_LOCKED'
  expect(await seen()).toMatchObject({
    status: 'signedIn',
    sealed: 'VAULT_LOCKED',
    open: null,
    openAmounts: [],
    latest: [],
    freshness: { fetchedAt: null }
  })
  expect(await status()).toMatchObject({ openInvoices: null, storage: 'fine' })
})

test('any other failure is one', async () => {
  await signIn(session)
  store.current().info = () => Promise.reject(new Fault('CACHE'))
  await expect(seen()).rejects.toMatchObject({ failure: { code: 'CACHE' } })
  await expect(status()).rejects.toMatchObject({ failure: { code: 'CACHE' } })
})

test('locked, nothing is read and nothing said, also when that comes while the file is read', async () => {
  await signIn(session)
  locked = true
  const { info } = store.current()
  store.current().info = () => Promise.reject(new Error('not to be read'))
  expect(await seen()).toEqual({ status: 'locked' })
  locked = false
  const late = Promise.withResolvers<void>()
  store.current().info = async (topic) => (await late.promise, info(topic))
  const begun = seen()
  locked = true
  late.resolve()
  expect(await begun).toEqual({ status: 'locked' })
})

test.each(['another account', 'nobody'])(
  'what was read for an account that was left is not shown to %s',
  async (who) => {
    await signIn(session, 'second@example.com')
    await signIn(session, 'first@example.com')
    await store.current().saveInvoices([record('i1')], INFO)
    const late = Promise.withResolvers<void>()
    const { info } = store.current()
    store.current().info = async (topic) => (await late.promise, info(topic))
    const begun = seen()
    if (who === 'another account') await session.switchTo('id-1')
    else {
      await session.remove('id-1')
      await session.signOut('id-2', false)
    }
    late.resolve()
    const shown = await begun
    if (who === 'nobody') expect(shown).toMatchObject({ status: 'signedOut' })
    else expect(shown).toMatchObject({ status: 'signedIn', label: 'second@example.com', open: null, latest: [] })
  }
)
