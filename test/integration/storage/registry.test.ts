import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../../../src/shared/models/settings.ts'
import type { LockRecord } from '../../../src/main/core/ports/index.ts'
import { account, bytesIn, storageIn, folder } from './fixtures.ts'

const [A, B, C] = ['account-a', 'account-b', 'account-c']

test('accounts keep their order, also when one of them changes', () => {
  const path = folder()
  const first = storageIn(path)
  for (const id of [B, A, C]) first.registry.saveAccount(account(id, `${id}@x.example`))
  const renamed = { ...account(A, 'new@x.example'), label: 'Büro', tokenStored: false }
  first.registry.saveAccount(renamed)
  first.registry.removeAccount(B)
  first.close()
  expect(storageIn(path).registry.accounts()).toEqual([renamed, account(C, `${C}@x.example`)])
})

test('a removed account leaves no trace in the files', () => {
  const path = folder()
  const { registry } = storageIn(path)
  registry.saveAccount(account(A, 'canary-4711@x.example'))
  registry.saveAccount(account(B, 'stays@x.example'))
  writeFileSync(join(path, 'portside.db.aside-2026-11-20T10-00-00-123Z'), 'canary-4711@x.example')
  registry.removeAccount(A)
  expect(bytesIn(path)).toContain('stays@x.example')
  expect(bytesIn(path)).not.toContain('canary-4711')
})

test('accounts are reordered, with unnamed ones last', () => {
  const path = folder()
  const first = storageIn(path)
  const ids = (): string[] => first.registry.accounts().map(({ id }) => id)
  for (const id of [A, B, C]) first.registry.saveAccount(account(id, `${id}@x.example`))
  first.registry.orderAccounts([C, A, B])
  expect(ids()).toEqual([C, A, B])
  first.registry.orderAccounts([B])
  expect(ids()).toEqual([B, C, A])
  first.registry.orderAccounts([A, 'nobody', A, B])
  expect(ids()).toEqual([A, B, C])
  first.registry.saveAccount(account('account-d', 'd@x.example'))
  first.registry.saveAccount({ ...account(B, 'new@x.example'), named: true })
  first.close()
  expect(
    storageIn(path)
      .registry.accounts()
      .map(({ id }) => id)
  ).toEqual([A, B, C, 'account-d'])
})

test('the app lock; after it is turned off, its verifier is in no file', () => {
  const path = folder()
  const first = storageIn(path)
  expect(first.registry.lock()).toBeNull()
  const record: LockRecord = { verifier: 'canary-verifier', failures: 2, waitUntil: '2026-11-20T10:00:00.000Z' }
  first.registry.saveLock(record)
  first.close()
  const { registry } = storageIn(path)
  expect(registry.lock()).toEqual(record)
  registry.saveLock({ ...record, verifier: 'another' })
  expect(bytesIn(path)).not.toContain('canary-verifier')
  registry.saveLock(null)
  expect(registry.lock()).toBeNull()
  expect(bytesIn(path)).not.toContain('another')
})

describe('an unreadable value affects no other', () => {
  function edited(sql: string): ReturnType<typeof storageIn>['registry'] {
    const path = folder()
    const first = storageIn(path)
    for (const id of [A, B]) first.registry.saveAccount(account(id, `${id}@x.example`))
    first.registry.setActiveAccountId(B)
    first.registry.saveSettings({ ...DEFAULT_SETTINGS, theme: 'dark' })
    first.registry.savePendingDeletions([C])
    first.registry.saveLock({ verifier: 'of 1234', failures: 0, waitUntil: null })
    first.close()
    const db = new DatabaseSync(join(path, 'portside.db'))
    db.exec(sql)
    db.close()
    return storageIn(path).registry
  }

  test.each(['settings', 'owed', 'lock', 'activeAccountId'])('%s that is no JSON', (name) => {
    const registry = edited(`UPDATE choices SET value = 'cut o' WHERE name = '${name}'`)
    expect({
      accounts: registry.accounts().map(({ id }) => id),
      activeAccountId: registry.activeAccountId(),
      settings: registry.settings().theme,
      pendingDeletions: registry.pendingDeletions(),
      lock: registry.lock()?.verifier
    }).toEqual({
      accounts: [A, B],
      activeAccountId: name === 'activeAccountId' ? null : B,
      settings: name === 'settings' ? DEFAULT_SETTINGS.theme : 'dark',
      pendingDeletions: name === 'owed' ? [] : [C],
      lock: name === 'lock' ? 'unreadable' : 'of 1234'
    })
    expect(registry.condition()).toBe('fine')
  })

  test('also in a file of a newer version', () => {
    const registry = edited(`PRAGMA user_version = 99; UPDATE choices SET value = 'cut o' WHERE name = 'lock';
      UPDATE accounts SET account = 'cut o' WHERE id = '${A}'`)
    expect(registry.condition()).toBe('rebuilt')
    expect(registry.lock()).toEqual({ verifier: 'unreadable', failures: 0, waitUntil: null })
    expect(registry.accounts().map(({ id }) => id)).toEqual([B])
    expect(registry.settings().theme).toBe('dark')
  })

  test('an account of an earlier version has defaults for later fields', () => {
    const registry = edited(`UPDATE accounts SET account =
      json_remove(account, '$.named', '$.keyStored', '$.signedOut') WHERE id = '${A}'`)
    expect(registry.accounts()[0]).toEqual({
      ...account(A, `${A}@x.example`),
      named: false,
      keyStored: false,
      signedOut: false
    })
  })
})
