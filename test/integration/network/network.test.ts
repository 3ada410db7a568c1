/** Main's own session, and the sessions of pages, in Electron: what they answer and what they refuse. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Connection } from '../../../src/shared/models/connection.ts'
import { startApiServer, type ApiServer } from '../../support/api-server.ts'
import { makeCertificates } from '../../support/certificates.ts'
import {
  again,
  chunk,
  CHUNKED,
  ends,
  fault,
  freshText,
  head,
  JSON_TYPE,
  pour,
  says,
  sends,
  type NamedFault
} from '../../support/faults/fault.ts'
import { FAULTS } from '../../support/faults/index.ts'
import { startFault } from '../../support/faults/server.ts'
import { keyHashOf, startTlsFront, type TlsFront } from '../../support/tls-front.ts'
import type { Fetched } from './network-app.ts'
import { startNetworkApp, type NetworkApp } from './start-network-app.ts'

const { good } = makeCertificates()

let api: ApiServer
let front: TlsFront
let app: NetworkApp

beforeAll(async () => {
  ;[api, app] = await Promise.all([
    startApiServer(),
    startNetworkApp([`--ignore-certificate-errors-spki-list=${keyHashOf(good)}`])
  ])
  front = await startTlsFront(api.baseUrl, good)
}, 60_000)
afterEach(() => {
  api.respondNormally()
  api.requests.length = 0
})
afterAll(async () => {
  await app.stop()
  await front.stop()
  await api.stop()
})

const status = (code: number): unknown => ({ value: expect.objectContaining({ status: code }) as Fetched })

/** Of a server for this one request. */
async function answerTo(meant: NamedFault): Promise<unknown> {
  const server = await startFault(meant)
  try {
    return await app.call('fetch', `${server.baseUrl}/v3/invoices`)
  } finally {
    await server.stop()
  }
}

describe('a session', () => {
  it('of the page requests nothing from the web, not even for main', async () => {
    for (const address of [api.baseUrl, front.address])
      expect(await app.call('fetchAsPage', `${address}/health`)).toEqual({ message: 'net::ERR_BLOCKED_BY_CLIENT' })
    expect(api.requests).toEqual([])
  })

  it('of main speaks to the web, and to nothing else', async () => {
    for (const address of [api.baseUrl, front.address])
      expect(await app.call('fetch', `${address}/health`)).toEqual(status(200))
    for (const address of ['app://portside/index.html', 'file:///etc/hosts', 'data:,text'])
      expect(await app.call('fetch', address)).toEqual({
        message: 'ClientRequest only supports http: and https: protocols'
      })
  })
})

describe('a request', () => {
  it('gets the 304 that it asked for, and nothing is cached', async () => {
    api.respondWith('/v3/invoices', (request) =>
      request.headers.get('if-none-match') === '"one"'
        ? new Response(null, { status: 304, headers: { etag: '"one"' } })
        : Response.json([], { headers: { etag: '"one"', 'cache-control': 'max-age=600' } })
    )
    const address = `${api.baseUrl}/v3/invoices`
    const whole = { value: { status: 200, etag: '"one"', location: null, disposition: null, body: '[]' } }
    expect(await app.call('fetch', address)).toEqual(whole)
    expect(await app.call('fetch', address, { headers: { 'If-None-Match': '"one"' } })).toEqual({
      value: { ...whole.value, status: 304, body: '' }
    })
    expect(await app.call('fetch', address)).toEqual(whole)
    expect(api.requests).toHaveLength(3)
  })

  it.each([
    [308, '/new'],
    [301, 'file:///etc/hosts'],
    [302, 'javascript:alert(1)'],
    [303, 'data:application/json,[]'],
    [307, 'app://portside/index.html']
  ])('follows no redirect, and is told where it leads (%i to %s)', async (code, location) => {
    api.respondWith('/old', () => new Response(null, { status: code, headers: { location } }))
    expect(await app.call('fetch', `${api.baseUrl}/old`)).toMatchObject({
      value: { status: code, location: new URL(location, api.baseUrl).href, body: '' }
    })
    expect(api.requests.map(({ path }) => path)).toEqual(['/old'])
  })

  it('that is redirected to no address gets a redirect without a place', async () => {
    api.respondWith('/old', () => new Response(null, { status: 301, headers: { location: 'http://[no address' } }))
    expect(await app.call('fetch', `${api.baseUrl}/old`)).toMatchObject({ value: { status: 302, location: null } })
    expect(api.requests.map(({ path }) => path)).toEqual(['/old'])
  })

  /** Electron's own fetch settles on none of them. */
  describe('settles on', () => {
    const body = freshText({ kind: 'invoices', path: '' })
    const read = { value: expect.objectContaining({ status: 200, body }) as Fetched }
    const invalid = { message: 'net::ERR_INVALID_HTTP_RESPONSE' }

    it.each([
      ['status 600', invalid],
      ['status 999', invalid],
      ['a file name in UTF-8', read],
      ['a header of one byte that is no UTF-8', read],
      ['a reason phrase in another script', read]
    ])('%s', async (name, expected) => {
      expect(await answerTo(FAULTS.find((one) => one.name === name)!)).toEqual(expected)
    })

    it('a header in UTF-8, with one character for each byte', async () => {
      const named = fault(
        '',
        'read',
        says('200 OK', '[]', 'content-disposition: attachment; filename="Rechnung–1.pdf"')
      )
      const answer = (await answerTo(named)) as { value: Fetched }
      const bytes = Buffer.from(answer.value.disposition ?? '', 'latin1')
      expect(bytes.toString('utf8')).toBe('attachment; filename="Rechnung–1.pdf"')
    })
  })

  it.each([
    ['before its response', undefined],
    ['in the body', sends(head('200 OK', JSON_TYPE, 'content-length: 1000') + 'begun')]
  ])('that is aborted %s ends at once, and its connection with it', async (_when, answer) => {
    const server = await startFault(fault('nothing more', 'read', answer))
    const asked = app.call('fetchUntilAborted', `${server.baseUrl}/v3/invoices`)
    await vi.waitFor(() => expect(server.requests).toHaveLength(1), { timeout: 10_000 })
    await app.call('abort', answer !== undefined)
    expect(await asked).toEqual({ message: 'called off' })
    await server.abandoned()
    await server.stop()
  })

  it('whose connection breaks amid the body fails', async () => {
    const half = ends(head('200 OK', JSON_TYPE, 'content-length: 1000') + 'begun')
    expect(await answerTo(fault('a break', 'read', half))).toEqual({ message: 'net::ERR_CONTENT_LENGTH_MISMATCH' })
  })

  it('sends its body and its headers', async () => {
    const headers = { 'Content-Type': 'application/json', Authorization: 'Bearer abc' }
    await app.call('fetch', `${api.baseUrl}/echo`, { method: 'POST', headers, body: '{"name":"Zoë"}' })
    expect(api.requests).toMatchObject([
      {
        method: 'POST',
        body: '{"name":"Zoë"}',
        headers: { authorization: 'Bearer abc', 'content-length': '15', 'content-type': 'application/json' }
      }
    ])
  })

  it('leaves no listener on the signal of its call: a list may have many pages', async () => {
    const page = (request: Request): number => Number(new URL(request.url).searchParams.get('cursor'))
    api.respondWith(/^\/v1\/invoices/, (request) =>
      Response.json({
        items: [{ id: `i${page(request)}` }],
        next_cursor: page(request) < 14 ? page(request) + 1 : null
      })
    )
    const connection: Connection = { baseUrl: api.baseUrl, provider: 'trueproxies' }
    // Node would warn of more than ten, and `app.stop` fails then.
    expect(await app.call('callApi', { kind: 'invoices', connection, now: Date.now(), deadlineMs: 20_000 })).toEqual({
      value: { error: null, answers: Array(15).fill(200) }
    })
  })

  it('whose response is cancelled keeps no socket: Chromium has six for a host', async () => {
    const server = await startFault(
      fault('more than anybody reads', 'read', ({ socket }) => {
        socket.write(head('200 OK', JSON_TYPE, CHUNKED))
        pour(socket, again(chunk(' '.repeat(64 * 1024))))
      })
    )
    expect(await app.call('fetchAndCancel', `${server.baseUrl}/large`, 8)).toEqual({})
    expect(server.requests).toHaveLength(8)
    await server.abandoned()
    await server.stop()
  })
})
