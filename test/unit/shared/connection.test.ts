import { describe, expect, test } from 'vitest'
import {
  areNamedApart,
  isCurrency,
  isFieldName,
  isFieldPath,
  isPath,
  isStatus,
  isTimeout,
  LONGEST_ADDRESS,
  MOST_STATUSES,
  PRESETS,
  settingsOf,
  statusKey,
  type Connection
} from '../../../src/shared/models/connection.ts'
import { connectionSchema, storedConnectionSchema } from '../../../src/main/core/schemas.ts'

const place = { baseAddress: 'https://api.example.com', preset: 'v2' } as const
const takes = (settings: object): boolean => connectionSchema.safeParse({ ...place, ...settings }).success

describe('the presets', () => {
  test('are the published interfaces', () => {
    expect(PRESETS.v2).toMatchObject({
      ...{
        signInPath: '/v2/Authentication/SignIn',
        emailField: 'email',
        passwordField: 'password',
        codeField: 'otpCode'
      },
      ...{ profileCredential: 'header', amountUnit: 'major', tokenAt: null, currency: null, statuses: {} }
    })
    expect(PRESETS.v3).toEqual({ ...PRESETS.v2, signInPath: '/v3/authentication/sign-in' })
  })

  test('fill what a connection leaves out', () => {
    expect(settingsOf(place)).toEqual(PRESETS.v2)
    expect(settingsOf({ ...place, preset: 'v3', currency: 'CHF' })).toEqual({ ...PRESETS.v3, currency: 'CHF' })
    // What is null is said; what is undefined is not.
    const own: Connection = { ...place, tokenAt: null, ...({ emailField: undefined } as object) }
    expect(settingsOf(own)).toEqual(PRESETS.v2)
    expect(Object.keys(settingsOf({ ...place, timeoutSeconds: 5 })).sort()).toEqual(Object.keys(PRESETS.v2).sort())
  })
})

const LONG = 'a'.repeat(512)
test.each<[string, (given: never) => boolean, good: unknown[], bad: unknown[]]>([
  [
    'path',
    isPath,
    ['/a', '/v2/Authentication/SignIn', '/api/v1.0/log-in/', '/a%20b', '/~me/(x);y=1', '/@me', '/..a', '/a..'],
    [
      ...['', '/', 'a', 'a/b', '//evil.example/x', '/a//b', 'https://evil.example/', '/a?b=c', '/a#b', '/a b', '/a\\b'],
      ...['/..', '/a/../b', '/./a', '/a/.', '/%2e%2e/a', '/a/%2E.', '/a\n', '/ä', `/${LONG}`, '/a'.repeat(5_000_000)]
    ]
  ],
  [
    'name of a field',
    isFieldName,
    ['email', 'user.name', 'Passwort', 'mot_de_passe', 'constructor', '用户', 'a'.repeat(64)],
    ['', ' ', 'two words', 'a"b', 'a\\b', 'a\u0000', 'a\u202e', '__proto__', 'a'.repeat(65)]
  ],
  [
    'path of a field',
    isFieldPath,
    ['token', 'data.token', 'a.b.c.d'],
    ['', '.', 'a.', '.a', 'a..b', 'a. b', 'a.__proto__.b', `${'abcdefghi.'.repeat(20)}a`]
  ],
  ['currency', isCurrency, ['EUR', 'JPY'], ['eur', 'EURO', '€', '', 'EU1', 'EUR ']],
  ['timeout', isTimeout, [1, 20, 300], [0, 301, 1.5, -1, Number.NaN, Infinity]],
  ['status', isStatus, ['Paid', '2', 'In dispute', 'é'.repeat(100)], ['', ' ', ' Paid', 'a\n', 'a'.repeat(101)]]
])('a %s', (_name, rule, good, bad) => {
  expect(good.filter((given) => !rule(given as never))).toEqual([])
  expect(bad.filter((given) => rule(given as never))).toEqual([])
})

test('a path stays below any base address, as it is', () => {
  for (const path of ['/a%20b', '/~me/(x);y=1', '/..a', '/a/', '/a:b@c']) {
    expect(new URL(`https://api.example.com/base${path}`).href).toBe(`https://api.example.com/base${path}`)
  }
})

test.each<[object, boolean]>([
  [{ emailField: 'login', passwordField: 'secret', codeField: 'pin' }, true],
  [{ emailField: 'password', passwordField: 'email' }, true],
  [{ codeField: 'email' }, false],
  [{ passwordField: 'code', codeField: 'code' }, false]
])('%j have different names: %s', (names, apart) => {
  expect(areNamedApart({ ...PRESETS.v2, ...names })).toBe(apart)
  expect(takes(names)).toBe(apart)
})

test('statuses are compared without regard to case and spaces around', () => {
  expect(statusKey(' Past Due ')).toBe(statusKey('past due'))
  expect(statusKey('2')).not.toBe(statusKey('3'))
})

describe('the schema', () => {
  test('takes settings one by one, and gives back what was said and no more', () => {
    const all = { ...place, ...PRESETS.v3, preset: 'v3', statuses: { '2': 'settled' }, tokenAt: 'data.token' }
    expect(connectionSchema.parse(all)).toEqual(all)
    expect(connectionSchema.parse(place)).toEqual(place)
    expect(connectionSchema.parse({ ...place, password: 'x', portside: 'connection' })).toEqual(place)
  })

  test.each<[string, object]>([
    ['an address', { baseAddress: '' }],
    ['an address', { baseAddress: 'a'.repeat(LONGEST_ADDRESS + 1) }],
    ['a preset', { preset: 'v4' }],
    ['a path', { signInPath: '/a?b' }],
    ['a name', { emailField: 'two words' }],
    ['a way', { tokenAt: 'a..b' }],
    ['a credential', { profileCredential: 'cookie' }],
    ['a unit', { amountUnit: 'cents' }],
    ['a currency', { currency: 'eur' }],
    ['a status', { statuses: { ' ': 'open' } }],
    ['a meaning', { statuses: { '2': 'paid' } }],
    [
      'so many statuses',
      { statuses: Object.fromEntries(Array.from({ length: MOST_STATUSES + 1 }, (_, n) => [n, 'open'])) }
    ],
    ['a timeout', { timeoutSeconds: '20' }]
  ])('does not take %s: %j', (_name, settings) => {
    expect(takes(settings)).toBe(false)
  })
})

describe('what was stored', () => {
  const read = (stored: unknown): unknown => storedConnectionSchema.safeParse(stored).data

  test('is read as it is', () => {
    const stored = { ...place, ...PRESETS.v2, statuses: { '2': 'settled' } }
    expect(read(stored)).toEqual(stored)
    expect(read(place)).toEqual(place)
  })

  test('a setting that is not taken costs no more than itself', () => {
    const stored = { ...place, signInPath: '/a?b', currency: 'CHF', amountUnit: 'cents', timeoutSeconds: 1e9 }
    expect(read(stored)).toEqual({ ...place, currency: 'CHF' })
    expect(read({ ...place, statuses: { '2': 'paid' } })).toEqual(place)
  })

  test('names that are not told apart are the preset’s again', () => {
    expect(read({ ...place, emailField: 'password', codeField: 'pin', currency: 'CHF' })).toEqual({
      ...place,
      currency: 'CHF'
    })
    expect(read({ ...place, emailField: 'a b', passwordField: 'pw' })).toEqual({ ...place, passwordField: 'pw' })
  })

  test('an unknown preset is the default one, an address there must be', () => {
    expect(read({ ...place, preset: 'v9' })).toEqual(place)
    expect(read({ baseAddress: place.baseAddress })).toEqual(place)
    for (const stored of [null, 'x', [], {}, { ...place, baseAddress: 5 }]) expect(read(stored)).toBeUndefined()
  })
})
