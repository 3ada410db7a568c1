/** Cases that depend on what happens between two microtasks, or on two failures at once. invariants.test.ts has all others. */
import { expect, test } from 'vitest'
import type {
  AccountState,
  KeychainAnswer,
  CredentialCall,
  Request
} from '../../../../src/main/accounts/credential/credential-state.ts'
import { transition } from '../../../../src/main/accounts/credential/credential-transition.ts'
import type { AccountRecord } from '../../../../src/shared/models/account.ts'
import { here, ORIGIN, there } from '../computer.ts'

const ACCOUNT: AccountRecord = {
  id: 'id-1',
  label: 'Ada',
  named: false,
  kind: 'password',
  connection: here,
  email: null,
  tokenStored: true,
  keyStored: true,
  signedOut: false,
  tokenExpiresAt: null,
  addedAt: '2026-11-20T12:00:00.000Z'
}
const KEPT: AccountState = {
  account: ACCOUNT,
  credential: { state: 'kept', isRefused: false, token: 'token-1', dataKey: 'key-1', error: null },
  unrecorded: null,
  isJournaled: false,
  droppedAt: 0,
  isErasing: false
}
const MEMORY: AccountState = {
  ...KEPT,
  account: { ...ACCOUNT, tokenStored: false, keyStored: false },
  credential: { state: 'memory', isRefused: false, token: 'token-1', dataKey: null, error: { code: 'KEYCHAIN_LOCKED' } }
}
const SIGN_IN: Request = { type: 'storeToken', kind: 'password', connection: here, token: 'token-2', since: 0 }
const SETTLE: Request = { type: 'settle', mayExist: true, since: 0 }

/** The state and call after a request. */
function begin(state: AccountState, request: Request): { state: AccountState; call: CredentialCall } {
  const begun = transition(state, request)
  const call = begun.effects.find((effect): effect is CredentialCall => effect.do !== 'publish' && effect.do !== 'fail')
  if (!call) throw new Error('The request needs no keychain.')
  return { state: begun.state, call }
}
const end = (state: AccountState, call: CredentialCall, answer: KeychainAnswer) =>
  transition(state, { type: 'answered', call, answer })
const fail = (state: AccountState, call: CredentialCall, code: 'KEYCHAIN_LOCKED' | 'KEYCHAIN_SILENT') =>
  end(state, call, { error: { code } })

test('a deletion leaves the entry alone between a sign-in’s write and its record', () => {
  const { state, call } = begin(KEPT, SIGN_IN)
  const written = end(state, call, { entry: { token: 'token-2', origin: ORIGIN, dataKey: 'key-1' } }).state
  expect(written).toMatchObject({ isJournaled: true, credential: { token: 'token-1' }, unrecorded: { state: 'kept' } })
  expect(transition(written, SETTLE)).toEqual({ state: written, effects: [] })
  const saved = transition(written, { type: 'recordSaved' }).state
  expect(saved).toMatchObject({ isJournaled: false, credential: { token: 'token-2' }, unrecorded: null })
})

test('a sign-out ends a sign-in whose token is stored, and takes the token', () => {
  const { state, call } = begin(KEPT, SIGN_IN)
  const written = end(state, call, { entry: { token: 'token-2', origin: ORIGIN, dataKey: 'key-1' } }).state
  const signedOut = transition(written, { type: 'signOut', at: 1 }).state
  const entry = { token: null, origin: null, dataKey: 'key-1' }
  expect(begin(signedOut, SETTLE).call).toMatchObject({ do: 'write', entry })
})

test('an erasure that fails gives no token back that was dropped meanwhile', () => {
  const { state, call } = begin(KEPT, { type: 'eraseEntry', since: 0 })
  expect(state).toMatchObject({ isJournaled: true, account: { tokenStored: false, keyStored: false } })
  expect(fail(state, call, 'KEYCHAIN_LOCKED').state).toEqual(KEPT)
  const moved = transition(state, { type: 'moveOrigin', at: 1, moved: { ...ACCOUNT, connection: there } }).state
  expect(fail(moved, call, 'KEYCHAIN_LOCKED').state).toMatchObject({
    isJournaled: true,
    account: { tokenStored: false, keyStored: true }
  })
})

test('an erasure without an answer keeps the token in memory, and the key that its entry may still need', () => {
  const { state, call } = begin(KEPT, { type: 'eraseEntry', since: 0 })
  expect(fail(state, call, 'KEYCHAIN_SILENT').state).toMatchObject({
    isJournaled: true,
    account: { tokenStored: false, keyStored: true },
    credential: { state: 'memory', token: 'token-1' }
  })
})

test('nothing is stored while everything is being erased', () => {
  const erasing = { ...MEMORY, isErasing: true, isJournaled: true }
  for (const request of [SETTLE, { type: 'storeFromMemory', since: 0 }] as const)
    expect(transition(erasing, request)).toEqual({ state: erasing, effects: [] })
  expect(transition(erasing, SIGN_IN)).toEqual({ state: erasing, effects: [] })
})

test('a write without an answer stays in the journal; one that was rejected doesn’t', () => {
  const { state, call } = begin(MEMORY, { type: 'storeFromMemory', since: 0 })
  expect(state.isJournaled).toBe(true)
  expect(fail(state, call, 'KEYCHAIN_LOCKED').state.isJournaled).toBe(false)
  expect(fail(state, call, 'KEYCHAIN_SILENT').state.isJournaled).toBe(true)
})

test('a failed deletion stays in the journal, unless there can be no entry', () => {
  const journaled = { ...MEMORY, credential: null, account: null, isJournaled: true }
  for (const mayExist of [true, false]) {
    const { state, call } = begin(journaled, { ...SETTLE, mayExist })
    expect(call.do).toBe('remove')
    expect(fail(state, call, 'KEYCHAIN_LOCKED').state.isJournaled).toBe(mayExist)
  }
})
