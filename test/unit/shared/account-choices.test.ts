import { expect, test } from 'vitest'
import { accountChoices, type AccountLine, type SessionState } from '../../../src/shared/models/account.ts'

const line = (
  id: string,
  label: string,
  host: string,
  credential: AccountLine['credential'] = 'kept'
): AccountLine => ({
  account: {
    id,
    label,
    named: false,
    kind: 'password',
    connection: { baseUrl: `https://${host}/api`, provider: 'hypeproxy-v2' },
    email: label,
    tokenStored: true,
    keyStored: true,
    signedOut: credential === 'signedOut',
    tokenExpiresAt: null,
    addedAt: '2026-11-20T12:00:00Z'
  },
  provider: {
    name: host,
    topics: [],
    hasProductCall: false,
    hasInvoiceCall: false,
    sortsProducts: false,
    pricesProducts: false,
    followsDocument: true,
    missingStatus: null,
    paymentTermDays: null,
    billing: null
  },
  credential,
  keychainError: null
})
const first = line('id-1', 'ada@example.com', 'one.example')
const rest = [
  line('id-2', 'ada@example.com', 'two.example:8443', 'signedOut'),
  line('id-3', 'Work', 'one.example', 'memory')
]

test('lists accounts in the user’s order, marks the one shown, adds hosts to equal names', () => {
  const state: SessionState = { status: 'signedIn', ...first, accounts: [first, ...rest], pendingDeletions: 0 }
  expect(accountChoices(state)).toEqual([
    { id: 'id-1', label: 'ada@example.com (one.example)', current: true, signedOut: false },
    { id: 'id-2', label: 'ada@example.com (two.example:8443)', current: false, signedOut: true },
    { id: 'id-3', label: 'Work', current: false, signedOut: false }
  ])
})

test('adds emails to equal names at one host', () => {
  const work = (id: string, host: string, email: string | null): AccountLine => {
    const { account, ...more } = line(id, 'Work', host)
    return { ...more, account: { ...account, named: true, email } }
  }
  const accounts = [
    work('id-1', 'one.example', 'ada@example.com'),
    work('id-2', 'one.example', 'bob@example.com'),
    work('id-3', 'two.example', 'ada@example.com'),
    work('id-4', 'one.example', null)
  ]
  const state: SessionState = { status: 'signedOut', previous: null, accounts, pendingDeletions: 0 }
  expect(accountChoices(state).map(({ label }) => label)).toEqual([
    'Work (one.example, ada@example.com)',
    'Work (one.example, bob@example.com)',
    'Work (two.example)',
    'Work (one.example)'
  ])
})
