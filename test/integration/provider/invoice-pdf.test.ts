/** An invoice's PDF behind the credential, over a real socket. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ProviderApi } from '../../../src/main/provider/api/provider-api.ts'
import type { Access } from '../../../src/main/ports/index.ts'
import type { Connection } from '../../../src/shared/models/connection.ts'
import { answerOf, errorFrom, withPlatform } from './context.ts'

const context = withPlatform()
const TOKEN = 'an-api-key-that-is-secret'
const PDF = '%PDF-1.7\nthe invoice'
const MB = 1024 * 1024

/** Another origin, which must never hear of the credential. */
let elsewhere: Server
let elsewhereUrl = ''
let heardElsewhere: string[] = []

beforeAll(async () => {
  elsewhere = createServer((request, response) => {
    heardElsewhere.push(`${request.url} ${JSON.stringify(request.rawHeaders)}`)
    response.end(PDF)
  })
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  elsewhereUrl = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`
})
beforeEach(() => {
  heardElsewhere = []
})
afterAll(() => {
  elsewhere.closeAllConnections()
  elsewhere.close()
})

const accessOf = (more: Partial<Connection> = {}): Access => ({
  connection: { ...context.connection, invoicePdf: { path: '/invoices/{id}/pdf' }, ...more },
  token: TOKEN
})
const respond = (responder: Parameters<typeof context.server.respondWith>[1]): void =>
  void context.server.respondWith(/^\/invoices\//, responder)
const pdf = (body: BodyInit | null = PDF, init: ResponseInit = {}): Response => new Response(body, init)
const fetchPdf = (id = '7', access = accessOf()): Promise<Uint8Array> => context.api.invoicePdf(access, id)

describe('the request', () => {
  test('has the credential and asks for a PDF', async () => {
    respond(() => pdf())
    expect(new TextDecoder().decode(await fetchPdf('a/b ä'))).toBe(PDF)
    const [request] = context.server.requests
    expect(request).toMatchObject({ method: 'GET', url: '/invoices/a%2Fb%20%C3%A4/pdf' })
    expect(request?.headers).toMatchObject({ accept: 'application/pdf', authorization: `Bearer ${TOKEN}` })
  })

  test.each<[Partial<Connection>, { url: string; headers: Record<string, string> }]>([
    [{ authorization: { scheme: 'Token' } }, { url: '/invoices/7/pdf', headers: { authorization: `Token ${TOKEN}` } }],
    [
      {
        authorization: { scheme: 'Token' },
        invoicePdf: { path: '/invoices/download?of={id}', authorization: { scheme: 'header', name: 'x-api-key' } }
      },
      { url: '/invoices/download?of=7', headers: { 'x-api-key': TOKEN } }
    ],
    [{ authorization: { scheme: 'query', name: 'apikey' } }, { url: `/invoices/7/pdf?apikey=${TOKEN}`, headers: {} }]
  ])('is authorized by the call, else by the definition: %j', async (more, wanted) => {
    respond(() => pdf())
    await fetchPdf('7', accessOf(more))
    expect(context.server.requests[0]?.url).toBe(wanted.url)
    expect(context.server.requests[0]?.headers).toMatchObject(wanted.headers)
  })

  test('is one for two that ask at once', async () => {
    respond(() => pdf())
    await Promise.all([fetchPdf(), fetchPdf()])
    expect(context.server.requests).toHaveLength(1)
  })

  test.each(['', '.', '..', '\ud800'])('isn’t sent for an id that no path can have: %j', async (id) => {
    expect(await errorFrom(fetchPdf(id))).toEqual({ code: 'BAD_REQUEST', found: 'input' })
    expect(context.server.requests).toEqual([])
  })
})

describe('the credential stays at the account’s origin', () => {
  test.each([301, 302, 303, 307, 308])('a redirect (%i) is an error, and nothing is sent on', async (status) => {
    for (const location of [`${elsewhereUrl}/1.pdf`, '/invoices/8/pdf']) {
      context.server.requests.length = 0
      respond(() => pdf(null, { status, headers: { location } }))
      expect(await errorFrom(fetchPdf())).toMatchObject({ code: 'BAD_REPLY', found: 'redirects', status })
      expect(context.server.requests).toHaveLength(1)
    }
    expect(heardElsewhere).toEqual([])
  })

  test('a link in the record to another origin is fetched without it, if at all', async () => {
    const network: { url: string; headers: string }[] = []
    const fetchFor = () => (input: string | URL | Request, init?: RequestInit) => {
      network.push({ url: String(input), headers: JSON.stringify(init?.headers) })
      return String(input).startsWith(context.server.baseUrl) ? fetch(input, init) : Promise.resolve(pdf())
    }
    const api = new ProviderApi({
      fetchFor,
      wait: () => Promise.resolve(),
      resolver: { lookUp: async () => ['203.0.113.7'], proxies: async () => [] }
    })
    context.server.respondWith('/v3/invoices', () =>
      Response.json([
        { id: 'a', total: 5, pdfUrl: 'https://files.example.org/a.pdf' },
        { id: 'b', total: 5, pdfUrl: `${elsewhereUrl}/b.pdf` }
      ])
    )
    respond(() => pdf())
    const access = accessOf()
    const { value } = await answerOf(api.invoices(access))
    // http is no usable link, so the template wins.
    expect(value.map(({ pdfUrl, invoice }) => [pdfUrl, invoice.hasPdf])).toEqual([
      ['https://files.example.org/a.pdf', true],
      [null, true]
    ])
    network.length = 0
    await api.pdf(access.connection, value[0]?.pdfUrl ?? '')
    await api.invoicePdf(access, 'b')
    expect(network.map(({ url }) => url)).toEqual([
      'https://files.example.org/a.pdf',
      `${context.server.baseUrl}/invoices/b/pdf`
    ])
    expect(network[0]?.headers).not.toContain(TOKEN)
    expect(network[1]?.headers).toContain(TOKEN)
    expect(heardElsewhere).toEqual([])
  })
})

describe('the reply', () => {
  test.each([
    [{ status: 401 }, '{"message":"no"}', { code: 'UNAUTHORIZED', status: 401, providerMessage: 'no' }],
    [{ status: 403 }, '', { code: 'FORBIDDEN', status: 403 }],
    [{ status: 404 }, '', { code: 'NOT_FOUND', status: 404, found: 'noPdf' }],
    [{ status: 500 }, '', { code: 'SERVER', status: 500 }],
    [{ status: 200 }, '{"success":false,"message":"Not yours"}', { code: 'BAD_REPLY', providerMessage: 'Not yours' }],
    [{ status: 200 }, '{"id":"7"}', { code: 'BAD_REPLY', found: 'notPdf' }],
    [{ status: 200, headers: { 'content-type': 'application/pdf' } }, '<p>hi', { code: 'BAD_REPLY', found: 'notPdf' }],
    [{ status: 200 }, '', { code: 'BAD_REPLY', found: 'notPdf' }]
  ] as const)('is an error: %j %s', async (init, body, error) => {
    respond(() => pdf(body, init))
    const host = new URL(context.server.baseUrl).host
    expect(await errorFrom(fetchPdf())).toMatchObject({ host, ...error })
  })

  test('never quotes the credential', async () => {
    respond(() => pdf(JSON.stringify({ message: `The key ${TOKEN} may not do this` }), { status: 403 }))
    expect(JSON.stringify(await errorFrom(fetchPdf()))).not.toContain(TOKEN)
  })

  test('is known by its bytes, whatever its type says', async () => {
    respond(() => pdf(`\n\n${PDF}`, { headers: { 'content-type': 'text/html' } }))
    expect(new TextDecoder().decode(await fetchPdf())).toBe(`\n\n${PDF}`)
  })

  test('has at most 25 MB', async () => {
    respond((_request, { response }) => {
      response.writeHead(200)
      response.write(PDF)
      const megabyte = Buffer.alloc(MB)
      const pour = (): void => void response.write(megabyte, (error) => (error ? undefined : pour()))
      pour()
    })
    expect(await errorFrom(fetchPdf())).toMatchObject({ code: 'TOO_LARGE' })
  })

  test('has to begin within the timeout', async () => {
    const api = new ProviderApi({ fetchFor: () => fetch, deadlineMs: 100, wait: () => Promise.resolve() })
    respond(() => undefined)
    expect(await errorFrom(api.invoicePdf(accessOf(), '7'))).toMatchObject({ code: 'TIMEOUT' })
  })

  test('may take longer once it has begun', async () => {
    const api = new ProviderApi({ fetchFor: () => fetch, deadlineMs: 1500, wait: () => Promise.resolve() })
    context.server.respondWith('/v2/Profile', () => undefined)
    // Its end comes when another call, which began at the same time, is out of time.
    respond((_request, { response }) => {
      response.writeHead(200).write('%PDF-1.7')
      void profile.then(() => response.end(' end'))
    })
    const file = api.invoicePdf(accessOf(), '7')
    const profile = errorFrom(api.profile(accessOf()))
    expect(new TextDecoder().decode(await file)).toBe('%PDF-1.7 end')
    expect((await profile).code).toBe('TIMEOUT')
  })
})
