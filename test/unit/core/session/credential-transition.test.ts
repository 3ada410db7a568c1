/** Cases that depend on what happens between two microtasks, or on two failures at once. invariants.test.ts has all others. */
import { describe, expect, test } from 'vitest'
import type {
  AccountState,
  Answer,
  Call,
  CredentialEvent,
  Request
} from '../../../../src/main/core/session/credential-state.ts'
import { transition } from '../../../../src/main/core/session/credential-transition.ts'
import type { Account } from '../../../../src/shared/models/account.ts'
import { here, ORIGIN, there } from './computer.ts'

const ACCOUNT: Account = {
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
const UNRENEWED = { isRefused: false, refreshToken: null, isUnproven: false }
const KEPT: AccountState = {
  account: ACCOUNT,
  credential: { state: 'kept', ...UNRENEWED, token: 'token-1', dataKey: 'key-1', error: null },
  incoming: null,
  isJournaled: false,
  droppedAt: 0,
  isErasing: false
}
const MEMORY: AccountState = {
  ...KEPT,
  account: { ...ACCOUNT, tokenStored: false, keyStored: false },
  credential: { state: 'memory', ...UNRENEWED, token: 'token-1', dataKey: null, error: { code: 'KEYCHAIN_LOCKED' } }
}
const SIGN_IN: Request = {
  ...{ type: 'storeToken', kind: 'password', connection: here, token: 'token-2', refreshToken: null },
  since: 0
}
const SETTLE: Request = { type: 'settle', mayExist: true, since: 0 }

/** The state and call after a request. */
function begin(state: AccountState, request: Request): { state: AccountState; call: Call } {
  const begun = transition(state, request)
  const call = begun.effects.find((effect): effect is Call => effect.do !== 'publish' && effect.do !== 'fail')
  if (!call) throw new Error('The request needs no keychain.')
  return { state: begun.state, call }
}
const end = (state: AccountState, call: Call, answer: Answer) => transition(state, { type: 'answered', call, answer })
const fail = (state: AccountState, call: Call, code: 'KEYCHAIN_LOCKED' | 'KEYCHAIN_SILENT') =>
  end(state, call, { error: { code } })

test('a deletion leaves the entry alone between a sign-in’s write and its record', () => {
  const { state, call } = begin(KEPT, SIGN_IN)
  const written = end(state, call, { entry: { token: 'token-2', origin: ORIGIN, dataKey: 'key-1' } }).state
  expect(written).toMatchObject({ isJournaled: true, credential: { token: 'token-1' }, incoming: { state: 'kept' } })
  expect(transition(written, SETTLE)).toEqual({ state: written, effects: [] })
  const saved = transition(written, { type: 'recordSaved' }).state
  expect(saved).toMatchObject({ isJournaled: false, credential: { token: 'token-2' }, incoming: null })
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

describe('a renewal', () => {
  const kept = {
    ...UNRENEWED,
    state: 'kept',
    token: 'token-1',
    refreshToken: 'refresh-1',
    dataKey: 'key-1',
    error: null
  } as const
  const renewable: AccountState = { ...KEPT, credential: kept }
  const renewed: CredentialEvent = {
    ...{ type: 'tokenRenewed', refreshToken: 'refresh-1', token: 'token-2', nextRefreshToken: 'refresh-2' },
    since: 0
  }
  const store: Request = { type: 'storeRenewed', tokenExpiresAt: '2026-11-20T13:00:00.000Z', since: 0 }
  const drop: Request = { type: 'dropRefreshToken', since: 0 }
  const both = { token: 'token-2', refreshToken: 'refresh-2' }

  test('is used at once, and written as a sign-in is', () => {
    const { state } = transition(renewable, renewed)
    expect(state).toMatchObject({ isJournaled: false, credential: { ...both, isUnproven: true } })
    const { state: storing, call } = begin(state, store)
    expect(storing).toMatchObject({ isJournaled: true, account: { tokenExpiresAt: '2026-11-20T13:00:00.000Z' } })
    const entry = { ...both, origin: ORIGIN, dataKey: 'key-1' }
    expect(call).toMatchObject({ do: 'write', entry })
    expect(end(storing, call, { entry }).state).toMatchObject({
      isJournaled: false,
      credential: { ...both, state: 'kept' },
      account: { tokenStored: true }
    })
  })

  test('keeps the refresh token if no other came', () => {
    const { state } = transition(renewable, { ...renewed, nextRefreshToken: null })
    expect(state.credential).toMatchObject({ token: 'token-2', refreshToken: 'refresh-1' })
  })

  test.each<[CredentialEvent['type'], AccountState]>([
    ['signOut', transition(renewable, { type: 'signOut', at: 1 }).state],
    [
      'moveOrigin',
      transition(renewable, { type: 'moveOrigin', at: 1, moved: { ...ACCOUNT, connection: there } }).state
    ],
    ['remove', transition(renewable, { type: 'remove', at: 1 }).state]
  ])('that is answered after a %s changes and writes nothing', (_type, dropped) => {
    expect(dropped.credential).toMatchObject({ token: null, refreshToken: null })
    for (const event of [renewed, store, drop])
      expect(transition(dropped, event)).toEqual({ state: dropped, effects: [] })
  })

  test('of an earlier refresh token changes nothing: a sign-in brought another', () => {
    const state = { ...renewable, credential: { ...kept, token: 'token-9', refreshToken: 'refresh-9' } }
    expect(transition(state, renewed)).toEqual({ state, effects: [] })
    expect(transition(state, { type: 'renewalRejected', refreshToken: 'refresh-1' })).toEqual({ state, effects: [] })
  })

  test('leaves the entry to a sign-in that is storing its token', () => {
    const { state } = begin(renewable, SIGN_IN)
    expect(transition(state, store)).toEqual({ state, effects: [] })
  })

  test('that the keychain rejects lasts until quit; so does one without an answer, which stays in the journal', () => {
    const { state, call } = begin(transition(renewable, renewed).state, store)
    for (const code of ['KEYCHAIN_LOCKED', 'KEYCHAIN_SILENT'] as const)
      expect(fail(state, call, code).state).toMatchObject({
        isJournaled: code === 'KEYCHAIN_SILENT',
        credential: { ...both, state: 'memory', error: { code } },
        account: { tokenStored: true }
      })
  })

  test('of a token in memory isn’t written before a retry, which writes both tokens', () => {
    const memory: AccountState = { ...MEMORY, credential: { ...kept, state: 'memory', dataKey: null } }
    const { state, effects } = transition(transition(memory, renewed).state, store)
    expect([state.isJournaled, effects]).toEqual([false, [{ do: 'publish' }]])
    expect(begin(state, { type: 'storeFromMemory', since: 0 }).call).toMatchObject({ do: 'write', entry: both })
  })

  test('that is rejected drops the refresh token, from the entry too, and keeps the token', () => {
    const { state } = transition(renewable, { type: 'renewalRejected', refreshToken: 'refresh-1' })
    const { state: storing, call } = begin(state, drop)
    expect(call).toMatchObject({ do: 'write', entry: { token: 'token-1', origin: ORIGIN, dataKey: 'key-1' } })
    expect(call).not.toHaveProperty('entry.refreshToken')
    expect(fail(storing, call, 'KEYCHAIN_LOCKED').state).toEqual(state)
  })

  test('is proved by the provider’s acceptance', () => {
    const { state } = transition(renewable, renewed)
    const refused = transition(state, { type: 'tokenRefused', token: 'token-2' }).state
    expect(refused.credential).toMatchObject({ isRefused: true, isUnproven: true })
    const accepted = transition(refused, { type: 'tokenAccepted', token: 'token-2' }).state
    expect(accepted.credential).toMatchObject({ isRefused: false, isUnproven: false })
  })
})
