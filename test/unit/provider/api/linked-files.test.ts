/** Where pictures and PDFs are fetched from, and what is a picture. */
import { describe, expect, test, vi } from 'vitest'
import { ProviderApi } from '../../../../src/main/provider/api/provider-api.ts'
import { pictureInData } from '../../../../src/main/provider/api/linked-files.ts'
import type { Resolver } from '../../../../src/main/provider/api/security/url-rules.ts'
import { SampleApi, SAMPLE_ADDRESSES, SAMPLE_EMAIL, SAMPLE_PASSWORD } from '../../../../src/sample/index.ts'
import { AppError, toErrorInfo, type ErrorInfo } from '../../../../src/shared/ipc/error.ts'
import { outcomeOf } from '../../../support/outcome.ts'
import { AVIF, dataUrl, gif, NESTED_SVG, png } from '../../../support/pictures.ts'

const PRIVATE: ErrorInfo = { code: 'BAD_REQUEST', found: 'privateAddress' }
const NO_ADDRESS: ErrorInfo = { code: 'BAD_REQUEST', found: 'address' }
const BASE = 'https://api.example.com/v1'
const CDN = 'https://cdn.example.net/a.gif'
const NO_PROXY: Resolver['proxies'] = async () => []
type Names = Record<string, string[]>

/** Fetches from a provider at `base`, where these names have these IP addresses and others none. */
async function fetched(
  kind: 'picture' | 'pdf',
  base: string,
  address: string,
  names: Names = {},
  proxies = NO_PROXY
): Promise<string | ErrorInfo> {
  const network = vi.fn<typeof fetch>((_input, init) => {
    expect(Object.keys(init?.headers ?? {}).map((name) => name.toLowerCase())).not.toContain('authorization')
    expect(init?.redirect).toBe('manual')
    return Promise.resolve(new Response(kind === 'pdf' ? '%PDF-1.7\n' : gif()))
  })
  const lookUp: Resolver['lookUp'] = (host) =>
    host in names ? Promise.resolve(names[host] ?? []) : Promise.reject(new AppError('UNREACHABLE', { host }))
  const api = new ProviderApi({ fetchFor: () => network, resolver: { lookUp, proxies }, wait: () => Promise.resolve() })
  const came = await api[kind]({ baseUrl: base, provider: 'hypeproxy-v2' }, address).then(() => null, toErrorInfo)
  expect(network).toHaveBeenCalledTimes(came === null ? 1 : 0)
  return came ?? String(network.mock.calls[0]?.[0])
}

const at = (...addresses: string[]): Names => ({ 'cdn.example.net': addresses })

describe('a host name', () => {
  test.each([[['203.0.113.9', '2001:db8::1']], [['64:ff9b::203.0.113.9']]])('at %j is fetched from', async (places) => {
    expect(await fetched('picture', BASE, CDN, at(...places))).toBe(CDN)
  })

  test.each([
    ...[['127.0.0.1'], ['::1'], ['10.0.0.7'], ['fd00::7'], ['::ffff:192.168.0.7'], ['64:ff9b::c0a8:7']],
    ...[['100.100.0.7'], ['169.254.169.254'], ['203.0.113.9', '192.168.0.7']]
  ])('at %s %s is refused, also where the provider’s own name is unknown', async (...places) => {
    const names = at(...places.filter((place) => typeof place === 'string'))
    for (const more of [{}, { 'api.example.com': ['203.0.113.1'] }]) {
      expect(await fetched('picture', BASE, CDN, { ...names, ...more })).toEqual(PRIVATE)
      expect(await fetched('pdf', BASE, 'https://cdn.example.net/a.pdf', { ...names, ...more })).toEqual(PRIVATE)
    }
  })

  test('that is unresolvable is fetched from through a proxy only, which resolves it', async () => {
    const unreachable = { code: 'UNREACHABLE', host: 'cdn.example.net' }
    const proxies = vi.fn<Resolver['proxies']>(async () => ['http proxy.example:8080'])
    for (const names of [{}, at()]) {
      expect(await fetched('picture', BASE, CDN, names)).toEqual(unreachable)
      expect(await fetched('picture', BASE, CDN, names, proxies)).toBe(CDN)
    }
    expect(proxies).toHaveBeenCalledWith(CDN)
    const unknown = (): Promise<string[]> => Promise.reject(new AppError('INTERNAL'))
    expect(await fetched('picture', BASE, CDN, {}, unknown)).toEqual(unreachable)
    expect(await fetched('picture', BASE, CDN, at('10.0.0.7'), proxies)).toEqual(PRIVATE)
  })

  test.each([
    ['both in a private network', 'api.example.com', ['10.0.0.1'], '10.9.9.9', true],
    ['both made up by a local proxy', 'api.example.com', ['198.18.0.4'], '198.18.0.5', true],
    ['both on this computer', 'api.example.com', ['127.0.0.1'], '127.0.0.1', true],
    ['the provider by its IP address', '10.0.0.1', [], '10.9.9.9', true],
    ['the provider in the network, the file on this computer', 'api.example.com', ['10.0.0.1'], '127.0.0.1', false],
    ['the provider on this computer, the file in the network', '127.0.0.1', [], '10.0.0.1', false],
    ['the provider also on the internet', 'api.example.com', ['203.0.113.1', '10.0.0.1'], '10.9.9.9', false],
    ['the provider nowhere', 'api.example.com', [], '10.9.9.9', false],
    ['both link-local', 'api.example.com', ['169.254.1.1'], '169.254.169.254', false]
  ])('%s', async (_name, own, ownPlaces, place, allowed) => {
    const names = { ...at(place), [own]: ownPlaces }
    expect(await fetched('picture', `https://${own}`, CDN, names)).toEqual(allowed ? CDN : PRIVATE)
  })

  test('of the provider itself, and an IP address, are not looked up', async () => {
    const names = { 'api.example.com': ['10.0.0.1'] }
    expect(await fetched('picture', BASE, '/a.gif', names)).toBe('https://api.example.com/a.gif')
    const lookUp = vi.fn<Resolver['lookUp']>()
    const fetchFor = () => () => Promise.resolve(new Response(gif()))
    const api = new ProviderApi({ fetchFor, resolver: { lookUp, proxies: NO_PROXY } })
    const bare = new ProviderApi({ fetchFor, wait: () => Promise.resolve() })
    for (const address of ['a.gif', 'https://203.0.113.9/a.gif', dataUrl('image/gif', gif())]) {
      for (const one of [api, bare]) {
        expect((await one.picture({ baseUrl: BASE, provider: 'hypeproxy-v2' }, address)).type).toBe('image/gif')
      }
    }
    expect(lookUp).not.toHaveBeenCalled()
    const error = bare.picture({ baseUrl: BASE, provider: 'hypeproxy-v2' }, CDN)
    expect(await error.then(() => null, toErrorInfo)).toMatchObject({ code: 'UNREACHABLE' })
  })

  test('whose look-up never ends holds the call no longer than its deadline', async () => {
    const network = vi.fn<typeof fetch>()
    const resolver = { lookUp: () => new Promise<never>(() => undefined), proxies: async () => ['http p.example:8080'] }
    const api = new ProviderApi({ fetchFor: () => network, resolver, deadlineMs: 40 })
    const work = api.picture({ baseUrl: BASE, provider: 'hypeproxy-v2' }, CDN)
    expect(await work.then(() => null, toErrorInfo)).toEqual({ code: 'TIMEOUT', host: 'cdn.example.net' })
    expect(network).not.toHaveBeenCalled()
  })

  test.each(['localhost..', '127.0.0.1..', '.localhost', 'hub..local', 'cdn..example.net', 'cdn.example.net..'])(
    'with an empty part (%s) is refused',
    async (host) => {
      const address = `https://${host}/a.gif`
      expect(await fetched('picture', BASE, address, { [host]: ['203.0.113.9'] })).toEqual(PRIVATE)
      expect(await fetched('picture', 'https://10.0.0.1', address)).toEqual(PRIVATE)
    }
  )
})

describe('the address of a PDF', () => {
  test.each([
    ...['http://files.example.net/a.pdf', 'http://api.example.com/a.pdf', '/a.pdf', 'a.pdf', ''],
    ...[
      '//files.example.net/a.pdf',
      'data:application/pdf,%25PDF-1.7',
      'file:///etc/passwd',
      'https:files.example.net'
    ],
    'https://user:word@files.example.net/a.pdf'
  ])('is not %j', async (address) => {
    expect(await fetched('pdf', BASE, address)).toEqual(NO_ADDRESS)
  })

  test('may be an IP address, with a signature, or where the provider is', async () => {
    const signed = 'https://203.0.113.9/a.pdf?sign=1'
    expect(await fetched('pdf', BASE, `  ${signed} `)).toBe(signed)
    expect(await fetched('pdf', 'https://10.0.0.1', 'https://10.0.0.1/a.pdf')).toBe('https://10.0.0.1/a.pdf')
    expect(await fetched('pdf', 'http://127.0.0.1:3000', 'http://127.0.0.1:3000/a.pdf')).toEqual(NO_ADDRESS)
  })

  test('of the sample leads to the sample, without a look-up', async () => {
    const sample = new SampleApi({ data: 'difficult' }).fetch
    const lookUp = vi.fn<Resolver['lookUp']>(() => Promise.resolve(['127.0.0.1']))
    const fetchFor = () => (input: string | URL | Request, init?: RequestInit) => sample(new Request(input, init))
    const api = new ProviderApi({ fetchFor, resolver: { lookUp, proxies: NO_PROXY } })
    const connection = { baseUrl: SAMPLE_ADDRESSES.difficult, provider: 'hypeproxy-v2' } as const
    const { token } = await api.signIn(connection, { email: SAMPLE_EMAIL, password: SAMPLE_PASSWORD })
    const records = (await api.invoices({ connection, token }))?.value ?? []
    const links = records.flatMap(({ pdfUrl }) => (pdfUrl === null ? [] : [pdfUrl]))
    const came = await Promise.all(links.map((url) => api.pdf(connection, url).then(() => '', toErrorInfo)))
    const errors = came.flatMap((one) => (one === '' ? [] : [(one as ErrorInfo).code]))
    expect([came.length, errors.toSorted()]).toEqual([39, ['BAD_REPLY', 'NOT_FOUND']])
    expect(lookUp).not.toHaveBeenCalled()
  })
})

describe('a PDF', () => {
  const HOST = 'files.example.net'
  const lookUp: Resolver['lookUp'] = async () => ['203.0.113.9']
  const fetchPdf = (answer: () => Response, deadlineMs = 20_000) =>
    new ProviderApi({ fetchFor: () => async () => answer(), resolver: { lookUp, proxies: NO_PROXY }, deadlineMs })
      .pdf({ baseUrl: BASE, provider: 'hypeproxy-v2' }, `https://${HOST}/1.pdf?sign=a%2Fb`)
      .then((bytes) => new TextDecoder().decode(bytes), toErrorInfo)

  test.each(['%PDF-1.4', '\n%PDF-1.4', `${' '.repeat(1019)}%PDF-`])('may be %.20j', async (body) => {
    expect(await fetchPdf(() => new Response(body, { headers: { 'content-type': 'text/plain' } }))).toBe(body)
  })

  test.each(['<!doctype html><title>Sign in</title>', '{"message":"%PDF"}', `${' '.repeat(1020)}%PDF-1.4`, ''])(
    'is not %.40j, whatever its type',
    async (body) => {
      const headers = { 'content-type': 'application/pdf' }
      const notPdf = { code: 'BAD_REPLY', found: 'notPdf', host: HOST, status: 200 }
      expect(await fetchPdf(() => new Response(body, { headers }))).toEqual(notPdf)
    }
  )

  test.each([
    [401, 'FORBIDDEN'],
    [404, 'NOT_FOUND'],
    [410, 'NOT_FOUND'],
    [429, 'RATE_LIMITED']
  ])('is none after a %i: %s, without the words, which may quote the signed address', async (status, code) => {
    const body = '{"message":"Sorry, /1.pdf?sign=a%2Fb is over. Try again in 60 seconds."}'
    const error = await fetchPdf(() => new Response(body, { status }))
    expect(error).toMatchObject({ code, status, host: HOST })
    expect(error).not.toHaveProperty('providerMessage')
    expect(JSON.stringify(error)).not.toContain('sign')
  })

  /** Fetches the first address, where each answer is by address, and tells what was asked for. */
  async function follow(answers: Record<string, Response>, names: Names = {}) {
    const asked: { url: string; headers: string[]; redirect: unknown }[] = []
    const network: typeof fetch = async (input, init) => {
      const url = String(input)
      asked.push({
        url,
        headers: Object.keys(init?.headers ?? {}).map((name) => name.toLowerCase()),
        redirect: init?.redirect
      })
      return answers[url]?.clone() ?? new Response('%PDF-1.7')
    }
    const places: Resolver['lookUp'] = async (host) => names[host] ?? ['203.0.113.9']
    const api = new ProviderApi({ fetchFor: () => network, resolver: { lookUp: places, proxies: NO_PROXY } })
    const outcome = await api
      .pdf({ baseUrl: BASE, provider: 'hypeproxy-v2' }, `https://${HOST}/1.pdf`)
      .then((bytes) => new TextDecoder().decode(bytes), toErrorInfo)
    return { outcome, asked }
  }
  const to = (location: string, status = 302): Response => new Response(null, { status, headers: { location } })
  const FIRST = `https://${HOST}/1.pdf`
  const inBrowser = (status = 302, host = HOST) => ({ code: 'BAD_REPLY', found: 'opensInBrowser', host, status })

  test.each([301, 302, 303, 307, 308])('is fetched from where a %i leads, without a credential', async (status) => {
    const { outcome, asked } = await follow({
      [FIRST]: to('https://cdn.example.net/files/1.pdf?sign=2', status),
      'https://cdn.example.net/files/1.pdf?sign=2': to('../2.pdf', status)
    })
    expect(outcome).toBe('%PDF-1.7')
    expect(asked.map(({ url }) => url)).toEqual([
      FIRST,
      'https://cdn.example.net/files/1.pdf?sign=2',
      'https://cdn.example.net/2.pdf'
    ])
    for (const { headers, redirect } of asked) {
      expect(headers.toSorted()).toEqual(['accept', 'user-agent'])
      expect(redirect).toBe('manual')
    }
  })

  test('is fetched after five redirects, and after no more', async () => {
    const place = (step: number): string => (step === 0 ? FIRST : `https://cdn.example.net/${step}.pdf`)
    const chain = (steps: number) =>
      Object.fromEntries(Array.from({ length: steps }, (_, step) => [place(step), to(place(step + 1))]))
    expect((await follow(chain(5))).outcome).toBe('%PDF-1.7')
    const { outcome, asked } = await follow(chain(6))
    expect(outcome).toEqual(inBrowser(302, 'cdn.example.net'))
    expect(asked).toHaveLength(6)
    expect((await follow({ [FIRST]: to(FIRST) })).asked).toHaveLength(6)
  })

  test.each([
    'http://cdn.example.net/1.pdf',
    'http://files.example.net/1.pdf',
    'https://user:word@cdn.example.net/1.pdf',
    'https://user@cdn.example.net/1.pdf',
    'file:///etc/passwd',
    'data:application/pdf,%25PDF-1.7',
    'javascript:alert(1)',
    'https://[no address'
  ])('that is redirected to %j opens in the browser', async (location) => {
    const { outcome, asked } = await follow({ [FIRST]: to(location) })
    expect(outcome).toEqual(inBrowser())
    expect(asked).toHaveLength(1)
  })

  test.each(['https://192.168.0.1/1.pdf', 'https://localhost/1.pdf', 'https://[::ffff:7f00:1]/', '//router/1.pdf'])(
    'is not fetched from a private address that a redirect names (%s)',
    async (location) => {
      const { outcome, asked } = await follow({ [FIRST]: to(location) })
      expect(outcome).toEqual(PRIVATE)
      expect(asked).toHaveLength(1)
    }
  )

  test('is not fetched from a name that leads to a private network, at whichever step', async () => {
    const names = { 'inside.example.net': ['10.0.0.1'] }
    const { outcome, asked } = await follow(
      { [FIRST]: to('https://cdn.example.net/'), 'https://cdn.example.net/': to('https://inside.example.net/') },
      names
    )
    expect(outcome).toEqual(PRIVATE)
    expect(asked).toHaveLength(2)
  })

  test.each([300, 304, 305])('is not fetched by a %i, which is no redirect', async (status) => {
    const { outcome, asked } = await follow({ [FIRST]: to('https://cdn.example.net/', status) })
    expect(outcome).toEqual(inBrowser(status))
    expect(asked).toHaveLength(1)
  })

  test('is not fetched by a redirect without a place', async () => {
    expect((await follow({ [FIRST]: new Response(null, { status: 302 }) })).outcome).toEqual(inBrowser())
  })

  test('has at most 25 MB', async () => {
    const most = 25 * 1024 * 1024
    expect(await fetchPdf(() => new Response(new Uint8Array(most)))).toMatchObject({ found: 'notPdf' })
    expect(await fetchPdf(() => new Response(new Uint8Array(most + 1)))).toMatchObject({ code: 'TOO_LARGE' })
  })

  test('that has begun to come may take longer than an answer', async () => {
    const slow = new ReadableStream<Uint8Array>({
      async pull(controller) {
        controller.enqueue(new TextEncoder().encode('%PDF-1.7'))
        await new Promise((resolve) => setTimeout(resolve, 600))
        controller.close()
      }
    })
    expect(await fetchPdf(() => new Response(slow), 500)).toBe('%PDF-1.7')
  })
})

describe('a data address', () => {
  const encoded = Buffer.from(gif()).toString('base64')

  test.each([
    ['no type', `data:;base64,${encoded}`],
    ['no type and in capitals', `data:;BASE64,${encoded}`],
    ['another type', `data:text/html;base64,${encoded}`],
    ['what is no type', `data:///..\\;;;base64,${encoded}`],
    ['parameters', `data:image/gif;charset=utf-8;name="a;b.gif";base64,${encoded}`],
    ['space', `data:image/gif; base64 ,${encoded}`],
    ['lines', `data:image/gif;base64,${encoded.slice(0, 3)}\r\n ${encoded.slice(3)}`],
    ['percent signs', `data:image/gif;base64,${encodeURIComponent(encoded)}`],
    ['base64url without its end', `data:image/gif;base64,${encoded.replace(/=+$/, '')}`]
  ])('with %s is read by its bytes', (_name, address) => {
    const { type, bytes } = pictureInData(address)
    expect([type, Buffer.from(bytes)]).toEqual(['image/gif', Buffer.from(gif())])
  })

  test.each<[string, ErrorInfo]>([
    [`data:image/svg+xml;base64,${btoa(NESTED_SVG)}`, { code: 'BAD_REPLY', found: 'unknownShape' }],
    [`data:image/svg+xml,${encodeURIComponent(NESTED_SVG)}`, { code: 'BAD_REPLY', found: 'unknownShape' }],
    [`data:image/svg+xml;utf8,${NESTED_SVG}`, { code: 'BAD_REPLY', found: 'unknownShape' }],
    [dataUrl('image/avif', AVIF), { code: 'BAD_REPLY', found: 'unknownShape' }],
    ['data:image/png', NO_ADDRESS],
    ['data:image/png;base64,AAAA', { code: 'BAD_REPLY', found: 'unknownShape' }],
    ['data:image/png;base64,%E0%A4%A', { code: 'BAD_REPLY', found: 'malformed' }],
    ['data:text/html,<script>', { code: 'BAD_REPLY', found: 'unknownShape' }],
    ['data:image/gif,GIF89a', { code: 'BAD_REPLY', found: 'unknownShape' }],
    ['data:;base64,', { code: 'BAD_REPLY', found: 'empty' }],
    ['data:', NO_ADDRESS],
    [dataUrl('image/png', png(30_000, 30_000)), { code: 'TOO_LARGE' }],
    [`data:;base64,${Buffer.alloc(2 * 1024 * 1024 + 1).toString('base64')}`, { code: 'TOO_LARGE' }]
  ])('%.40s is refused', (address, error) => {
    expect(outcomeOf(() => pictureInData(address))).toEqual(error)
  })
})
