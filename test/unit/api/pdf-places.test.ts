/** Where a PDF is fetched from, and where nobody is asked, by the client as a whole. */
import { expect, test, vi } from 'vitest'
import { createApi } from '../../../src/main/api/index.ts'
import type { Resolver } from '../../../src/main/api/security/private-network-guard.ts'
import { createSampleApi, SAMPLE_BASE_ADDRESS } from '../../../src/sample/index.ts'
import { AppError, toErrorInfo, type ErrorInfo } from '../../../src/shared/ipc/error.ts'

const PDF = '%PDF-1.7\n'
const REFUSED: ErrorInfo = { code: 'BAD_REQUEST', found: 'privateAddress' }
const NO_ADDRESS: ErrorInfo = { code: 'BAD_REQUEST', found: 'address' }
const base = 'https://api.example.com/v1'

/** @param names what these names resolve to; others to nothing */
async function fetched(baseAddress: string, address: string, names: Record<string, string[]> = {}): Promise<unknown> {
  const network = vi.fn<typeof fetch>((_input, init) => {
    expect(Object.keys(init?.headers ?? {}).map((name) => name.toLowerCase())).not.toContain('authorization')
    expect(init?.redirect).toBe('manual')
    return Promise.resolve(new Response(PDF))
  })
  const lookUp: Resolver['lookUp'] = (host) =>
    host in names ? Promise.resolve(names[host] ?? []) : Promise.reject(new AppError('UNREACHABLE', { host }))
  const api = createApi({
    fetchFor: () => network,
    resolver: { lookUp, proxies: async () => [] },
    wait: () => Promise.resolve()
  })
  const came = await api.pdf({ baseAddress, preset: 'v2' }, address).then(() => 'a PDF', toErrorInfo)
  expect(network).toHaveBeenCalledTimes(came === 'a PDF' ? 1 : 0)
  return came
}

test.each([
  ['https://files.example.net/a.pdf', { 'files.example.net': ['203.0.113.9'] }],
  ['https://api.example.com/a.pdf', { 'api.example.com': ['10.0.0.1'] }],
  ['  https://203.0.113.9/a.pdf?sign=1 ', {}]
])('%s is asked, where names are at %j', async (address, names) => {
  expect(await fetched(base, address, names)).toBe('a PDF')
})

test('a name that can’t be resolved is not asked', async () => {
  const error = await fetched(base, 'https://files.example.net/a.pdf')
  expect(error).toEqual({ code: 'UNREACHABLE', host: 'files.example.net' })
})

test.each([
  ['http://files.example.net/a.pdf', {}],
  ['http://api.example.com/a.pdf', {}],
  ['/a.pdf', {}],
  ['a.pdf', {}],
  ['//files.example.net/a.pdf', {}],
  ['data:application/pdf,%25PDF-1.7', {}],
  ['file:///etc/passwd', {}],
  ['https://user:word@files.example.net/a.pdf', {}],
  ['https:files.example.net', {}],
  ['', {}]
])('%s is no address of a PDF', async (address, names) => {
  expect(await fetched(base, address, names)).toEqual(NO_ADDRESS)
})

test.each([
  ['https://10.0.0.7/a.pdf', {}],
  ['https://[::1]/a.pdf', {}],
  ['https://localhost/a.pdf', {}],
  ['https://hub.local/a.pdf', {}],
  ['https://files.example.net/a.pdf', { 'files.example.net': ['192.168.0.7'] }],
  ['https://files.example.net/a.pdf', { 'files.example.net': ['203.0.113.9', '169.254.169.254'] }]
])('nobody is asked for %s, where names are at %j', async (address, names) => {
  expect(await fetched(base, address, names)).toEqual(REFUSED)
})

test('at home, where the provider itself is', async () => {
  expect(await fetched('http://127.0.0.1:3000', 'http://127.0.0.1:3000/a.pdf')).toEqual(NO_ADDRESS)
  expect(await fetched('https://10.0.0.1', 'https://10.0.0.1/a.pdf')).toBe('a PDF')
  const names = { 'files.example.net': ['10.9.9.9'], 'api.example.com': ['10.0.0.1'] }
  expect(await fetched(base, 'https://files.example.net/a.pdf', names)).toBe('a PDF')
})

test('of the sample come from the sample, whose names nobody is asked for', async () => {
  const sandbox = createSampleApi()
  const lookUp = vi.fn<Resolver['lookUp']>(() => Promise.resolve(['127.0.0.1']))
  const api = createApi({
    fetchFor: () => (input, init) => sandbox(new Request(input, init)),
    resolver: { lookUp, proxies: async () => [] }
  })
  const connection = { baseAddress: SAMPLE_BASE_ADDRESS, preset: 'v2' } as const
  const { token } = await api.signIn(connection, {
    email: 'robin.keller@example.com',
    password: 'sample-password'
  })
  const answer = await api.invoices({ connection, token })
  const came = await Promise.all(
    (answer?.value ?? []).flatMap(({ pdfUrl }) =>
      pdfUrl === null
        ? []
        : [
            api.pdf(connection, pdfUrl).then(
              () => 'a PDF',
              (error) => toErrorInfo(error).code
            )
          ]
    )
  )
  expect(came.filter((one) => one === 'a PDF')).toHaveLength(37)
  expect(came.filter((one) => one !== 'a PDF').toSorted()).toEqual(['BAD_REPLY', 'NOT_FOUND'])
  expect(lookUp).not.toHaveBeenCalled()
})
