import { beforeEach, describe, expect, test } from 'vitest'
import { createConnectionCheck, type ConnectionCheck } from '../../../../src/main/core/connection/connection-check.ts'
import type { Entry, StoredInfo } from '../../../../src/main/core/ports/index.ts'
import type { Session } from '../../../../src/main/core/session/session.ts'
import { AppError, type ErrorCode } from '../../../../src/shared/ipc/error.ts'
import type { Connection } from '../../../../src/shared/models/connection.ts'
import type { ReadingNote, Topic } from '../../../../src/shared/models/freshness.ts'
import type { ConnectionCheckStep, ConnectionCheckStepName } from '../../../../src/shared/models/connection-check.ts'
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
import { connectionCheckReportSchema } from '../../../support/replies.ts'
import { launchCore } from '../launch.ts'

const connection: Connection = { baseAddress: 'https://host.example/api', preset: 'v2' }

let core: ReturnType<typeof launchCore>
let clock: typeof core.clock
let platform: typeof core.platform
let probe: FakeProbe
let keychain: typeof core.keychain
let pushes: typeof core.publisher
let session: Session
let connectionCheck: ConnectionCheck

/** @param its the world of the launch before */
const launch = (its?: typeof core): void => {
  core = launchCore(its)
  ;({ clock, platform, keychain, publisher: pushes, session } = core)
  connectionCheck = createConnectionCheck({ ...core.parts, refresh: core.refresh, probe })
}

const signIn = (email = 'ada@example.com', baseAddress = connection.baseAddress): Promise<void> =>
  session.signIn({
    connection: { ...connection, baseAddress },
    email,
    password: 'canary-password',
    again: null
  })

/** Runs a check to its end. */
const checked = async (asked: Connection | null = null): Promise<ConnectionCheckStep[]> => {
  connectionCheck.run(asked)
  await settle()
  const report = connectionCheck.report()
  expect(report).toMatchObject({ running: false })
  expect(connectionCheckReportSchema.safeParse(report).error).toBeUndefined()
  return report?.steps ?? []
}

const verdicts = (steps: ConnectionCheckStep[]): string =>
  steps.map(({ state, verdict }) => `${state} ${verdict}`).join(', ')
const stepOf = (steps: ConnectionCheckStep[], step: ConnectionCheckStepName): ConnectionCheckStep | undefined =>
  steps.find((one) => one.step === step)

const never = <T>(): Promise<T> => Promise.withResolvers<T>().promise

beforeEach(async () => {
  probe = new FakeProbe()
  launch()
  await signIn()
  pushes.names = []
})

test('a way on which nothing is wrong', async () => {
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
  /** Of the open account. */
  const openStorage = (): MemoryAccountStorage => core.storageOf(session.account()?.id ?? '')
  const about = (notes: ReadingNote[]): StoredInfo => ({ fetchedAt: '2026-11-20T10:00:00Z', notes, validators: null })
  const store = (topic: Topic, notes: ReadingNote[]): void => void openStorage().infos.set(topic, about(notes))

  test('are those of what is stored of the open account, by topic', async () => {
    store('catalogue', seen)
    store('profile', [])
    await checked()
    expect(connectionCheck.report()?.issues).toEqual([{ topic: 'catalogue', notes: seen }])
  })

  test('are there for the sample too, whose connection is not checked', async () => {
    await session.exploreSample()
    store('invoices', seen)
    connectionCheck.run(null)
    await settle()
    expect(connectionCheck.report()).toMatchObject({ running: false, issues: [{ topic: 'invoices', notes: seen }] })
  })

  test('are not those of another connection that is checked', async () => {
    store('catalogue', seen)
    await checked(connection)
    expect(connectionCheck.report()?.issues).toEqual([])
  })
})

test('only an account that was accepted is told to be within reach', async () => {
  await checked(connection)
  expect(core.heard.nudges).toBe(0)
  platform.profile = failing('SERVER', 500)
  await checked()
  expect(core.heard.nudges).toBe(0)
  platform.profile = async () => answer(PROFILE)
  await checked()
  expect(core.heard.nudges).toBe(1)
})

test('each step is asked for what it is about, and the account by one try only', async () => {
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
  expected: string
  /** Of the step that failed. */
  error?: ErrorCode
}
const rest = (name: string, proxy: string): string => `${name}, ${proxy}, good trusted, good healthy, good accepted`
const fromSecure = (left: string): string => `good nameFound, good noProxy, ${left}`
const secure = (verdict: string): string => fromSecure(`bad ${verdict}, skipped notTried, skipped notTried`)
const shows = (more: Parameters<typeof certificate>[0]): Partial<FakeProbe> => ({
  certificate: async () => certificate(more)
})
const inDays = (days: number): string => new Date(Date.parse('2026-11-20T12:00:00Z') + days * 86_400_000).toISOString()
const trusted = (state: string): string => fromSecure(`${state}, good healthy, good accepted`)
const health = (left: string): string => fromSecure(`good trusted, ${left}`)
const account = (left: string): string => health(`good healthy, ${left}`)
const someProxy = async (): Promise<string[]> => ['http proxy.example:3128']

test.each<[string, Case]>([
  // name
  ['an IPv4 address', { at: 'https://192.0.2.7', expected: rest('good nameIsAddress', 'good noProxy') }],
  ['an IPv6 address', { at: 'https://[2001:db8::7]', expected: rest('good nameIsAddress', 'good noProxy') }],
  ['this computer', { at: 'https://localhost:8443', expected: rest('good nameIsAddress', 'good noProxy') }],
  [
    'a name that is not found',
    {
      probe: { lookUp: failing('UNREACHABLE') },
      expected: 'bad nameNotFound, good noProxy, skipped notTried, skipped notTried, skipped notTried',
      error: 'UNREACHABLE'
    }
  ],
  [
    'a name without an address',
    {
      probe: { lookUp: async () => [] },
      expected: 'bad nameNotFound, good noProxy, skipped notTried, skipped notTried, skipped notTried',
      error: 'UNREACHABLE'
    }
  ],
  [
    'no network at all',
    {
      probe: { lookUp: failing('OFFLINE') },
      expected: 'bad failed, skipped notTried, skipped notTried, skipped notTried, skipped notTried',
      error: 'OFFLINE'
    }
  ],
  [
    'a name that only the proxy knows',
    {
      probe: { lookUp: failing('UNREACHABLE'), proxies: someProxy },
      expected: rest('good nameLeftToProxy', 'good proxyFound')
    }
  ],
  [
    'a name that is not found while nobody knows of proxies',
    {
      probe: { lookUp: failing('UNREACHABLE'), proxies: failing('INTERNAL'), certificate: failing('UNREACHABLE') },
      expected: 'bad nameNotFound, notice proxyUnknown, bad failed, skipped notTried, skipped notTried',
      error: 'UNREACHABLE'
    }
  ],
  // proxy
  ['a proxy', { probe: { proxies: someProxy }, expected: rest('good nameFound', 'good proxyFound') }],
  [
    'a system that does not tell its proxies',
    { probe: { proxies: failing('INTERNAL') }, expected: rest('good nameFound', 'notice proxyUnknown') }
  ],
  // secure
  [
    'http to this computer',
    {
      at: 'http://127.0.0.1:8080',
      probe: { certificate: failing('TLS') },
      expected: 'good nameIsAddress, good noProxy, good plain, good healthy, good accepted'
    }
  ],
  ['a certificate that ended', { probe: shows({ problem: 'date' }), expected: secure('certificateDate') }],
  ['a certificate of another name', { probe: shows({ problem: 'name' }), expected: secure('certificateName') }],
  ['a certificate by nobody known', { probe: shows({ problem: 'issuer' }), expected: secure('certificateIssuer') }],
  ['a certificate with another fault', { probe: shows({ problem: 'other' }), expected: secure('certificateBad') }],
  [
    'a problem of a company’s certificate',
    { probe: shows({ problem: 'date', byKnownRoot: false }), expected: secure('certificateDate') }
  ],
  [
    'a root added to this computer',
    { probe: shows({ byKnownRoot: false }), expected: trusted('notice trustedLocally') }
  ],
  [
    'a root added to this computer, ending soon',
    { probe: shows({ byKnownRoot: false, expires: inDays(3) }), expected: trusted('notice trustedLocally') }
  ],
  [
    'a certificate that ends in 13 days',
    { probe: shows({ expires: inDays(13.9) }), expected: trusted('notice endsSoon') }
  ],
  ['a certificate that ends in 14 days', { probe: shows({ expires: inDays(14) }), expected: trusted('good trusted') }],
  [
    'an answer over https of which no certificate was seen',
    { probe: { certificate: async () => null }, expected: trusted('skipped notSeen') }
  ],
  [
    'a handshake without a certificate',
    { probe: { certificate: failing('TLS') }, expected: secure('handshakeFailed'), error: 'TLS' }
  ],
  ...(['UNREACHABLE', 'OFFLINE', 'TIMEOUT', 'PROXY_AUTH'] as const).map((code): [string, Case] => [
    `${code} instead of a certificate`,
    { probe: { certificate: failing(code) }, expected: secure('failed'), error: code }
  ]),
  // health
  ['health 204', { platform: { health: async () => 204 }, expected: health('good healthy, good accepted') }],
  ['health 302', { platform: { health: async () => 302 }, expected: health('good noHealthPage, good accepted') }],
  ['health 401', { platform: { health: async () => 401 }, expected: health('good noHealthPage, good accepted') }],
  ['health 404', { platform: { health: async () => 404 }, expected: health('good noHealthPage, good accepted') }],
  ['health 500', { platform: { health: async () => 500 }, expected: health('notice unhealthy, good accepted') }],
  ['health 503', { platform: { health: async () => 503 }, expected: health('notice unhealthy, good accepted') }],
  [
    'health 407',
    { platform: { health: async () => 407 }, expected: health('bad failed, skipped notTried'), error: 'PROXY_AUTH' }
  ],
  ...(['UNREACHABLE', 'OFFLINE', 'TLS', 'PROXY_AUTH'] as const).map((code): [string, Case] => [
    `health: ${code}`,
    { platform: { health: failing(code) }, expected: health('bad failed, skipped notTried'), error: code }
  ]),
  ...(['TIMEOUT', 'BAD_REPLY'] as const).map((code): [string, Case] => [
    `health: ${code}, which says nothing of other calls`,
    { platform: { health: failing(code) }, expected: health('bad failed, good accepted'), error: code }
  ]),
  // account
  [
    'an API key that is only good for invoices',
    { platform: { profile: failing('FORBIDDEN', 403) }, expected: account('good accepted') }
  ],
  [
    'a token that is refused everywhere',
    {
      platform: { profile: failing('UNAUTHORIZED', 401), invoices: failing('FORBIDDEN', 403) },
      expected: account('bad refused'),
      error: 'FORBIDDEN'
    }
  ],
  [
    'a refusal, and then no answer',
    {
      platform: { profile: failing('UNAUTHORIZED', 401), invoices: failing('TIMEOUT') },
      expected: account('bad failed'),
      error: 'TIMEOUT'
    }
  ],
  [
    'a profile that can’t be read',
    {
      platform: { profile: failing('BAD_REPLY'), invoices: () => Promise.reject(new Error('not to be asked')) },
      expected: account('bad failed'),
      error: 'BAD_REPLY'
    }
  ],
  [
    'a platform in keychainError',
    { platform: { profile: failing('SERVER', 500) }, expected: account('bad failed'), error: 'SERVER' }
  ]
])('%s', async (_name, { probe: way = {}, platform: its = {}, at, expected, error }) => {
  Object.assign(probe, way)
  Object.assign(platform, its)
  if (at) {
    platform.baseAddress = (typed) => typed
    await signIn('ada@example.com', at)
  }
  const steps = await checked()
  expect(verdicts(steps)).toBe(expected)
  expect(steps.find((one) => one.error !== null)?.error?.code).toBe(error)
  expect(steps.filter(({ state }) => state === 'skipped').every(({ durationMs }) => durationMs === null)).toBe(true)
  expect(steps.filter(({ state }) => state !== 'skipped').every(({ durationMs }) => durationMs === 0)).toBe(true)
  expect(core.heard.reported).toEqual([])
})

describe('whose account', () => {
  test('none is asked for, when a connection is given', async () => {
    platform.profile = () => Promise.reject(new Error('not to be asked'))
    const steps = await checked({ ...connection, baseAddress: 'https://other.example/' })
    expect(verdicts(steps)).toBe('good nameFound, good noProxy, good trusted, good healthy, skipped notSignedIn')
    expect(connectionCheck.report()?.baseAddress).toBe('https://other.example')
    expect(keychain.reads).toBe(0)
  })

  test('from the sign-in screen too', async () => {
    await session.signOut('id-1', false)
    expect(verdicts(await checked(connection))).toContain('good healthy, skipped notSignedIn')
    expect(() => connectionCheck.run(null)).toThrow(expect.objectContaining({ info: { code: 'UNAUTHORIZED' } }))
    expect(connectionCheck.report()).toMatchObject({ id: 1 })
  })

  test('one whose token ended with the last launch is not signed in', async () => {
    keychain.keychainError = 'KEYCHAIN_MISSING'
    await signIn('bob@example.com')
    launch(core)
    expect(verdicts(await checked())).toContain('good healthy, skipped notSignedIn')
  })

  test.each(KEYCHAIN_CODES)(
    '%s says itself, and the store is asked once, however many checks',
    async (keychainError) => {
      launch(core)
      keychain.keychainError = keychainError
      const before = keychain.reads
      for (const steps of [await checked(), await checked()]) {
        expect(stepOf(steps, 'account')).toMatchObject({
          state: 'bad',
          verdict: 'failed',
          error: { code: keychainError }
        })
      }
      expect(keychain.reads - before).toBe(1)
      expect(core.heard.revalidations).toBe(0)
    }
  )

  test('one that the provider refuses raises a revalidate, which a whole round is to decide', async () => {
    platform.profile = platform.invoices = failing('UNAUTHORIZED', 401)
    await checked()
    expect(core.heard.revalidations).toBe(1)
    expect(session.state()).toMatchObject({ credential: 'kept' })
  })

  test('one that was refused before is not asked for again', async () => {
    session.refused('id-1', 'token-1')
    platform.profile = () => Promise.reject(new Error('not to be asked'))
    const steps = await checked()
    expect(stepOf(steps, 'account')).toMatchObject({ verdict: 'refused', error: { code: 'UNAUTHORIZED' } })
  })

  test('of the sample nothing is asked', async () => {
    await session.exploreSample()
    const asked = () => Promise.reject(new Error('not to be asked'))
    Object.assign(probe, { lookUp: asked, proxies: asked, certificate: asked })
    Object.assign(platform, { health: asked, profile: asked, invoices: asked })
    const started = connectionCheck.run(null)
    expect(started.running).toBe(false)
    expect(verdicts(started.steps)).toBe(Array<string>(5).fill('skipped notNeeded').join(', '))
    await settle()
    expect(connectionCheck.report()).toEqual(started)
    connectionCheck.cancel()
    expect(connectionCheck.report()).toEqual(started)
  })
})

describe('while it runs', () => {
  test('every change is told, and the report says how far it is', async () => {
    const looked = Promise.withResolvers<string[]>()
    probe.lookUp = () => looked.promise
    const started = connectionCheck.run(null)
    expect(started).toMatchObject({ id: 1, running: true, startedAt: '2026-11-20T12:00:00.000Z' })
    expect(verdicts(started.steps)).toBe(
      'running running, waiting waiting, waiting waiting, waiting waiting, waiting waiting'
    )
    const told = pushes.names.length
    await clock.advance(1_500)
    looked.resolve(['192.0.2.1'])
    await settle()
    expect(stepOf(connectionCheck.report()?.steps ?? [], 'name')).toMatchObject({
      verdict: 'nameFound',
      durationMs: 1_500
    })
    // Five outcomes, four steps begun after the first, and the end.
    expect(pushes.names.slice(told)).toEqual(Array(10).fill('connectionCheckChanged'))
    expect(started.steps[0]?.state).toBe('running')
  })

  test('a name that is not found has no verdict before the proxies are known', async () => {
    const told = Promise.withResolvers<string[]>()
    probe.lookUp = failing('UNREACHABLE')
    probe.proxies = () => told.promise
    connectionCheck.run(null)
    await settle()
    expect(verdicts(connectionCheck.report()?.steps ?? [])).toMatch(/^running running, running running, waiting/)
    await clock.advance(700)
    told.resolve(await someProxy())
    await settle()
    const steps = connectionCheck.report()?.steps ?? []
    expect(stepOf(steps, 'name')).toMatchObject({ verdict: 'nameLeftToProxy', durationMs: 0, error: null })
    expect(stepOf(steps, 'proxy')).toMatchObject({ verdict: 'proxyFound', durationMs: 700 })
  })

  test.each<[ConnectionCheckStepName, string, () => void]>([
    ['name', 'nameNotFound', () => (probe.lookUp = never)],
    ['proxy', 'proxyUnknown', () => (probe.proxies = never)],
    ['secure', 'failed', () => (probe.certificate = never)],
    ['health', 'failed', () => (platform.health = never)],
    ['account', 'failed', () => (platform.profile = never)]
  ])('the step %s ends with the connection’s time, whatever it waits for', async (step, verdict, hang) => {
    await session.changeConnection({ ...connection, timeoutSeconds: 7 })
    hang()
    connectionCheck.run(null)
    await settle()
    await clock.advance(6_999)
    expect(connectionCheck.report()?.running).toBe(true)
    await clock.advance(1)
    await settle()
    expect(connectionCheck.report()?.running).toBe(false)
    const found = stepOf(connectionCheck.report()?.steps ?? [], step)
    expect(found).toMatchObject({ verdict, durationMs: 7_000 })
    expect(found?.error?.code ?? null).toBe(step === 'proxy' ? null : 'TIMEOUT')
    expect(clock.planned()).toEqual([])
  })

  test('an error nobody planned for is reported, its message kept back', async () => {
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
    connectionCheck.run(null)
    await settle()
    return { answer: status.resolve, signal: () => signal }
  }
  const CANCELLED = 'good nameFound, good noProxy, good trusted, skipped cancelled, skipped cancelled'

  test.each<[string, () => unknown, string | null]>([
    ['by the person', () => connectionCheck.cancel(), CANCELLED],
    ['by signing out', () => session.signOut('id-1', false), null],
    ['by another account', () => signIn('bob@example.com'), null],
    ['by another connection', () => session.changeConnection({ ...connection, timeoutSeconds: 60 }), CANCELLED]
  ])('%s ends it at once, and late answers change nothing', async (_name, cancel, left) => {
    const { answer: late, signal } = await begun()
    await cancel()
    const report = connectionCheck.report()
    expect(report?.running ?? false).toBe(false)
    expect(report && verdicts(report.steps)).toBe(left)
    expect(signal()?.aborted).toBe(true)
    const told = pushes.names.length
    late(200)
    await settle()
    expect(connectionCheck.report()).toEqual(report)
    expect(pushes.names).toHaveLength(told)
    expect(clock.planned()).toEqual([])
    expect(core.heard.reported).toEqual([])
  })

  test('a credential that is found meanwhile is no other account', async () => {
    launch(core)
    const read = Promise.withResolvers<Entry | null>()
    keychain.read = () => read.promise
    connectionCheck.run(null)
    await settle()
    read.reject(new AppError('KEYCHAIN_LOCKED'))
    await settle()
    expect(session.state()).toMatchObject({ credential: 'unavailable' })
    expect(stepOf(connectionCheck.report()?.steps ?? [], 'account')).toMatchObject({
      error: { code: 'KEYCHAIN_LOCKED' }
    })
  })

  test('by the next check, whose report is another one', async () => {
    const { answer: late, signal } = await begun()
    platform.health = async () => 503
    expect(connectionCheck.run(null)).toMatchObject({ id: 2, running: true })
    expect(signal()?.aborted).toBe(true)
    late(200)
    await settle()
    expect(connectionCheck.report()).toMatchObject({ id: 2, running: false })
    expect(stepOf(connectionCheck.report()?.steps ?? [], 'health')?.verdict).toBe('unhealthy')
  })

  test('by the next check in the very moment of its last outcome: the next one goes on', async () => {
    let again = false
    pushes.publish = () => {
      if (again || stepOf(connectionCheck.report()?.steps ?? [], 'account')?.verdict !== 'accepted') return
      again = true
      platform.profile = never
      connectionCheck.run(null)
    }
    connectionCheck.run(null)
    await settle()
    expect(connectionCheck.report()).toMatchObject({ id: 2, running: true })
    expect(stepOf(connectionCheck.report()?.steps ?? [], 'account')?.state).toBe('running')
  })

  test('no report outlives its account', async () => {
    await checked()
    expect(connectionCheck.report()).not.toBeNull()
    pushes.names.length = 0
    await session.signOut('id-1', true)
    expect(connectionCheck.report()).toBeNull()
    expect(pushes.names).toContain('connectionCheckChanged')
  })
})

describe('no secret', () => {
  test('is in a report, whatever the system and the certificate say', async () => {
    probe.proxies = async () => ['http ada:canary-proxy@proxy.example:3128', 'socks5 two.example:1080']
    probe.certificate = async () => certificate({ subject: `a\u202Eb\n${'x'.repeat(500)}` })
    const steps = await checked()
    expect(stepOf(steps, 'proxy')?.facts).toEqual([
      { name: 'proxy', value: 'http proxy.example:3128' },
      { name: 'proxy', value: 'socks5 two.example:1080' }
    ])
    expect(stepOf(steps, 'secure')?.facts[1]?.value).toMatch(/^a b x{195}…$/)
    expect(JSON.stringify(connectionCheck.report())).not.toMatch(/canary|token-1|ada/)
  })

  test('nor in an address that is taken', () => {
    expect(() => connectionCheck.run({ ...connection, baseAddress: 'ada:canary@host.example' })).toThrow(
      expect.objectContaining({ info: { code: 'BAD_REQUEST', found: 'address' } })
    )
    expect(connectionCheck.report()).toBeNull()
  })
})
