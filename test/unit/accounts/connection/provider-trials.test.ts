import { beforeEach, expect, test } from 'vitest'
import { ProviderTrials } from '../../../../src/main/accounts/connection/provider-trials.ts'
import type { Access, Api } from '../../../../src/main/ports/index.ts'
import type { Connection } from '../../../../src/shared/models/connection.ts'
import { TRIAL_LIMITS, type ProviderTrial, type TrialEndpoint } from '../../../../src/shared/models/provider-trial.ts'
import { settle } from '../../../support/ports.ts'
import { errorOf, launchCore, signIn } from '../../app/launch.ts'

const TOKEN = 'canary-token-of-the-page'
const own: Connection = {
  provider: null,
  baseUrl: 'https://other.example/',
  invoices: { path: '/invoices' },
  products: { path: '/products' }
}
const ofAccount: Connection = { ...own, baseUrl: 'https://host.example/api/' }

const REPLY: Awaited<ReturnType<Api['tryEndpoint']>> = {
  asked: '/invoices',
  error: null,
  found: 1,
  partial: null,
  records: [],
  claim: null,
  statuses: [],
  places: []
}

let core: ReturnType<typeof launchCore>
let trials: ProviderTrials
let sent: { access: Access; endpoint: TrialEndpoint; signal: AbortSignal }[]

beforeEach(() => {
  core = launchCore()
  trials = new ProviderTrials(core.parts)
  sent = []
  core.platform.tryEndpoint = async (access, endpoint, signal) => {
    sent.push({ access, endpoint, signal })
    return REPLY
  }
})

/** Answers when it is aborted, as the API does. */
function answerWhenAborted(): void {
  core.platform.tryEndpoint = (access, endpoint, signal) =>
    new Promise((resolve) => {
      sent.push({ access, endpoint, signal })
      signal.addEventListener('abort', () => resolve({ ...REPLY, found: null, error: { code: 'CANCELLED' } }))
    })
}

test('sends the page’s token to the address of the trial', async () => {
  const trial = await trials.try(null, own, `Bearer ${TOKEN}\n`, 'invoices')
  expect(trial).toEqual({ ...REPLY, durationMs: 0 })
  expect(sent.map(({ access }) => access)).toEqual([
    { token: TOKEN, connection: { ...own, baseUrl: 'https://other.example', timeoutSeconds: TRIAL_LIMITS.seconds } }
  ])
})

test('a shorter deadline stays, and a longer one becomes 20 seconds', async () => {
  await trials.try(null, { ...own, timeoutSeconds: 5 }, TOKEN, 'invoices')
  await trials.try(null, { ...own, timeoutSeconds: 300 }, TOKEN, 'invoices')
  expect(sent.map(({ access }) => access.connection.timeoutSeconds)).toEqual([5, 20])
})

test.each([
  ['an endpoint that the definition doesn’t have', own, TOKEN, 'profile', { code: 'BAD_REQUEST', found: 'input' }],
  ['an empty token', own, ' ', 'invoices', { code: 'BAD_REQUEST', found: 'input' }],
  ['a token that fits no header', own, 'to ken', 'invoices', { code: 'BAD_REQUEST', found: 'unusableToken' }],
  ['http', { ...own, baseUrl: 'http://other.example' }, TOKEN, 'invoices', { code: 'BAD_REQUEST', found: 'address' }],
  ['no account', ofAccount, null, 'invoices', { code: 'UNAUTHORIZED', found: 'notSignedIn' }]
] as const)('%s is refused, and nothing is sent', async (_name, connection, token, endpoint, error) => {
  expect(await errorOf(trials.try(null, connection, token, endpoint))).toEqual(error)
  expect(sent).toEqual([])
})

test('an account’s token goes to its own origin only', async () => {
  await signIn(core.accounts)
  await trials.try(core.account, ofAccount, null, 'invoices')
  expect(sent.map(({ access }) => [access.token, access.connection.baseUrl])).toEqual([
    ['token-1', 'https://host.example/api']
  ])
  const { reads } = core.keychain
  for (const baseUrl of ['https://other.example', 'https://host.example:8443', 'https://sub.host.example']) {
    const error = await errorOf(trials.try(core.account, { ...ofAccount, baseUrl }, null, 'invoices'))
    expect(error).toEqual({ code: 'UNAUTHORIZED', found: 'otherOrigin' })
  }
  expect(sent).toHaveLength(1)
  expect(core.keychain.reads).toBe(reads)
})

test('a token of the address that the account moved to meanwhile goes nowhere', async () => {
  await core.accounts.signIn({
    kind: 'password',
    ...{ connection: { ...ofAccount, signIn: { path: '/in' } }, email: 'ada@example.com', password: 'canary-password' },
    again: null
  })
  const next = launchCore(core)
  const opened = Promise.withResolvers<void>()
  const { keychain } = next
  const read = keychain.read.bind(keychain)
  keychain.read = (id) => opened.promise.then(() => read(id))
  const trial = errorOf(new ProviderTrials(next.parts).try(next.account, ofAccount, null, 'invoices'))
  await settle()
  const connection: Connection = { ...own, signIn: { path: '/in' } }
  await Promise.all([
    next.accounts.changeConnection('id-1', connection),
    next.accounts.signIn({
      kind: 'password',
      connection,
      email: 'ada@example.com',
      password: 'canary-password',
      again: 'id-1'
    }),
    settle().then(opened.resolve)
  ])
  expect(await trial).toMatchObject({ code: 'UNAUTHORIZED' })
  expect(sent).toEqual([])
})

test('nor does one of another origin where the account was signed in meanwhile', async () => {
  await signIn(core.accounts)
  const connection: Connection = { provider: 'hypeproxy-v2', baseUrl: 'https://other.example' }
  const { account } = core
  const access = account.access.bind(account)
  account.access = async (...asked) => {
    await core.accounts.changeConnection('id-1', connection)
    await core.accounts.signIn({
      kind: 'password',
      connection,
      email: 'ada@example.com',
      password: 'canary-password',
      again: 'id-1'
    })
    return access(...asked)
  }
  const trial = trials.try(core.account, ofAccount, null, 'invoices')
  expect(await errorOf(trial)).toEqual({ code: 'UNAUTHORIZED', found: 'otherOrigin' })
  expect(core.account.id).toBe('id-1')
  expect(sent).toEqual([])
})

test('another account may be opened while the keychain is read: the token is of the account that was named', async () => {
  await signIn(core.accounts)
  const first = core.account
  const access = first.access.bind(first)
  first.access = async (...asked) => {
    const found = await access(...asked)
    core.platform.signIn = async () => ({ token: 'token-2', expiresAt: null })
    await signIn(core.accounts, 'second@example.com')
    return found
  }
  expect(await trials.try(first, ofAccount, null, 'invoices')).toMatchObject({ error: null })
  expect(core.account).not.toBe(first)
  expect(sent.map(({ access }) => access.token)).toEqual(['token-1'])
})

test('the same trial for another account is another one, which cancels it', async () => {
  await signIn(core.accounts)
  const first = core.account
  answerWhenAborted()
  const trial = errorOf(trials.try(first, ofAccount, null, 'invoices'))
  await settle()
  core.platform.signIn = async () => ({ token: 'token-2', expiresAt: null })
  await signIn(core.accounts, 'second@example.com')
  void trials.try(core.account, ofAccount, null, 'invoices').catch(() => undefined)
  expect(await trial).toEqual({ code: 'CANCELLED' })
  await settle()
  expect(sent.map(({ access, signal }) => [access.token, signal.aborted])).toEqual([
    ['token-1', true],
    ['token-2', false]
  ])
})

test('a refused token is tried, too: the way to send it may be what was wrong', async () => {
  await signIn(core.accounts)
  core.accounts.get('id-1').refused('token-1')
  const authorization = { scheme: 'Token' } as const
  await trials.try(core.account, { ...ofAccount, authorization }, null, 'invoices')
  expect(sent.map(({ access }) => [access.token, access.connection.authorization])).toEqual([
    ['token-1', authorization]
  ])
})

test('a later trial of the same endpoint cancels the earlier one; other endpoints go on', async () => {
  answerWhenAborted()
  const products = trials.try(null, own, TOKEN, 'products')
  const first = errorOf(trials.try(null, own, TOKEN, 'invoices'))
  await settle()
  void trials.try(null, { ...own, invoices: { path: '/bills' } }, TOKEN, 'invoices').catch(() => undefined)
  await settle()
  expect(await first).toEqual({ code: 'CANCELLED' })
  expect(sent.map(({ endpoint, signal }) => [endpoint, signal.aborted])).toEqual([
    ['products', false],
    ['invoices', true],
    ['invoices', false]
  ])
  trials.cancel()
  expect(await errorOf(products)).toEqual({ code: 'CANCELLED' })
})

test('after 20 seconds, the trial says so', async () => {
  answerWhenAborted()
  const trial: Promise<ProviderTrial> = trials.try(null, own, TOKEN, 'invoices')
  await settle()
  await core.clock.advance(TRIAL_LIMITS.seconds * 1000)
  expect(await trial).toMatchObject({ error: { code: 'TIMEOUT', host: 'other.example' }, durationMs: 20_000 })
  expect(core.clock.planned()).toEqual([])
})

test('no account’s state changes when a trial is rejected', async () => {
  await signIn(core.accounts)
  core.platform.tryEndpoint = async () => ({
    ...REPLY,
    found: null,
    error: { code: 'UNAUTHORIZED' }
  })
  const before = core.accounts.state()
  expect(await trials.try(core.account, ofAccount, null, 'invoices')).toMatchObject({ error: { code: 'UNAUTHORIZED' } })
  expect(core.accounts.state()).toEqual(before)
})
