/** Profile, invoices and plans at rest: encrypted, or not there at all. */
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { AppError, toErrorInfo, type ErrorCode } from '../../../src/shared/ipc/error.ts'
import type { AccountStorage, KeyOf, StoredInfo } from '../../../src/main/ports/index.ts'
import { plan } from '../../support/plans.ts'
import {
  accountFile,
  ALL,
  bytesIn,
  edit,
  folder,
  ID,
  INFO,
  invoice,
  KEY,
  keyOf,
  launch,
  LISTED,
  OTHER_ID,
  product,
  PROFILE as NAMELESS,
  saveList,
  STORAGE_ERROR,
  TODAY
} from './fixtures.ts'

const CANARY = 'canary-4711'
const PROFILE = { ...NAMELESS, title: `Zoë ${CANARY}`, email: `${CANARY}@x.example` }
const ABOUT: StoredInfo = { ...INFO, validators: { etag: CANARY, lastModified: CANARY, of: CANARY } }
const RECORDS = [invoice('1', { number: CANARY, total: '4711.0815' }), invoice('2', { paymentMethod: CANARY })]
const PLANS = [plan({ name: CANARY, price: { amount: '4711.0815', currency: CANARY } })]
const LATER = '2026-11-20T11:00:00.000Z'

const noKey: KeyOf = async () => null
const failing =
  (code: ErrorCode): KeyOf =>
  () =>
    Promise.reject(new AppError(code, { found: 'noBus' }))
const locked = failing('KEYCHAIN_LOCKED')
const randomKey = randomBytes(32).toString('base64')
const otherKey: KeyOf = async () => randomKey

/** A key that is there when it is given. */
function later(): { keyOf: KeyOf; give(key: string | null): void } {
  const { promise, resolve } = Promise.withResolvers<string | null>()
  return { keyOf: () => promise, give: resolve }
}

async function save(account: AccountStorage): Promise<void> {
  await account.saveProfile(PROFILE, ABOUT)
  await account.saveInvoices(RECORDS, ABOUT)
  await account.savePlans(PLANS, ABOUT)
}

/** A folder as an earlier launch left it. */
async function left(): Promise<string> {
  const path = folder()
  const { account, quit } = launch(path)
  await save(account)
  await saveList(account, [product('p', { name: 'Residential' })])
  quit()
  return path
}

async function hasAll(account: AccountStorage): Promise<void> {
  expect(await account.profile()).toEqual({ value: PROFILE, ...ABOUT })
  expect(await (await account.invoices()).records()).toEqual(RECORDS)
  expect(await account.info('invoices')).toEqual(ABOUT)
  expect(await account.plans()).toEqual({ value: PLANS, ...ABOUT })
}

async function hasNothing(account: AccountStorage): Promise<void> {
  expect(await account.profile()).toBeNull()
  expect(await account.info('profile')).toBeNull()
  expect(await account.info('invoices')).toBeNull()
  expect(await account.plans()).toBeNull()
  expect(await (await account.invoices()).records()).toEqual([])
  expect((await (await account.invoices()).summary(TODAY, null)).total).toBe(0)
}

/** The boxes in the file, by topic and part. */
function boxes(path: string): Map<string, string> {
  const db = new DatabaseSync(accountFile(path), { readOnly: true })
  const rows = db.prepare('SELECT topic, part, hex(data) AS data FROM encrypted ORDER BY topic, part').all()
  db.close()
  return new Map(rows.map(({ topic, part, data }) => [`${String(topic)} ${String(part)}`, String(data)]))
}

const accountFiles = (path: string): string[] =>
  readdirSync(dirname(accountFile(path))).filter((name) => name.startsWith('account.db'))

describe('with a key', () => {
  test('documents are unreadable in the folder, open or closed, and the next launch reads them', async () => {
    const path = folder()
    const { account, quit } = launch(path)
    await save(account)
    for (const _time of ['open', 'closed']) {
      const bytes = bytesIn(path)
      for (const secret of [CANARY, '4711.0815', 'pay.example']) expect(bytes).not.toContain(secret)
      quit()
    }
    expect([...boxes(path).keys()].map((name) => name.replace(/[0-9a-f-]{36}/, '#')).sort()).toEqual([
      'invoices # 0',
      'invoices about',
      'plans # 0',
      'plans about',
      'profile # 0',
      'profile about'
    ])
    await hasAll(launch(path).account)
  })

  test('the key is requested only when it is needed', async () => {
    let asked = 0
    const counting: KeyOf = async () => {
      asked += 1
      return KEY
    }
    const path = folder()
    const { account, quit } = launch(path, counting)
    await saveList(account, [product('p')])
    await account.info('catalogue')
    await hasNothing(account)
    await account.confirm('profile', LATER)
    await account.writeUnwritten()
    expect(asked).toBe(0)
    await account.saveProfile(PROFILE, ABOUT)
    quit()
    asked = 0
    const { account: again } = launch(path, counting)
    await again.catalogue.page(ALL)
    await (await again.invoices()).summary(TODAY, null)
    expect(asked).toBe(0)
    await again.profile()
    await again.profile()
    expect(asked).toBe(1)
  })

  test('confirming encrypts only the age again, not the document', async () => {
    const path = await left()
    const before = boxes(path)
    const { account, quit } = launch(path)
    await account.confirm('invoices', LATER)
    quit()
    const after = boxes(path)
    expect([...before.keys()].filter((name) => before.get(name) !== after.get(name))).toEqual(['invoices about'])
    const { account: again } = launch(path)
    expect(await again.info('invoices')).toEqual({ ...ABOUT, fetchedAt: LATER })
    expect(await (await again.invoices()).records()).toEqual(RECORDS)
  })

  test('confirming stores the whole document if the file has lost it', async () => {
    const path = await left()
    const { account, quit } = launch(path)
    await hasAll(account)
    edit(accountFile(path), 'DELETE FROM encrypted')
    await account.confirm('invoices', LATER)
    quit()
    expect(await (await launch(path).account.invoices()).records()).toEqual(RECORDS)
  })

  test('another key encrypts the data in memory again', async () => {
    const path = await left()
    const { storage, account } = launch(path)
    await hasAll(account)
    const again = storage.open(ID, otherKey)
    await again.confirm('invoices', LATER)
    await again.writeUnwritten()
    storage.close()
    const { account: next } = launch(path, otherKey)
    expect(await next.profile()).toEqual({ value: PROFILE, ...ABOUT })
    expect(await (await next.invoices()).records()).toEqual(RECORDS)
    await hasNothing(launch(path).account)
  })

  test('closing an account removes its documents from memory', async () => {
    const path = await left()
    const { storage, account } = launch(path)
    await hasAll(account)
    account.close()
    expect(accountFiles(path)).toEqual(['account.db'])
    await expect(storage.open(ID, locked).profile()).rejects.toBeInstanceOf(AppError)
    await hasAll(storage.open(ID, keyOf))
  })

  test('while another process writes, a save fails, and its data is stored later', async () => {
    const path = await left()
    const { account, quit } = launch(path)
    const other = new DatabaseSync(accountFile(path))
    onTestFinished(() => other.close())
    other.exec('BEGIN IMMEDIATE')
    const before = boxes(path)
    await expect(account.saveInvoices([invoice('new')], INFO)).rejects.toMatchObject(STORAGE_ERROR)
    expect(boxes(path)).toEqual(before)
    other.exec('ROLLBACK')
    expect(await (await account.invoices()).records()).toEqual([invoice('new')])
    await account.writeUnwritten()
    quit()
    expect(await (await launch(path).account.invoices()).records()).toEqual([invoice('new')])
  })

  test('a save that is interrupted between two boxes leaves the old list, and the next save removes its boxes', async () => {
    const path = await left()
    const many = Array.from({ length: 200 }, (_none, at) => invoice(`${at}`, { number: 'x'.repeat(20_000) }))
    const { account, quit } = launch(path)
    const saving = account.saveInvoices(many, INFO)
    await new Promise(setImmediate)
    quit()
    await expect(saving).rejects.toMatchObject(STORAGE_ERROR)
    expect(boxes(path).size).toBeGreaterThan(4)
    const { account: again } = launch(path)
    await hasAll(again)
    await again.saveInvoices(RECORDS, INFO)
    expect(boxes(path).size).toBe(6)
  })
})

describe('with an unavailable key', () => {
  test.each(['KEYCHAIN_LOCKED', 'KEYCHAIN_MISSING'] as const)(
    'every read reports %s, and that the data is encrypted',
    async (code) => {
      const { account } = launch(await left(), failing(code))
      const reads = [
        account.info('profile'),
        account.info('invoices'),
        account.profile(),
        account.invoice('1'),
        account.invoices()
      ]
      for (const one of await Promise.allSettled(reads)) {
        expect(one.status === 'rejected' && toErrorInfo(one.reason)).toEqual({ code, found: 'sealed' })
      }
    }
  )

  test('other errors are passed on', async () => {
    const broken = new TypeError('a mistake of ours')
    const { account } = launch(await left(), () => Promise.reject(broken))
    await expect(account.profile()).rejects.toBe(broken)
    await expect(account.saveProfile(PROFILE, ABOUT)).rejects.toBe(broken)
  })

  test('the catalogue is readable, and data that was never stored needs no key', async () => {
    const { account } = launch(await left(), locked)
    expect((await account.catalogue.page(ALL)).total).toBe(1)
    expect(await account.info('catalogue')).toEqual(LISTED)
    await hasNothing(launch(folder(), locked).account)
  })

  test('a save replaces encrypted data in memory, by topic, and is stored once the key is available', async () => {
    const path = await left()
    const before = boxes(path)
    let current: KeyOf = locked
    const { account, quit } = launch(path, () => current())
    const records = [invoice('new', { number: 'canary-new' })]
    await account.saveInvoices(records, INFO)
    await account.confirm('invoices', LATER)
    await account.writeUnwritten()
    expect(await (await account.invoices()).records()).toEqual(records)
    expect((await account.info('invoices'))?.fetchedAt).toBe(LATER)
    await expect(account.profile()).rejects.toBeInstanceOf(AppError)
    expect(boxes(path)).toEqual(before)
    expect(bytesIn(path)).not.toContain('canary-new')

    current = keyOf
    await account.writeUnwritten()
    expect(await account.profile()).toEqual({ value: PROFILE, ...ABOUT })
    quit()
    expect(bytesIn(path)).not.toContain('canary-new')
    const { account: again } = launch(path)
    expect(await (await again.invoices()).records()).toEqual(records)
    expect(await again.profile()).toEqual({ value: PROFILE, ...ABOUT })
  })

  test('confirming does nothing, without an error', async () => {
    const path = await left()
    const { account, quit } = launch(path, locked)
    await account.confirm('invoices', LATER)
    quit()
    await hasAll(launch(path).account)
  })
})

test('with a wrong key documents count as not stored, and new ones replace them', async () => {
  const path = await left()
  const { account, quit } = launch(path, otherKey)
  await hasNothing(account)
  await save(account)
  await hasAll(account)
  quit()
  await hasAll(launch(path, otherKey).account)
  await hasNothing(launch(path).account)
})

describe('with no key at all', () => {
  test('documents are in memory until quit, never in the folder, also while another account is shown', async () => {
    const path = folder()
    const { storage, account } = launch(path, noKey)
    await save(account)
    account.close()
    const other = storage.open(OTHER_ID, keyOf)
    await hasNothing(other)
    other.close()
    // Text that is no key counts as none.
    await hasAll(storage.open(ID, async () => 'too short'))
    await storage.open(ID, async () => 'too short').writeUnwritten()
    expect(boxes(path).size).toBe(0)
    expect(bytesIn(path)).not.toContain(CANARY)
    storage.close()
    expect(bytesIn(path)).not.toContain(CANARY)
    await hasNothing(launch(path, noKey).account)
  })

  test('closing keeps only unstored documents in memory', async () => {
    const { storage, account } = launch(await left())
    await hasAll(account)
    storage.open(ID, noKey).close()
    const second = storage.open(ID, noKey)
    await second.saveInvoices([invoice('new')], INFO)
    account.close()
    second.close()
    const third = storage.open(ID, locked)
    expect(await (await third.invoices()).records()).toEqual([invoice('new')])
    await expect(third.profile()).rejects.toBeInstanceOf(AppError)
  })
})

describe('while the key is awaited', () => {
  test('readers see the latest save, and the file gets the last one as a whole', async () => {
    const path = await left()
    const before = boxes(path)
    const key = later()
    const { account, quit } = launch(path, key.keyOf)
    const old = account.invoices().then((invoices) => invoices.records())
    const saves = ['a', 'b', 'c'].map((name) => account.saveInvoices([invoice(name)], { ...INFO, fetchedAt: name }))
    expect(await (await account.invoices()).records()).toEqual([invoice('c')])
    expect(boxes(path)).toEqual(before)
    key.give(KEY)
    await Promise.all(saves)
    expect(await old).toEqual([invoice('c')])
    quit()
    const { account: again } = launch(path)
    expect(await (await again.invoices()).records()).toEqual([invoice('c')])
    expect((await again.info('invoices'))?.fetchedAt).toBe('c')
  })

  test('a key for an earlier opening is ignored', async () => {
    const key = later()
    const { storage, account } = launch(await left(), key.keyOf)
    const reading = account.profile()
    storage.open(ID, keyOf)
    key.give(randomKey)
    expect(await reading).toEqual({ value: PROFILE, ...ABOUT })
  })

  test('a closed account is encrypted when the key arrives, and then leaves memory', async () => {
    const path = folder()
    const key = later()
    const { storage, account } = launch(path, key.keyOf)
    const saving = save(account)
    account.close()
    await expect(account.profile()).rejects.toMatchObject(STORAGE_ERROR)
    key.give(KEY)
    await saving.catch(() => undefined)
    expect(accountFiles(path)).toEqual(['account.db'])
    expect(await storage.open(ID, keyOf).profile()).toEqual({ value: PROFILE, ...ABOUT })
  })

  test('a read of an account that is closed meanwhile fails, and leaves nothing in memory', async () => {
    const key = later()
    const { storage, account } = launch(await left(), key.keyOf)
    const reading = account.profile()
    account.close()
    key.give(KEY)
    await expect(reading).rejects.toMatchObject(STORAGE_ERROR)
    await expect(storage.open(ID, locked).profile()).rejects.toBeInstanceOf(AppError)
  })

  test('an account that was erased stays erased', async () => {
    const path = folder()
    const key = later()
    const { storage, account } = launch(path, key.keyOf)
    const saving = account.saveProfile(PROFILE, ABOUT)
    storage.erase(ID)
    key.give(KEY)
    await saving
    expect(existsSync(dirname(accountFile(path)))).toBe(false)
    await hasNothing(storage.open(ID, keyOf))
  })
})

describe('altered encrypted data counts as not stored', () => {
  test.each([
    [
      'a bit of a document',
      // Of the byte's two values, the one that it hasn't.
      "UPDATE encrypted SET data = CAST(substr(data, 1, 40) || iif(substr(data, 41, 1) = x'00', x'01', x'00') || substr(data, 42) AS BLOB) WHERE part <> 'about'"
    ],
    ['the age without a document', "DELETE FROM encrypted WHERE part <> 'about'"],
    ['the document without an age', "DELETE FROM encrypted WHERE part = 'about'"],
    [
      'of another topic',
      "UPDATE encrypted SET topic = CASE topic WHEN 'profile' THEN 'invoices ' WHEN 'invoices' THEN 'plans ' ELSE 'profile ' END; UPDATE encrypted SET topic = trim(topic)"
    ]
  ])('%s', async (_, sql) => {
    const path = await left()
    edit(accountFile(path), sql)
    const { account } = launch(path)
    await hasNothing(account)
    expect(await account.condition()).toBe('fine')
    await save(account)
    await hasAll(account)
  })

  test('of another account', async () => {
    const path = await left()
    const { storage } = launch(path)
    await save(storage.open(OTHER_ID, keyOf))
    storage.close()
    edit(
      accountFile(path),
      `ATTACH '${accountFile(path).replace(ID, OTHER_ID)}' AS other;
      DELETE FROM encrypted; INSERT INTO encrypted SELECT * FROM other.encrypted`
    )
    await hasNothing(launch(path).account)
  })
})
