/** The provider client through a real forward proxy, over the host's network, which keeps Chromium's rules. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { createApi } from '../../../src/main/api/index.ts'
import { fetchThrough } from '../../../src/main/desktop/network/session-fetch.ts'
import type { Api } from '../../../src/main/core/ports/index.ts'
import { productsOf } from '../../support/intake.ts'
import { Network } from '../../host/network/network.ts'
import { makeCertificates } from '../../support/certificates.ts'
import { startApiServer, type ApiServer } from '../../support/api-server.ts'
import { startProxy, type ForwardProxy, type ProxyOptions } from '../../support/proxy.ts'
import { startTlsFront, type TlsFront } from '../../support/tls-front.ts'
import { credentials, errorFrom } from '../api/context.ts'
import { startSeam } from './seam.ts'

const certificates = makeCertificates()
const usual = getCACertificates('default')
const MEMBER = { user: 'member', password: 'canary-proxy-password' }

let server: ApiServer
let front: TlsFront
const networks: Network[] = []
const proxies: ForwardProxy[] = []

beforeAll(async () => {
  setDefaultCACertificates([...usual, certificates.root])
  server = await startApiServer()
  front = await startTlsFront(server.baseAddress, certificates.good)
})
afterEach(async () => {
  await Promise.all(networks.splice(0).map((network) => network.closeAll()))
  await Promise.all(proxies.splice(0).map((proxy) => proxy.stop()))
  server.requests.length = 0
})
afterAll(async () => {
  setDefaultCACertificates(usual)
  await front.stop()
  await server.stop()
})

const switchesFor = (address: string): [string, string][] => [
  ['proxy-server', address],
  ['proxy-bypass-list', '<-loopback>']
]

async function through(options: ProxyOptions = {}): Promise<{ proxy: ForwardProxy; platform: Api }> {
  const proxy = await startProxy(options)
  const network = new Network(new Map(switchesFor(proxy.address)))
  proxies.push(proxy)
  networks.push(network)
  const seam = fetchThrough(() => network)
  return { proxy, platform: createApi({ fetchFor: () => seam }) }
}

describe('an open proxy', () => {
  it('is asked for the whole address of an http platform', async () => {
    const { proxy, platform } = await through()
    const connection = { baseAddress: server.baseAddress, preset: 'v2' } as const
    const { token } = await platform.signIn(connection, credentials)
    expect((await productsOf(platform, { connection, token }))?.value).toHaveLength(60)
    expect(proxy.passed.map(({ kind, target }) => [kind, target])).toEqual([
      ['plain', `${server.baseAddress}/v2/Authentication/SignIn`],
      ['plain', `${server.baseAddress}/v2/Products`]
    ])
    expect(server.requests[1]?.headers).toMatchObject({
      host: new URL(server.baseAddress).host,
      authorization: `Bearer ${token}`
    })
  })

  it('sees nothing of an https platform but its name', async () => {
    const { proxy, platform } = await through()
    const connection = { baseAddress: front.address, preset: 'v2' } as const
    const { token } = await platform.signIn(connection, credentials)
    expect((await platform.invoices({ connection, token }))?.value.length).toBeGreaterThan(0)
    const { host } = new URL(front.address)
    expect(proxy.passed.length).toBeGreaterThan(0)
    for (const { kind, target, headers, tunnelled } of proxy.passed) {
      expect([kind, target]).toEqual(['tunnel', host])
      expect(Object.keys(headers).toSorted()).toEqual(['connection', 'host', 'proxy-connection'])
      expect(tunnelled.length).toBeGreaterThan(0)
      for (const secret of [token, credentials.password, credentials.email, 'Bearer', '/v3/invoices']) {
        expect(tunnelled.includes(secret)).toBe(false)
      }
    }
    expect(server.requests.at(-1)?.headers['authorization']).toBe(`Bearer ${token}`)
  })

  it('does not hide that a certificate is not the provider’s', async () => {
    const bad = await startTlsFront(server.baseAddress, certificates.selfSigned)
    const { platform } = await through()
    const connection = { baseAddress: bad.address, preset: 'v2' } as const
    const error = await errorFrom(platform.signIn(connection, credentials)).finally(() => bad.stop())
    expect(error).toMatchObject({ code: 'TLS', found: 'certificateIssuer' })
    expect(server.requests).toEqual([])
  })

  it('that does not reach the provider is no platform', async () => {
    const gone = await startTlsFront(server.baseAddress, certificates.good)
    await gone.stop()
    const { proxy, platform } = await through()
    const work = platform.signIn({ baseAddress: gone.address, preset: 'v2' }, credentials)
    expect(await errorFrom(work)).toMatchObject({ code: 'UNREACHABLE', found: 'proxy' })
    expect(proxy.passed.map(({ target }) => target)).toEqual([new URL(gone.address).host])
  })

  it('that is not there leaves the provider out of reach', async () => {
    const { proxy, platform } = await through()
    await proxy.stop()
    proxies.length = 0
    for (const baseAddress of [server.baseAddress, front.address]) {
      const work = platform.signIn({ baseAddress, preset: 'v2' }, credentials)
      expect(await errorFrom(work)).toMatchObject({ code: 'UNREACHABLE', found: 'proxy' })
    }
    expect(server.requests).toEqual([])
  })
})

describe('a proxy that wants to know who is there', () => {
  it('is told as such, and the provider hears nothing', async () => {
    const { proxy, platform } = await through({ credentials: MEMBER })
    for (const baseAddress of [server.baseAddress, front.address]) {
      const { host } = new URL(baseAddress)
      const work = platform.signIn({ baseAddress, preset: 'v2' }, credentials)
      expect(await errorFrom(work)).toEqual({ code: 'PROXY_AUTH', host, status: 407 })
    }
    expect(proxy.passed.map(({ kind, refused }) => [kind, refused])).toEqual([
      ['plain', true],
      ['tunnel', true]
    ])
    expect(server.requests).toEqual([])
  })

  it('can’t be told from one that is broken when its page has no type that is taken as it comes', async () => {
    const { platform } = await through({ credentials: MEMBER, refusalType: 'text/plain' })
    const work = platform.signIn({ baseAddress: front.address, preset: 'v2' }, credentials)
    expect(await errorFrom(work)).toMatchObject({ code: 'UNREACHABLE', found: 'proxy' })
  })
})

describe('the app’s own seam', () => {
  it('says what the proxy is, goes through it, and tells its question for a sign-in from all else', async () => {
    for (const credentials of [undefined, MEMBER]) {
      const proxy = await startProxy(credentials ? { credentials } : {})
      proxies.push(proxy)
      const args = switchesFor(proxy.address).map(([name, value]) => `--${name}=${value}`)
      const seam = await startSeam(certificates.root, args)
      try {
        expect(await seam.call('proxies', front.address)).toEqual({ value: [`http ${proxy.address}`] })
        const status = credentials ? 407 : 200
        for (const address of [server.baseAddress, front.address]) {
          expect(await seam.call('networkFetch', `${address}/health`)).toMatchObject({ value: { status } })
        }
        const seen = await seam.call('certificate', front.address, 20_000)
        if (credentials)
          expect(seen).toEqual({ error: { code: 'PROXY_AUTH', host: new URL(front.address).host, status } })
        else expect(seen).toMatchObject({ value: { problem: null } })
        expect(proxy.passed.map(({ kind }) => kind)).toEqual(['plain', 'tunnel', 'tunnel'])
      } finally {
        await seam.stop()
      }
    }
  }, 60_000)
})
