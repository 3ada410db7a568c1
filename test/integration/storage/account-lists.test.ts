/** The lists of three accounts in real files, read as one. */
import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { openAccountLists } from '../../support/account-lists.ts'
import { invoice as invoiceOf } from '../../support/ports.ts'
import { account, ANY, folder, ID, INFO, KEY, keyOf, OTHER_ID, storageIn, TODAY } from './fixtures.ts'

const THIRD_ID = ID.replace('0b', '2d')
const IDS = [ID, OTHER_ID, THIRD_ID]
const CANARY = 'canary-4711'

/** Three accounts, the first one open. Each has invoices with the same keys. */
async function fill(path: string): Promise<void> {
  const storage = storageIn(path)
  for (const id of IDS) storage.registry.saveAccount(account(id, `${hash('sha256', id).slice(0, 6)}@x.example`))
  storage.registry.saveShownAccountId(ID)
  for (const [at, id] of IDS.entries()) {
    const opened = storage.open(id, keyOf)
    const records = ['1', '2'].map((key) => ({
      invoice: invoiceOf(key, { number: CANARY, issuedAt: `2026-11-0${key}`, issuedDay: `2026-11-0${key}` }),
      raw: {},
      pageUrl: null,
      pdfUrl: null
    }))
    await opened.saveInvoices(records, { ...INFO, fetchedAt: `2026-11-2${at}T10:00:00.000Z` })
    opened.close()
  }
  storage.close()
}

function launch(path: string) {
  const cache = storageIn(path)
  const { accounts, keychain, lists, reported } = openAccountLists(cache, KEY)
  const read = async () => {
    const all = await lists.read()
    const page = await all.invoices.page(ANY, TODAY)
    return { keys: page.rows.map(({ key }) => key), ...all }
  }
  return { accounts, cache, keychain, read, reported }
}

const keysOf = (...ids: string[]): string[] => ['2', '1'].flatMap((key) => ids.map((id) => `${id}/${key}`))

test('decrypts each list once, merges them, and reads them again after a release', async () => {
  const path = folder()
  await fill(path)
  const { accounts, read, keychain, reported } = launch(path)
  const { keys, freshness, missing, invoices } = await read()
  expect(keys).toEqual(keysOf(...IDS))
  expect(freshness.fetchedAt).toBe('2026-11-20T10:00:00.000Z')
  expect(missing).toEqual([])
  expect(keychain.reads).toBe(3)
  expect((await read()).invoices).toBe(invoices)
  accounts.closeStorages()
  expect((await read()).keys).toEqual(keysOf(...IDS))
  expect(keychain.reads).toBe(3)
  expect(reported).toEqual([])
})

test('a save through another handle changes the list', async () => {
  const path = folder()
  await fill(path)
  const { read, cache } = launch(path)
  const before = await read()
  const other = cache.open(OTHER_ID, keyOf)
  await other.saveInvoices([], INFO)
  other.close()
  const after = await read()
  expect(after.keys).toEqual(keysOf(ID, THIRD_ID))
  expect(after.freshness.revision).toBeGreaterThan(before.freshness.revision)
})

test('an account that is removed while its list is kept leaves no files, and the others stay', async () => {
  const path = folder()
  await fill(path)
  const { read, accounts, cache, reported } = launch(path)
  await read()
  await accounts.remove(OTHER_ID)
  expect((await read()).keys).toEqual(keysOf(ID, THIRD_ID))
  expect(cache.accountIds()).not.toContain(OTHER_ID)
  await accounts.signOut(THIRD_ID, true)
  expect(await read()).toMatchObject({ keys: keysOf(ID), missing: [] })
  await accounts.eraseAll(false)
  expect(cache.accountIds()).toEqual([])
  expect(reported).toEqual([])
})

test('an account whose key is lost is named, and the others are read', async () => {
  const path = folder()
  await fill(path)
  const { read, keychain } = launch(path)
  const wrong = Buffer.alloc(32, 9).toString('base64')
  keychain.entries.set(THIRD_ID, { token: 'token', origin: 'https://x.example', dataKey: wrong })
  expect(await read()).toMatchObject({ keys: keysOf(ID, OTHER_ID), missing: [{ id: THIRD_ID, why: 'notFetched' }] })
})
