import { beforeEach, describe, expect, test, vi } from 'vitest'
import { AccountLists } from '../../../src/main/invoices/account-lists.ts'
import { Invoices } from '../../../src/main/invoices/invoices.ts'
import type { StoredInfo } from '../../../src/main/ports/index.ts'
import { EVERY_INVOICE, NEWEST_FIRST, type MissingAccount } from '../../../src/shared/models/invoice.ts'
import { KEYCHAIN_CODES, settle } from '../../support/ports.ts'
import { endCall, errorOf, launchCore, signIn, world } from '../app/launch.ts'
import { record } from './invoices.ts'

const MINUTE = 60_000
const WITHOUT_INVOICES = {
  baseUrl: 'https://plain.example',
  provider: null,
  name: 'Plain',
  profile: { path: '/me' }
}

let parts: ReturnType<typeof world>
let core: ReturnType<typeof launchCore>
let lists: AccountLists

const launch = (): void => {
  core = launchCore(parts)
  lists = new AccountLists({ ...core.parts, refresh: core.refresh, combineInvoices: core.cache.combineInvoices })
  core.events.storageClosed = () => lists.forget()
}

/** Accounts id-1, id-2 and so on; the last one is shown. */
async function signInAs(...names: string[]): Promise<void> {
  for (const name of names) await signIn(core.accounts, `${name}@example.com`)
}

/** As a refresh does, which closes the storage again. */
async function fetchInto(id: string, more: Partial<StoredInfo> = {}, ...keys: string[]): Promise<void> {
  const storage = core.storageOf(id)
  const info = { fetchedAt: '2026-11-20T10:00:00.000Z', notes: [], validators: null, ...more }
  await storage.saveInvoices(
    (keys.length > 0 ? keys : ['1']).map((key) => record(key)),
    info
  )
  storage.close()
}

const read = () => lists.read()
const keysOf = async (): Promise<string[]> => {
  const { invoices } = await read()
  return (await invoices.choose({ ...EVERY_INVOICE, ...NEWEST_FIRST }, '2026-11-20')).map(({ key }) => key)
}
const missing = async (): Promise<MissingAccount[]> => (await read()).missing
/** Its next readers wait. @returns what lets them go on */
function holdInfo(id: string): () => void {
  const gate = Promise.withResolvers<void>()
  const storage = parts.cache.accounts.get(id)
  const info = storage?.info ?? (async () => null)
  if (storage) {
    storage.info = async (topic) => {
      await gate.promise
      return info(topic)
    }
  }
  return gate.resolve
}
const openings = (id: string): number => parts.cache.accounts.get(id)?.openings ?? 0

beforeEach(() => {
  parts = world()
  launch()
})

describe('accounts that are missing', () => {
  test('has every account that was fetched, in the order of the accounts', async () => {
    await signInAs('ada', 'bob')
    await fetchInto('id-1', {}, 'x', 'y')
    await fetchInto('id-2', {}, 'x')
    expect(await keysOf()).toEqual(['id-1/x', 'id-1/y', 'id-2/x'])
    core.accounts.move('id-2', 0)
    expect(await keysOf()).toEqual(['id-2/x', 'id-1/x', 'id-1/y'])
    expect(await missing()).toEqual([])
  })

  test('names an account that is signed out, never fetched, or of a provider without invoices', async () => {
    await signInAs('ada', 'bob', 'cy')
    await core.accounts.signIn({ kind: 'token', connection: WITHOUT_INVOICES, token: 'token', again: null })
    for (const id of ['id-1', 'id-2']) await fetchInto(id)
    await core.accounts.signOut('id-2', false)
    await endCall(core.accounts.get('id-3'), 'invoices', { code: 'TIMEOUT' })
    expect(await missing()).toEqual([
      { id: 'id-2', why: 'signedOut', error: null },
      { id: 'id-3', why: 'notFetched', error: { code: 'TIMEOUT' } },
      { id: 'id-4', why: 'noInvoices', error: null }
    ])
    expect(await keysOf()).toEqual(['id-1/1'])
    expect(openings('id-2')).toBeLessThanOrEqual(0)
  })

  test('an account whose latest fetch failed is in the list, and named', async () => {
    await signInAs('ada', 'bob')
    for (const id of ['id-1', 'id-2']) await fetchInto(id)
    await endCall(core.accounts.get('id-1'), 'invoices', { code: 'SERVER' })
    expect(await missing()).toEqual([{ id: 'id-1', why: 'outdated', error: { code: 'SERVER' } }])
    expect(await keysOf()).toEqual(['id-1/1', 'id-2/1'])
  })

  test('the shown account’s error is that of the list', async () => {
    await signInAs('ada', 'bob')
    for (const id of ['id-1', 'id-2']) await fetchInto(id)
    await endCall(core.account, 'invoices', { code: 'OFFLINE' })
    expect(await read()).toMatchObject({ missing: [], freshness: { error: { code: 'OFFLINE' } } })
  })

  test('without invoices of the account shown, its error is said once, where it is missing', async () => {
    await signInAs('ada', 'bob')
    await fetchInto('id-1')
    await endCall(core.account, 'invoices', { code: 'SERVER' })
    const missing = [{ id: 'id-2', why: 'notFetched', error: { code: 'SERVER' } }]
    expect(await read()).toMatchObject({ missing, freshness: { error: null } })
  })

  test('one whose sign-in was refused is read, and named', async () => {
    await signInAs('ada', 'bob')
    await fetchInto('id-1')
    core.accounts.get('id-1').refused('token-1')
    expect(core.accounts.find('id-1')?.line?.credential).toBe('refused')
    expect(await missing()).toMatchObject([
      { id: 'id-1', why: 'outdated', error: { code: 'UNAUTHORIZED' } },
      { id: 'id-2', why: 'notFetched' }
    ])
  })

  test('one account’s error leaves the others', async () => {
    await signInAs('ada', 'bob')
    for (const id of ['id-1', 'id-2']) await fetchInto(id)
    core.storageOf('id-1').sealedSnapshot = 'STORAGE'
    expect(await keysOf()).toEqual(['id-2/1'])
    expect(await missing()).toMatchObject([{ id: 'id-1', why: 'unavailable', error: { code: 'STORAGE' } }])
  })

  test('the sample doesn’t count beside a real account', async () => {
    await core.accounts.signIn({ kind: 'sample', data: 'good' })
    await fetchInto('id-1')
    expect(await keysOf()).toEqual(['id-1/1'])
    await signInAs('ada')
    await fetchInto('id-2')
    expect(await keysOf()).toEqual(['id-2/1'])
    expect(await missing()).toEqual([])
  })

  test('throws UNAUTHORIZED when signed out, and APP_LOCKED while the app is locked', async () => {
    expect(await errorOf(lists.read())).toEqual({ code: 'UNAUTHORIZED' })
    await signInAs('ada')
    core.heard.locked = true
    expect(await errorOf(lists.read())).toEqual({ code: 'APP_LOCKED' })
  })
})

describe('no prompt of the keychain', () => {
  test.each(KEYCHAIN_CODES)('after %s, accounts whose key isn’t known stay unread', async (code) => {
    await signInAs('ada', 'bob', 'cy')
    for (const id of ['id-1', 'id-2', 'id-3']) await fetchInto(id)
    launch()
    parts.keychain.keychainError = code
    await core.accounts
      .get('id-3')
      .dataKey()
      .catch(() => undefined)
    parts.keychain.reads = 0
    core.storageOf('id-3').sealedSnapshot = code
    parts.cache.opened.length = 0
    const unread = (await missing()).filter(({ id }) => id !== 'id-3')
    // An entry that was changed says nothing of the other ones.
    const own = code === 'KEYCHAIN_CHANGED'
    expect(unread).toEqual(own ? [] : ['id-1', 'id-2'].map((id) => ({ id, why: 'unavailable', error: { code } })))
    expect(parts.cache.opened).toEqual(own ? ['id-1', 'id-2', 'id-3'] : ['id-3'])
    expect((await missing()).find(({ id }) => id === 'id-3')).toMatchObject({ why: 'unavailable', error: { code } })
  })

  test('an account whose key is in memory is read all the same', async () => {
    await signInAs('ada', 'bob')
    for (const id of ['id-1', 'id-2']) await fetchInto(id)
    launch()
    await core.accounts.get('id-1').dataKey()
    parts.keychain.keychainError = 'KEYCHAIN_LOCKED'
    await core.accounts
      .get('id-2')
      .dataKey()
      .catch(() => undefined)
    expect(await keysOf()).toContain('id-1/1')
  })

  test('an account that has to sign in again, and whose data was never read, is unavailable', async () => {
    parts.keychain.keychainError = 'KEYCHAIN_REFUSED'
    await signInAs('ada', 'bob')
    expect(core.accounts.find('id-1')?.line?.credential).toBe('memory')
    launch()
    expect(core.accounts.find('id-1')?.line?.credential).toBe('forgotten')
    parts.cache.opened.length = 0
    expect(await missing()).toMatchObject([
      { id: 'id-1', why: 'unavailable', error: { code: 'UNAUTHORIZED' } },
      { id: 'id-2', why: 'notFetched' }
    ])
    expect(parts.cache.opened).toEqual(['id-2'])
  })
})

describe('storages stay open while lists are read', () => {
  beforeEach(async () => {
    await signInAs('ada', 'bob', 'cy')
    for (const id of ['id-1', 'id-2', 'id-3']) await fetchInto(id)
    for (const id of parts.cache.accountIds()) core.storageOf(id).openings = 0
  })
  const all = (): number[] => ['id-1', 'id-2', 'id-3'].map(openings)

  test('each is opened once, and lists that are the same stay combined', async () => {
    const { invoices, freshness } = await read()
    expect(all()).toEqual([1, 1, 1])
    const again = await read()
    expect(all()).toEqual([1, 1, 1])
    expect(again.invoices).toBe(invoices)
    expect(again.freshness.revision).toBe(freshness.revision)
    await fetchInto('id-1', {}, '1', '2')
    const changed = await read()
    expect(changed.invoices).not.toBe(invoices)
    expect(changed.freshness.revision).toBeGreaterThan(freshness.revision)
  })

  test('all are closed on request, and with them what was combined', async () => {
    const { invoices } = await read()
    core.accounts.closeStorages()
    expect(all()).toEqual([0, 0, 0])
    expect(parts.clock.planned()).toEqual([])
    expect((await read()).invoices).not.toBe(invoices)
  })

  test('one is closed when its account is signed out or removed', async () => {
    await read()
    await core.accounts.signOut('id-1', false)
    expect(all()).toEqual([0, 1, 1])
    const storage = parts.cache.accounts.get('id-2')
    await core.accounts.remove('id-2')
    expect(storage?.openings).toBe(0)
    expect(await keysOf()).toEqual(['id-3/1'])
  })

  test('all are closed five minutes after the last read, with few timers', async () => {
    await read()
    await parts.clock.advance(4 * MINUTE)
    await read()
    expect(parts.clock.planned()).toEqual([MINUTE, MINUTE, MINUTE])
    await parts.clock.advance(4 * MINUTE)
    expect(all()).toEqual([1, 1, 1])
    await parts.clock.advance(MINUTE)
    expect(all()).toEqual([0, 0, 0])
    expect(parts.clock.planned()).toEqual([])
  })

  test('a read during which an account is signed out begins anew, and nothing stays open by it', async () => {
    const { accounts, refresh, cache } = core
    const invoices = new Invoices({
      ...core.parts,
      ...{ refresh, combineInvoices: cache.combineInvoices, locale: () => 'en', sha256: (text: string) => text }
    })
    const release = holdInfo('id-1')
    const page = invoices.page(null, { ...EVERY_INVOICE, ...NEWEST_FIRST, offset: 0, limit: 9 })
    await settle()
    await accounts.signOut('id-1', false)
    release()
    const { rows, missing: named } = await page
    expect(rows.map(({ key }) => key)).toEqual(['id-2/1', 'id-3/1'])
    expect(named).toEqual([{ id: 'id-1', why: 'signedOut', error: null }])
    expect(all()).toEqual([0, 1, 1])
  })

  test('an account that is signed out before its turn in a read isn’t opened', async () => {
    const release = holdInfo('id-1')
    const reading = read()
    await core.accounts.signOut('id-2', false)
    release()
    expect((await reading).missing).toEqual([{ id: 'id-2', why: 'signedOut', error: null }])
    expect(all()).toEqual([1, 0, 1])
  })

  test('a lock during a read leaves nothing open but the account that is shown', async () => {
    const release = holdInfo('id-1')
    const reading = read()
    await settle()
    core.accounts.releaseOthers()
    release()
    await reading
    core.accounts.releaseOthers()
    expect(all()).toEqual([0, 0, 1])
  })
})

describe('freshness of all', () => {
  test('the oldest age, the sums of what came of lists that are parts, and all notes', async () => {
    await signInAs('ada', 'bob', 'cy')
    const notes = [{ kind: 'noId' as const, count: 2 }]
    await fetchInto('id-1', { fetchedAt: '2026-11-20T11:00:00.000Z', partial: { received: 1, total: 5 }, notes })
    await fetchInto('id-2', { fetchedAt: '2026-11-20T09:00:00.000Z', partial: { received: 2, total: 7 }, notes })
    await fetchInto('id-3')
    expect((await read()).freshness).toMatchObject({
      fetchedAt: '2026-11-20T09:00:00.000Z',
      partial: { received: 3, total: 12 },
      notes: [{ kind: 'noId', count: 4 }],
      refreshing: false
    })
    await fetchInto('id-2', { partial: { received: 2, total: null } })
    void core.accounts.get('id-1').rounds.calls.fetch('invoices', new Promise(() => undefined))
    expect((await read()).freshness).toMatchObject({ partial: { received: 3, total: null }, refreshing: true })
  })

  test('without anything fetched, there is no age', async () => {
    await signInAs('ada')
    expect((await read()).freshness).toMatchObject({ fetchedAt: null, partial: null, notes: [] })
  })

  test('grows also when the shown account’s own state changes', async () => {
    await signInAs('ada')
    const { freshness } = await read()
    core.account.touch('invoices')
    expect((await read()).freshness.revision).toBeGreaterThan(freshness.revision)
  })
})

test('of one account, only that is read', async () => {
  await signInAs('ada', 'bob')
  for (const id of ['id-1', 'id-2']) await fetchInto(id)
  const combine = vi.fn(core.cache.combineInvoices)
  const invoices = new Invoices({
    ...core.parts,
    ...{ refresh: core.refresh, combineInvoices: combine, locale: () => 'en', sha256: (text: string) => text }
  })
  const page = await invoices.page(core.account, { ...EVERY_INVOICE, ...NEWEST_FIRST, offset: 0, limit: 9 })
  expect(page).toMatchObject({ rows: [{ key: 'id-2/1' }], matched: 1, missing: [] })
})

test('of one account, a list that can’t be read says why', async () => {
  await signInAs('ada')
  await fetchInto('id-1')
  core.storageOf('id-1').sealedSnapshot = 'KEYCHAIN_LOCKED'
  const invoices = new Invoices({
    ...core.parts,
    ...{ refresh: core.refresh, combineInvoices: core.cache.combineInvoices },
    ...{ locale: () => 'en', sha256: (text: string) => text }
  })
  const query = { ...EVERY_INVOICE, ...NEWEST_FIRST, offset: 0, limit: 9 }
  expect(await errorOf(invoices.page(core.account, query))).toMatchObject({ code: 'KEYCHAIN_LOCKED' })
})
