/** What only the host can show of main's network: a root that a test made and trusts, and a computer without a network. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Calls } from '../../conformance/seam-app.ts'
import { startHost, type HostProcess } from '../../host/client.ts'
import { PRELOAD } from '../../host/fixture-app/fixture.ts'
import { makeCertificates, ROOT_NAME, SERVER_NAME } from '../../support/certificates.ts'
import { startApiServer, type ApiServer } from '../../support/api-server.ts'
import { startTlsFront, type TlsFront } from '../../support/tls-front.ts'

const LONG_MS = 20_000
const expires = new Date(Math.floor(Date.now() / 1000) * 1000 + 40 * 24 * 60 * 60 * 1000)

const certificates = makeCertificates({ expires })
const folder = mkdtempSync(join(tmpdir(), 'portside-seam-'))
let api: ApiServer
let front: TlsFront
let host: HostProcess

const call = <K extends keyof Calls>(name: K, ...given: Parameters<Calls[K]>): Promise<unknown> =>
  host.page.evaluate(([channel, values]) => window.fixture.invoke(channel, ...values), [name, given] as const)

beforeAll(async () => {
  api = await startApiServer()
  front = await startTlsFront(api.baseUrl, certificates.good)
  const root = join(folder, 'root.pem')
  writeFileSync(root, certificates.root)
  host = await startHost({
    entry: join(import.meta.dirname, '../../conformance/seam-app.ts'),
    env: { FIXTURE_PROFILE: join(folder, 'profile'), FIXTURE_PRELOAD: PRELOAD, NODE_EXTRA_CA_CERTS: root }
  })
  await host.page.waitForFunction(() => 'fixture' in window)
}, 60_000)
afterAll(async () => {
  await host.quit()
  await front.stop()
  await api.stop()
  rmSync(folder, { recursive: true, force: true })
})

it('a certificate of a trusted root is good, and its root known to this computer only', async () => {
  expect(await call('networkFetch', `${front.address}/health`)).toMatchObject({ value: { status: 200 } })
  expect(await call('certificate', front.address, LONG_MS)).toEqual({
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
] as const)('a certificate that is %s is not trusted, and why', async (kind, problem, issuer) => {
  api.requests.length = 0
  front.show(certificates[kind])
  expect(await call('certificate', front.address, LONG_MS)).toMatchObject({
    value: { subject: SERVER_NAME, issuer, problem, byKnownRoot: false }
  })
  expect(api.requests).toEqual([])
})

it('no network is told from a name that nobody knows', async () => {
  await host.ask('online', false)
  expect(await call('lookUp', 'localhost', LONG_MS)).toEqual({ error: { code: 'OFFLINE', host: 'localhost' } })
  await host.ask('online', true)
  expect(await call('lookUp', 'nowhere.invalid', LONG_MS)).toMatchObject({ error: { code: 'UNREACHABLE' } })
})
