import { describe, expect, test } from 'vitest'
import type { KnownValue } from '../../../../src/main/ports/index.ts'
import { PersonalValues } from '../../../../src/main/provider/readers/security/personal-values.ts'
import type { ValueKind } from '../../../../src/shared/models/diagnostics.ts'
import { growthOf, LINEAR, SMALL } from '../../../support/growth.ts'

const VALUES: Record<ValueKind, { text: string; placeholder: string } | null> = {
  token: { text: 'tok-8f3a91c2d4e5b6a7-Zx/9+q', placeholder: '[token]' },
  email: { text: 'anna.smith@example.com', placeholder: '[email]' },
  name: { text: 'Müller & Söhne', placeholder: '[name]' },
  amount: { text: '1234.56', placeholder: '[amount]' },
  invoice: { text: 'INV-2026/0042', placeholder: '[invoice number]' },
  provider: { text: 'https://billing.acme-proxies.example/v2', placeholder: '[provider address]' },
  proxy: { text: 'http://proxy.lab.example:3128', placeholder: '[proxy address]' },
  computer: { text: 'annas-thinkpad', placeholder: '[user or computer]' },
  // Found by their shape.
  ip: null,
  path: null
}
const known = Object.entries(VALUES).flatMap(([kind, value]): KnownValue[] =>
  value ? [{ kind: kind as ValueKind, text: value.text }] : []
)
const values = new PersonalValues(known)

const ENCODINGS: Record<string, (text: string) => string> = {
  'as it is': (text) => text,
  'in capitals': (text) => text.toUpperCase(),
  'in JSON': (text) => JSON.stringify(text).slice(1, -1),
  'in JSON in JSON': (text) => JSON.stringify(JSON.stringify(text)).slice(3, -3),
  'in JSON with \\u': (text) =>
    text.replace(/[^a-z]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  'in a URL': encodeURIComponent,
  'in a form': (text) => String(new URLSearchParams({ a: text })).slice(2),
  'every byte for a URL': (text) => [...Buffer.from(text)].map((byte) => `%${byte.toString(16)}`).join(''),
  'in HTML': (text) => text.replaceAll('&', '&amp;').replaceAll('@', '&#64;').replaceAll('/', '&sol;'),
  base64: (text) => Buffer.from(text).toString('base64'),
  'base64 after one byte': (text) => Buffer.from(`:${text}`).toString('base64'),
  'base64 after two bytes': (text) => Buffer.from(`u:${text}`).toString('base64'),
  base64url: (text) => Buffer.from(text).toString('base64url'),
  'base64 in a URL': (text) => encodeURIComponent(Buffer.from(text).toString('base64')),
  'base64 of JSON': (text) => Buffer.from(JSON.stringify({ a: text })).toString('base64'),
  hexadecimal: (text) => Buffer.from(text).toString('hex'),
  decomposed: (text) => text.normalize('NFD')
}

describe.each(Object.entries(ENCODINGS))('%s', (_name, encode) => {
  test.each(known)('replaces the $kind', ({ kind, text }) => {
    const around = `before: 1 code="${encode(text)}" after: 2`
    const { text: replaced, counts } = values.replace(around)
    expect(replaced).toContain(VALUES[kind]?.placeholder)
    expect(replaced).not.toContain(encode(text))
    expect(replaced.startsWith('before: 1 code="')).toBe(true)
    expect(replaced.endsWith('" after: 2')).toBe(true)
    expect(counts.get(kind)).toBe(1)
  })
})

test.each([
  '1,234.56',
  '1.234,56',
  '1 234,56',
  '1\u202f234,56',
  '1’234.56',
  '1234,560',
  '-1234.56',
  '€1,234.56',
  '01234.56'
])('replaces the amount written as %s', (written) => {
  const { text, counts } = values.replace(`total=${written}; 2 of 3, 11 12.5`)
  expect(text).toMatch(/^total=[-€]?\[amount\]; 2 of 3, 11 12\.5$/)
  expect(counts.get('amount')).toBe(1)
})

test('an amount isn’t found in other numbers, nor as fewer than four characters', () => {
  const found = new PersonalValues(['5', '80', '1234.56', '700'].map((text) => ({ kind: 'amount', text })))
  const text = '5 80 11234.56 1234.567 700 24.80.1 1234,57'
  expect(found.replace(text).text).toBe(text)
  expect(found.replace('5.00, €80.00 and 700,00').text).toBe('[amount], €[amount] and [amount]')
})

test('replaces several values of one line, and counts them', () => {
  const { text, counts } = values.replace('anna.smith@example.com paid 1234.56, and ANNA.SMITH@EXAMPLE.COM 1234.56.')
  expect(text).toBe('[email] paid [amount], and [email] [amount].')
  expect([...counts]).toEqual([
    ['email', 2],
    ['amount', 2]
  ])
})

test('replaces a token that was cut off, and what follows the beginning of a long one', () => {
  const long = 'x'.repeat(40) + 'y'.repeat(400)
  const found = new PersonalValues([{ kind: 'token', text: long }])
  expect(found.replace(`a ${long} b`).text).toBe('a [token] b')
  expect(found.replace(`a ${long.slice(0, 70)} b`).text).toBe('a [token] b')
  expect(values.replace(`a ${'tok-8f3a91c2d4e5b6a7-Zx/9+q'.slice(0, 22)}… b`).text).toBe('a [token] b')
})

test('what follows an escaped value in later lines is kept', () => {
  const text = `a %74ok-8f3a91c2d4e5b6a7-Zx/9+q-and-more b\nat %2Fhome%2Fanna (x)\nlast line, with more`
  expect(values.replace(text).text).toBe('a [token] b\nat [path])\nlast line, with more')
})

test('replaces values that overlap as one', () => {
  const found = new PersonalValues([
    { kind: 'provider', text: 'billing.example.com' },
    { kind: 'email', text: 'anna@billing.example' }
  ])
  expect(found.replace('<anna@billing.example.com>').text).toBe('<[email]>')
})

describe('a short value', () => {
  const short = new PersonalValues([
    { kind: 'name', text: 'Work' },
    { kind: 'amount', text: '2026' },
    { kind: 'name', text: '東京東京' },
    { kind: 'computer', text: 'ann' }
  ])

  test.each([
    ['account: Work', 'account: [name]'],
    ['work_2 and myWork', '[name]_2 and my[name]'],
    ['東京東京都', '[name]都'],
    ['amount 2026.', 'amount [amount].']
  ])('is replaced as a whole word in “%s”', (text, expected) => {
    expect(short.replace(text).text).toBe(expected)
  })

  test.each(['network', 'Network, NETWORK', 'reworked', '120260', 'Hannah'])(
    'is no part of the word in “%s”',
    (text) => {
      expect(short.replace(text).text).toBe(text)
    }
  )
})

test.each([
  ['hunter', 'hunteryx'],
  ['hunter', 'hunter'],
  ['hunter-of-ad', 'hunter-of-ada-99']
])('beside the name %s, the token %s is replaced whole, in whichever order they come', (name, token) => {
  const pair: KnownValue[] = [
    { kind: 'name', text: name },
    { kind: 'token', text: token }
  ]
  for (const order of [pair, pair.toReversed()]) {
    expect(new PersonalValues(order).replace(`is a${token} here`).text).toBe('is a[token] here')
  }
})

test('no word of the report is replaced because a password begins with it, which would tell most of the password', () => {
  const passwords: KnownValue[] = ['main1', 'portside1'].map((text) => ({ kind: 'token', text }))
  const text = 'portside: 0.1.0\n    at start (out/main/index.js:1:2)'
  expect(new PersonalValues(passwords).replace(text).text).toBe(text)
})

test('a short token is replaced in the middle of a word', () => {
  expect(new PersonalValues([{ kind: 'token', text: 'k3y9' }]).replace('xxk3y9xx').text).toBe('xx[token]xx')
})

describe('IP addresses', () => {
  const found = new PersonalValues([])

  test.each([
    '192.168.1.10',
    '8.8.8.8',
    '0xc0.0xa8.0x01.0x0a',
    '0300.0250.01.012',
    '2001:db8::1',
    '2001:0db8:0000:0000:0000:ff00:0042:8329',
    'FE80::A1B2',
    'fe80::1%eth0',
    '::1',
    '::ffff:192.168.1.10',
    'ip-10-0-0-12',
    '10.1.168.192.in-addr.arpa',
    'b.a.9.8.7.6.5.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa',
    '2001-db8--1.ipv6-literal.net',
    'http://3232235786/',
    'http://0xc0a8010a/',
    'http://127.1/',
    'http://[2001:db8::1]:8080/',
    '192.168.1.10:8080',
    '%3A%3A1',
    '2001%3Adb8%3A%3A1',
    Buffer.from('from 192.168.1.10 to').toString('base64'),
    Buffer.from('from 2001:db8::1 to').toString('base64')
  ])('replaces %s', (address) => {
    const { text, counts } = found.replace(`peer ${address} closed`)
    expect(text).toMatch(/^peer .*\[IP address\].* closed$/)
    expect(text.replace(':8080', '')).not.toMatch(/\d{2}/)
    expect(counts.get('ip')).toBe(1)
  })

  test('no number of an address in a host name is left', () => {
    expect(found.replace('peer ip-192-168-1-10 closed').text).toBe('peer ip-[IP address] closed')
  })

  test.each([
    '2026-11-26T15:20:52.123Z',
    '146.0.7680.31',
    '1.2.3',
    'index.js:12:5',
    'at node:internal/timers:588:17',
    'duration 12:30:45',
    '12:34',
    '256.300.1.2',
    'a: b, c:d'
  ])('keeps %s', (text) => {
    expect(found.replace(`value ${text} end`).text).toBe(`value ${text} end`)
  })
})

describe('folders', () => {
  const found = new PersonalValues([{ kind: 'path', text: '/srv/people/anna' }])

  test.each([
    ['at (/home/anna/My files/a.js:1:2)', 'at ([path])'],
    ['file:///Users/anna/x', 'file://[path]'],
    [String.raw`open C:\Users\Anna Smith\x`, 'open [path]'],
    [String.raw`open "C:\\Users\\anna\\x"`, 'open "[path]"'],
    ['open C:/Users/anna', 'open [path]'],
    ['open %2Fhome%2Fanna', 'open [path]'],
    ['/srv/people/anna/secret plan.txt', '[path]'],
    ['/run/user/1000/bus', '[path]'],
    ['/var/folders/ab/cd/T', '[path]']
  ])('replaces the path in “%s”', (text, expected) => {
    expect(found.replace(text).text).toBe(expected)
  })

  test('keeps the paths of the program', () => {
    const text = 'at run (file:///opt/Portside/resources/app.asar/out/main/index.js:10:5)'
    expect(found.replace(text).text).toBe(text)
  })
})

describe('takes linear time', () => {
  test('with the marks on a letter of a value', () => {
    const make = (size: number): string => `a${'\u0301'.repeat(size / 2)}${'\u0323'.repeat(size / 2)}`
    const compare = (text: string): PersonalValues => new PersonalValues([{ kind: 'name', text }])
    expect(growthOf(make, compare, SMALL)).toBeLessThan(LINEAR)
    // A value that is longer than what is compared is found by its beginning.
    expect(compare(make(10_000)).replace(`x ${make(10_000)} y`).text).toBe('x [name] y')
  })

  const many = (size: number): KnownValue[] =>
    Array.from({ length: size / 8 }, (_, at) => ({ kind: 'invoice', text: `2026-${at}` }))

  test.each<[string, (size: number) => { known: KnownValue[]; text: string }]>([
    [
      'amounts',
      (size) => ({
        known: many(size).map(({ text }, at): KnownValue => ({ kind: 'amount', text: `${text.length}${at}.5` })),
        text: '1 1.5,'.repeat(size / 6)
      })
    ],
    ['digits', (size) => ({ known, text: '1'.repeat(size) })],
    ['values', (size) => ({ known: many(size), text: '2026-1 2026-2 x' })],
    ['text', (size) => ({ known, text: 'tok-8f3a91c2d4e5b6a anna.smith '.repeat(size / 32) })],
    ['a value in one long word', (size) => ({ known: [{ kind: 'token', text: 'aaaaaaaa' }], text: 'a'.repeat(size) })],
    [
      'a value that nearly fits',
      (size) => ({ known: [{ kind: 'name', text: `${'a'.repeat(40)}b` }], text: 'a'.repeat(size) })
    ],
    ['colons', (size) => ({ known, text: 'a:'.repeat(size / 2) })],
    ['numbers', (size) => ({ known, text: '1.2.'.repeat(size / 4) })],
    ['dashes', (size) => ({ known, text: '1-'.repeat(size / 2) })],
    ['home folders', (size) => ({ known, text: '/home/'.repeat(size / 6) })],
    ['backslashes', (size) => ({ known, text: 'c:\\Users\\'.repeat(size / 9) })],
    ['percent signs', (size) => ({ known, text: '%25'.repeat(size / 3) })],
    ['hexadecimal digits', (size) => ({ known, text: 'a1'.repeat(size / 2) })]
  ])('with the number of %s', (_name, make) => {
    const growth = growthOf(make, ({ known: all, text }) => new PersonalValues(all).replace(text), SMALL)
    expect(growth).toBeLessThan(LINEAR)
  })
})
