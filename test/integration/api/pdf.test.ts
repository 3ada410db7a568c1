/** PDFs over a real TLS socket: what is sent, what is taken, and what comes of everything else. */
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createApi } from '../../../src/main/api/index.ts'
import type { Connection } from '../../../src/shared/models/connection.ts'
import { makeCertificates } from '../../support/certificates.ts'
import { startApiServer, type ApiServer, type RawExchange } from '../../support/api-server.ts'
import { startTlsFront, type TlsFront } from '../../support/tls-front.ts'
import { errorFrom } from './context.ts'

const certificates = makeCertificates()
const usual = getCACertificates('default')
const api = createApi({ fetchFor: () => fetch, wait: () => Promise.resolve() })
let server: ApiServer
let front: TlsFront
let connection: Connection

beforeAll(async () => {
  server = await startApiServer()
  front = await startTlsFront(server.baseAddress, certificates.good)
  setDefaultCACertificates([...usual, certificates.root])
  connection = { baseAddress: front.address, preset: 'v2' }
})
afterEach(() => {
  server.respondNormally()
  server.requests.length = 0
  front.show(certificates.good)
})
afterAll(async () => {
  setDefaultCACertificates(usual)
  await front.stop()
  await server.stop()
})

const pdf = (signal?: AbortSignal) => api.pdf(connection, `${front.address}/i/1.pdf?sign=a%2Fb`, signal)
const answer = (body: BodyInit | null, init: ResponseInit = {}): void => {
  server.respondWith('/i/1.pdf', () => new Response(body, init))
}

test('is asked for as it is named, without credential or cookie', async () => {
  answer('%PDF-1.7\nhello', { headers: { 'set-cookie': 'seen=1', 'content-type': 'text/plain' } })
  for (let at = 0; at < 2; at += 1) expect(new TextDecoder().decode(await pdf())).toBe('%PDF-1.7\nhello')
  expect(server.requests).toHaveLength(2)
  for (const { method, url, headers } of server.requests) {
    expect([method, url, headers['accept']]).toEqual(['GET', '/i/1.pdf?sign=a%2Fb', 'application/pdf'])
    expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['authorization']))
    expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['cookie']))
  }
})

describe('what it is, is told by its bytes', () => {
  test.each([
    ['at once', '%PDF-1.4'],
    ['behind a line', '\n%PDF-1.4'],
    ['at the end of the first 1,024 bytes', `${' '.repeat(1019)}%PDF-`]
  ])('a PDF %s', async (_name, body) => {
    answer(body)
    expect((await pdf()).byteLength).toBe(body.length)
  })

  test.each([
    ['a page to sign in at', '<!doctype html><title>Sign in</title>', 'application/pdf'],
    ['JSON', '{"message":"%PDF"}', 'application/json'],
    ['a PDF after the first 1,024 bytes', `${' '.repeat(1020)}%PDF-1.4`, 'application/pdf'],
    ['nothing', '', 'application/pdf']
  ])('%s is none', async (_name, body, type) => {
    answer(body, { headers: { 'content-type': type } })
    expect(await errorFrom(pdf())).toEqual({
      code: 'BAD_REPLY',
      found: 'notPdf',
      host: new URL(front.address).host,
      status: 200
    })
  })
})

test.each([
  [302, 'BAD_REPLY'],
  [401, 'FORBIDDEN'],
  [403, 'FORBIDDEN'],
  [404, 'NOT_FOUND'],
  [410, 'NOT_FOUND'],
  [429, 'RATE_LIMITED'],
  [500, 'SERVER']
])('a %i is %s', async (status, code) => {
  answer(null, { status, headers: { location: `${front.address}/other.pdf` } })
  expect(await errorFrom(pdf())).toMatchObject({ code, status, host: new URL(front.address).host })
  expect(server.requests.map(({ path }) => path)).not.toContain('/other.pdf')
})

test('the words of a refusal are not told: they may quote the signed address', async () => {
  answer('{"message":"Sorry, /i/1.pdf?sign=a%2Fb is over. Try again in 60 seconds."}', {
    status: 429,
    headers: { 'content-type': 'application/json', 'retry-after': '60' }
  })
  const refused = await errorFrom(pdf())
  expect(refused).toMatchObject({ code: 'RATE_LIMITED', retryAt: expect.any(String) })
  expect(JSON.stringify(refused)).not.toContain('sign')
  expect(refused).not.toHaveProperty('providerMessage')
})

test('of more than 25 MB is too large', async () => {
  const most = 25 * 1024 * 1024
  answer(new Uint8Array(most).fill(32).fill(37, 0, 1))
  expect((await errorFrom(pdf())).code).toBe('BAD_REPLY')
  answer(new Uint8Array(most + 1))
  expect((await errorFrom(pdf())).code).toBe('TOO_LARGE')
})

test('is nobody’s whose certificate is not trusted', async () => {
  front.show(certificates.selfSigned)
  front.cut()
  expect((await errorFrom(pdf())).code).toBe('TLS')
  expect(server.requests).toEqual([])
})

describe('that has begun to come', () => {
  const begun = ({ response }: RawExchange): void => void response.writeHead(200).write('%PDF-1.7')

  test('may take longer than an answer may be waited for', async () => {
    const hasty = createApi({ fetchFor: () => fetch, deadlineMs: 500 })
    server.respondWith('/v2/Profile', () => undefined)
    const silent = errorFrom(hasty.profile({ connection, token: 'any' }))
    server.respondWith('/i/1.pdf', (_request, raw) => {
      begun(raw)
      // The rest comes when an answer would be overdue.
      void silent.then(() => raw.response.end('the rest'))
    })
    const bytes = await hasty.pdf(connection, `${front.address}/i/1.pdf`)
    expect(new TextDecoder().decode(bytes)).toBe('%PDF-1.7the rest')
    expect((await silent).code).toBe('TIMEOUT')
  })

  test('is not waited for for ever', async () => {
    const hasty = createApi({ fetchFor: () => fetch, deadlineMs: 100 })
    server.respondWith('/i/1.pdf', (_request, raw) => begun(raw))
    expect((await errorFrom(hasty.pdf(connection, `${front.address}/i/1.pdf`))).code).toBe('TIMEOUT')
  })
})
