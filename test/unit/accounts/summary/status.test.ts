import { beforeEach, expect, test, vi } from 'vitest'
import type { Accounts } from '../../../../src/main/accounts/accounts.ts'
import { readStatus } from '../../../../src/main/accounts/summary/status.ts'
import { AccountLists } from '../../../../src/main/invoices/account-lists.ts'
import { AppError } from '../../../../src/shared/ipc/error.ts'
import type { Status } from '../../../../src/shared/models/status.ts'
import { failing, type MemoryAccountStorage } from '../../../support/ports.ts'
import { record } from '../../invoices/invoices.ts'
import { endCall, launchCore, signIn } from '../../app/launch.ts'

let core: ReturnType<typeof launchCore>
let accounts: Accounts
let its: MemoryAccountStorage
let status: (registry?: Status['storage'], isOnline?: boolean) => Promise<Partial<Status>>

beforeEach(async () => {
  core = launchCore()
  ;({ accounts } = core)
  status = (registry = 'fine', isOnline = true) =>
    readStatus(core.accounts.shown, core.parts, { registry, isOnline, all: null })
  await signIn(accounts)
  its = core.storageOf('id-1')
  const gone = { at: '', kind: 'gone' as const, key: '', name: null, fields: [], moreFields: 0 }
  const change = (id: number) => ({ ...gone, id, seen: false, listed: false })
  its.catalogue.ledger = [change(1), change(2)]
})

test('counts changes that the user has not seen', async () => {
  expect(await status()).toMatchObject({ unseenChanges: 2 })
  await its.catalogue.markSeen([1], '')
  expect(await status()).toMatchObject({ unseenChanges: 1 })
})

test.each([
  [['open', 'unknown', 'open'], 2],
  [['settled', 'void'], 0],
  [[], 0],
  // The one may be open.
  [['settled', 'unknown'], null]
] as const)('counts open invoices of %j: %s', async (states, said) => {
  expect(await status()).toMatchObject({ openInvoices: null })
  await its.saveInvoices(
    states.map((state, n) => record(`i${n}`, {}, { state })),
    { fetchedAt: '2026-11-20T10:00:00Z', notes: [], validators: null }
  )
  expect(await status()).toMatchObject({ openInvoices: said })
})

test.each([
  [['open', 'settled'], 1],
  // More may be open.
  [['settled'], null]
] as const)('of a part of the list, %j, it counts %s and says that more may be open', async (states, said) => {
  const partial = { received: states.length, total: 52 }
  await its.saveInvoices(
    states.map((state, n) => record(`i${n}`, {}, { state })),
    { fetchedAt: '2026-11-20T10:00:00Z', notes: [], validators: null, partial }
  )
  expect(await status()).toMatchObject({ openInvoices: said, isOpenLeast: true })
})

test('names the topics that could not be refreshed', async () => {
  expect(await status()).toMatchObject({ failed: [], isOpenLeast: false })
  await endCall(core.account, 'invoices', { code: 'SERVER' })
  expect(await status()).toMatchObject({ failed: ['invoices'], isOpenOutdated: true })
})

test('of all, once the last account is signed out, is nobody’s', async () => {
  await accounts.signOut('id-1', false)
  const { parts, refresh, cache } = core
  const all = new AccountLists({ ...parts, refresh, combineInvoices: cache.combineInvoices })
  const options = { registry: 'fine', isOnline: true, all } as const
  expect(await readStatus(accounts.find('id-1'), parts, options)).toMatchObject({ openInvoices: null, products: null })
})

test('says “offline” of the computer only', async () => {
  const reach = vi.spyOn(core.account.rounds, 'reach', 'get').mockReturnValue('unreachable')
  expect(await status('fine', true)).toMatchObject({ reach: 'unreachable' })
  expect(await status('fine', false)).toMatchObject({ reach: 'offline' })
  // A provider on this computer answers without a network.
  reach.mockReturnValue('online')
  expect(await status('fine', false)).toMatchObject({ reach: 'online' })
})

test('has the provider’s reason for refusing the token, until a refresh ends otherwise', async () => {
  const refused = { code: 'UNAUTHORIZED', host: 'api.example' } as const
  const revoked = { ...refused, providerMessage: 'Your API key was revoked.' }
  await endCall(core.account, 'profile', refused)
  await endCall(core.account, 'catalogue', { code: 'FORBIDDEN', providerMessage: 'Not in your plan.' })
  expect(await status()).toMatchObject({ refusal: null })
  await endCall(core.account, 'invoices', revoked)
  expect(await status()).toMatchObject({ refusal: revoked })
  const expired = { ...refused, found: 'expired' } as const
  await endCall(core.account, 'invoices', expired)
  expect(await status()).toMatchObject({ refusal: expired })
  await endCall(core.account, 'invoices', null)
  expect(await status()).toMatchObject({ refusal: null })
})

test.each([
  ['fine', 'fine', 'fine'],
  ['rebuilt', 'fine', 'rebuilt'],
  ['rebuilt', 'memory', 'memory'],
  ['fine', 'memory', 'memory']
] as const)('shows the worse condition of registry %s and data %s: %s', async (registry, state, whole) => {
  its.state = state
  expect(await status(registry)).toMatchObject({ storage: whole })
})

test('a catalogue that can’t be read still shows the condition of its storage', async () => {
  its.catalogue.unseen = async () => {
    its.state = 'memory'
    throw new AppError('STORAGE')
  }
  expect(await status()).toMatchObject({ storage: 'memory', unseenChanges: 0 })
})

test('throws unexpected errors', async () => {
  its.catalogue.unseen = () => Promise.reject(new TypeError('boom'))
  await expect(status()).rejects.toThrow('boom')
})

test('signed out, it has nothing of an account', async () => {
  its.state = 'memory'
  const nothing = { storage: 'fine', openInvoices: null, unseenChanges: 0 }
  await accounts.signOut('id-1', false)
  expect(await status()).toMatchObject(nothing)
  await signIn(accounts)
  const late = Promise.withResolvers<never>()
  its.condition = () => late.promise
  const asked = status()
  await accounts.signOut('id-1', false)
  late.reject(await failing('STORAGE')().catch((error: unknown) => error))
  expect(await asked).toMatchObject(nothing)
})
