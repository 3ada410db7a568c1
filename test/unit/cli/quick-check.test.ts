import { expect, test } from 'vitest'
import { QUICK_CHECK_EXIT } from '../../../src/main/cli/commands.ts'
import type { InvoiceSources } from '../../../src/main/cli/find-invoices.ts'
import { asJson, asText, checkAccounts, exitCode } from '../../../src/main/cli/quick-check.ts'
import { KeychainReader } from '../../../src/main/cli/saved-data.ts'
import page from '../../../src/shared/i18n/en/page.json' with { type: 'json' }
import { AppError, type ErrorCode } from '../../../src/shared/ipc/error.ts'
import type { AccountRecord } from '../../../src/shared/models/account.ts'
import { answer, FakeApi, invoice, MemoryKeychain } from '../../support/ports.ts'

const ORIGIN = 'https://host.example'
const NOW = new Date('2026-11-20T12:00:00Z')

const account = (id: string, more: Partial<AccountRecord> = {}): AccountRecord => ({
  id,
  label: id,
  named: true,
  kind: 'token',
  connection: { baseUrl: ORIGIN, provider: 'hypeproxy-v2' },
  email: null,
  tokenStored: true,
  keyStored: true,
  signedOut: false,
  tokenExpiresAt: null,
  addedAt: '2026-01-01T00:00:00Z',
  ...more
})

function world() {
  const api = new FakeApi()
  const keychain = new MemoryKeychain()
  const asked: string[] = []
  api.invoices = async ({ token }) => {
    asked.push(token)
    return answer([{ invoice: invoice('a'), raw: {}, pageUrl: null, pdfUrl: null }])
  }
  const parts: InvoiceSources = { api, keychain, dataFolder: '', fetch: true, now: NOW }
  return { api, keychain, parts, asked }
}

test('checks every account with its own token and a distinct name, and asks nobody for one that is signed out', async () => {
  const { keychain, parts, asked } = world()
  keychain.entries.set('work', { token: 'of-work', origin: ORIGIN, dataKey: 'key' })
  keychain.entries.set('home', { token: 'of-home', origin: ORIGIN, dataKey: 'key' })
  const checked = await checkAccounts([account('work'), account('home'), account('gone', { signedOut: true })], parts)
  expect(checked.map(({ name, found, problem }) => [name, found?.total, problem?.code])).toEqual([
    ['work', 1, undefined],
    ['home', 1, undefined],
    ['gone', undefined, 'signedOut']
  ])
  expect(asText(checked, 'en').split('\n')[2]).toBe('gone: Signed out')
  expect(JSON.parse(asJson(checked, NOW)).accounts[2]).toMatchObject({ label: 'gone', error: { code: 'UNAUTHORIZED' } })
  expect(asked).toEqual(['of-work', 'of-home'])
})

test('that nothing is open is not said while an account is signed out', async () => {
  const { api, keychain, parts } = world()
  keychain.entries.set('work', { token: 'of-work', origin: ORIGIN, dataKey: 'key' })
  api.invoices = async () => answer([])
  expect(exitCode(await checkAccounts([account('work')], parts))).toBe(QUICK_CHECK_EXIT.nothing)
  const checked = await checkAccounts([account('work'), account('gone', { signedOut: true })], parts)
  expect([asText(checked, 'en'), exitCode(checked)]).toEqual([
    'work: Nothing to pay\ngone: Signed out\n',
    QUICK_CHECK_EXIT.unchecked
  ])
})

test('an account that fails does not affect the others', async () => {
  const { keychain, parts } = world()
  keychain.entries.set('home', { token: 'of-home', origin: ORIGIN, dataKey: 'key' })
  const [work, home] = await checkAccounts([account('work'), account('home')], parts)
  expect(work?.problem?.code).toBe('UNAUTHORIZED')
  expect(home?.found?.total).toBe(1)
})

test.each<ErrorCode>(['OFFLINE', 'UNAUTHORIZED', 'BAD_REPLY'])('%s is that account’s answer', async (code) => {
  const { api, keychain, parts } = world()
  keychain.entries.set('work', { token: 'of-work', origin: ORIGIN, dataKey: 'key' })
  api.invoices = () => Promise.reject(new AppError(code))
  expect(await checkAccounts([account('work')], parts)).toEqual([
    { name: 'work', isSample: false, found: null, problem: { code, sentence: expect.any(String) } }
  ])
})

test('does not send the token to an address that was changed in the database', async () => {
  const { keychain, parts, asked } = world()
  keychain.entries.set('work', { token: 'of-work', origin: ORIGIN, dataKey: 'key' })
  const moved = account('work', { connection: { baseUrl: 'https://other.example', provider: 'hypeproxy-v2' } })
  expect((await checkAccounts([moved], parts))[0]?.problem).toEqual({
    code: 'KEYCHAIN_CHANGED',
    sentence: page.error.found.otherOrigin
  })
  expect(asked).toEqual([])
})

test('an account whose entry has no token has to sign in again', async () => {
  const { keychain, parts, asked } = world()
  keychain.entries.set('work', { token: null, origin: null, dataKey: 'key' })
  expect((await checkAccounts([account('work')], parts))[0]?.problem).toEqual({
    code: 'UNAUTHORIZED',
    sentence: page.error.notSignedIn.sentence
  })
  expect(asked).toEqual([])
})

test('reports a locked password store', async () => {
  const { keychain, parts } = world()
  keychain.keychainError = 'KEYCHAIN_LOCKED'
  expect((await checkAccounts([account('work')], parts))[0]?.problem?.code).toBe('KEYCHAIN_LOCKED')
})

test('the sample account counts only without others', async () => {
  const { keychain, parts, asked } = world()
  keychain.entries.set('work', { token: 'of-work', origin: ORIGIN, dataKey: 'key' })
  const sample = account('sample', { kind: 'sample', tokenStored: false })
  expect((await checkAccounts([sample, account('work')], parts)).map(({ name }) => name)).toEqual(['work'])
  asked.length = 0
  expect((await checkAccounts([sample, account('work', { signedOut: true })], parts)).map(({ name }) => name)).toEqual([
    'sample',
    'work'
  ])
  expect(asked).toEqual(['token-1'])
})

test('that a part of the list came is part of the answer', async () => {
  const { api, keychain, parts } = world()
  keychain.entries.set('work', { token: 'of-work', origin: ORIGIN, dataKey: 'key' })
  const partial = { received: 10, total: 52 }
  api.invoices = async () => ({ ...answer([]), partial })
  expect(await checkAccounts([account('work')], parts)).toMatchObject([{ found: { partial }, problem: null }])
})

test('a 304 is no valid answer', async () => {
  const { api, keychain, parts } = world()
  keychain.entries.set('work', { token: 'of-work', origin: ORIGIN, dataKey: 'key' })
  api.invoices = async () => null
  expect((await checkAccounts([account('work')], parts))[0]?.problem?.code).toBe('BAD_REPLY')
})

const NO_PATH = 'This account’s connection has no path for invoices.'

test('an account whose provider has no list of invoices is not asked, and neither is the password store', async () => {
  const { keychain, parts, asked } = world()
  keychain.entries.set('work', { token: 'of-work', origin: ORIGIN, dataKey: 'key' })
  const without = account('work', { connection: { baseUrl: ORIGIN, provider: 'hypeproxy-v2', invoices: null } })
  const checked = await checkAccounts([without], parts)
  expect(checked).toEqual([
    { name: 'work', isSample: false, found: null, problem: { code: 'noInvoices', sentence: NO_PATH } }
  ])
  expect([asked, keychain.reads]).toEqual([[], 0])
  // Nothing is claimed.
  expect(exitCode(checked)).toBe(QUICK_CHECK_EXIT.unchecked)
  expect(asText(checked, 'en')).toBe(`Couldn’t check. ${NO_PATH}\n`)
  const error = { code: 'NOT_FOUND', sentence: NO_PATH }
  expect(JSON.parse(asJson(checked, NOW))).toMatchObject({ accounts: [{ label: 'work', error }] })
})

/** Accounts with a token of their own, at so many hosts. */
const many = (count: number, hosts: number): AccountRecord[] =>
  Array.from({ length: count }, (_, at) =>
    account(`a${at}`, { connection: { baseUrl: `https://h${at % hosts}.example`, provider: 'hypeproxy-v2' } })
  )

test('a provider is asked for one account after the other, and few providers at once', async () => {
  const { api, keychain, parts } = world()
  const accounts = many(24, 6)
  for (const { id, connection } of accounts)
    keychain.entries.set(id, { token: id, origin: connection.baseUrl, dataKey: 'key' })
  const running: string[] = []
  let most = 0
  api.invoices = async ({ connection }) => {
    expect(running).not.toContain(connection.baseUrl)
    running.push(connection.baseUrl)
    most = Math.max(most, running.length)
    await new Promise(setImmediate)
    running.splice(running.indexOf(connection.baseUrl), 1)
    return answer([])
  }
  const checked = await checkAccounts(accounts, parts)
  expect(checked.map(({ name }) => name)).toEqual(accounts.map(({ label }) => label))
  expect(checked.every(({ problem }) => problem === null)).toBe(true)
  expect(most).toBe(4)
})

test('accounts are asked in their order', async () => {
  const { keychain, parts, asked } = world()
  const accounts = many(12, 12)
  for (const { id, connection } of accounts)
    keychain.entries.set(id, { token: id, origin: connection.baseUrl, dataKey: 'key' })
  await checkAccounts(accounts, parts)
  expect(asked).toEqual(accounts.map(({ id }) => id))
})

test.each<[ErrorCode, asked: string[]]>([
  ['TIMEOUT', ['a0', 'a1', 'a3', 'a5']],
  ['UNREACHABLE', ['a0', 'a1', 'a3', 'a5']],
  ['TLS', ['a0', 'a1', 'a3', 'a5']],
  ['SERVER', ['a0', 'a1', 'a2', 'a3', 'a4', 'a5']],
  ['UNAUTHORIZED', ['a0', 'a1', 'a2', 'a3', 'a4', 'a5']]
])('after %s, the other accounts of a host are asked for only if it answered', async (code, expected) => {
  const { api, keychain, parts } = world()
  const accounts = many(6, 2)
  for (const { id, connection } of accounts)
    keychain.entries.set(id, { token: id, origin: connection.baseUrl, dataKey: 'key' })
  const asked: string[] = []
  api.invoices = async ({ connection, token }) => {
    asked.push(token)
    if (connection.baseUrl === 'https://h0.example') throw new AppError(code, { host: 'h0.example' })
    return answer([])
  }
  const checked = await checkAccounts(accounts, parts)
  expect(asked.toSorted()).toEqual(expected)
  const failed = { code, sentence: expect.stringMatching(/./) }
  expect(checked.map(({ problem }) => problem)).toEqual([failed, null, failed, null, failed, null])
})

test('the keychain is called once at a time, and after a refusal not again', async () => {
  const { keychain, parts } = world()
  let running = 0
  let calls = 0
  const read = keychain.read.bind(keychain)
  keychain.read = async (id) => {
    calls += 1
    running += 1
    expect(running).toBe(1)
    await new Promise(setImmediate)
    running -= 1
    if (calls === 3) keychain.keychainError = 'KEYCHAIN_LOCKED'
    return read(id)
  }
  const checked = await checkAccounts(many(8, 8), { ...parts, keychain: new KeychainReader(keychain) })
  expect(calls).toBe(3)
  expect(checked.filter(({ problem }) => problem?.code === 'KEYCHAIN_LOCKED')).toHaveLength(6)
})

test('of an account whose provider isn’t known, nothing is claimed', async () => {
  const { parts, asked } = world()
  const unknown = account('work', { connection: { baseUrl: ORIGIN, provider: 'unknown', invoices: { path: '/a' } } })
  const checked = await checkAccounts([unknown], parts)
  expect(checked).toMatchObject([{ found: null, problem: { code: 'unknownProvider' } }])
  expect(JSON.parse(asJson(checked, NOW))).toMatchObject({
    accounts: [{ error: { code: 'NOT_FOUND', sentence: page.error.found.unknownProvider } }]
  })
  expect(exitCode(checked)).toBe(QUICK_CHECK_EXIT.unchecked)
  expect(asked).toEqual([])
})
