/** Main's own network session and the connection check's probe, as they run on Electron's interface. */
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { ProviderApi } from '../../../src/main/api/provider-api.ts'
import { Network } from '../../host/network/network.ts'
import { toErrorInfo } from '../../../src/shared/ipc/error.ts'
import { makeCertificates, ROOT_NAME, SERVER_NAME, type Certificates } from '../../support/certificates.ts'
import { startApiServer, type ApiServer } from '../../support/api-server.ts'
import { ends, fault, freshText, head, says, sends } from '../../support/faults/fault.ts'
import { FAULTS } from '../../support/faults/index.ts'
import { startFault } from '../../support/faults/server.ts'
import { startProxy } from '../../support/proxy.ts'
import { keyHashOf, startTlsFront, type TlsFront } from '../../support/tls-front.ts'
import { credentials, errorFrom } from '../api/context.ts'
import { openFetch } from './open-fetch.ts'
import { startSeam, type Seam } from './seam.ts'

const LONG_MS = 20_000
const expires = new Date(Math.floor(Date.now() / 1000) * 1000 + 40 * 24 * 60 * 60 * 1000)

let certificates: Certificates
let platform: ApiServer
let front: TlsFront
let seam: Seam

beforeAll(async () => {
  certificates = makeCertificates({ expires })
  platform = await startApiServer()
  front = await startTlsFront(platform.baseUrl, certificates.good)
  seam = await startSeam(certificates.root)
}, 60_000)
afterEach(() => {
  platform.respondNormally()
  platform.requests.length = 0
  front.show(certificates.good)
})
afterAll(async () => {
  await seam.stop()
  await front.stop()
  await platform.stop()
})

describe('the sessions', () => {
  it('of the page requests nothing from the web, for main as well', async () => {
    for (const address of [`${platform.baseUrl}/health`, `${front.address}/health`]) {
      expect(await seam.call('defaultFetch', address)).toEqual({ message: 'net::ERR_BLOCKED_BY_CLIENT' })
    }
    expect(platform.requests).toEqual([])
  })

  it('of main speaks to the web, and to nothing else', async () => {
    for (const address of [platform.baseUrl, front.address]) {
      expect(await seam.call('networkFetch', `${address}/health`)).toMatchObject({ value: { status: 200 } })
    }
    expect(await seam.call('networkFetch', 'app://seam/')).toEqual({
      message: 'ClientRequest only supports http: and https: protocols'
    })
  })
})

describe('a request of main', () => {
  it('gets the 304 that it asked for', async () => {
    platform.respondWith('/v3/invoices', (request) =>
      request.headers.get('if-none-match') === '"one"'
        ? new Response(null, { status: 304, headers: { etag: '"one"' } })
        : Response.json([], { headers: { etag: '"one"', 'cache-control': 'max-age=600' } })
    )
    const address = `${platform.baseUrl}/v3/invoices`
    expect(await seam.call('networkFetch', address)).toMatchObject({ value: { status: 200, etag: '"one"' } })
    const headers = { 'If-None-Match': '"one"' }
    expect(await seam.call('networkFetch', address, { headers })).toMatchObject({
      value: { status: 304, etag: '"one"', body: '' }
    })
    // Nothing is kept of an answer, however long it would have been good for.
    expect(await seam.call('networkFetch', address)).toMatchObject({ value: { status: 200, body: '[]' } })
    expect(platform.requests).toHaveLength(3)
  })

  it('follows no redirect, and is told where it leads', async () => {
    platform.respondWith('/old', () => new Response(null, { status: 308, headers: { location: '/new' } }))
    const answer = await seam.call('networkFetch', `${platform.baseUrl}/old`)
    const location = `${platform.baseUrl}/new`
    expect(answer).toEqual({ value: { status: 308, etag: null, location, body: '' } })
    expect(platform.requests.map(({ path }) => path)).toEqual(['/old'])
  })

  it('that is redirected to no web address is not told where', async () => {
    for (const location of ['file:///etc/hosts', 'http://[no address']) {
      platform.respondWith('/old', () => new Response(null, { status: 301, headers: { location } }))
      const answer = await seam.call('networkFetch', `${platform.baseUrl}/old`)
      expect(answer).toEqual({ value: { status: 302, etag: null, location: null, body: '' } })
    }
  })

  /** Electron's own fetch settles on none of them. */
  it.each([
    'status 600',
    'status 999',
    'a file name in UTF-8',
    'a header of one byte that is no UTF-8',
    'a reason phrase in another script'
  ])('answered by %s settles', async (name) => {
    const named = FAULTS.find((one) => one.name === name)
    if (!named) throw new Error(`no fault ${name}`)
    const server = await startFault(named)
    const answer = await seam.call('networkFetch', `${server.baseUrl}/v3/invoices`)
    const isRead = named.outcome === 'read'
    if (isRead)
      expect(answer).toMatchObject({ value: { status: 200, body: freshText({ kind: 'invoices', path: '' }) } })
    else expect(answer).toEqual({ message: 'net::ERR_INVALID_HTTP_RESPONSE' })
    await server.stop()
  })

  it('that is called off ends at once, and its connection with it', async () => {
    for (const answer of [undefined, sends(head('200 OK', 'content-length: 1000') + 'begun')]) {
      const server = await startFault(fault('nothing more', 'read', answer))
      const controller = new AbortController()
      const asked = openFetch()(`${server.baseUrl}/v3/invoices`, { signal: controller.signal })
      if (answer) {
        const reader = (await asked).body!.getReader()
        await reader.read()
        controller.abort(new Error('called off'))
        await expect(reader.read()).rejects.toThrow()
      } else {
        await vi.waitFor(() => expect(server.requests).toHaveLength(1))
        controller.abort(new Error('called off'))
        await expect(asked).rejects.toThrow('called off')
      }
      await server.abandoned()
      await server.stop()
    }
    const late = openFetch()('http://127.0.0.1:9/', { signal: AbortSignal.abort(new Error('called off before')) })
    await expect(late).rejects.toThrow('called off before')
  })

  it('whose connection breaks amid the body fails in Chromium’s words', async () => {
    const server = await startFault(fault('a break', 'read', ends(head('200 OK', 'content-length: 1000') + 'begun')))
    const response = await openFetch()(`${server.baseUrl}/v3/invoices`)
    await expect(response.text()).rejects.toThrow('net::ERR_CONNECTION_CLOSED')
    await server.stop()
  })

  it('sends its body and its headers', async () => {
    const server = await startFault(fault('good', 'read', says('200 OK', freshText)))
    const headers = { 'Content-Type': 'application/json', Authorization: 'Bearer abc' }
    const response = await openFetch()(server.baseUrl, { method: 'POST', headers, body: '{"name":"Zoë"}' })
    expect(response.status).toBe(200)
    await response.text()
    expect(server.requests).toMatchObject([
      { method: 'POST', body: '{"name":"Zoë"}', headers: { authorization: 'Bearer abc', 'content-length': '15' } }
    ])
    await server.stop()
  })

  it('sees the bytes of a header, whatever characters they stand for', async () => {
    const named = FAULTS.find(({ name }) => name === 'a file name in UTF-8')!
    const server = await startFault(named)
    const response = await openFetch()(`${server.baseUrl}/v3/invoices`)
    const disposition = Buffer.from(response.headers.get('content-disposition') ?? '', 'latin1').toString('utf8')
    expect(disposition).toBe('attachment; filename="Rechnung–1.pdf"')
    await response.text()
    await server.stop()
  })
})

describe('the probe', () => {
  const { host } = new URL('https://127.0.0.1')

  it('finds the addresses of a name', async () => {
    const found = await seam.call('lookUp', 'localhost', LONG_MS)
    expect('value' in found && found.value.some((address) => ['127.0.0.1', '::1'].includes(address))).toBe(true)
    expect(await seam.call('lookUp', '[::1]', LONG_MS)).toEqual({ value: ['::1'] })
    expect(await seam.call('lookUp', 'nowhere.invalid', LONG_MS)).toEqual({
      error: { code: 'UNREACHABLE', host: 'nowhere.invalid' }
    })
    expect(await seam.call('lookUp', 'localhost', 0)).toEqual({ error: { code: 'CANCELLED', host: 'localhost' } })
  })

  it('tells no network from a name that is not there', async () => {
    await seam.host.ask('online', false)
    expect(await seam.call('lookUp', 'localhost', LONG_MS)).toEqual({ error: { code: 'OFFLINE', host: 'localhost' } })
    await seam.host.ask('online', true)
  })

  it('sees no proxy where there is none', async () => {
    expect(await seam.call('proxies', front.address)).toEqual({ value: [] })
  })

  it('sees a trusted certificate, and whose root it is', async () => {
    expect(await seam.call('certificate', front.address, LONG_MS)).toEqual({
      value: {
        subject: SERVER_NAME,
        issuer: ROOT_NAME,
        expires: expires.toISOString(),
        problem: null,
        byKnownRoot: false
      }
    })
  })

  it.each([
    ['selfSigned', 'issuer', SERVER_NAME],
    ['expired', 'date', ROOT_NAME],
    ['wrongName', 'name', ROOT_NAME]
  ] as const)('says why a certificate that is %s is not trusted', async (kind, problem, issuer) => {
    front.show(certificates[kind])
    expect(await seam.call('certificate', front.address, LONG_MS)).toMatchObject({
      value: { subject: SERVER_NAME, issuer, problem, byKnownRoot: false }
    })
    expect(platform.requests).toEqual([])
  })

  it('looks anew each time', async () => {
    const before = front.connections()
    // A session that had seen the certificate would not be asked about it again, and answer null.
    for (let check = 1; check <= 3; check++) {
      expect(await seam.call('certificate', front.address, LONG_MS)).toMatchObject({ value: { problem: null } })
    }
    expect(front.connections()).toBe(before + 3)
  })

  it('tells what is no handshake', async () => {
    expect(await seam.call('certificate', platform.baseUrl, LONG_MS)).toEqual({ value: null })
    const plain = platform.baseUrl.replace('http:', 'https:')
    expect(await seam.call('certificate', plain, LONG_MS)).toMatchObject({ error: { code: 'TLS' } })
    await platform.stop()
    expect(await seam.call('certificate', plain, LONG_MS)).toMatchObject({ error: { code: 'UNREACHABLE' } })
    await platform.restart()
  })

  it('waits no longer than it may', async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    expect(await seam.call('certificate', `https://127.0.0.1:${port}`, 100)).toEqual({
      error: { code: 'CANCELLED', host }
    })
    expect(await seam.call('certificate', front.address, 0)).toEqual({ error: { code: 'CANCELLED', host } })
    silent.close()
  })
})

describe('a proxy', () => {
  const switchesFor = (address: string) => [`--proxy-server=${address}`, '--proxy-bypass-list=<-loopback>']

  const refusal = (address: string, proxy: string) => ({
    code: 'PROXY_AUTH',
    host: new URL(address).host,
    status: 407,
    proxy
  })

  it.each([
    ['open', undefined],
    ['asking for a sign-in', { user: 'member', password: 'not known here' }]
  ])(
    'that is %s is named, used, and told from other errors',
    async (_name, credentials) => {
      const proxy = await startProxy(credentials ? { credentials } : {})
      const through = await startSeam(certificates.root, switchesFor(proxy.address))
      expect(await through.call('proxies', front.address)).toEqual({ value: [`http ${proxy.address}`] })
      for (const address of [platform.baseUrl, front.address]) {
        const asked = await through.call('networkFetch', `${address}/health`)
        if (credentials) expect(asked).toEqual({ error: refusal(address, proxy.address) })
        else expect(asked).toMatchObject({ value: { status: 200 } })
      }
      const seen = await through.call('certificate', front.address, LONG_MS)
      if (credentials) expect(seen).toEqual({ error: refusal(front.address, proxy.address) })
      else expect(seen).toMatchObject({ value: { problem: null } })
      expect(proxy.passed.map(({ kind }) => kind)).toEqual(['plain', 'tunnel', 'tunnel'])
      await through.stop()
      await proxy.stop()
    },
    60_000
  )

  it.each([
    ['http', 'the right password', ['secret'], 200, 1],
    ['http', 'the wrong password', ['wrong'], 407, 1],
    ['http', 'no password', [], 407, 1],
    ['https', 'the right password', ['secret'], 200, 1],
    ['https', 'the wrong password', ['wrong'], 407, 1]
  ] as const)(
    'of the settings (%s) that gets %s is asked once a request, and once for all later ones',
    async (scheme, _name, passwords, status, questions) => {
      const proxy = await startProxy({ credentials: { user: 'ada', password: 'secret' } })
      const tls = await startTlsFront(`http://${proxy.address}`, certificates.good)
      const { hostname, port } = new URL(scheme === 'https' ? tls.address : `http://${proxy.address}`)
      const network = new Network(new Map([['ignore-certificate-errors-spki-list', keyHashOf(certificates.good)]]))
      network.setProxy({
        mode: 'fixed_servers',
        proxyRules: `${scheme}://${hostname}:${port}`,
        proxyBypassRules: '<-loopback>'
      })
      const asked: unknown[] = []
      const fetchIt = openFetch(network, async (challenge) => {
        asked.push(challenge)
        const [password] = passwords
        return password === undefined ? null : { user: 'ada', password }
      })
      for (const baseUrl of [front.address, platform.baseUrl]) {
        asked.length = 0
        await network.closeAll()
        network.auth.clear()
        const outcomes: number[] = []
        const found: unknown[] = []
        for (let times = 0; times < 2; times++) {
          const response = await fetchIt(`${baseUrl}/health`).catch((error: unknown) => toErrorInfo(error))
          outcomes.push(response.status ?? 0)
          if (!(response instanceof Response)) found.push([response.found, response.proxy])
          else await response.text()
        }
        expect(outcomes).toEqual([status, status])
        const why = passwords.length > 0 ? 'proxyPassword' : undefined
        expect(found).toEqual(status === 200 ? [] : Array(2).fill([why, `${hostname}:${port}`]))
        // What Chromium remembers is sent without a question. What was wrong is forgotten.
        expect(asked).toHaveLength(status === 200 ? questions : 2)
        expect(asked[0]).toEqual({ isProxy: true, host: hostname, port: Number(port) })
      }
      await network.closeAll()
      await tls.stop()
      await proxy.stop()
    }
  )

  it('that is gone, or does not reach the provider, is named as the obstacle', async () => {
    const gone = await startTlsFront(platform.baseUrl, certificates.good)
    await gone.stop()
    const proxy = await startProxy()
    const network = new Network(
      new Map([
        ['proxy-server', proxy.address],
        ['proxy-bypass-list', '<-loopback>']
      ])
    )
    const api = new ProviderApi({ fetchFor: () => openFetch(network) })
    const errorAt = (baseUrl: string) => errorFrom(api.signIn({ baseUrl, provider: 'hypeproxy-v2' }, credentials))
    expect(await errorAt(gone.address)).toMatchObject({ code: 'UNREACHABLE', found: 'proxyTunnel' })
    await proxy.stop()
    for (const address of [platform.baseUrl, front.address]) {
      expect(await errorAt(address)).toMatchObject({ code: 'UNREACHABLE', found: 'proxy' })
    }
    expect(platform.requests).toEqual([])
    await network.closeAll()
  })
})
