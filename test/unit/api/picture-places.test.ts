/** Where a picture is fetched, and where nobody is asked, by the client as a whole. */
import { describe, expect, test, vi } from 'vitest'
import { createApi } from '../../../src/main/api/index.ts'
import type { Picture } from '../../../src/main/core/ports/index.ts'
import { whereaboutsOf, type Resolver } from '../../../src/main/api/security/private-network-guard.ts'
import { AppError, toErrorInfo, type ErrorInfo } from '../../../src/shared/ipc/error.ts'
import { dataUrl, gif } from '../../support/pictures.ts'

const REFUSED: ErrorInfo = { code: 'BAD_REQUEST', found: 'privateAddress' }

interface Told {
  /** Addresses that were spoken to. */
  asked: string[]
  came: Picture['type'] | ErrorInfo
}

/** Asks a provider at `baseAddress` for a picture, where these names have these IP addresses and others none. */
async function picture(
  baseAddress: string,
  address: string,
  names: Record<string, string[]> = {},
  proxies: Resolver['proxies'] = async () => []
): Promise<Told> {
  const asked: string[] = []
  const network: typeof fetch = (input, init) => {
    asked.push(String(input))
    expect(Object.keys(init?.headers ?? {}).map((name) => name.toLowerCase())).not.toContain('authorization')
    return Promise.resolve(new Response(gif()))
  }
  const lookUp: Resolver['lookUp'] = (host) =>
    host in names ? Promise.resolve(names[host] ?? []) : Promise.reject(new AppError('UNREACHABLE', { host }))
  const platform = createApi({
    fetchFor: () => network,
    resolver: { lookUp, proxies },
    wait: () => Promise.resolve()
  })
  const came = await platform.picture({ baseAddress, preset: 'v2' }, address).then(({ type }) => type, toErrorInfo)
  return { asked, came }
}

const base = 'https://api.example.com/v1'
const cdn = 'https://cdn.example.net/a.gif'
const fetched = (url: string): Told => ({ asked: [url], came: 'image/gif' })
const refused: Told = { asked: [], came: REFUSED }

describe('a name', () => {
  test.each([
    ['on the internet', ['203.0.113.9', '2001:db8::1']],
    ['behind an IPv6 that carries it', ['64:ff9b::203.0.113.9']]
  ])('%s is fetched from', async (_name, addresses) => {
    expect(await picture(base, cdn, { 'cdn.example.net': addresses })).toEqual(fetched(cdn))
  })

  test.each([
    ['127.0.0.1'],
    ['::1'],
    ['10.0.0.7'],
    ['fd00::7'],
    ['::ffff:192.168.0.7'],
    ['64:ff9b::c0a8:7'],
    ['100.100.0.7'],
    ['169.254.169.254'],
    ['203.0.113.9', '192.168.0.7']
  ])('that is at %s is not asked', async (...addresses) => {
    const names = { 'cdn.example.net': addresses, 'api.example.com': ['203.0.113.1'] }
    expect(await picture(base, cdn, names)).toEqual(refused)
    // Where the provider is can't be told: then it is not at home.
    expect(await picture(base, cdn, { 'cdn.example.net': addresses })).toEqual(refused)
  })

  const unreachable: Told = { asked: [], came: { code: 'UNREACHABLE', host: 'cdn.example.net' } }

  test('that can’t be resolved is not asked', async () => {
    expect(await picture(base, cdn)).toEqual(unreachable)
    expect(await picture(base, cdn, { 'cdn.example.net': [] })).toEqual(unreachable)
  })

  test('that can’t be resolved is asked through a proxy, which resolves it', async () => {
    const proxies = vi.fn<Resolver['proxies']>(async () => ['http proxy.example:8080'])
    expect(await picture(base, cdn, {}, proxies)).toEqual(fetched(cdn))
    expect(proxies).toHaveBeenCalledExactlyOnceWith(cdn)
    expect(await picture(base, cdn, { 'cdn.example.net': [] }, proxies)).toEqual(fetched(cdn))
  })

  test('that is in a private network is not asked through a proxy either', async () => {
    const proxies = async (): Promise<string[]> => ['http proxy.example:8080']
    expect(await picture(base, cdn, { 'cdn.example.net': ['10.0.0.7'] }, proxies)).toEqual(refused)
  })

  test('that can’t be resolved is not asked where the system doesn’t say whether there is a proxy', async () => {
    const proxies = (): Promise<string[]> => Promise.reject(new AppError('INTERNAL'))
    expect(await picture(base, cdn, {}, proxies)).toEqual(unreachable)
  })

  test.each([
    ['both in a private network', 'api.example.com', ['10.0.0.1'], ['10.9.9.9'], true],
    ['both made up by a local proxy', 'api.example.com', ['198.18.0.4'], ['198.18.0.5'], true],
    ['both on this computer', 'api.example.com', ['127.0.0.1'], ['127.0.0.1'], true],
    ['by the number of the provider', '10.0.0.1', [], ['10.9.9.9'], true],
    [
      'the provider in the network, the picture on this computer',
      'api.example.com',
      ['10.0.0.1'],
      ['127.0.0.1'],
      false
    ],
    ['the provider on this computer, the picture in the network', '127.0.0.1', [], ['10.0.0.1'], false],
    [
      'the provider on the internet, with one more address at home',
      'api.example.com',
      ['203.0.113.1', '10.0.0.1'],
      ['10.9.9.9'],
      false
    ],
    ['the provider at nothing that its name has', 'api.example.com', [], ['10.9.9.9'], false],
    ['both link-local', 'api.example.com', ['169.254.1.1'], ['169.254.169.254'], false]
  ])('%s', async (_name, own, ownAddresses, addresses, allowed) => {
    const names = { 'cdn.example.net': addresses, [own]: ownAddresses }
    expect(await picture(`https://${own}`, cdn, names)).toEqual(allowed ? fetched(cdn) : refused)
  })

  test('of the provider itself is never looked up', async () => {
    expect(await picture(base, '/a.gif', { 'api.example.com': ['10.0.0.1'] })).toEqual(
      fetched('https://api.example.com/a.gif')
    )
    const lookUp = vi.fn<Resolver['lookUp']>()
    const platform = createApi({
      fetchFor: () => () => Promise.resolve(new Response(gif())),
      resolver: { lookUp, proxies: async () => [] }
    })
    const connection = { baseAddress: base, preset: 'v2' } as const
    await platform.picture(connection, 'a.gif')
    await platform.picture(connection, 'https://203.0.113.9/a.gif')
    await platform.picture(connection, dataUrl('image/gif', gif()))
    expect(lookUp).not.toHaveBeenCalled()
  })

  test('whose look-up never ends does not hold the call beyond its time', async () => {
    const network = vi.fn<typeof fetch>()
    const platform = createApi({
      fetchFor: () => network,
      resolver: { lookUp: () => new Promise(() => undefined), proxies: async () => ['http proxy.example:8080'] },
      deadlineMs: 40
    })
    const work = platform.picture({ baseAddress: base, preset: 'v2' }, cdn)
    expect(await work.then(() => null, toErrorInfo)).toEqual({ code: 'TIMEOUT', host: 'cdn.example.net' })
    expect(network).not.toHaveBeenCalled()
  })
})

test.each(['localhost..', '127.0.0.1..', '.localhost', 'hub..local', 'cdn..example.net', 'cdn.example.net..'])(
  'a name with nothing between its dots (%s) is asked for nothing',
  async (host) => {
    const address = `https://${host}/a.gif`
    expect(await picture(base, address, { [host]: ['203.0.113.9'] })).toEqual(refused)
    expect(await picture('https://10.0.0.1', address)).toEqual(refused)
  }
)

test('without a resolver no name but the provider’s own is asked', async () => {
  const network = vi.fn<typeof fetch>(() => Promise.resolve(new Response(gif())))
  const platform = createApi({ fetchFor: () => network, wait: () => Promise.resolve() })
  const connection = { baseAddress: base, preset: 'v2' } as const
  expect(await platform.picture(connection, cdn).then(() => null, toErrorInfo)).toMatchObject({ code: 'UNREACHABLE' })
  expect(network).not.toHaveBeenCalled()
  expect((await platform.picture(connection, 'a.gif')).type).toBe('image/gif')
  expect((await platform.picture(connection, 'https://203.0.113.9/a.gif')).type).toBe('image/gif')
})

test.each([
  ['8.8.8.8', 'open'],
  ['172.32.0.1', 'open'],
  ['172.31.255.255', 'near'],
  ['100.128.0.1', 'open'],
  ['[2606:4700::1]', 'open'],
  ['[::ffff:808:808]', 'open'],
  ['[64:ff9b::808:808]', 'open'],
  ['[2002:808:808::]', 'open'],
  ['[2002:7f00:1::]', 'here'],
  ['[::7f00:1]', 'here'],
  ['[::ffff:0:a00:1]', 'near'],
  ['[64:ff9b:1::1]', 'near'],
  ['[fec0::1]', 'near'],
  ['[2001:0:1::1]', 'nowhere'],
  ['localhost.example.com', 'open'],
  ['mylocal', 'near'],
  ['local.example.com', 'open'],
  ['hub.home.arpa', 'near'],
  ['hub.local.', 'near'],
  ['router.lan', 'near'],
  ['fritz.box', 'near'],
  ['nas.home', 'near'],
  ['localhost.localdomain', 'near'],
  ['home.example', 'open'],
  ['localhost.', 'here'],
  ['localhost..', 'nowhere'],
  ['.', 'nowhere'],
  ['example..com', 'nowhere'],
  ['example.com.', 'open']
])('%s is %s', (host, where) => {
  expect(whereaboutsOf(host)).toBe(where)
})
