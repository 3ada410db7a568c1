/**
 * Tokens that the provider ends early, renewed over the wire and kept in the system's real keychain. The provider gives each refresh
 * token once, and notes one that comes twice.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { ProviderApi } from '../../../src/main/api/provider-api.ts'
import { OpenAccountStorage } from '../../../src/main/core/open-account-storage.ts'
import { FreshnessState } from '../../../src/main/core/refresh/freshness-state.ts'
import { Refresh } from '../../../src/main/core/refresh/refresh.ts'
import { SystemKeychain } from '../../../src/main/keychain/index.ts'
import type { CredentialState } from '../../../src/shared/models/account.ts'
import type { Connection } from '../../../src/shared/models/connection.ts'
import { startApiServer, type ApiServer } from '../../support/api-server.ts'
import { PLAIN_CSV } from '../../support/csv.ts'
import { requireKeyring } from '../../support/keyring.ts'
import { FakeBrowser, FakeClock, FakeFiles, LoggedEvents, MemoryStorage, PublishedEvents } from '../../support/ports.ts'
import { launchSession } from '../../unit/core/launch.ts'

beforeEach(requireKeyring)

const EMAIL = 'ada@example.com'

/** Its calls, and what it thinks of tokens. */
class Provider {
  valid = ''
  refresh = ''
  misuses: string[] = []
  renewals = 0
  /** Answers to renewals, in place of its own. */
  respond: (() => Response) | null = null

  fetch = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url)
    if (pathname === '/login') return this.#grant()
    if (pathname === '/renew') return this.#renew((await request.json()) as Record<string, unknown>)
    if (request.headers.get('authorization') !== `Bearer ${this.valid}`)
      return Response.json({ message: 'Token expired' }, { status: 401 })
    return pathname === '/me' ? Response.json({ email: EMAIL }) : Response.json([])
  }

  /** Before the time that it said. */
  endToken(): void {
    this.valid = randomUUID()
  }

  #grant(): Response {
    this.valid = `token-${randomUUID()}`
    this.refresh = `refresh-${randomUUID()}`
    return Response.json({ data: { token: this.valid, tokens: { refresh: this.refresh } } })
  }

  #renew(body: Record<string, unknown>): Response {
    this.renewals += 1
    if (this.respond) return this.respond()
    if (body['refresh_token'] === this.refresh) return this.#grant()
    this.misuses.push(JSON.stringify(body))
    return Response.json({ error: 'invalid_grant' }, { status: 400 })
  }
}

let provider: Provider
let server: ApiServer
let keychain: SystemKeychain
let cache: MemoryStorage

beforeAll(async () => {
  server = await startApiServer({ fetch: (request: Request) => provider.fetch(request) })
})
afterAll(() => server.stop())

beforeEach(() => {
  provider = new Provider()
  server.requests.length = 0
  cache = new MemoryStorage()
  const store = new SystemKeychain({ service: `Portside test ${randomUUID()}`, timeoutMs: 30_000, promptMs: 30_000 })
  keychain = store
  onTestFinished(() => store.remove('id-1'))
})

const connection = (): Connection => ({
  provider: null,
  baseUrl: server.baseUrl,
  signIn: {
    path: '/login',
    renewal: { path: '/renew', field: 'refresh_token', refreshTokenAt: 'data.tokens.refresh' }
  },
  profile: { path: '/me' },
  products: { path: '/products' },
  invoices: { path: '/bills' }
})

/** A launch of the app; its accounts stay. */
function launch() {
  const platform = new ProviderApi({ fetchFor: () => fetch, wait: () => Promise.resolve() })
  const clock = new FakeClock()
  const publisher = new PublishedEvents()
  const session = launchSession({ platform, keychain, cache, clock, publisher })
  const report = (): void => undefined
  const freshness = new FreshnessState(publisher)
  const refresh = new Refresh({
    ...{ api: platform, session, freshness, clock, publisher, report },
    log: new LoggedEvents(),
    store: new OpenAccountStorage(cache, session, report),
    files: new FakeFiles(),
    opener: new FakeBrowser(),
    csvFormat: () => PLAIN_CSV,
    locked: () => false,
    settings: () => ({ refreshMinutes: 0 }),
    network: { online: () => true },
    onScreen: () => true,
    fetched: () => undefined,
    profileFetched: () => undefined
  })
  onTestFinished(() => refresh.stop())
  const credential = (): CredentialState | undefined => session.state().accounts[0]?.credential
  return { session, refresh, credential, freshness }
}

async function signedIn() {
  const app = launch()
  await app.session.signIn({ connection: connection(), email: EMAIL, password: 'p', again: null })
  await app.refresh.fetchOpenAccount(null)
  return app
}

test('a token that the provider ends is renewed in each launch, and the keychain has the newest', async () => {
  await signedIn()
  for (let launches = 1; launches <= 3; launches += 1) {
    const app = launch()
    provider.endToken()
    await app.refresh.fetchOpenAccount(null)
    expect(app.credential()).toBe('kept')
    expect([app.freshness.error('profile'), app.freshness.error('invoices')]).toEqual([null, null])
    expect(provider.renewals).toBe(launches)
    expect(await keychain.read('id-1')).toMatchObject({
      token: provider.valid,
      refreshToken: provider.refresh,
      origin: server.baseUrl
    })
  }
  expect(provider.misuses).toEqual([])
  const renewal = server.requests.find(({ path }) => path === '/renew')
  expect(renewal).toMatchObject({ method: 'POST' })
  expect(renewal?.headers['authorization']).toBeUndefined()
})

test('a rejected renewal ends the sign-in, and the keychain has no refresh token any more', async () => {
  const app = await signedIn()
  provider.endToken()
  provider.refresh = 'revoked'
  await app.refresh.fetchOpenAccount(null)
  expect(app.credential()).toBe('refused')
  const entry = await keychain.read('id-1')
  expect(entry?.token).toMatch(/^token-/)
  expect(entry).not.toHaveProperty('refreshToken')
  await app.refresh.fetchOpenAccount(null)
  expect(provider.renewals).toBe(1)
  await app.session.signIn({ connection: connection(), email: EMAIL, password: 'p', again: 'id-1' })
  expect(await keychain.read('id-1')).toMatchObject({ token: provider.valid, refreshToken: provider.refresh })
})

test.each<[string, () => Response]>([
  ['a busy provider', () => new Response('', { status: 503 })],
  [
    'a web page on the way',
    () => new Response('<!doctype html><title>Wi-Fi</title>', { status: 403, headers: { 'content-type': 'text/html' } })
  ],
  ['a redirect', () => new Response(null, { status: 307, headers: { location: 'https://other.example/renew' } })]
])('%s says nothing of the token, and the next round renews it', async (_name, respond) => {
  const app = await signedIn()
  provider.endToken()
  provider.respond = respond
  await app.refresh.fetchOpenAccount(null)
  expect(app.credential()).toBe('kept')
  expect(await keychain.read('id-1')).toMatchObject({ refreshToken: provider.refresh })
  provider.respond = null
  await app.refresh.fetchOpenAccount(null)
  expect(await keychain.read('id-1')).toMatchObject({ token: provider.valid, refreshToken: provider.refresh })
  expect(provider.misuses).toEqual([])
})

test('a sign-out takes both tokens from the keychain', async () => {
  const app = await signedIn()
  await app.session.signOut('id-1', false)
  const entry = await keychain.read('id-1')
  expect(entry).toEqual({ token: null, origin: null, dataKey: entry?.dataKey })
})

test('a reply that repeats what was sent brings no token', async () => {
  const app = await signedIn()
  provider.endToken()
  const { refresh } = provider
  provider.respond = () => Response.json({ token: refresh, message: `You sent ${refresh}` })
  await app.refresh.fetchOpenAccount(null)
  expect(app.credential()).toBe('refused')
  expect((await keychain.read('id-1'))?.token).not.toBe(refresh)
})
