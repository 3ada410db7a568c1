/** Proxies in Electron: those of the command line from the first request on, and the one of the settings. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ManualProxy } from '../../../src/shared/models/network-proxy.ts'
import { startApiServer, type ApiServer } from '../../support/api-server.ts'
import { makeCertificates, SERVER_NAME } from '../../support/certificates.ts'
import { startProxy, type ForwardProxy } from '../../support/proxy.ts'
import { keyHashOf, startTlsFront, type TlsFront } from '../../support/tls-front.ts'
import type { Ended } from './network-app.ts'
import { startNetworkApp, type NetworkApp } from './start-network-app.ts'

const LONG_MS = 20_000

const { good } = makeCertificates()
/** For the probe: of a key that the switch accepts, Chromium doesn't ask the app. */
const { good: untrusted } = makeCertificates()
const TRUST = `--ignore-certificate-errors-spki-list=${keyHashOf(good)}`

let api: ApiServer
let front: TlsFront

beforeAll(async () => {
  api = await startApiServer()
  front = await startTlsFront(api.baseUrl, good)
})
beforeEach(() => {
  api.respondNormally()
  api.requests.length = 0
})
afterAll(async () => {
  await front.stop()
  await api.stop()
})

const hostOf = (address: string): string => new URL(address).host
const httpAddress = (proxy: ForwardProxy): string => `http://${proxy.address}`
const read = { value: expect.objectContaining({ status: 200 }) as unknown }
const refused = (baseUrl: string, proxy: string, found?: 'proxyPassword'): unknown => ({
  error: { code: 'PROXY_AUTH', host: hostOf(baseUrl), status: 407, proxy, ...(found && { found }) }
})

describe('a proxy of the command line', () => {
  const start = (proxy: ForwardProxy): Promise<NetworkApp> =>
    startNetworkApp([TRUST, `--proxy-server=${proxy.address}`, '--proxy-bypass-list=<-loopback>'])

  it('is used from the first request, look-up and certificate on', async () => {
    const proxy = await startProxy()
    // Each is the first of its session.
    const [first, named, seen] = await Promise.all([start(proxy), start(proxy), start(proxy)])
    expect(await first.call('fetch', `${api.baseUrl}/health`)).toEqual(read)
    expect(proxy.passed.map(({ kind, target }) => [kind, target])).toEqual([['plain', `${api.baseUrl}/health`]])
    expect(await named.call('proxies', front.address)).toEqual({ value: [`http ${proxy.address}`] })
    front.show(untrusted)
    expect(await seen.call('certificate', front.address, LONG_MS)).toMatchObject({ value: { subject: SERVER_NAME } })
    front.show(good)
    expect(await first.call('fetch', `${front.address}/health`)).toEqual(read)
    const tunnel = ['tunnel', hostOf(front.address)]
    expect(proxy.passed.slice(1).map(({ kind, target }) => [kind, target])).toEqual([tunnel, tunnel])
    await Promise.all([first, named, seen].map((app) => app.stop()))
    await proxy.stop()
  }, 60_000)

  it('that refuses is told from other errors, and nothing passes it by', async () => {
    const proxy = await startProxy({ credentials: { user: 'member', password: 'not known here' } })
    const app = await start(proxy)
    for (const { baseUrl } of [api, { baseUrl: front.address }])
      expect(await app.call('fetch', `${baseUrl}/health`)).toEqual(refused(baseUrl, proxy.address))
    expect(await app.call('certificate', front.address, LONG_MS)).toEqual(refused(front.address, proxy.address))
    expect(proxy.passed.every(({ refused }) => refused)).toBe(true)
    expect(api.requests).toEqual([])
    await app.stop()
    await proxy.stop()
  }, 60_000)
})

describe('the proxy of the settings', () => {
  let app: NetworkApp
  beforeAll(async () => {
    app = await startNetworkApp([TRUST])
  }, 60_000)
  afterAll(() => app.stop())

  const manual = (address: string): ManualProxy => {
    const { protocol, hostname, port } = new URL(address)
    const scheme = protocol === 'https:' ? 'https' : 'http'
    return { scheme, host: hostname, port: Number(port), bypass: ['<-loopback>'], user: 'ada' }
  }

  describe.each(['http', 'https'] as const)('over %s', (scheme) => {
    let proxy: ForwardProxy
    let tls: TlsFront
    let address: string
    beforeAll(async () => {
      proxy = await startProxy({ credentials: { user: 'ada', password: 'secret' } })
      tls = await startTlsFront(httpAddress(proxy), good)
      address = scheme === 'https' ? tls.address : httpAddress(proxy)
    })
    afterAll(async () => {
      await tls.stop()
      await proxy.stop()
    })

    it.each(['http', 'https'] as const)(
      'gets its password once a request at most (%s requests)',
      async (target) => {
        const baseUrl = target === 'https' ? front.address : api.baseUrl
        const { hostname: host, port } = new URL(address)
        const question = { isProxy: true, host, port: Number(port) }
        const ask = async (password: string | null, questions: unknown[], answer: unknown): Promise<void> => {
          await app.call('useProxy', manual(address), password)
          for (let time = 1; time <= 2; time += 1)
            expect(await app.call('fetch', `${baseUrl}/health`), `${password}, request ${time}`).toEqual(answer)
          expect(await app.call('proxyQuestions')).toEqual({ value: questions })
        }
        await ask('secret', [question], read)
        await ask('wrong', [question, question], refused(baseUrl, hostOf(address), 'proxyPassword'))
        await ask(null, [question, question], refused(baseUrl, hostOf(address)))
      },
      60_000
    )
  })

  it('that is gone, or does not reach the provider, is named as the obstacle', async () => {
    const gone = await startTlsFront(api.baseUrl, good)
    await gone.stop()
    const proxy = await startProxy()
    await app.call('useProxy', manual(httpAddress(proxy)), null)
    const signIn = (baseUrl: string): Promise<unknown> =>
      app.call('callApi', {
        kind: 'sign-in',
        connection: { baseUrl, provider: 'hypeproxy-v2' },
        now: 0,
        deadlineMs: LONG_MS
      })
    const failed = (baseUrl: string, found: 'proxy' | 'proxyTunnel', message: string): { value: Ended } => ({
      value: { error: { code: 'UNREACHABLE', host: hostOf(baseUrl), found }, answers: [message] }
    })
    expect(await signIn(gone.address)).toEqual(failed(gone.address, 'proxyTunnel', 'net::ERR_TUNNEL_CONNECTION_FAILED'))
    await proxy.stop()
    for (const baseUrl of [api.baseUrl, front.address])
      expect(await signIn(baseUrl)).toEqual(failed(baseUrl, 'proxy', 'net::ERR_PROXY_CONNECTION_FAILED'))
    expect(api.requests).toEqual([])
  })

  it('ends requests under way when it changes: they are sent again through the new one', async () => {
    const [former, next] = await Promise.all([startProxy(), startProxy()])
    const isHeld = api.respondWith('/v3/invoices', () => undefined)
    await app.call('useProxy', manual(httpAddress(former)), null)
    const asked = app.call('callApi', {
      kind: 'invoices',
      connection: { baseUrl: api.baseUrl, provider: 'hypeproxy-v2' },
      now: 0,
      deadlineMs: LONG_MS
    })
    await vi.waitFor(() => expect(api.requests).toHaveLength(1), { timeout: 10_000 })
    isHeld()
    api.respondWith('/v3/invoices', () => Response.json([]))
    await app.call('changeProxy', manual(httpAddress(next)))
    expect(await asked).toEqual({ value: { error: null, answers: ['net::ERR_NETWORK_CHANGED', 200] } })
    expect([former, next].map(({ passed }) => passed.length)).toEqual([1, 1])
    await Promise.all([former.stop(), next.stop()])
  })
})
