import { describe, expect, test, vi } from 'vitest'
import { ProviderApi } from '../../../../src/main/provider/api/provider-api.ts'
import {
  normaliseBaseUrl,
  resolveUntrustedUrl,
  scopeOf,
  type Resolver
} from '../../../../src/main/provider/api/security/url-rules.ts'
import { AppError, toErrorInfo } from '../../../../src/shared/ipc/error.ts'

/** The result, or the error's code with what was found. */
const outcome = (run: () => string): string => {
  try {
    return run()
  } catch (error) {
    const { code, found } = toErrorInfo(error)
    return found === undefined ? code : `${code} ${found}`
  }
}
const NO_ADDRESS = 'BAD_REQUEST address'
const PRIVATE = 'BAD_REQUEST privateAddress'
const INSECURE = 'INSECURE_ADDRESS'

describe('base address', () => {
  test.each([
    ['https://api.example.com', 'https://api.example.com'],
    ['  https://API.Example.com/  ', 'https://api.example.com'],
    ['api.example.com', 'https://api.example.com'],
    ['api.example.com:8443/prefix/', 'https://api.example.com:8443/prefix'],
    ['https://api.example.com:443', 'https://api.example.com'],
    ['https://api.example.com/a/b//?x=1#y', 'https://api.example.com/a/b'],
    ['HTTPS://bücher.example', 'https://xn--bcher-kva.example'],
    ['http://localhost:3000/', 'http://localhost:3000'],
    ['http://provider.localhost', 'http://provider.localhost'],
    ['http://127.0.0.1:1', 'http://127.0.0.1:1'],
    ['http://127.9.9.9', 'http://127.9.9.9'],
    ['http://0x7f.1', 'http://127.0.0.1'],
    ['http://[::1]:8080', 'http://[::1]:8080'],
    ['\ufeffhttps://api.exa\u200bm\u00adple.com\u200e\u00a0', 'https://api.example.com']
  ])('%s is stored as %s', (typed, stored) => {
    expect(normaliseBaseUrl(typed)).toBe(stored)
    expect(normaliseBaseUrl(stored)).toBe(stored)
  })

  test.each([
    ...['http://api.example.com', 'http://localhost.example.com', 'http://127.0.0.1.example.com'],
    ...['http://192.168.1.10', 'http://0.0.0.0', 'http://[::2]']
  ])('%s is insecure', (typed) => {
    expect(outcome(() => normaliseBaseUrl(typed))).toBe(INSECURE)
  })

  test.each([
    ...['', '   ', 'https://', 'ftp://api.example.com', 'file:///etc/hosts', 'data:text/html,x'],
    ...['https://user:word@api.example.com', 'https://user@api.example.com', 'https://api example.com'],
    ...['http;//api.example.com', 'https;//api.example.com', 'https//api.example.com', 'http:/api.example.com'],
    ...['https://api,example.com', 'https://api.exa\u00a0mple.com'],
    ...['https:\\\\api.example.com', 'https://api.example.com:99999', `https://a.example/${'a'.repeat(3000)}`]
  ])('%.40j is no address', (typed) => {
    expect(outcome(() => normaliseBaseUrl(typed))).toBe(NO_ADDRESS)
  })
})

describe('address of a picture', () => {
  const BASE = 'https://api.example.com/v1'
  test.each([
    [BASE, 'images/a.png', 'https://api.example.com/v1/images/a.png'],
    [BASE, '/images/a.png', 'https://api.example.com/images/a.png'],
    [BASE, './a.png', 'https://api.example.com/v1/a.png'],
    [BASE, '../../../a.png', 'https://api.example.com/a.png'],
    [BASE, '?picture=5', 'https://api.example.com/v1/?picture=5'],
    [BASE, '//cdn.example.com/a.png', 'https://cdn.example.com/a.png'],
    [BASE, 'https://cdn.example.com/a.png', 'https://cdn.example.com/a.png'],
    [BASE, 'my picture.png', 'https://api.example.com/v1/my%20picture.png'],
    ['https://api.example.com', 'images/a.png', 'https://api.example.com/images/a.png'],
    ['https://api.example.com:8443/v1', '//api.example.com/a.png', 'https://api.example.com/a.png'],
    ['http://localhost:3000/v1', '//localhost:3000/a.png', 'http://localhost:3000/a.png'],
    // A provider in a private network, or on this computer, has its own pictures there,
    ['https://10.0.0.5', 'a.png', 'https://10.0.0.5/a.png'],
    ['https://10.0.0.5:8443/v1', 'https://10.0.0.5:8443/a.png', 'https://10.0.0.5:8443/a.png'],
    ['https://provider.internal', '/a.png', 'https://provider.internal/a.png'],
    ['http://[::1]:3000', 'http://[::1]:3000/a.png', 'http://[::1]:3000/a.png'],
    // but no others.
    ['https://10.0.0.5', 'https://10.0.0.6/a.png', PRIVATE],
    ['https://10.0.0.5', 'https://10.0.0.5:8443/a.png', PRIVATE],
    ['http://localhost:3000', 'https://localhost:8443/a.png', PRIVATE],
    ['http://127.0.0.1:3000', 'https://localhost:3000/a.png', PRIVATE],
    [BASE, 'http://127.0.0.1:3000/a.png', INSECURE],
    ['http://127.0.0.1:3000', 'http://127.0.0.1:3001/a.png', INSECURE]
  ])('at %s: %s is %s', (base, address, url) => {
    expect(outcome(() => resolveUntrustedUrl(base, address).href)).toBe(url)
  })

  test.each([
    ...['https://127.0.0.1', 'https://127.1', 'https://2130706433', 'https://0x7f000001', 'https://0177.0.0.1'],
    ...['https://0', '//10.0.0.1', 'https://172.16.0.1', 'https://192.168.1.1:8443', 'https://169.254.169.254'],
    ...['https://100.64.0.1', 'https://224.0.0.1', 'https://255.255.255.255', 'https://[::1]', 'https://[::]'],
    ...['https://[::ffff:127.0.0.1]', 'https://[::ffff:10.0.0.1]', 'https://[64:ff9b::192.168.0.1]'],
    ...['https://[2002:a00:1::]', 'https://[fc00::1]', 'https://[fd12:3456::1]', 'https://[fe80::1]'],
    ...['https://[ff02::1]', 'https://localhost', 'https://LOCALHOST.', 'https://app.localhost'],
    ...['https://printer.local', 'https://metadata.google.internal', 'https://router']
  ])('%s is in a private network', (host) => {
    expect(outcome(() => resolveUntrustedUrl(BASE, `${host}/a.png`).href)).toBe(PRIVATE)
  })

  test.each([
    ...['file:///etc/hosts', 'data:text/html,x', 'https://u:p@cdn.example.com/a.png', 'https://'],
    // The URL parser would repair these.
    ...['https:cdn.example.com/a.png', 'https:/cdn.example.com/a.png', 'https:///cdn.example.com/a.png'],
    ...['///cdn.example.com/a.png', '\\\\cdn.example.com\\a.png', '/\\cdn.example.com/a.png'],
    'ht\ntps://cdn.example.com/a.png'
  ])('%j is no address', (address) => {
    expect(outcome(() => resolveUntrustedUrl(BASE, address).href)).toBe(NO_ADDRESS)
  })
})

test.each([
  ['public', ['8.8.8.8', '172.32.0.1', '100.128.0.1', '[2606:4700::1]', '[::ffff:808:808]', '[64:ff9b::808:808]']],
  ['public', ['[2002:808:808::]', 'localhost.example.com', 'local.example.com', 'home.example', 'example.com.']],
  ['private', ['172.31.255.255', '[::ffff:0:a00:1]', '[64:ff9b:1::1]', '[fec0::1]', 'mylocal', 'hub.home.arpa']],
  ['private', ['hub.local.', 'router.lan', 'fritz.box', 'nas.home', 'localhost.localdomain']],
  ['loopback', ['[2002:7f00:1::]', '[::7f00:1]', 'localhost.']],
  ['reserved', ['[2001:0:1::1]', 'localhost..', '.', 'example..com']]
])('%s: %j', (where, hosts) => {
  for (const host of hosts) expect([host, scopeOf(host)]).toEqual([host, where])
})

describe('a link for the browser', () => {
  const LINK = 'https://deal.example/reboot'
  const linkApi = (lookUp: Resolver['lookUp'], proxies: Resolver['proxies'] = async () => [], deadlineMs?: number) =>
    new ProviderApi({
      fetchFor: () => fetch,
      resolver: { lookUp, proxies },
      ...(deadlineMs !== undefined && { deadlineMs })
    })
  const opened = (base: string, names: Record<string, string[]>, link = LINK, proxies?: Resolver['proxies']) =>
    linkApi((host) => {
      const found = names[host]
      return found ? Promise.resolve(found) : Promise.reject(new AppError('UNREACHABLE', { host }))
    }, proxies)
      .externalUrl(base, link)
      .catch(toErrorInfo)
  const refused = { code: 'BAD_REQUEST', found: 'privateAddress' }

  test.each([
    ...[[['127.0.0.1']], [['::1']], [['10.0.0.7']], [['::ffff:192.168.0.7']], [['169.254.169.254']]],
    [['203.0.113.9', '127.0.0.1']]
  ])('is refused if its name leads to %j, also behind a proxy', async (places) => {
    const names = { 'deal.example': places, 'api.example.com': ['203.0.113.1'] }
    expect(await opened('https://api.example.com', names)).toEqual(refused)
    expect(await opened('https://api.example.com', names, LINK, async () => ['http p.example:8080'])).toEqual(refused)
  })

  test.each([
    ['a public address', 'https://api.example.com', { 'deal.example': ['203.0.113.9'] }],
    ['the network of the provider', 'https://10.0.0.5', { 'deal.example': ['10.0.0.7'] }],
    ['an unknown place', 'https://api.example.com', {}]
  ])('opens if its name leads to %s', async (_name, base, names) => {
    expect(await opened(base, names)).toBe(LINK)
  })

  test('opens at the provider itself and at an IP address without a look-up', async () => {
    const lookUp = vi.fn<Resolver['lookUp']>()
    const api = linkApi(lookUp)
    expect(await api.externalUrl('https://api.example.com', '/terms')).toBe('https://api.example.com/terms')
    expect(await api.externalUrl('https://api.example.com', 'https://203.0.113.9/a')).toBe('https://203.0.113.9/a')
    expect(lookUp).not.toHaveBeenCalled()
  })

  test('waits for a silent resolver no longer than its deadline, and ends at once with the operation', async () => {
    const silent = () => new Promise<never>(() => undefined)
    expect(await linkApi(silent, silent, 20).externalUrl('https://api.example.com', LINK)).toBe(LINK)
    const stop = new AbortController()
    const api = linkApi(() => {
      stop.abort()
      return silent()
    })
    const work = api.externalUrl('https://api.example.com', LINK, stop.signal)
    expect(await work.catch(toErrorInfo)).toMatchObject({ code: 'CANCELLED' })
  })

  test('stays closed if the provider’s own name isn’t resolved in time', async () => {
    const lookUp: Resolver['lookUp'] = (host) =>
      host === 'deal.example' ? Promise.resolve(['10.0.0.7']) : new Promise(() => undefined)
    const work = linkApi(lookUp, undefined, 20).externalUrl('https://api.example.com', LINK)
    expect(await work.catch(toErrorInfo)).toEqual(refused)
  })
})
