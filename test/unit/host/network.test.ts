import { describe, expect, it } from 'vitest'
import { MissingPart } from '../../host/strict.ts'
import { afterTunnel, chromiumError, NetError, TunnelError } from '../../host/network/errors.ts'
import { pacOf, proxyFor, proxyOf, readSwitches } from '../../host/network/proxy.ts'

describe('switches', () => {
  it('are taken from anywhere before --', () => {
    const switches = readSwitches(['file.json', '--proxy-server=a:1', '--headless', '--', '--not-this'])
    expect([...switches]).toEqual([
      ['proxy-server', 'a:1'],
      ['headless', '']
    ])
  })
})

describe('the proxy of the command line', () => {
  const proxy = (address: string, ...args: string[]): string => pacOf(proxyFor(new URL(address), readSwitches(args)))

  it('is used for all but loopback', () => {
    expect(proxy('https://api.example')).toBe('DIRECT')
    expect(proxy('https://api.example', '--proxy-server=p:1')).toBe('PROXY p:1')
    expect(proxy('https://api.example', '--proxy-server=p:1', '--no-proxy-server')).toBe('DIRECT')
    for (const host of ['localhost', 'a.localhost', '127.0.0.1', '127.9.9.9', '[::1]', '169.254.1.1', '[fe80::1]']) {
      expect(proxy(`http://${host}:80/`, '--proxy-server=p:1')).toBe('DIRECT')
      expect(proxy(`http://${host}:80/`, '--proxy-server=http://p:1', '--proxy-bypass-list=<-loopback>')).toBe(
        'PROXY p:1'
      )
    }
  })

  it('is refused in a form that the host does not know', () => {
    for (const args of [
      ['--proxy-server=http=a:1;https=b:2'],
      ['--proxy-server=socks4://a:1'],
      ['--proxy-server=a:1', '--proxy-bypass-list=<local>'],
      ['--proxy-pac-url=http://a/pac']
    ]) {
      expect(() => proxy('https://api.example', ...args)).toThrow(MissingPart)
    }
  })
})

describe('failures by Chromium’s names', () => {
  const failed = (cause: unknown): unknown => chromiumError(new TypeError('fetch failed', { cause }))

  it('come from Node’s codes, or were there from the start', () => {
    expect(failed(Object.assign(new Error('secret'), { code: 'ECONNREFUSED' }))).toEqual(
      new Error('net::ERR_CONNECTION_REFUSED')
    )
    expect(failed(new NetError('ERR_CERT_DATE_INVALID'))).toEqual(new Error('net::ERR_CERT_DATE_INVALID'))
    expect(failed(new Error('something'))).toEqual(new Error('net::ERR_FAILED'))
  })

  it('are not those of a caller who called off', () => {
    const calledOff = new DOMException('off', 'AbortError')
    expect(chromiumError(calledOff)).toBe(calledOff)
  })
})

describe('a refused tunnel', () => {
  const refusal = (status: number, headers: Record<string, string> = {}): TunnelError =>
    new TunnelError(status, new Headers(headers), null)

  it('is a response for a 407, whose body can’t be read', async () => {
    const response = afterTunnel(refusal(407, { 'content-type': 'text/html; charset=utf-8' }))
    expect(response.status).toBe(407)
    await expect(response.text()).rejects.toThrow('net::ERR_TUNNEL_CONNECTION_FAILED')
    expect(afterTunnel(refusal(407, { 'x-content-type-options': 'nosniff' })).status).toBe(407)
  })

  it.each([
    [407, {}],
    [407, { 'content-type': 'text/plain' }],
    [403, { 'content-type': 'text/html' }],
    [502, {}]
  ])('is an error for %i with %o', (status, headers) => {
    expect(() => afterTunnel(refusal(status, headers as Record<string, string>))).toThrow(
      'net::ERR_TUNNEL_CONNECTION_FAILED'
    )
  })
})

describe('the proxy of setProxy', () => {
  const proxy = (address: string, proxyBypassRules = '', proxyRules = 'http://p:1'): string =>
    pacOf(proxyOf(new URL(address), { mode: 'fixed_servers', proxyRules, proxyBypassRules }))

  it.each([
    ['http://p:1', 'PROXY p:1'],
    ['https://p:1', 'HTTPS p:1'],
    ['socks5://[::1]:1', 'SOCKS5 [::1]:1']
  ])('%s is %s', (rules, pac) => {
    expect(proxy('https://api.example', '', rules)).toBe(pac)
  })

  it('isn’t used for loopback, nor in the modes without one', () => {
    expect(proxy('http://127.0.0.1:80')).toBe('DIRECT')
    for (const mode of ['direct', 'system'] as const)
      expect(pacOf(proxyOf(new URL('https://api.example'), { mode }))).toBe('DIRECT')
    expect(() => proxyOf(new URL('https://a'), { mode: 'auto_detect' })).toThrow(MissingPart)
  })

  it.each([
    ['example.com', ['https://example.com'], ['https://api.example.com', 'https://badexample.com']],
    ['*.example.com', ['https://api.example.com'], ['https://example.com', 'https://badexample.com']],
    ['.example.com', ['https://api.example.com'], ['https://example.com']],
    ['example.com:8443', ['https://example.com:8443'], ['https://example.com']],
    ['example.com:443', ['https://example.com'], ['http://example.com']],
    ['10.0.0.0/8', ['https://10.1.2.3'], ['https://11.1.2.3', 'https://ten.example', 'https://[a::1]']],
    ['2001:db8::/32', ['https://[2001:db8::1]'], ['https://[2001:db9::1]']],
    ['[2001:db8::1]:8443', ['https://[2001:db8::1]:8443'], ['https://[2001:db8::1]']],
    ['a.example,b.example', ['https://a.example', 'https://b.example'], ['https://c.example']]
  ])('leaves out %s', (rules, direct, through) => {
    for (const address of direct) expect(proxy(address, rules), address).toBe('DIRECT')
    for (const address of through) expect(proxy(address, rules), address).toBe('PROXY p:1')
  })
})
