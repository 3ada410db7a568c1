/** Pictures and PDFs from hosts whose names this computer can't resolve, by the app's own look-up, with and without a proxy. */
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fetchThrough } from '../../../src/main/desktop/network/session-fetch.ts'
import { createApi } from '../../../src/main/api/index.ts'
import { AppError, toErrorInfo } from '../../../src/shared/ipc/error.ts'
import { Network } from '../../host/network/network.ts'
import { makeCertificates } from '../../support/certificates.ts'
import { png } from '../../support/pictures.ts'
import { startApiServer, type ApiServer } from '../../support/api-server.ts'
import { startProxy, type ForwardProxy } from '../../support/proxy.ts'
import { startTlsFront, type TlsFront } from '../../support/tls-front.ts'
import type { Outcome } from './seam-app.ts'
import { startSeam } from './seam.ts'

/** No resolver knows names below `test` (RFC 6761, 6.2); the proxy of these tests does. */
const NAME = 'files.portside.test'
const certificates = makeCertificates({ names: ['127.0.0.1', NAME] })
const usual = getCACertificates('default')

let server: ApiServer
let front: TlsFront
let proxy: ForwardProxy
/** Where the server is, by that name. */
let address: string

beforeAll(async () => {
  setDefaultCACertificates([...usual, certificates.root])
  server = await startApiServer()
  server.respondWith('/a.png', () => new Response(png()))
  server.respondWith('/a.pdf', () => new Response('%PDF-1.7'))
  front = await startTlsFront(server.baseAddress, certificates.good)
  address = `https://${NAME}:${new URL(front.address).port}`
  proxy = await startProxy({ names: { [NAME]: '127.0.0.1' } })
})
afterAll(async () => {
  setDefaultCACertificates(usual)
  await proxy.stop()
  await front.stop()
  await server.stop()
})

function valueOf<T>(outcome: Outcome<T>): T {
  if ('value' in outcome) return outcome.value
  throw 'error' in outcome ? new AppError(outcome.error.code, outcome.error) : new Error(outcome.message)
}

/** Fetches a picture and a PDF from the name, where Chromium has these switches. */
async function fetchBoth(switches: [name: string, value: string][]): Promise<{ asked: string[]; came: unknown[] }> {
  const asked: string[] = []
  const network = new Network(new Map(switches))
  const seam = await startSeam(
    certificates.root,
    switches.map(([name, value]) => `--${name}=${value}`)
  )
  const through = fetchThrough(() => network)
  const platform = createApi({
    fetchFor: () => (input, init) => {
      asked.push(String(input))
      return through(input, init)
    },
    resolver: {
      lookUp: async (host) => valueOf(await seam.call('lookUp', host, 20_000)),
      proxies: async (url) => valueOf(await seam.call('proxies', url))
    },
    wait: () => Promise.resolve()
  })
  const connection = { baseAddress: 'https://platform.portside.test', preset: 'v2' } as const
  try {
    const came = [
      await platform.picture(connection, `${address}/a.png`).then(({ type }) => type, toErrorInfo),
      await platform.pdf(connection, `${address}/a.pdf`).then((bytes) => new TextDecoder().decode(bytes), toErrorInfo)
    ]
    return { asked, came }
  } finally {
    await network.closeAll()
    await seam.stop()
  }
}

test('without a proxy, nobody is asked', async () => {
  const unreachable = { code: 'UNREACHABLE', host: NAME }
  expect(await fetchBoth([])).toEqual({ asked: [], came: [unreachable, unreachable] })
  expect(server.requests).toEqual([])
}, 60_000)

test('through a proxy, which resolves the name, both come', async () => {
  const { asked, came } = await fetchBoth([['proxy-server', proxy.address]])
  expect(came).toEqual(['image/png', '%PDF-1.7'])
  expect(asked).toEqual([`${address}/a.png`, `${address}/a.pdf`])
  expect(new Set(proxy.passed.map(({ target }) => target))).toEqual(new Set([new URL(address).host]))
}, 60_000)
