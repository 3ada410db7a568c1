import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../../../src/shared/model/settings.ts'
import { account, cacheIn, folder } from './place.ts'

const [A, B, C] = ['account-a', 'account-b', 'account-c']

test('accounts keep their order, also when one of them changes', () => {
  const path = folder()
  const first = cacheIn(path)
  for (const id of [B, A, C]) first.registry.saveAccount(account(id, `${id}@x.example`))
  const renamed = { ...account(A, 'new@x.example'), label: 'Büro', tokenStored: false }
  first.registry.saveAccount(renamed)
  first.registry.removeAccount(B)
  first.close()
  expect(cacheIn(path).registry.accounts()).toEqual([renamed, account(C, `${C}@x.example`)])
})

test('the active account, and none', () => {
  const path = folder()
  const first = cacheIn(path)
  expect(first.registry.activeAccountId()).toBeNull()
  first.registry.setActiveAccountId(A)
  first.close()
  const { registry } = cacheIn(path)
  expect(registry.activeAccountId()).toBe(A)
  registry.setActiveAccountId(null)
  expect(registry.activeAccountId()).toBeNull()
})

test('settings, and those of a fresh start', () => {
  const path = folder()
  const first = cacheIn(path)
  expect(first.registry.settings()).toEqual(DEFAULT_SETTINGS)
  const chosen = { ...DEFAULT_SETTINGS, theme: 'light', density: 'comfortable', lockAfterMinutes: 60 } as const
  first.registry.saveSettings(chosen)
  first.close()
  expect(cacheIn(path).registry.settings()).toEqual(chosen)
})

test('an account that was removed leaves no trace in the files', () => {
  const path = folder()
  const { registry } = cacheIn(path)
  registry.saveAccount(account(A, 'canary-4711@x.example'))
  registry.saveAccount(account(B, 'stays@x.example'))
  registry.removeAccount(A)
  const bytes = readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(path, entry.name), 'latin1'))
    .join('')
  expect(bytes).toContain('stays@x.example')
  expect(bytes).not.toContain('canary-4711')
})
