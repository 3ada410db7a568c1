import { describe, expect, test } from 'vitest'
import { normaliseBaseAddress, resolveUntrustedUrl } from '../../../src/main/api/security/base-url.ts'
import { toErrorInfo, type ErrorInfo } from '../../../src/shared/ipc/error.ts'

const errorIn = (run: () => unknown): ErrorInfo => {
  try {
    run()
  } catch (error) {
    return toErrorInfo(error)
  }
  throw new Error('nothing was thrown')
}

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
    ['http://platform.localhost', 'http://platform.localhost'],
    ['http://127.0.0.1:1', 'http://127.0.0.1:1'],
    ['http://127.9.9.9', 'http://127.9.9.9'],
    ['http://0x7f.1', 'http://127.0.0.1'],
    ['http://[::1]:8080', 'http://[::1]:8080']
  ])('%s is kept as %s', (typed, stored) => {
    expect(normaliseBaseAddress(typed)).toBe(stored)
    expect(normaliseBaseAddress(stored)).toBe(stored)
  })

  test.each([
    'http://api.example.com',
    'http://localhost.example.com',
    'http://127.0.0.1.example.com',
    'http://192.168.1.10',
    'http://0.0.0.0',
    'http://[::2]'
  ])('%s is insecure', (typed) => {
    expect(errorIn(() => normaliseBaseAddress(typed)).code).toBe('INSECURE_ADDRESS')
  })

  test.each([
    '',
    '   ',
    'https://',
    'ftp://api.example.com',
    'file:///etc/hosts',
    'data:text/html,x',
    'https://user:word@api.example.com',
    'https://user@api.example.com',
    'https://api example.com',
    'https:\\\\api.example.com',
    'https://api.example.com:99999'
  ])('%j is no address', (typed) => {
    expect(errorIn(() => normaliseBaseAddress(typed))).toEqual({ code: 'BAD_REQUEST', found: 'address' })
  })

  test('one of 3,000 characters is none either', () => {
    expect(errorIn(() => normaliseBaseAddress(`https://a.example/${'a'.repeat(3000)}`)).code).toBe('BAD_REQUEST')
  })
})

describe('picture address', () => {
  const base = 'https://api.example.com/prefix'

  test.each([
    ['images/a.png', 'https://api.example.com/prefix/images/a.png'],
    ['/images/a.png', 'https://api.example.com/images/a.png'],
    ['//cdn.example.com/a.png', 'https://cdn.example.com/a.png'],
    ['https://cdn.example.com/a.png', 'https://cdn.example.com/a.png'],
    ['my picture.png', 'https://api.example.com/prefix/my%20picture.png']
  ])('%s is %s', (address, url) => {
    expect(resolveUntrustedUrl(base, address).href).toBe(url)
  })

  test.each([
    ['https://api.example.com', 'images/a.png', 'https://api.example.com/images/a.png'],
    ['https://api.example.com', '/images/a.png', 'https://api.example.com/images/a.png'],
    ['https://api.example.com/v1', 'images/a.png', 'https://api.example.com/v1/images/a.png'],
    ['https://api.example.com/v1', '/images/a.png', 'https://api.example.com/images/a.png'],
    ['https://api.example.com/v1', './a.png', 'https://api.example.com/v1/a.png'],
    ['https://api.example.com/v1/x', '../a.png', 'https://api.example.com/v1/a.png'],
    ['https://api.example.com/v1', '../../../a.png', 'https://api.example.com/a.png'],
    ['https://api.example.com/v1', '?picture=5', 'https://api.example.com/v1/?picture=5'],
    ['https://api.example.com:8443/v1', '//api.example.com/a.png', 'https://api.example.com/a.png'],
    ['http://localhost:3000/v1', '//localhost:3000/a.png', 'http://localhost:3000/a.png']
  ])('at %s: %s is %s', (platform, address, url) => {
    expect(resolveUntrustedUrl(platform, address).href).toBe(url)
  })

  test.each([
    'https://127.0.0.1/a.png',
    'https://127.1/a.png',
    'https://2130706433/a.png',
    'https://0x7f000001/a.png',
    'https://0177.0.0.1/a.png',
    'https://0/a.png',
    '//10.0.0.1/a.png',
    'https://172.16.0.1/a.png',
    'https://192.168.1.1:8443/a.png',
    'https://169.254.169.254/latest/meta-data',
    'https://100.64.0.1/a.png',
    'https://224.0.0.1/a.png',
    'https://255.255.255.255/a.png',
    'https://[::1]/a.png',
    'https://[::]/a.png',
    'https://[::ffff:127.0.0.1]/a.png',
    'https://[::ffff:10.0.0.1]/a.png',
    'https://[64:ff9b::192.168.0.1]/a.png',
    'https://[2002:a00:1::]/a.png',
    'https://[fc00::1]/a.png',
    'https://[fd12:3456::1]/a.png',
    'https://[fe80::1]/a.png',
    'https://[ff02::1]/a.png',
    'https://localhost/a.png',
    'https://LOCALHOST./a.png',
    'https://app.localhost/a.png',
    'https://printer.local/a.png',
    'https://metadata.google.internal/a.png',
    'https://router/a.png'
  ])('%s is at home, and none of the provider’s', (address) => {
    expect(errorIn(() => resolveUntrustedUrl(base, address))).toEqual({ code: 'BAD_REQUEST', found: 'privateAddress' })
  })

  test.each([
    ['https://10.0.0.5', 'a.png', 'https://10.0.0.5/a.png'],
    ['https://10.0.0.5:8443/v1', 'https://10.0.0.5:8443/a.png', 'https://10.0.0.5:8443/a.png'],
    ['https://platform.internal', '/a.png', 'https://platform.internal/a.png'],
    ['http://[::1]:3000', 'http://[::1]:3000/a.png', 'http://[::1]:3000/a.png']
  ])('a provider at %s has its own at home: %s', (platform, address, url) => {
    expect(resolveUntrustedUrl(platform, address).href).toBe(url)
  })

  test.each([
    ['https://10.0.0.5', 'https://10.0.0.6/a.png'],
    ['https://10.0.0.5', 'https://10.0.0.5:8443/a.png'],
    ['http://localhost:3000', 'https://localhost:8443/a.png'],
    ['http://127.0.0.1:3000', 'https://localhost:3000/a.png']
  ])('but no others: at %s not %s', (platform, address) => {
    expect(errorIn(() => resolveUntrustedUrl(platform, address)).code).toBe('BAD_REQUEST')
  })

  test('http is for the provider that is itself spoken to over it', () => {
    expect(resolveUntrustedUrl('http://127.0.0.1:3000', '/a.png').href).toBe('http://127.0.0.1:3000/a.png')
    expect(errorIn(() => resolveUntrustedUrl(base, 'http://127.0.0.1:3000/a.png')).code).toBe('INSECURE_ADDRESS')
    expect(errorIn(() => resolveUntrustedUrl('http://127.0.0.1:3000', 'http://127.0.0.1:3001/a.png')).code).toBe(
      'INSECURE_ADDRESS'
    )
  })

  test.each([
    'file:///etc/hosts',
    'data:text/html,x',
    'https://u:p@cdn.example.com/a.png',
    'https://',
    // What the URL parser would mend.
    'https:cdn.example.com/a.png',
    'https:/cdn.example.com/a.png',
    'https:///cdn.example.com/a.png',
    '///cdn.example.com/a.png',
    '\\\\cdn.example.com\\a.png',
    '/\\cdn.example.com/a.png',
    'ht\ntps://cdn.example.com/a.png'
  ])('%j is no address', (address) => {
    expect(errorIn(() => resolveUntrustedUrl(base, address)).code).toBe('BAD_REQUEST')
  })
})
