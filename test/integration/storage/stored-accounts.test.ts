/** What becomes of account rows that are damaged, cut off or from a newer version. */
import { statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { readSavedRegistry } from '../../../src/main/storage/registry.ts'
import type { AccountRecord } from '../../../src/shared/models/account.ts'
import { account, edit, folder, storageIn } from './fixtures.ts'

const [A, B, C] = ['account-a', 'account-b', 'account-c']
const whole = (id: string): AccountRecord => account(id, `${id}@x.example`)

/** Three accounts, the second of which another program changed while the file was closed. */
function changed(value: string): string {
  const path = folder()
  const first = storageIn(path)
  for (const id of [A, B, C]) first.registry.saveAccount(whole(id))
  first.close()
  edit(join(path, 'portside.db'), `UPDATE accounts SET account = ${value} WHERE id = '${B}'`)
  return path
}
const rowOf = (path: string, id: string): string => {
  const db = new DatabaseSync(join(path, 'portside.db'), { readOnly: true })
  const row = db.prepare('SELECT account FROM accounts WHERE id = ?').get(id)
  db.close()
  return String(row?.['account'])
}
const setting = (part: string, value: unknown): string =>
  `json_set(account, '$.${part}', json('${JSON.stringify(value)}'))`

const unknown = { provider: 'unknown', baseUrl: whole(B).connection.baseUrl }
const DAMAGE: [name: string, value: string, read: Partial<AccountRecord>][] = [
  [
    'an unknown provider',
    setting('connection.provider', 'acme-v1'),
    { connection: { ...whole(B).connection, ...unknown } }
  ],
  [
    'a provider that is no text',
    setting('connection.provider', 7),
    { connection: { ...whole(B).connection, ...unknown } }
  ],
  ['no connection', `json_remove(account, '$.connection')`, { connection: { provider: 'unknown', baseUrl: '' } }],
  [
    'an address that is no text',
    setting('connection.baseUrl', 5),
    { connection: { provider: 'unknown', baseUrl: '' } }
  ],
  ['a user name that is none', setting('connection.user', 'a:b'), { connection: unknown }],
  ['a name that is no text', setting('label', 5), { label: whole(B).email ?? '', named: whole(B).named }],
  ['a kind of a newer version', setting('kind', 'passkey'), { kind: 'token' }],
  ['an email address that is none', setting('email', {}), { email: null }],
  [
    'no word on its token',
    `json_remove(account, '$.tokenStored', '$.keyStored')`,
    { tokenStored: true, keyStored: true }
  ],
  ['an expiry that is no text', setting('tokenExpiresAt', 5), { tokenExpiresAt: null }]
] as [string, string, Partial<AccountRecord>][]

test.each(DAMAGE)('%s costs no more than itself, in the app and for a command', (_name, value, read) => {
  const path = changed(value)
  const expected = [whole(A), { ...whole(B), ...read }, whole(C)]
  expect(readSavedRegistry(join(path, 'portside.db'))).toMatchObject({ accounts: expected, isWhole: true })
  const { registry } = storageIn(path)
  expect(registry.accounts()).toEqual(expected)
  expect(registry.condition()).toBe('fine')
})

test.each([
  ['\'{"id":"account-b","label":"Wo\''],
  [`'cut o'`],
  [`''`],
  [`'[]'`],
  [`'null'`],
  [`'"text"'`],
  [`x'00ff'`]
])('an account of %s is kept, named by its id, and hides no other', (value) => {
  const path = changed(`CAST(${value} AS TEXT)`)
  const damaged = {
    id: B,
    label: B,
    kind: 'token',
    connection: { provider: 'unknown', baseUrl: '' },
    tokenStored: true
  }
  const accounts = [whole(A), damaged, whole(C)]
  expect(readSavedRegistry(join(path, 'portside.db'))).toMatchObject({ accounts, isWhole: true })
  expect(storageIn(path).registry.accounts()).toMatchObject(accounts)
})

test('an account whose text is cut off keeps its name', () => {
  const path = changed(`substr(json_set(account, '$.label', 'Wörk “5"'), 1, 150)`)
  expect(storageIn(path).registry.accounts()[1]).toMatchObject({
    id: B,
    label: 'Wörk “5"',
    connection: { provider: 'unknown' }
  })
})

test.each([
  ['../b', 'account', B],
  ['B', 'account', B],
  ['', 'account', B],
  ['account-b ', `json_remove(account, '$.id')`, 'unread-2'],
  ['../b', setting('id', '../b'), 'unread-2'],
  ['../b', setting('id', A), 'unread-2'],
  ['../b', `'cut o'`, 'unread-2']
])('a row of the id %j, whose record is %s, gets the id %j for good', (id, value, expected) => {
  const path = changed(value)
  const file = join(path, 'portside.db')
  edit(file, `UPDATE accounts SET id = '${id}' WHERE id = '${B}'`)
  const ids = [A, expected, C]
  expect(readSavedRegistry(file)).toMatchObject({ accounts: ids.map((one) => ({ id: one })), isWhole: true })
  const first = storageIn(path)
  const accounts = first.registry.accounts()
  expect(accounts.map((one) => one.id)).toEqual(ids)
  first.registry.saveAccount({ ...(accounts[1] as AccountRecord), label: 'Renamed', named: true })
  first.close()
  const { registry } = storageIn(path)
  expect(registry.accounts().map(({ label }) => label)).toEqual([whole(A).label, 'Renamed', whole(C).label])
  registry.removeAccount(expected)
  expect(registry.accounts()).toEqual([whole(A), whole(C)])
})

test('ids that are made up differ', () => {
  const path = changed(`'cut o'`)
  const file = join(path, 'portside.db')
  edit(file, `UPDATE accounts SET id = '../b' WHERE id = '${B}'; UPDATE accounts SET id = 'unread-2' WHERE id = '${C}'`)
  const ids = [A, 'unread-3', 'unread-2']
  expect(readSavedRegistry(file)).toMatchObject({ accounts: ids.map((id) => ({ id })), isWhole: true })
  expect(
    storageIn(path)
      .registry.accounts()
      .map(({ id }) => id)
  ).toEqual(ids)
})

test('what is saved of a connection to an unknown provider stays until the user chooses another', () => {
  const connection = { provider: 'acme-v1', baseUrl: 'https://acme.example', paging: { by: 'graph' }, invoices: 7 }
  const path = changed(setting('connection', connection))
  const { registry } = storageIn(path)
  const [, read] = registry.accounts()
  registry.saveAccount({ ...(read as AccountRecord), label: 'Renamed', named: true, signedOut: true })
  registry.saveLock({ verifier: 'v', failures: 0, waitUntil: null, uptimeUntil: null })
  registry.saveLock(null)
  expect(JSON.parse(rowOf(path, B))).toMatchObject({ label: 'Renamed', signedOut: true, connection })
  registry.saveAccount({ ...(read as AccountRecord), connection: whole(A).connection })
  expect(JSON.parse(rowOf(path, B)).connection).toEqual(whole(A).connection)
})

const LOCK = { verifier: 'v', failures: 0, waitUntil: null, uptimeUntil: null }
/** What becomes of an account's text, the lock and its record. */
const CUT_OFF: [name: string, steps: ('lock' | 'save' | 'unlock' | number)[], isLocked: boolean][] = [
  ['after the PIN was set', ['save', 'lock', 150], true],
  ['soon', ['save', 'lock', 40], true],
  ['of an account that was saved with a PIN', ['lock', 'save', 100], true],
  ['before the PIN was set', ['save', 40, 'lock'], true],
  ['and saved again', ['save', 'lock', 40, 'save', 90], true],
  ['after the PIN was removed', ['lock', 'save', 'unlock', 150], false],
  ['before the PIN was removed', ['lock', 'save', 40, 'unlock'], false]
]
test.each(CUT_OFF)(
  'a text that is cut off %s says whether a PIN is set, where the lock is lost',
  (_name, steps, isLocked) => {
    const path = folder()
    for (const step of steps) {
      const storage = storageIn(path)
      if (step === 'lock') storage.registry.saveLock(LOCK)
      else if (step === 'unlock') storage.registry.saveLock(null)
      else if (step === 'save') storage.registry.saveAccount(storage.registry.accounts()[0] ?? whole(A))
      storage.close()
      if (typeof step === 'number')
        edit(join(path, 'portside.db'), `UPDATE accounts SET account = substr(account, 1, ${step})`)
    }
    edit(join(path, 'portside.db'), `DELETE FROM choices WHERE name = 'lock'`)
    expect(storageIn(path).registry.lock() !== null).toBe(isLocked)
    expect(readSavedRegistry(join(path, 'portside.db'))).toMatchObject({ hasLock: isLocked })
  }
)

test('a text that can’t be read stays until the account is repaired', () => {
  const path = changed(`'{"id":"account-b","label":"Wo'`)
  const { registry } = storageIn(path)
  const [, read] = registry.accounts()
  for (const label of ['Mine', 'Work']) registry.saveAccount({ ...(read as AccountRecord), label, named: true })
  expect(registry.accounts()[1]).toMatchObject({ label: 'Work', connection: { provider: 'unknown' } })
  expect(JSON.parse(rowOf(path, B)).unread).toBe('{"id":"account-b","label":"Wo')
  registry.saveAccount(whole(B))
  expect(rowOf(path, B)).not.toContain('unread')
  expect(registry.accounts()[1]).toEqual(whole(B))
})

/** Two of the accounts have definitions of their own that go on in pages after all others. */
function manyPages(): { file: string; path: string; pages: number } {
  const path = folder()
  const first = storageIn(path)
  const statuses = Object.fromEntries(
    Array.from({ length: 50 }, (_, at) => [`${at} ${'s'.repeat(90)}`, 'open' as const])
  )
  for (let at = 10; at < 40; at += 1) first.registry.saveAccount(whole(`account-${at}`))
  first.registry.saveSettings(first.registry.settings())
  for (const at of [12, 30]) {
    const { connection, ...more } = whole(`account-${at}`)
    first.registry.saveAccount({ ...more, connection: { ...connection, statuses } })
  }
  first.close()
  const file = join(path, 'portside.db')
  return { file, path, pages: statSync(file).size / PAGE }
}
const PAGE = 4096
const MANY = Array.from({ length: 30 }, (_, at) => `account-${at + 10}`)

test('a truncated file loses what was cut, not the accounts', () => {
  const { pages } = manyPages()
  expect(pages).toBeGreaterThan(10)
  const known: number[] = []
  for (let left = pages - 1; left > 2; left -= 1) {
    for (const bytes of [left * PAGE, left * PAGE + 1, (left + 1) * PAGE - 7]) {
      const { file, path } = manyPages()
      truncateSync(file, bytes)
      const saved = readSavedRegistry(file)
      const { registry } = storageIn(path)
      // SQLite reads zeros after the end of the last page.
      expect(registry.condition()).toBe(bytes === pages * PAGE - 7 ? 'fine' : 'rebuilt')
      const read = registry.accounts()
      expect(read.map(({ id }) => id).sort()).toEqual(MANY)
      const sound = read.filter(({ connection }) => connection.provider !== 'unknown')
      for (const one of sound) expect(one).toMatchObject(whole(one.id))
      known.push(sound.length)
      // Without the part that may hold the app lock, a command names nobody.
      expect(saved).toEqual(typeof saved === 'string' ? 'damaged' : expect.objectContaining({ accounts: read }))
    }
  }
  expect(known[0]).toBeGreaterThan(20)
})

test.each([[2], [1], [0.5]])(
  'a file of which %d pages are left has no accounts, and says that it was rebuilt',
  (left) => {
    const { file, path } = manyPages()
    truncateSync(file, left * PAGE)
    expect(readSavedRegistry(file)).toBe('damaged')
    const { registry } = storageIn(path)
    expect(registry.accounts()).toEqual([])
    expect(registry.condition()).toBe('rebuilt')
  }
)
