/** Profile and invoices at rest: encrypted, or not there at all. */
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { AppError, toErrorInfo, type ErrorCode } from '../../../src/shared/ipc/error.ts'
import type { AccountStorage, KeyOf, StoredInfo } from '../../../src/main/core/ports/index.ts'
import {
  accountFile,
  ALL,
  ANY,
  bytesIn,
  storageIn,
  folder,
  ID,
  INFO,
  invoice,
  KEY,
  keyOf,
  LISTED,
  product,
  saveList,
  TODAY
} from './fixtures.ts'

const CANARY = 'canary-4711'
const PROFILE = {
  title: `Zoë ${CANARY}`,
  email: `${CANARY}@x.example`,
  groups: { person: [{ name: 'fullName', value: CANARY }], address: [], company: [], account: [], other: [] },
  dropped: 0
}
const ABOUT: StoredInfo = { ...INFO, validators: { etag: CANARY, lastModified: CANARY, of: CANARY } }
const RECORDS = [invoice('1', { number: CANARY, total: '4711.0815' }), invoice('2', { paymentMethod: CANARY })]
const LATER = '2026-11-20T11:00:00.000Z'
const OTHER_ID = ID.replace('0b', '1c')

const noKey: KeyOf = async () => null
const failing =
  (code: ErrorCode): KeyOf =>
  () =>
    Promise.reject(new AppError(code, { found: 'noBus' }))
const locked = failing('KEYCHAIN_LOCKED')

/** A key that is there when it is given. */
function later(): { keyOf: KeyOf; asked: () => number; give(key: string | null): void } {
  const { promise, resolve } = Promise.withResolvers<string | null>()
  let asked = 0
  return {
    keyOf() {
      asked += 1
      return promise
    },
    asked: () => asked,
    give: resolve
  }
}

async function save(storage: AccountStorage): Promise<void> {
  await storage.saveProfile(PROFILE, ABOUT)
  await storage.saveInvoices(RECORDS, ABOUT)
}

/** A folder as an earlier launch left it. */
async function left(): Promise<string> {
  const path = folder()
  const storage = storageIn(path)
  const account = storage.open(ID, keyOf)
  await save(account)
  await saveList(account, [product('p', { name: 'Residential' })])
  storage.close()
  return path
}

const reads: Record<string, (storage: AccountStorage) => Promise<unknown>> = {
  'info of profile': (storage) => storage.info('profile'),
  'info of invoices': (storage) => storage.info('invoices'),
  profile: (storage) => storage.profile(),
  invoicePage: (storage) => storage.invoicePage(ANY, TODAY),
  invoiceTotals: (storage) => storage.invoiceTotals(ANY, TODAY),
  invoiceMonths: (storage) => storage.invoiceMonths(TODAY),
  chosenInvoices: (storage) => storage.chosenInvoices(ANY, TODAY),
  invoice: (storage) => storage.invoice('1'),
  invoiceSummary: (storage) => storage.invoiceSummary(TODAY),
  invoiceRecords: (storage) => storage.invoiceRecords(),
  invoiceStatuses: (storage) => storage.invoiceStatuses()
}

async function hasAll(storage: AccountStorage): Promise<void> {
  expect(await storage.profile()).toEqual({ value: PROFILE, ...ABOUT })
  expect(await storage.invoiceRecords()).toEqual(RECORDS)
  expect(await storage.info('invoices')).toEqual(ABOUT)
}

async function hasNothing(storage: AccountStorage): Promise<void> {
  expect(await storage.profile()).toBeNull()
  expect(await storage.info('profile')).toBeNull()
  expect(await storage.info('invoices')).toBeNull()
  expect(await storage.invoiceRecords()).toEqual([])
  expect((await storage.invoiceSummary(TODAY)).total).toBe(0)
}

/** The boxes in the file, by topic and part. */
function boxes(path: string, id = ID): Map<string, string> {
  const db = new DatabaseSync(accountFile(path).replace(ID, id), { readOnly: true })
  const rows = db.prepare('SELECT topic, part, data FROM encrypted ORDER BY topic, part').all()
  db.close()
  return new Map(
    rows.map(({ topic, part, data }) => [`${topic} ${part}`, Buffer.from(data as Uint8Array).toString('hex')])
  )
}

/** Of the personal documents' file; the catalogue's is another thread's. */
function filesBeside(path: string): string[] {
  return readdirSync(dirname(accountFile(path))).filter((name) => name.startsWith('account.db'))
}

function edit(path: string, sql: string): void {
  const db = new DatabaseSync(accountFile(path))
  db.exec(sql)
  db.close()
}

describe('with a key', () => {
  test('documents are unreadable in the folder, open or closed, and the next launch reads them', async () => {
    const path = folder()
    const first = storageIn(path)
    await save(first.open(ID, keyOf))
    for (const _time of ['open', 'closed']) {
      const bytes = bytesIn(path)
      for (const secret of [CANARY, '4711.0815', 'Zo', 'pay.example']) expect(bytes).not.toContain(secret)
      first.close()
    }
    expect([...boxes(path).keys()].map((name) => name.replace(/[0-9a-f-]{36}/, '#')).sort()).toEqual([
      'invoices # 0',
      'invoices about',
      'profile # 0',
      'profile about'
    ])
    await hasAll(storageIn(path).open(ID, keyOf))
  })

  test('the key is requested only when it is needed', async () => {
    let asked = 0
    const counting: KeyOf = async () => {
      asked += 1
      return KEY
    }
    const path = folder()
    const first = storageIn(path)
    const storage = first.open(ID, counting)
    await saveList(storage, [product('p')])
    await storage.info('catalogue')
    await hasNothing(storage)
    await storage.confirm('profile', LATER)
    await storage.seal()
    expect(asked).toBe(0)
    await storage.saveProfile(PROFILE, ABOUT)
    first.close()
    asked = 0
    const again = storageIn(path).open(ID, counting)
    await again.catalogue.page(ALL)
    await again.invoiceSummary(TODAY)
    expect(asked).toBe(0)
    await again.profile()
    await again.profile()
    expect(asked).toBe(1)
  })

  test('confirming encrypts only the age again, not the document', async () => {
    const path = await left()
    const before = boxes(path)
    const first = storageIn(path)
    await first.open(ID, keyOf).confirm('invoices', LATER)
    first.close()
    const after = boxes(path)
    const changed = [...before.keys()].filter((name) => before.get(name) !== after.get(name))
    expect(changed).toEqual(['invoices about'])
    const storage = storageIn(path).open(ID, keyOf)
    expect(await storage.info('invoices')).toEqual({ ...ABOUT, fetchedAt: LATER })
    expect(await storage.invoiceRecords()).toEqual(RECORDS)
  })

  test('confirming stores the whole document if the file has lost it', async () => {
    const path = await left()
    const first = storageIn(path)
    const storage = first.open(ID, keyOf)
    await hasAll(storage)
    edit(path, 'DELETE FROM encrypted')
    await storage.confirm('invoices', LATER)
    first.close()
    expect(await storageIn(path).open(ID, keyOf).invoiceRecords()).toEqual(RECORDS)
  })

  test('another key encrypts the data in memory again', async () => {
    const path = await left()
    const first = storageIn(path)
    await hasAll(first.open(ID, keyOf))
    const other: KeyOf = async () => randomKey
    const storage = first.open(ID, other)
    await storage.confirm('invoices', LATER)
    await storage.seal()
    first.close()
    const again = storageIn(path).open(ID, other)
    expect(await again.profile()).toEqual({ value: PROFILE, ...ABOUT })
    expect(await again.invoiceRecords()).toEqual(RECORDS)
    await hasNothing(storageIn(path).open(ID, keyOf))
  })

  test('closing an account removes its documents from memory', async () => {
    const path = await left()
    const storage = storageIn(path)
    const first = storage.open(ID, keyOf)
    await hasAll(first)
    first.close()
    expect(filesBeside(path)).toEqual(['account.db'])
    await expect(storage.open(ID, locked).profile()).rejects.toBeInstanceOf(AppError)
    await hasAll(storage.open(ID, keyOf))
  })

  test('while another process writes, a save fails, and its data is stored later', async () => {
    const path = await left()
    const first = storageIn(path)
    const storage = first.open(ID, keyOf)
    const other = new DatabaseSync(accountFile(path))
    onTestFinished(() => other.close())
    other.exec('BEGIN IMMEDIATE')
    const before = boxes(path)
    await expect(storage.saveInvoices([invoice('new')], INFO)).rejects.toSatisfy(isStorageError)
    expect(boxes(path)).toEqual(before)
    other.exec('ROLLBACK')
    expect(await storage.invoiceRecords()).toEqual([invoice('new')])
    await storage.seal()
    first.close()
    expect(await storageIn(path).open(ID, keyOf).invoiceRecords()).toEqual([invoice('new')])
  })
})

test('a save that is interrupted between two boxes leaves the old list, and the next save removes its boxes', async () => {
  const path = await left()
  const many = Array.from({ length: 200 }, (_none, at) => invoice(`${at}`, { number: 'x'.repeat(20_000) }))
  const first = storageIn(path)
  const saving = first.open(ID, keyOf).saveInvoices(many, INFO)
  await new Promise(setImmediate)
  first.close()
  await hasFault(saving)
  expect(boxes(path).size).toBeGreaterThan(4)
  const second = storageIn(path)
  const storage = second.open(ID, keyOf)
  await hasAll(storage)
  await storage.saveInvoices(RECORDS, INFO)
  expect(boxes(path).size).toBe(4)
})

describe('with an unavailable key', () => {
  test.each(Object.entries(reads))('%s reports why, and that the data is encrypted', async (_, read) => {
    const storage = storageIn(await left())
    for (const code of ['KEYCHAIN_LOCKED', 'KEYCHAIN_MISSING'] as const) {
      await expect(read(storage.open(ID, failing(code)))).rejects.toSatisfy((error) => {
        expect(toErrorInfo(error)).toEqual({ code, found: 'sealed' })
        return true
      })
    }
  })

  test('other errors are passed on', async () => {
    const broken = new TypeError('a mistake of ours')
    const storage = storageIn(await left()).open(ID, () => Promise.reject(broken))
    await expect(storage.profile()).rejects.toBe(broken)
    await expect(storage.saveProfile(PROFILE, ABOUT)).rejects.toBe(broken)
  })

  test('the catalogue is readable, and data that was never stored needs no key', async () => {
    const storage = storageIn(await left()).open(ID, locked)
    expect((await storage.catalogue.page(ALL)).total).toBe(1)
    expect(await storage.info('catalogue')).toEqual(LISTED)
    await hasNothing(storageIn(folder()).open(ID, locked))
  })

  test('a save replaces encrypted data in memory, by topic, and is stored once the key is available', async () => {
    const path = await left()
    const before = boxes(path)
    const first = storageIn(path)
    let current: KeyOf = locked
    const storage = first.open(ID, () => current())
    await storage.saveInvoices([invoice('new', { number: 'canary-new' })], INFO)
    await storage.confirm('invoices', LATER)
    await storage.seal()
    expect(await storage.invoiceRecords()).toEqual([invoice('new', { number: 'canary-new' })])
    expect((await storage.info('invoices'))?.fetchedAt).toBe(LATER)
    await expect(storage.profile()).rejects.toBeInstanceOf(AppError)
    expect(boxes(path)).toEqual(before)
    expect(bytesIn(path)).not.toContain('canary-new')

    current = keyOf
    await storage.seal()
    expect(await storage.profile()).toEqual({ value: PROFILE, ...ABOUT })
    first.close()
    expect(bytesIn(path)).not.toContain('canary-new')
    const again = storageIn(path).open(ID, keyOf)
    expect(await again.invoiceRecords()).toEqual([invoice('new', { number: 'canary-new' })])
    expect(await again.profile()).toEqual({ value: PROFILE, ...ABOUT })
  })

  test('confirming does nothing, without an error', async () => {
    const path = await left()
    const first = storageIn(path)
    await first.open(ID, locked).confirm('invoices', LATER)
    first.close()
    await hasAll(storageIn(path).open(ID, keyOf))
  })
})

describe('with a wrong key', () => {
  const randomOf: KeyOf = async () => randomKey

  test('documents count as not stored, and new ones replace them', async () => {
    const path = await left()
    const first = storageIn(path)
    const storage = first.open(ID, randomOf)
    await hasNothing(storage)
    await save(storage)
    await hasAll(storage)
    first.close()
    await hasAll(storageIn(path).open(ID, randomOf))
    await hasNothing(storageIn(path).open(ID, keyOf))
  })

  test('an invalid key keeps documents in memory', async () => {
    const path = folder()
    const first = storageIn(path)
    const storage = first.open(ID, async () => 'too short')
    await save(storage)
    await hasAll(storage)
    first.close()
    expect(boxes(path).size).toBe(0)
  })
})

describe('with no key at all', () => {
  test('documents are in memory until quit, never in the folder, also while another account is open', async () => {
    const path = folder()
    const first = storageIn(path)
    const storage = first.open(ID, noKey)
    await save(storage)
    storage.close()
    const other = first.open(OTHER_ID, keyOf)
    await hasNothing(other)
    other.close()
    await hasAll(first.open(ID, noKey))
    expect(boxes(path).size).toBe(0)
    expect(bytesIn(path)).not.toContain(CANARY)
    first.close()
    expect(bytesIn(path)).not.toContain(CANARY)
    await hasNothing(storageIn(path).open(ID, noKey))
  })

  test('closing keeps only unstored documents in memory', async () => {
    const path = await left()
    const storage = storageIn(path)
    const first = storage.open(ID, keyOf)
    await hasAll(first)
    storage.open(ID, noKey).close()
    const second = storage.open(ID, noKey)
    await second.saveInvoices([invoice('new')], INFO)
    first.close()
    second.close()
    const third = storage.open(ID, locked)
    expect(await third.invoiceRecords()).toEqual([invoice('new')])
    await expect(third.profile()).rejects.toBeInstanceOf(AppError)
  })
})

describe('while the key is awaited', () => {
  test('readers see the latest save, and the file gets the last one as a whole', async () => {
    const path = await left()
    const before = boxes(path)
    const first = storageIn(path)
    const key = later()
    const storage = first.open(ID, key.keyOf)
    const old = storage.invoiceRecords()
    const saves = ['a', 'b', 'c'].map((name) => storage.saveInvoices([invoice(name)], { ...INFO, fetchedAt: name }))
    expect(await storage.invoiceRecords()).toEqual([invoice('c')])
    expect((await storage.info('invoices'))?.fetchedAt).toBe('c')
    expect(boxes(path)).toEqual(before)
    key.give(KEY)
    await Promise.all(saves)
    // What was begun before the saves came sees something whole.
    expect(await old).toEqual([invoice('c')])
    first.close()
    const again = storageIn(path).open(ID, keyOf)
    expect(await again.invoiceRecords()).toEqual([invoice('c')])
    expect((await again.info('invoices'))?.fetchedAt).toBe('c')
  })

  test('a key for an earlier opening is ignored', async () => {
    const storage = storageIn(await left())
    const key = later()
    const first = storage.open(ID, key.keyOf)
    const reading = first.profile()
    storage.open(ID, keyOf)
    key.give(randomKey)
    expect(await reading).toEqual({ value: PROFILE, ...ABOUT })
  })

  test('a closed account is encrypted when the key arrives, and then leaves memory', async () => {
    const path = folder()
    const storage = storageIn(path)
    const key = later()
    const first = storage.open(ID, key.keyOf)
    const saving = save(first)
    first.close()
    await hasFault(first.profile())
    key.give(KEY)
    await saving.catch(() => undefined)
    expect(filesBeside(path)).toEqual(['account.db'])
    const again = storage.open(ID, keyOf)
    expect(await again.profile()).toEqual({ value: PROFILE, ...ABOUT })
  })

  test('a read of an account that is closed meanwhile fails, and leaves nothing in memory', async () => {
    const storage = storageIn(await left())
    const key = later()
    const first = storage.open(ID, key.keyOf)
    const reading = first.profile()
    first.close()
    key.give(KEY)
    await hasFault(reading)
    await expect(storage.open(ID, locked).profile()).rejects.toBeInstanceOf(AppError)
  })

  test('an account that was erased stays erased', async () => {
    const path = folder()
    const storage = storageIn(path)
    const key = later()
    const saving = storage.open(ID, key.keyOf).saveProfile(PROFILE, ABOUT)
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
      "UPDATE encrypted SET data = CAST(substr(data, 1, 40) || x'00' || substr(data, 42) AS BLOB) WHERE part <> 'about'"
    ],
    ['cut', 'UPDATE encrypted SET data = substr(data, 1, 20)'],
    ['no box', "UPDATE encrypted SET data = CAST('{}' AS BLOB)"],
    ['the age without a document', "DELETE FROM encrypted WHERE part <> 'about'"],
    ['the document without an age', "DELETE FROM encrypted WHERE part = 'about'"],
    [
      'of another topic',
      "UPDATE encrypted SET topic = CASE topic WHEN 'profile' THEN 'invoices ' ELSE 'profile ' END; UPDATE encrypted SET topic = trim(topic)"
    ],
    [
      'of another part',
      `CREATE TEMP TABLE parts AS SELECT a.topic, a.part AS one, b.part AS other FROM encrypted a JOIN encrypted b USING (topic) WHERE a.part < b.part;
       UPDATE encrypted SET part = (SELECT ' ' || iif(part = one, other, one) FROM parts WHERE parts.topic = encrypted.topic);
       UPDATE encrypted SET part = trim(part)`
    ]
  ])('%s', async (_, sql) => {
    const path = await left()
    edit(path, sql)
    const storage = storageIn(path).open(ID, keyOf)
    await hasNothing(storage)
    expect(await storage.condition()).toBe('fine')
    await save(storage)
    await hasAll(storage)
  })

  test('of another account', async () => {
    const path = await left()
    const second = storageIn(path)
    await save(second.open(OTHER_ID, keyOf))
    second.close()
    edit(
      path,
      `ATTACH '${accountFile(path).replace(ID, OTHER_ID)}' AS other;
      DELETE FROM encrypted; INSERT INTO encrypted SELECT * FROM other.encrypted`
    )
    expect(boxes(path)).toEqual(boxes(path, OTHER_ID))
    await hasNothing(storageIn(path).open(ID, keyOf))
    await hasAll(storageIn(path).open(OTHER_ID, keyOf))
  })
})

const randomKey = randomBytes(32).toString('base64')
const isStorageError = (error: unknown): boolean => toErrorInfo(error).code === 'STORAGE'
const hasFault = (promise: Promise<unknown>): Promise<void> => expect(promise).rejects.toSatisfy(isStorageError)
