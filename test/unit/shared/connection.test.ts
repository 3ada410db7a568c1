import { describe, expect, test } from 'vitest'
import {
  isStatus,
  LONGEST_ADDRESS,
  MOST_STATUSES,
  statusKey,
  type Connection
} from '../../../src/shared/models/connection.ts'
import { billingPageOf, definitionOf, factsOf } from '../../../src/shared/providers/definition.ts'
import { BUILT_IN } from '../../../src/shared/providers/built-in.ts'
import { hasDistinctFields, DEFAULTS, isFieldPath, isPathTemplate } from '../../../src/shared/models/provider.ts'
import { connectionSchema, storedConnectionSchema } from '../../../src/main/schemas.ts'

const place = { baseUrl: 'https://api.example.com', provider: 'hypeproxy-v2' } as const
const takes = (settings: object): boolean => connectionSchema.safeParse({ ...place, ...settings }).success

describe('the definition of a connection', () => {
  test('is the built-in one, with what the connection says', () => {
    const builtIn = { ...BUILT_IN['hypeproxy-v2'], baseUrl: place.baseUrl }
    expect(definitionOf(place)).toEqual(builtIn)
    expect(definitionOf({ ...place, currency: 'CHF' })).toEqual({ ...builtIn, currency: 'CHF' })
    // What is null is said; what is undefined is not.
    expect(definitionOf({ ...place, signIn: null, profile: undefined })).toEqual({ ...builtIn, signIn: null })
  })

  test('has nothing to ask for without a built-in one', () => {
    const own = definitionOf({ provider: null, baseUrl: 'https://api.example.com/x' })
    expect(own).toEqual({ ...DEFAULTS, name: 'api.example.com', baseUrl: 'https://api.example.com/x' })
    expect(factsOf({ provider: null, baseUrl: 'https://api.example.com/x' }).topics).toEqual([])
  })
})

describe('the page where an account is paid', () => {
  const own = { provider: null, baseUrl: 'https://api.example.com/v1' } as const
  const webshare = { provider: 'webshare', baseUrl: 'https://proxy.webshare.io' } as const
  const site = BUILT_IN.webshare.website!

  test.each<[string, Connection, ReturnType<typeof billingPageOf>]>([
    ['no page is known', own, null],
    [
      'its billing page comes before its website',
      { ...own, website: 'https://example.com', billing: 'https://my.example.com/pay' },
      // Another part of the same domain: nobody can tell whose it is.
      { page: 'billing', host: 'my.example.com', isOwn: false, address: 'https://my.example.com/pay' }
    ],
    [
      'its API is below its website',
      { ...own, website: 'https://example.com' },
      { page: 'website', host: 'example.com', isOwn: true, address: 'https://example.com' }
    ],
    [
      'the page is below its API’s host',
      { ...own, billing: 'https://pay.api.example.com:8443/' },
      { page: 'billing', host: 'pay.api.example.com:8443', isOwn: true, address: 'https://pay.api.example.com:8443/' }
    ],
    [
      'a name only ends like its own',
      { ...own, website: 'https://evil-example.com' },
      { page: 'website', host: 'evil-example.com', isOwn: false, address: 'https://evil-example.com' }
    ],
    ['the definition is built in', webshare, { page: 'website', host: 'www.webshare.io', isOwn: true, address: site }],
    [
      'a built-in definition has another page',
      { ...webshare, billing: 'https://evil.example' },
      { page: 'billing', host: 'evil.example', isOwn: false, address: 'https://evil.example' }
    ],
    ['a built-in definition is at a brand’s address', { ...webshare, baseUrl: 'https://brand.example' }, null],
    ['the provider is unknown', { ...own, provider: 'unknown', website: 'https://example.com' }, null]
  ])('where %s', (_, connection, page) => {
    expect(billingPageOf(connection)).toEqual(page)
  })
})

const LONG = 'a'.repeat(512)
test.each<[string, (given: never) => boolean, good: unknown[], bad: unknown[]]>([
  [
    'path',
    isPathTemplate,
    [
      '/a?b=c',
      '/{id}',
      '/a?b={id}&c=1',
      '/users/{userId}/x',
      '/a',
      '/v2/Authentication/SignIn',
      '/api/v1.0/log-in/',
      '/a%20b',
      '/~me/(x);y=1',
      '/@me',
      '/..a',
      '/a..'
    ],
    [
      ...[
        '',
        '/',
        'a',
        'a/b',
        '//evil.example/x',
        '/a//b',
        'https://evil.example/',
        '/a?b',
        '/a?',
        '/a?b=c#d',
        '/{x}',
        '/a#b',
        '/a b',
        '/a\\b'
      ],
      ...['/..', '/a/../b', '/./a', '/a/.', '/%2e%2e/a', '/a/%2E.', '/a\n', '/ä', `/${LONG}`, '/a'.repeat(5_000_000)]
    ]
  ],
  [
    'name of a field',
    (emailField: string) => takes({ signIn: { path: '/login', emailField } }),
    ['login', 'user.name', 'Passwort', 'mot_de_passe', 'constructor', '用户', 'a'.repeat(64)],
    ['', ' ', 'two words', 'a"b', 'a\\b', 'a\u0000', 'a\u202e', '__proto__', 'a'.repeat(65)]
  ],
  [
    'path of a field',
    isFieldPath,
    ['token', 'data.token', 'a.b.c.d'],
    ['', '.', 'a.', '.a', 'a..b', 'a. b', 'a.__proto__.b', `${'abcdefghi.'.repeat(20)}a`]
  ],
  ['currency', (currency: string) => takes({ currency }), ['EUR', 'JPY'], ['eur', 'EURO', '€', '', 'EU1', 'EUR ']],
  [
    'timeout',
    (timeoutSeconds: number) => takes({ timeoutSeconds }),
    [1, 20, 300],
    [0, 301, 1.5, -1, Number.NaN, Infinity]
  ],
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
  expect(hasDistinctFields({ path: '/a', ...names })).toBe(apart)
  expect(takes({ signIn: { path: '/a', ...names } })).toBe(apart)
})

test('statuses are compared without regard to case and spaces around', () => {
  expect(statusKey(' Past Due ')).toBe(statusKey('past due'))
  expect(statusKey('2')).not.toBe(statusKey('3'))
})

describe('the schema', () => {
  test('takes settings one by one, and gives back what was said and no more', () => {
    const all = { ...BUILT_IN['hypeproxy-v3'], ...place, statuses: { '2': 'settled' } }
    expect(connectionSchema.parse(all)).toEqual(all)
    expect(connectionSchema.parse(place)).toEqual(place)
    expect(connectionSchema.parse({ ...place, password: 'x', portside: 'connection' })).toEqual(place)
  })

  test('takes ids in paths where they are known', () => {
    expect(takes({ invoices: { path: '/users/{userId}/invoices' }, invoicePdf: { path: '/{userId}/{id}.pdf' } })).toBe(
      true
    )
    expect(takes({ profile: null, product: { path: '/a?b={id}' } })).toBe(true)
  })

  test.each<[string, object]>([
    ['an address', { baseUrl: '' }],
    ['an address', { baseUrl: 'a'.repeat(LONGEST_ADDRESS + 1) }],
    ['a provider', { provider: 'v4' }],
    ['a path', { signIn: { path: '/a?b' } }],
    ['an id in the path of a list', { invoices: { path: '/a/{id}' } }],
    ['an id in the path of a list', { products: { path: '/a?b={id}' } }],
    ...['/a/{id}', '/a?b={userId}'].flatMap((path): [string, object][] => [
      ['an id where none is known', { profile: { path } }],
      ['an id where none is known', { health: { path } }],
      ['an id where none is known', { signIn: { path } }]
    ]),
    ['the user’s id without a profile', { profile: null, invoices: { path: '/users/{userId}/invoices' } }],
    ['the user’s id without a profile', { provider: null, invoicePdf: { path: '/{userId}/{id}' } }],
    ['a name', { signIn: { path: '/a', emailField: 'two words' } }],
    ['a way', { signIn: { path: '/a', tokenAt: 'a..b' } }],
    ['a credential', { authorization: { scheme: 'Cookie' } }],
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
    const stored = { ...BUILT_IN['hypeproxy-v2'], ...place, statuses: { '2': 'settled' } }
    expect(read(stored)).toEqual(stored)
    expect(read(place)).toEqual(place)
  })

  test('a setting that is not taken costs no more than itself', () => {
    const stored = { ...place, signIn: { path: '/a?b' }, currency: 'CHF', amountUnit: 'cents', timeoutSeconds: 1e9 }
    expect(read(stored)).toEqual({ ...place, currency: 'CHF' })
    expect(read({ ...place, statuses: { '2': 'paid' } })).toEqual(place)
  })

  test('the sign-in of an earlier version loses its renewal, and nothing else', () => {
    const signIn = { path: '/in', emailField: 'login', tokenAt: 'data.token' }
    const renewal = { path: '/renew', field: 'refresh', refreshTokenAt: 'data.refresh' }
    for (const one of [renewal, null, 'x', { path: '/a?b' }])
      expect(read({ ...place, signIn: { ...signIn, renewal: one }, currency: 'CHF' })).toEqual({
        ...place,
        signIn,
        currency: 'CHF'
      })
    expect(read({ ...place, signIn: null })).toEqual({ ...place, signIn: null })
    expect(read({ ...place, signIn: 'x' })).toEqual(place)
    expect(takes({ signIn: { ...signIn, renewal } })).toBe(false)
  })

  test.each([['v9'], ['hypeproxy-v3 '], ['__proto__'], [7], [['hypeproxy-v2']], [undefined]])(
    'the provider %j is unknown, and nothing is asked of it',
    (provider) => {
      const stored = { ...place, provider, invoices: { path: '/v9/invoices' }, currency: 'CHF' }
      const connection = storedConnectionSchema.parse(stored)
      expect(connection).toEqual({ ...stored, provider: 'unknown' })
      expect(definitionOf(connection)).toEqual({ ...DEFAULTS, name: 'api.example.com', baseUrl: place.baseUrl })
      expect(factsOf(connection).topics).toEqual([])
    }
  )

  test('an unknown provider can’t be chosen', () => {
    expect(takes({ provider: 'unknown' })).toBe(false)
  })

  test('an address there must be', () => {
    for (const stored of [null, 'x', [], {}, { ...place, baseUrl: 5 }]) expect(read(stored)).toBeUndefined()
  })
})
