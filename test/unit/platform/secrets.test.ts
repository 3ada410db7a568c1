import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { blotter, SHORTEST_SECRET, withoutUserInfo } from '../../../src/main/platform/secrets.ts'

const SECRETS = {
  'a token': 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI1In0.-Xk_0y-9Lq',
  'a password': 'pa"ss w0rd+x/y\\z%&é',
  'a password of signs': '$1.(a|b)*[c]{2}?^',
  'a password in other letters': 'пароль-🔑-密碼'
}
const escaped = (text: string): string => JSON.stringify(text).slice(1, -1)
const units = (text: string): string =>
  text.replace(/[^\w.~-]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
const pageForm = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#39;').replaceAll('<', '&lt;')

const FORMS: Record<string, (secret: string) => string> = {
  'as it is': (secret) => secret,
  'in capitals': (secret) => secret.toUpperCase(),
  'in small letters': (secret) => secret.toLowerCase(),
  'encoded for an address': encodeURIComponent,
  'encoded for an address, in small letters': (secret) =>
    encodeURIComponent(secret).replace(/%../g, (byte) => byte.toLowerCase()),
  'encoded for an address twice': (secret) => encodeURIComponent(encodeURIComponent(secret)),
  'encoded for a form': (secret) => String(new URLSearchParams({ a: secret })).slice(2),
  'escaped for JSON': escaped,
  'escaped for JSON in JSON': (secret) => escaped(escaped(secret)),
  'escaped for JSON, with slashes': (secret) => escaped(secret).replaceAll('/', '\\/'),
  'escaped for JSON by code': units,
  'escaped for JSON in an address': (secret) => encodeURIComponent(escaped(secret)),
  'escaped for a page': pageForm,
  'in base64': (secret) => Buffer.from(secret).toString('base64'),
  'escaped for JSON, in base64': (secret) => Buffer.from(escaped(secret)).toString('base64'),
  'encoded for an address, in base64': (secret) => Buffer.from(encodeURIComponent(secret)).toString('base64'),
  'in base64url': (secret) => Buffer.from(secret).toString('base64url'),
  'in base64 in an address': (secret) => encodeURIComponent(Buffer.from(secret).toString('base64').replace(/=+$/, ''))
}

describe.each(Object.entries(SECRETS))('%s', (_name, secret) => {
  const blot = blotter([secret])

  test.each(Object.entries(FORMS))('is blotted out %s', (_form, form) => {
    expect(blot(`before ${form(secret)} after`)).toMatch(/^before •••(%3D)* after$/)
  })

  test('is blotted out wherever it begins in what was encoded', () => {
    for (const before of ['', 'a', 'me', 'you', 'them@']) {
      const blotted = blot(Buffer.from(`${before}${secret}:x`).toString('base64url'))
      const left = Buffer.from(blotted.replace('•••', ' ').split(' ').join(''), 'base64url').toString('latin1')
      expect(blotted).toContain('•••')
      // At most the two bytes that share a letter with its neighbours are left in part.
      expect(left.length).toBeLessThanOrEqual(before.length + 4)
    }
  })

  test('is blotted out each time', () => {
    expect(blot(`${secret}${secret}, ${secret}`)).toBe('••••••, •••')
  })
})

test('of two secrets that begin alike, all of the longer one goes', () => {
  expect(blotter(['password', 'password-and-more'])('password-and-more, password')).toBe('•••, •••')
})

test('a secret too short to be told from ordinary letters is left alone', () => {
  expect(SHORTEST_SECRET).toEqual({ words: 4, data: 8 })
  expect(blotter(['1234567', ''])('a 1234567')).toBe('a 1234567')
  expect(blotter(['12345678', '1'])('a 12345678 1')).toBe('a ••• 1')
  expect(blotter(['abc', 'abcd'], SHORTEST_SECRET.words)('abc abcd')).toBe('abc •••')
})

test('a text without a secret is the same, and nothing is blotted out twice', () => {
  const secret = fc.string({ unit: 'binary', minLength: 8, maxLength: 20 })
  fc.assert(
    fc.property(secret, fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (given, before, after) => {
      const blot = blotter([given])
      const once = blot(`${before}${given}${after}`)
      expect(once).not.toContain(given)
      expect(once).toContain('•••')
      expect(blot(once)).toBe(once)
    }),
    { numRuns: 40 }
  )
})

test('the longest token, and texts made to be slow to search, are done within the time of a test', () => {
  const long = 'aB3_-x.'.repeat(2340)
  expect(blotter([long])(`x${long}y${Buffer.from(long).toString('base64')}`)).toMatch(/^x•••y•••$/)
  const blot = blotter(['\\\\"\\"""\\\\\\\\""%%25%25', 'aaaaaaaaaaaaaaaaaaab'])
  for (const text of ['\\', '\\"', '"', '%25', 'a', '%5c', '&#']) {
    expect(blot(text.repeat(100_000))).toBe(text.repeat(100_000))
  }
})

test.each([
  ['that begin it again and again', `${'!'.repeat(1000)}b`, '!'],
  ['of backslashes without an end', `a\\b${'\\'.repeat(4000)}b-the-rest-of-it`, '\\'],
  ['of backslashes, which it has itself', `${'\\'.repeat(4)}${'!'.repeat(1000)}`, '\\'],
  ['that begin it again and again in base64', `${'?'.repeat(1000)}b`, 'Pz8/']
])('texts %s are done within the time of a test', (_name, secret, text) => {
  const blot = blotter([secret])
  expect(blot(text.repeat(30_000).slice(0, 30_000)).length).toBeLessThanOrEqual(30_000)
  expect(blot(`x ${secret} y`)).toMatch(/^x \S+ y$/)
  expect(blot(`x ${secret} y`)).not.toContain(secret.slice(-10))
})

test.each(['!', '漢', '#$%&*+"<'])('a secret of thousands of %j is no more than others are', (sign) => {
  const secret = sign.repeat(16_384 / sign.length)
  const blot = blotter([secret])
  expect(blot(`x ${secret} ${encodeURIComponent(secret)} ${Buffer.from(secret).toString('base64')} y`)).toBe(
    'x ••• ••• ••• y'
  )
  expect(blot('x'.repeat(100_000))).toBe('x'.repeat(100_000))
})

test('backslashes anywhere in a long secret are blotted out in every form', () => {
  for (let at = 56; at < 72; at += 1) {
    const secret = `${'a'.repeat(at)}\\\\\n\\!\\${'b'.repeat(at)}`
    for (const form of [secret, escaped(secret), escaped(escaped(secret)), encodeURIComponent(secret)]) {
      expect(blotter([secret])(`x ${form} y`)).toBe('x ••• y')
    }
  }
})

describe('names and passwords in addresses', () => {
  test.each([
    ['https://me:secret@a.example/path', 'https://•••@a.example/path'],
    [
      'see http://me:se%20cret@a.example:8000, or socks5://t0ken@b.example',
      'see http://•••@a.example:8000, or socks5://•••@b.example'
    ],
    ['postgres://me:p@ss@db.example/x', 'postgres://•••@db.example/x'],
    ['//me:secret@a.example', '//•••@a.example'],
    ['https://•••@a.example', 'https://•••@a.example'],
    ['https://a.example/@me', 'https://a.example/@me'],
    ['https://a.example/?mail=me@b.example', 'https://a.example/?mail=me@b.example'],
    ['https://a.example, me@b.example', 'https://a.example, me@b.example'],
    ['me@b.example', 'me@b.example']
  ])('%s', (given, left) => {
    expect(withoutUserInfo(given)).toBe(left)
  })
})
