import { describe, expect, test } from 'vitest'
import { createRedactor } from '../../../src/main/api/security/redaction.ts'
import { conditionsOf, validatorsIn, validity } from '../../../src/main/api/http/validators.ts'

const token = 'canary+token/123'
const redact = createRedactor([token])
const of = validity(new URL('https://api.example.com/v2/Products'))
const validators = (headers: Record<string, string>) =>
  validatorsIn({ status: 200, host: 'h', header: (name) => headers[name] ?? null, bytes: new Uint8Array() }, of, redact)
const date = 'Sat, 21 Nov 2026 12:00:00 GMT'

describe('of a reply', () => {
  test('both, one of them, or none', () => {
    expect(validators({ etag: 'W/"a b"', 'last-modified': date })).toEqual({ etag: 'W/"a b"', lastModified: date, of })
    expect(validators({ etag: '"x"' })).toEqual({ etag: '"x"', lastModified: null, of })
    expect(validators({ 'last-modified': date })).toEqual({ etag: null, lastModified: date, of })
    expect(validators({})).toBeNull()
  })

  test.each([
    ['longer than 1024', `"${'x'.repeat(1023)}"`],
    ['a line break', '"a\r\nX-Other: 1"'],
    ['letters of no header', '"é"'],
    ['empty', ''],
    ['the token', `"${token}"`],
    ['the token for an address', `"${encodeURIComponent(token)}"`],
    ['the token in base64', `"${Buffer.from(token).toString('base64')}"`]
  ])('none that is %s', (_name, etag) => {
    expect(validators({ etag })).toBeNull()
  })
})

describe('in a request', () => {
  test('as they came', () => {
    expect(conditionsOf({ etag: '"x"', lastModified: date, of }, of)).toEqual({
      'If-None-Match': '"x"',
      'If-Modified-Since': date
    })
    expect(conditionsOf({ etag: null, lastModified: date, of }, of)).toEqual({ 'If-Modified-Since': date })
  })

  test('none that are of something else, or were spoilt where they were stored', () => {
    expect(conditionsOf(null, of)).toBeNull()
    expect(conditionsOf(undefined, of)).toBeNull()
    expect(conditionsOf({ etag: '"x"', lastModified: null, of: 'other' }, of)).toBeNull()
    expect(conditionsOf({ etag: '"x"\r\nX-Other: 1', lastModified: null, of }, of)).toBeNull()
    expect(conditionsOf({ etag: null, lastModified: null, of }, of)).toBeNull()
  })
})

test('each address has its own', () => {
  const paths = ['/v2/Products', '/v2/Products?sort=name', '/v2/Profile', '/prefix/v2/Products']
  const all = paths.map((path) => validity(new URL(path, 'https://api.example.com')))
  expect(new Set([...all, validity(new URL('https://other.example.com/v2/Products'))]).size).toBe(5)
})
