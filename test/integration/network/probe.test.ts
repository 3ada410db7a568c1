/** The connection check's probe in Electron: names, and certificates as Chromium verifies them. */
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startApiServer, type ApiServer } from '../../support/api-server.ts'
import { makeCertificates, ROOT_NAME, SERVER_NAME } from '../../support/certificates.ts'
import { keyHashOf, startTlsFront, type TlsFront } from '../../support/tls-front.ts'
import { startNetworkApp, type NetworkApp } from './start-network-app.ts'

const LONG_MS = 20_000

// Chromium trusts no root of a test. Of a certificate whose key a switch accepts, it never asks the app.
const certificates = makeCertificates()
const accepted = makeCertificates().good

let api: ApiServer
let front: TlsFront
let app: NetworkApp

beforeAll(async () => {
  ;[api, app] = await Promise.all([
    startApiServer(),
    startNetworkApp([`--ignore-certificate-errors-spki-list=${keyHashOf(accepted)}`])
  ])
  front = await startTlsFront(api.baseUrl, certificates.good)
}, 60_000)
afterEach(() => {
  api.requests.length = 0
  front.show(certificates.good)
})
afterAll(async () => {
  await app.stop()
  await front.stop()
  await api.stop()
})

describe('a name', () => {
  it('has addresses', async () => {
    const found = await app.call('lookUp', 'localhost', LONG_MS)
    expect('value' in found && found.value.some((address) => ['127.0.0.1', '::1'].includes(address))).toBe(true)
    expect(await app.call('lookUp', '[::1]', LONG_MS)).toEqual({ value: ['::1'] })
  })

  it('that nobody knows is told from a computer without a network', async () => {
    const host = 'nowhere.invalid'
    await app.call('setOnline', true)
    expect(await app.call('lookUp', host, LONG_MS)).toEqual({ error: { code: 'UNREACHABLE', host } })
    await app.call('setOnline', false)
    expect(await app.call('lookUp', host, LONG_MS)).toEqual({ error: { code: 'OFFLINE', host } })
    await app.call('setOnline', true)
  })

  it('is no longer waited for once the check is cancelled', async () => {
    expect(await app.call('lookUp', 'localhost', 0)).toEqual({ error: { code: 'CANCELLED', host: 'localhost' } })
  })
})

it('no proxy is found where there is none', async () => {
  expect(await app.call('proxies', front.address)).toEqual({ value: [] })
})

describe('a certificate', () => {
  it.each([
    ['good', ROOT_NAME],
    ['selfSigned', SERVER_NAME],
    // Chromium reports first that the root isn't trusted (net/cert/cert_status_flags.cc).
    ['expired', ROOT_NAME],
    ['wrongName', ROOT_NAME]
  ] as const)('by a root that nobody trusts (%s) is read, and no request is sent', async (kind, issuer) => {
    front.show(certificates[kind])
    const expires = new X509Certificate(certificates[kind].cert).validToDate.toISOString()
    expect(await app.call('certificate', front.address, LONG_MS)).toEqual({
      value: { subject: SERVER_NAME, issuer, expires, problem: 'issuer', byKnownRoot: false }
    })
    expect(api.requests).toEqual([])
  })

  it('whose key a switch accepts is not shown by Chromium', async () => {
    front.show(accepted)
    expect(await app.call('certificate', front.address, LONG_MS)).toEqual({ value: null })
  })

  it('is asked for anew each time', async () => {
    const before = front.connections()
    // A session that had seen the certificate would not be asked about it again, and answer null.
    for (let check = 1; check <= 3; check++)
      expect(await app.call('certificate', front.address, LONG_MS)).toMatchObject({ value: { subject: SERVER_NAME } })
    expect(front.connections() - before).toBe(3)
  })

  it('is told from no handshake', async () => {
    const plain = api.baseUrl.replace('http:', 'https:')
    const { host } = new URL(plain)
    expect(await app.call('certificate', api.baseUrl, LONG_MS)).toEqual({ value: null })
    expect(await app.call('certificate', plain, LONG_MS)).toEqual({ error: { code: 'TLS', host } })
    await api.stop()
    expect(await app.call('certificate', plain, LONG_MS)).toEqual({ error: { code: 'UNREACHABLE', host } })
    await api.restart()
  })

  it('is no longer waited for after the deadline', async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const address = `https://127.0.0.1:${(silent.address() as AddressInfo).port}`
    const cancelled = { error: { code: 'CANCELLED', host: '127.0.0.1' } }
    expect(await app.call('certificate', address, 100)).toEqual(cancelled)
    expect(await app.call('certificate', front.address, 0)).toEqual(cancelled)
    silent.close()
  })
})
