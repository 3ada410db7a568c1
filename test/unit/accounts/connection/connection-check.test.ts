import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ConnectionCheck } from '../../../../src/main/accounts/connection/connection-check.ts'
import type { ProxySource } from '../../../../src/main/app/network/proxy-settings.ts'
import type { Entry, StoredInfo } from '../../../../src/main/ports/index.ts'
import type { Accounts } from '../../../../src/main/accounts/accounts.ts'
import { AppError, type ErrorCode } from '../../../../src/shared/ipc/error.ts'
import type { Connection } from '../../../../src/shared/models/connection.ts'
import type { ReadingNote, Topic } from '../../../../src/shared/models/freshness.ts'
import type {
  ConnectionCheckReport,
  ConnectionCheckStep,
  ConnectionCheckStepName
} from '../../../../src/shared/models/connection-check.ts'
import {
  answer,
  certificate,
  type FakeApi,
  FakeProbe,
  failing,
  type MemoryAccountStorage,
  PROFILE,
  settle,
  KEYCHAIN_CODES
} from '../../../support/ports.ts'
import { mismatches, replyType } from '../../../support/reply-types.ts'
import { launchCore } from '../../app/launch.ts'

const connection: Connection = { baseUrl: 'https://host.example/api', provider: 'hypeproxy-v2' }

let core: ReturnType<typeof launchCore>
let clock: typeof core.clock
let platform: typeof core.platform
let probe: FakeProbe
let keychain: typeof core.keychain
let proxySource: ProxySource
let published: typeof core.publisher
let accounts: Accounts
let connectionCheck: ConnectionCheck

/** @param its the world of the launch before */
const launch = (its?: typeof core): void => {
  core = launchCore(its)
  ;({ clock, platform, keychain, publisher: published, accounts } = core)
  connectionCheck = new ConnectionCheck({
    ...core.parts,
    refresh: core.refresh,
    probe,
    proxy: { source: () => proxySource }
  })
}

const signIn = (email = 'ada@example.com', baseUrl = connection.baseUrl): Promise<void> =>
  accounts.signIn({
    kind: 'password',
    connection: { ...connection, baseUrl },
    email,
    password: 'canary-password',
    again: null
  })

const openId = (): string => core.account.id
/** Of the account that is shown. */
const reportShown = (): ConnectionCheckReport | null => connectionCheck.report(core.accounts.shown)

/** Milliseconds until each timer, without those of open storages. */
const plannedByCheck = (): number[] => {
  core.accounts.closeStorages()
  return clock.planned()
}

/** Runs a check to its end. */
const checked = async (asked: Connection | null = null): Promise<ConnectionCheckStep[]> => {
  connectionCheck.start(core.accounts.shown, asked)
  await settle()
  const report = reportShown()
  expect(report).toMatchObject({ running: false })
  expect(mismatches({ report }, replyType('connectionCheck', 'report'))).toEqual([])
  return report?.steps ?? []
}

const verdicts = (steps: ConnectionCheckStep[]): string =>
  steps.map(({ state, verdict }) => `${state} ${verdict}`).join(', ')
const stepOf = (steps: ConnectionCheckStep[], step: ConnectionCheckStepName): ConnectionCheckStep | undefined =>
  steps.find((one) => one.step === step)

const never = <T>(): Promise<T> => Promise.withResolvers<T>().promise

beforeEach(async () => {
  probe = new FakeProbe()
  proxySource = 'system'
  launch()
  await signIn()
  published.changes = []
})

test('all steps of a working connection are good', async () => {
  const steps = await checked()
  expect(verdicts(steps)).toBe('good nameFound, good noProxy, good trusted, good healthy, good accepted')
  expect(steps.map(({ step }) => step)).toEqual(['name', 'proxy', 'secure', 'health', 'account'])
  expect(steps.flatMap(({ facts }) => facts)).toEqual([
    { name: 'addresses', value: '192.0.2.1, 2001:db8::1' },
    { name: 'issuer', value: 'Example Root' },
    { name: 'subject', value: 'host.example' },
    { name: 'expires', value: '2027-06-01T00:00:00.000Z' },
    { name: 'status', value: '200' }
  ])
  expect(steps.every(({ error }) => error === null)).toBe(true)
})

describe('issues in the provider’s data', () => {
  const seen: ReadingNote[] = [{ kind: 'noId', count: 2 }]
  const openStorage = (): MemoryAccountStorage => core.storageOf(openId())
  const about = (notes: ReadingNote[]): StoredInfo => ({ fetchedAt: '2026-11-20T10:00:00Z', notes, validators: null })
  const store = (topic: Topic, notes: ReadingNote[]): void => void openStorage().infos.set(topic, about(notes))

  test('come from the shown account’s stored data, by topic', async () => {
    store('catalogue', seen)
    store('profile', [])
    await checked()
    expect(reportShown()?.issues).toEqual([{ topic: 'catalogue', notes: seen }])
  })

  test('of a topic that the provider has no more are left out', async () => {
    store('catalogue', seen)
    store('invoices', seen)
    await accounts.changeConnection(openId(), { ...connection, products: null })
    await checked()
    expect(reportShown()?.issues).toEqual([{ topic: 'invoices', notes: seen }])
  })

  test('are listed for the sample, too', async () => {
    await accounts.signIn({ kind: 'sample', data: 'good' })
    store('invoices', seen)
    connectionCheck.start(core.accounts.shown, null)
    await settle()
    expect(reportShown()).toMatchObject({ running: false, issues: [{ topic: 'invoices', notes: seen }] })
  })
})

describe('a definition without a call for a step', () => {
  const path = '/any'
  const signInTo = (parts: Partial<Connection>): Promise<void> =>
    accounts.signIn({
      kind: 'token',
      connection: { provider: null, baseUrl: connection.baseUrl, ...parts },
      token: 'key-1',
      again: null
    })
  let asked: string[]
  beforeEach(() => {
    asked = []
    platform.health = async () => (asked.push('health'), 200)
    platform.profile = async () => (asked.push('profile'), answer(PROFILE))
    platform.invoices = async () => (asked.push('invoices'), answer([]))
    platform.probeProducts = async () => void asked.push('products')
  })

  test.each([
    [{ invoices: { path } }, 'invoices'],
    [{ products: { path } }, 'products']
  ])('skips the health call, and asks a call that it has: %j', async (parts, call) => {
    await signInTo(parts)
    asked = []
    const steps = await checked()
    expect(verdicts(steps)).toBe('good nameFound, good noProxy, good trusted, skipped notDefined, good accepted')
    expect(stepOf(steps, 'health')?.durationMs).toBeNull()
    expect(asked).toEqual([call])
  })

  test('asks nothing of the account if there is no call', async () => {
    await signInTo({ invoices: { path }, health: { path } })
    await accounts.changeConnection(openId(), { provider: null, baseUrl: connection.baseUrl, health: { path } })
    asked = []
    expect(verdicts(await checked())).toBe(
      'good nameFound, good noProxy, good trusted, good healthy, skipped notDefined'
    )
    expect(asked).toEqual(['health'])
  })

  test('reports a rejected product list', async () => {
    await signInTo({ products: { path } })
    platform.probeProducts = failing('UNAUTHORIZED', 401)
    expect(stepOf(await checked(), 'account')).toMatchObject({ state: 'bad', verdict: 'refused' })
  })
})

test('only an accepted account makes other requests try again', async () => {
  await checked(connection)
  expect(core.heard.retries).toBe(0)
  platform.profile = failing('SERVER', 500)
  await checked()
  expect(core.heard.retries).toBe(0)
  platform.profile = async () => answer(PROFILE)
  await checked()
  expect(core.heard.retries).toBe(1)
})

test('each step asks for its own part, and the account is asked once', async () => {
  const asked: unknown[] = []
  probe.lookUp = async (host) => (asked.push(host), ['192.0.2.1'])
  probe.proxies = async (address) => (asked.push(address), [])
  probe.certificate = async (address) => (asked.push(address), certificate())
  platform.health = async (to) => (asked.push(to), 204)
  platform.profile = async ({ token }, ask) => (asked.push(token, ask?.once, ask?.known), answer(PROFILE))
  await checked()
  expect(asked).toEqual([
    'host.example',
    'https://host.example/api',
    'https://host.example/api',
    connection,
    'token-1',
    true,
    undefined
  ])
})

interface Case {
  probe?: Partial<FakeProbe>
  platform?: Partial<FakeApi>
  at?: string
}
const steps = (name: string, proxy: string, ...left: string[]): string => [name, proxy, ...left].join(', ')
const reachable = ['good trusted', 'good healthy', 'good accepted']
const untried = (count: number): string[] => Array<string>(count).fill('skipped notTried')
const named = (name: string, proxy = 'good noProxy'): string => steps(name, proxy, ...reachable)
const fromSecure = (...left: string[]): string => steps('good nameFound', 'good noProxy', ...left)
const secure = (verdict: string): string => fromSecure(`bad ${verdict}`, ...untried(2))
const trusted = (state: string): string => fromSecure(state, 'good healthy', 'good accepted')
const health = (...left: string[]): string => fromSecure('good trusted', ...left)
const account = (state: string): string => health('good healthy', state)
const shows = (more: Parameters<typeof certificate>[0]): Case => ({
  probe: { certificate: async () => certificate(more) }
})
const noCertificate = (code: ErrorCode): Case => ({ probe: { certificate: failing(code) } })
const healthIs = (status: number): Case => ({ platform: { health: async () => status } })
const inDays = (days: number): string => new Date(Date.parse('2026-11-20T12:00:00Z') + days * 86_400_000).toISOString()
const someProxy = async (): Promise<string[]> => ['http proxy.example:3128']
const NO_NAME = steps('bad nameNotFound', 'good noProxy', ...untried(3))

test.each<[name: string, expected: string, given: Case, error?: ErrorCode]>([
  // name
  ['an IPv4 address', named('good nameIsAddress'), { at: 'https://192.0.2.7' }],
  ['an IPv6 address', named('good nameIsAddress'), { at: 'https://[2001:db8::7]' }],
  ['this computer', named('good nameIsAddress'), { at: 'https://localhost:8443' }],
  ['a name that is not found', NO_NAME, { probe: { lookUp: failing('UNREACHABLE') } }, 'UNREACHABLE'],
  ['a name without an address', NO_NAME, { probe: { lookUp: async () => [] } }, 'UNREACHABLE'],
  ['no network at all', ['bad failed', ...untried(4)].join(', '), { probe: { lookUp: failing('OFFLINE') } }, 'OFFLINE'],
  [
    'a name that only the proxy knows',
    named('good nameLeftToProxy', 'good proxyFound'),
    { probe: { lookUp: failing('UNREACHABLE'), proxies: someProxy } }
  ],
  [
    'a name that is not found while nobody knows of proxies',
    steps('bad nameNotFound', 'notice proxyUnknown', 'bad failed', ...untried(2)),
    { probe: { lookUp: failing('UNREACHABLE'), proxies: failing('INTERNAL'), certificate: failing('UNREACHABLE') } },
    'UNREACHABLE'
  ],
  // proxy
  ['a proxy', named('good nameFound', 'good proxyFound'), { probe: { proxies: someProxy } }],
  [
    'a system that does not tell its proxies',
    named('good nameFound', 'notice proxyUnknown'),
    { probe: { proxies: failing('INTERNAL') } }
  ],
  // secure
  [
    'http to this computer',
    steps('good nameIsAddress', 'good noProxy', 'good plain', 'good healthy', 'good accepted'),
    { at: 'http://127.0.0.1:8080', ...noCertificate('TLS') }
  ],
  ['a certificate that ended', secure('certificateDate'), shows({ problem: 'date' })],
  ['a certificate of another name', secure('certificateName'), shows({ problem: 'name' })],
  ['a certificate by nobody known', secure('certificateIssuer'), shows({ problem: 'issuer' })],
  ['a certificate with another problem', secure('certificateBad'), shows({ problem: 'other' })],
  ['a problem of a company’s certificate', secure('certificateDate'), shows({ problem: 'date', byKnownRoot: false })],
  [
    'a root added to this computer',
    trusted('notice trustedLocally'),
    shows({ byKnownRoot: false, expires: inDays(3) })
  ],
  ['a certificate that ends in 13 days', trusted('notice endsSoon'), shows({ expires: inDays(13.9) })],
  ['a certificate that ends in 14 days', trusted('good trusted'), shows({ expires: inDays(14) })],
  ['an https answer without a certificate', trusted('skipped notSeen'), { probe: { certificate: async () => null } }],
  ['a handshake without a certificate', secure('handshakeFailed'), noCertificate('TLS'), 'TLS'],
  ['no answer instead of a certificate', secure('failed'), noCertificate('TIMEOUT'), 'TIMEOUT'],
  ['a proxy that wants a sign-in', secure('failed'), noCertificate('PROXY_AUTH'), 'PROXY_AUTH'],
  // health
  ['health 204', health('good healthy', 'good accepted'), healthIs(204)],
  ['health 302', health('good noHealthPage', 'good accepted'), healthIs(302)],
  ['health 404', health('good noHealthPage', 'good accepted'), healthIs(404)],
  ['health 500', health('notice unhealthy', 'good accepted'), healthIs(500)],
  ['health 407', health('bad failed', 'skipped notTried'), healthIs(407), 'PROXY_AUTH'],
  ...(['UNREACHABLE', 'OFFLINE', 'TLS', 'PROXY_AUTH'] as const).map((code): [string, string, Case, ErrorCode] => [
    `health: ${code}`,
    health('bad failed', 'skipped notTried'),
    { platform: { health: failing(code) } },
    code
  ]),
  ...(['TIMEOUT', 'BAD_REPLY'] as const).map((code): [string, string, Case, ErrorCode] => [
    `health: ${code}, which says nothing of other calls`,
    health('bad failed', 'good accepted'),
    { platform: { health: failing(code) } },
    code
  ]),
  // account
  [
    'an API key that is only good for invoices',
    account('good accepted'),
    { platform: { profile: failing('FORBIDDEN', 403) } }
  ],
  [
    'a token that is refused everywhere',
    account('bad refused'),
    { platform: { profile: failing('UNAUTHORIZED', 401), invoices: failing('FORBIDDEN', 403) } },
    'FORBIDDEN'
  ],
  [
    'a refusal, and then no answer',
    account('bad failed'),
    { platform: { profile: failing('UNAUTHORIZED', 401), invoices: failing('TIMEOUT') } },
    'TIMEOUT'
  ],
  [
    'a profile that can’t be read',
    account('bad failed'),
    { platform: { profile: failing('BAD_REPLY'), invoices: () => Promise.reject(new Error('not to be asked')) } },
    'BAD_REPLY'
  ]
])('%s', async (_name, expected, { probe: way = {}, platform: its = {}, at }, error) => {
  Object.assign(probe, way)
  Object.assign(platform, its)
  if (at) {
    platform.baseUrl = (typed) => typed
    await signIn('ada@example.com', at)
  }
  const found = await checked()
  expect(verdicts(found)).toBe(expected)
  expect(found.find((one) => one.error !== null)?.error?.code).toBe(error)
  expect(found.filter(({ state }) => state === 'skipped').every(({ durationMs }) => durationMs === null)).toBe(true)
  expect(found.filter(({ state }) => state !== 'skipped').every(({ durationMs }) => durationMs === 0)).toBe(true)
  expect(core.heard.reported).toEqual([])
})

describe('the account step', () => {
  test('is skipped for a connection that nobody is signed in to', async () => {
    platform.profile = () => Promise.reject(new Error('not to be asked'))
    const steps = await checked({ ...connection, baseUrl: 'https://other.example/' })
    expect(verdicts(steps)).toBe('good nameFound, good noProxy, good trusted, good healthy, skipped notSignedIn')
    expect(reportShown()?.baseUrl).toBe('https://other.example')
    expect(keychain.reads).toBe(0)
  })

  test('is skipped when signed out, too', async () => {
    await accounts.signOut('id-1', false)
    expect(verdicts(await checked(connection))).toContain('good healthy, skipped notSignedIn')
    expect(() => connectionCheck.start(core.accounts.shown, null)).toThrow(
      expect.objectContaining({ info: { code: 'UNAUTHORIZED' } })
    )
    expect(reportShown()).toMatchObject({ id: 1 })
  })

  test('is skipped when the token ended with the last launch', async () => {
    keychain.keychainError = 'KEYCHAIN_MISSING'
    await signIn('bob@example.com')
    launch(core)
    expect(verdicts(await checked())).toContain('good healthy, skipped notSignedIn')
  })

  test.each(KEYCHAIN_CODES)('%s is its error, and the keychain is read once', async (keychainError) => {
    launch(core)
    keychain.keychainError = keychainError
    const before = keychain.reads
    const revalidate = vi.spyOn(core.account.rounds, 'revalidate')
    for (const steps of [await checked(), await checked()]) {
      expect(stepOf(steps, 'account')).toMatchObject({
        state: 'bad',
        verdict: 'failed',
        error: { code: keychainError }
      })
    }
    expect(keychain.reads - before).toBe(1)
    expect(revalidate).not.toHaveBeenCalled()
  })

  test('asks for a revalidation when the provider refuses the token', async () => {
    platform.profile = platform.invoices = failing('UNAUTHORIZED', 401)
    const revalidate = vi.spyOn(core.account.rounds, 'revalidate')
    await checked()
    expect(revalidate).toHaveBeenCalledOnce()
    expect(accounts.state()).toMatchObject({ credential: 'kept' })
  })

  test('sends no token that was refused before', async () => {
    accounts.get('id-1').refused('token-1')
    platform.profile = () => Promise.reject(new Error('not to be asked'))
    const steps = await checked()
    expect(stepOf(steps, 'account')).toMatchObject({ verdict: 'refused', error: { code: 'UNAUTHORIZED' } })
  })

  test('nothing is requested for the sample', async () => {
    await accounts.signIn({ kind: 'sample', data: 'good' })
    const asked = () => Promise.reject(new Error('not to be asked'))
    Object.assign(probe, { lookUp: asked, proxies: asked, certificate: asked })
    Object.assign(platform, { health: asked, profile: asked, invoices: asked })
    const started = connectionCheck.start(core.accounts.shown, null)
    expect(started.running).toBe(false)
    expect(verdicts(started.steps)).toBe(Array<string>(5).fill('skipped notNeeded').join(', '))
    await settle()
    expect(reportShown()).toEqual(started)
    connectionCheck.cancel()
    expect(reportShown()).toEqual(started)
  })
})

describe('while it runs', () => {
  test('the report and its events follow every step', async () => {
    const looked = Promise.withResolvers<string[]>()
    probe.lookUp = () => looked.promise
    const started = connectionCheck.start(core.accounts.shown, null)
    expect(started).toMatchObject({ id: 1, running: true, startedAt: '2026-11-20T12:00:00.000Z' })
    expect(verdicts(started.steps)).toBe(
      'running running, waiting waiting, waiting waiting, waiting waiting, waiting waiting'
    )
    const told = published.topics.length
    await clock.advance(1_500)
    looked.resolve(['192.0.2.1'])
    await settle()
    expect(stepOf(reportShown()?.steps ?? [], 'name')).toMatchObject({
      verdict: 'nameFound',
      durationMs: 1_500
    })
    // Five outcomes, four steps begun after the first, and the end.
    expect(published.topics.slice(told)).toEqual(Array(10).fill('connectionCheck'))
    expect(started.steps[0]?.state).toBe('running')
  })

  test('the proxies decide about a name that is not found', async () => {
    const told = Promise.withResolvers<string[]>()
    probe.lookUp = failing('UNREACHABLE')
    probe.proxies = () => told.promise
    connectionCheck.start(core.accounts.shown, null)
    await settle()
    expect(verdicts(reportShown()?.steps ?? [])).toMatch(/^running running, running running, waiting/)
    await clock.advance(700)
    told.resolve(await someProxy())
    await settle()
    const steps = reportShown()?.steps ?? []
    expect(stepOf(steps, 'name')).toMatchObject({ verdict: 'nameLeftToProxy', durationMs: 0, error: null })
    expect(stepOf(steps, 'proxy')).toMatchObject({ verdict: 'proxyFound', durationMs: 700 })
  })

  test.each<[ConnectionCheckStepName, string, () => void]>([
    ['name', 'nameNotFound', () => (probe.lookUp = never)],
    ['proxy', 'proxyUnknown', () => (probe.proxies = never)],
    ['secure', 'failed', () => (probe.certificate = never)],
    ['health', 'failed', () => (platform.health = never)],
    ['account', 'failed', () => (platform.profile = never)]
  ])('the step %s ends with the connection’s timeout', async (step, verdict, hang) => {
    await accounts.changeConnection(openId(), { ...connection, timeoutSeconds: 7 })
    hang()
    connectionCheck.start(core.accounts.shown, null)
    await settle()
    await clock.advance(6_999)
    expect(reportShown()?.running).toBe(true)
    await clock.advance(1)
    await settle()
    expect(reportShown()?.running).toBe(false)
    const found = stepOf(reportShown()?.steps ?? [], step)
    expect(found).toMatchObject({ verdict, durationMs: 7_000 })
    expect(found?.error?.code ?? null).toBe(step === 'proxy' ? null : 'TIMEOUT')
    expect(plannedByCheck()).toEqual([])
  })

  test('an unexpected error is reported, and its message stays internal', async () => {
    const boom = new TypeError('token-1 in a message')
    platform.health = () => Promise.reject(boom)
    const steps = await checked()
    expect(stepOf(steps, 'health')).toMatchObject({ verdict: 'failed', error: { code: 'INTERNAL' } })
    expect(core.heard.reported).toEqual([boom])
  })
})

describe('cancelling', () => {
  const begun = async (): Promise<{ answer: (status: number) => void; signal: () => AbortSignal | undefined }> => {
    const status = Promise.withResolvers<number>()
    let signal: AbortSignal | undefined
    platform.health = (_connection, given) => ((signal = given), status.promise)
    connectionCheck.start(core.accounts.shown, null)
    await settle()
    return { answer: status.resolve, signal: () => signal }
  }
  const CANCELLED = 'good nameFound, good noProxy, good trusted, skipped cancelled, skipped cancelled'

  test.each<[string, () => unknown, string | null]>([
    ['by the person', () => connectionCheck.cancel(), CANCELLED],
    ['by signing out', () => accounts.signOut('id-1', false), null],
    ['by removing the account', () => accounts.remove('id-1'), null],
    [
      'by another connection',
      () => accounts.changeConnection(openId(), { ...connection, timeoutSeconds: 60 }),
      CANCELLED
    ]
  ])('%s ends it at once, and late answers change nothing', async (_name, cancel, left) => {
    const { answer: late, signal } = await begun()
    await cancel()
    const report = reportShown()
    expect(report?.running ?? false).toBe(false)
    expect(report && verdicts(report.steps)).toBe(left)
    expect(signal()?.aborted).toBe(true)
    const told = published.topics.length
    late(200)
    await settle()
    expect(reportShown()).toEqual(report)
    expect(published.topics).toHaveLength(told)
    expect(plannedByCheck()).toEqual([])
    expect(core.heard.reported).toEqual([])
  })

  test('a credential that is read meanwhile doesn’t cancel the check', async () => {
    launch(core)
    const read = Promise.withResolvers<Entry | null>()
    keychain.read = () => read.promise
    connectionCheck.start(core.accounts.shown, null)
    await settle()
    read.reject(new AppError('KEYCHAIN_LOCKED'))
    await settle()
    expect(accounts.state()).toMatchObject({ credential: 'unavailable' })
    expect(stepOf(reportShown()?.steps ?? [], 'account')).toMatchObject({
      error: { code: 'KEYCHAIN_LOCKED' }
    })
  })

  test('by the next check, which has its own report', async () => {
    const { answer: late, signal } = await begun()
    platform.health = async () => 503
    expect(connectionCheck.start(core.accounts.shown, null)).toMatchObject({ id: 2, running: true })
    expect(signal()?.aborted).toBe(true)
    late(200)
    await settle()
    expect(reportShown()).toMatchObject({ id: 2, running: false })
    expect(stepOf(reportShown()?.steps ?? [], 'health')?.verdict).toBe('unhealthy')
  })

  test.each<[string, () => Promise<void>]>([
    ['sign-out', () => accounts.signOut('id-1', false)],
    ['removal', () => accounts.signOut('id-1', true)]
  ])('no report outlives its account’s %s, also if the same person signs in again', async (_name, end) => {
    await checked()
    expect(reportShown()).not.toBeNull()
    await end()
    expect(reportShown()).toBeNull()
    await signIn()
    expect(reportShown()).toBeNull()
  })
})

describe('when another account is opened', () => {
  test('the check goes on for the account that it is of, and only that one has its report', async () => {
    const first = core.account
    const status = Promise.withResolvers<number>()
    platform.health = () => status.promise
    const asked: string[] = []
    platform.profile = async ({ token }) => (asked.push(token), answer(PROFILE))
    connectionCheck.start(first, null)
    await settle()
    platform.signIn = async () => ({ token: 'token-2', expiresAt: null })
    await signIn('bob@example.com')
    expect(reportShown()).toBeNull()
    status.resolve(200)
    await settle()
    expect(reportShown()).toBeNull()
    const report = connectionCheck.report(first)
    expect(report).toMatchObject({ running: false })
    expect(report && verdicts(report.steps)).toBe(
      'good nameFound, good noProxy, good trusted, good healthy, good accepted'
    )
    expect(asked).toEqual(['token-1'])
  })

  test('a later check of that one outlives the end of the first', async () => {
    connectionCheck.start(core.account, null)
    await signIn('bob@example.com')
    const status = Promise.withResolvers<number>()
    platform.health = () => status.promise
    connectionCheck.start(core.account, null)
    await settle()
    await accounts.signOut('id-1', false)
    expect(reportShown()).toMatchObject({ running: true })
    status.resolve(200)
    await settle()
    expect(stepOf(reportShown()?.steps ?? [], 'account')).toMatchObject({ verdict: 'accepted' })
  })

  test('a refusal revalidates the account that was checked', async () => {
    const first = core.account
    const revalidate = vi.spyOn(first.rounds, 'revalidate')
    platform.profile = platform.invoices = failing('UNAUTHORIZED', 401)
    connectionCheck.start(first, null)
    await signIn('bob@example.com')
    const other = vi.spyOn(core.account.rounds, 'revalidate')
    await settle()
    expect(connectionCheck.report(first)?.steps.at(-1)).toMatchObject({ verdict: 'refused' })
    expect(revalidate).toHaveBeenCalledOnce()
    expect(other).not.toHaveBeenCalled()
  })

  test('a report of a connection without a sign-in is of the account that asked for it, too', async () => {
    const first = core.account
    await checked({ ...connection, baseUrl: 'https://other.example' })
    await signIn('bob@example.com')
    expect(reportShown()).toBeNull()
    expect(connectionCheck.report(first)?.baseUrl).toBe('https://other.example')
  })
})

describe('secrets', () => {
  test('are in no report, whatever the system and the certificate say', async () => {
    probe.proxies = async () => ['http ada:canary-proxy@proxy.example:3128', 'socks5 two.example:1080']
    probe.certificate = async () => certificate({ subject: `a\u202Eb\n${'x'.repeat(500)}` })
    const steps = await checked()
    expect(stepOf(steps, 'proxy')?.facts).toEqual([
      { name: 'proxy', value: 'http proxy.example:3128' },
      { name: 'proxy', value: 'socks5 two.example:1080' }
    ])
    expect(stepOf(steps, 'secure')?.facts[1]?.value).toMatch(/^a b x{195}…$/)
    expect(JSON.stringify(reportShown())).not.toMatch(/canary|token-1|ada/)
  })
})
