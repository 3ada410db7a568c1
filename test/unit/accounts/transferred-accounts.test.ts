import { expect, test } from 'vitest'
import { addSignedOutAccounts, isSameAccount } from '../../../src/main/accounts/transferred-accounts.ts'
import { MOST_ACCOUNTS, type AccountRecord } from '../../../src/shared/models/account.ts'
import type { TransferAccount } from '../../../src/shared/models/transfer.ts'

const ada: TransferAccount = {
  kind: 'password',
  name: null,
  email: 'ada@example.com',
  connection: { provider: 'hypeproxy-v2', baseUrl: 'https://api.example.com' }
}

function start(list: AccountRecord[] = []) {
  let ids = 0
  const records = { all: () => list, save: (account: AccountRecord) => void list.push(account) }
  const parts = { newId: () => `id-${(ids += 1)}`, clock: { now: () => new Date('2026-11-29T12:00:00Z') } }
  return { list, add: (accounts: readonly TransferAccount[]) => addSignedOutAccounts(records, accounts, parts) }
}

test('an account from another computer is signed out, under its own name or the usual one', () => {
  const { list, add } = start()
  add([ada, { ...ada, email: 'bo@example.com', name: 'Bo’s' }])
  expect(list[0]).toEqual({
    id: 'id-1',
    label: 'ada@example.com',
    named: false,
    kind: 'password',
    connection: ada.connection,
    email: 'ada@example.com',
    tokenStored: false,
    keyStored: false,
    signedOut: true,
    tokenExpiresAt: null,
    addedAt: '2026-11-29T12:00:00.000Z'
  })
  expect(list[1]).toMatchObject({ label: 'Bo’s', named: true })
})

test('a known account stays as it is, also if it came meanwhile', () => {
  const { list, add } = start()
  add([ada])
  const before = structuredClone(list)
  add([{ ...ada, name: 'Another name' }])
  expect(list).toEqual(before)
})

test('more than there can be are refused before any is added', () => {
  const { list, add } = start()
  add(Array.from({ length: MOST_ACCOUNTS - 1 }, (_, at) => ({ ...ada, email: `user-${at}@example.com` })))
  expect(() => add([ada, { ...ada, email: 'bo@example.com' }])).toThrow('BAD_REQUEST')
  expect(list).toHaveLength(MOST_ACCOUNTS - 1)
})

test.each<[Partial<TransferAccount>, boolean]>([
  [{}, true],
  [{ name: 'Work' }, true],
  [{ kind: 'token' }, false],
  [{ email: 'bo@example.com' }, false],
  [{ connection: { ...ada.connection, provider: 'hypeproxy-v3' } }, true],
  [{ connection: { ...ada.connection, baseUrl: 'https://other.example' } }, false],
  [{ connection: { ...ada.connection, user: 'ada' } }, false]
])('%j is the same account: %s', (more, same) => {
  expect(isSameAccount(ada, { ...ada, ...more })).toBe(same)
})

test('without an email and a user name, the label tells accounts apart', () => {
  const key = { ...ada, kind: 'token', email: null } as const
  expect(isSameAccount(key, { ...key, name: 'Work' })).toBe(false)
  expect(isSameAccount({ ...key, name: 'Work' }, { ...key, name: 'Work' })).toBe(true)
})
