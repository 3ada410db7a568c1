/** A round whose token the provider refuses: it is renewed, and the round is asked again. */
import { beforeEach, expect, test } from 'vitest'
import { AppError, type ErrorCode } from '../../../../src/shared/ipc/error.ts'
import type { Connection } from '../../../../src/shared/models/connection.ts'
import { settle } from '../../../support/ports.ts'
import { connection } from '../launch.ts'
import { HOUR, MINUTE, Rounds, SECOND } from './rounds.ts'

const renewable: Connection = {
  ...connection,
  signIn: { path: '/in', renewal: { path: '/renew', field: 'refresh', refreshTokenAt: 'refresh' } }
}

let rounds: Rounds
let renewals: number
/** How a renewal fails. */
let failure: ErrorCode | null
/** Tokens that the provider accepts. */
let valid: RegExp

/** Of tokens from token-2 on, unless told otherwise; a round's calls have no order. */
const calls = (tokens = /token-[^1]/): string[] =>
  rounds.times
    .map(({ call }) => call)
    .filter((call) => tokens.test(call))
    .sort()
const ROUND = ['profile', 'catalogue', 'invoices']
const roundsOf = (...tokens: string[]): string[] =>
  tokens.flatMap((token) => ROUND.map((topic) => `${topic} of ${token}`)).sort()
const credential = (id = 'id-1') => rounds.session.state().accounts.find(({ account }) => account.id === id)?.credential

beforeEach(async () => {
  rounds = new Rounds()
  renewals = 0
  failure = null
  valid = /./
  let tokens = 0
  const { platform } = rounds.core
  const grant = () => ({ token: `token-${++tokens}`, refreshToken: `refresh-${tokens}`, expiresAt: null })
  platform.signIn = async () => grant()
  platform.renew = async () => {
    renewals += 1
    if (failure) throw new AppError(failure, { host: 'host.example' })
    return grant()
  }
  rounds.failing = (call) => (valid.test(call) ? null : { code: 'UNAUTHORIZED', status: 401 })
  const signIn = (email: string) =>
    rounds.session.signIn({ connection: renewable, email, password: 'canary-password', again: null })
  await signIn('bob@example.com')
  await signIn('ada@example.com')
  await settle()
  rounds.clear()
})

test('the token is renewed, and whoever waits for the round gets the outcome of the next one', async () => {
  valid = /token-[13]$/
  await rounds.refresh.fetchOpenAccount(null)
  expect(calls()).toEqual(roundsOf('token-2', 'token-3'))
  expect(credential('id-2')).toBe('kept')
  for (const topic of ['profile', 'catalogue', 'invoices'] as const) expect(rounds.freshness.error(topic)).toBeNull()
  rounds.clear()
  await rounds.pass(HOUR / 2)
  expect(calls()).toContain('invoices of token-3')
  expect(renewals).toBe(1)
})

test('without the network nothing changes, and the round comes again', async () => {
  valid = /token-[13]$/
  failure = 'UNREACHABLE'
  await rounds.refresh.fetchOpenAccount(null)
  expect([credential('id-2'), renewals]).toEqual(['kept', 1])
  failure = null
  await rounds.pass(10 * SECOND)
  expect(calls()).toEqual(roundsOf('token-2', 'token-2', 'token-3'))
  expect(credential('id-2')).toBe('kept')
})

test('a rejected renewal refuses the token, as a round does', async () => {
  valid = /token-1$/
  failure = 'WRONG_CREDENTIALS'
  await rounds.refresh.fetchOpenAccount(null)
  expect([credential('id-2'), renewals]).toEqual(['refused', 1])
  await rounds.pass(2 * HOUR)
  expect(renewals).toBe(1)
})

test('a renewed token that is refused too ends there', async () => {
  valid = /token-1$/
  await rounds.refresh.fetchOpenAccount(null)
  expect(calls()).toEqual(roundsOf('token-2', 'token-3'))
  expect([credential('id-2'), renewals]).toEqual(['refused', 1])
})

test('one rejected topic is no reason to renew: a key may not cover every call', async () => {
  rounds.failing = (call) => (call.startsWith('profile') ? { code: 'UNAUTHORIZED', status: 401 } : null)
  await rounds.refresh.fetchOpenAccount(null)
  expect([credential('id-2'), renewals]).toEqual(['kept', 0])
})

test('an account in the background is renewed as well', async () => {
  valid = /token-[23]$/
  await rounds.refresh.fetchAllAccounts()
  expect(calls(/./)).toEqual([...roundsOf('token-2'), 'invoices of token-1', 'invoices of token-3'].sort())
  expect(rounds.refresh.backgroundStatus('id-1').error).toBeNull()
  expect(rounds.refresh.allAccountsStatus()).toMatchObject({ accounts: 2, failed: 0 })
})

test('a refused account in the background is an error, as without a renewal', async () => {
  valid = /token-2$/
  failure = 'WRONG_CREDENTIALS'
  await rounds.refresh.fetchAllAccounts()
  expect(credential('id-1')).toBe('kept')
  expect(rounds.refresh.backgroundStatus('id-1').error).toMatchObject({ code: 'UNAUTHORIZED' })
})

test('while the app is locked nothing is renewed; the round comes after the unlock', async () => {
  valid = /token-[13]$/
  const held = Promise.withResolvers<void>()
  rounds.held = held.promise
  const round = rounds.refresh.fetchOpenAccount(null)
  await settle()
  rounds.core.heard.locked = true
  held.resolve()
  await round
  await rounds.pass(HOUR)
  expect([credential('id-2'), renewals]).toEqual(['kept', 0])
  rounds.core.heard.locked = false
  rounds.clear()
  rounds.refresh.retryNow()
  await rounds.pass(SECOND)
  expect(renewals).toBe(1)
  expect(calls(/token-3/)).toEqual(roundsOf('token-3'))
})

test('an account that is left during its renewal keeps the new token for its next round', async () => {
  valid = /token-[13]$/
  const held = Promise.withResolvers<void>()
  const { renew } = rounds.core.platform
  rounds.core.platform.renew = async (...args) => {
    await held.promise
    return renew(...args)
  }
  const round = rounds.refresh.fetchOpenAccount(null)
  await settle()
  await rounds.session.switchTo('id-1')
  held.resolve()
  await round
  await rounds.pass(MINUTE)
  expect(credential('id-2')).toBe('kept')
  rounds.clear()
  await rounds.session.switchTo('id-2')
  await rounds.pass(SECOND)
  expect(calls()).toEqual(roundsOf('token-3'))
})
