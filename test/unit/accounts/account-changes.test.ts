/** What is published of each account, whichever the page shows. */
import { beforeEach, expect, test } from 'vitest'
import { AppError } from '../../../src/shared/ipc/error.ts'
import type { Change } from '../../../src/shared/ipc/contract.ts'
import { settle } from '../../support/ports.ts'
import { launchCore, signIn, world } from '../app/launch.ts'

let core: ReturnType<typeof launchCore>
/** Of the invoices, which name the accounts whose list differs. */
const published = (): Change[] => core.publisher.changes.filter(([topic]) => topic === 'invoices')

beforeEach(async () => {
  core = launchCore(world())
  await signIn(core.accounts, 'first@example.com')
  await signIn(core.accounts, 'second@example.com')
  await settle()
  core.publisher.changes = []
})

test('stored data of one that isn’t shown', () => {
  core.accounts.get('id-1').touch('profile')
  expect(core.publisher.changes).toEqual([['profile', 'id-1']])
})

test('one that is added, signed out or removed: another list can be read', async () => {
  await signIn(core.accounts, 'third@example.com')
  expect(published()).toEqual([['invoices', 'id-3']])
  core.publisher.changes = []
  await core.accounts.signOut('id-1', false)
  expect(published()).toEqual([['invoices', 'id-1']])
  core.publisher.changes = []
  await core.accounts.remove('id-2')
  expect(published()).toEqual([['invoices', 'id-2']])
})

test('one whose key can’t be read from the keychain', async () => {
  const parts = world()
  core = launchCore(parts)
  await signIn(core.accounts, 'first@example.com')
  core = launchCore(parts)
  core.publisher.changes = []
  parts.keychain.read = () => Promise.reject(new AppError('KEYCHAIN_LOCKED'))
  await core.account.access().catch(() => undefined)
  expect(published()).toEqual([['invoices', 'id-1']])
})

test('nothing of those that stay as they are', () => {
  core.accounts.rename('id-1', 'Work')
  core.accounts.move('id-1', 1)
  expect(published()).toEqual([])
})
