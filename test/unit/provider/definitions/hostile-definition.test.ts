/** One table per trick of a definition that comes from somebody else. docs/providers.md has the rules. */
import { AxiosHeaders } from 'axios'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { endpointUrl } from '../../../../src/main/provider/api/endpoint-url.ts'
import { normaliseBaseUrl } from '../../../../src/main/provider/api/security/url-rules.ts'
import { parseDefinitionFile, toDefinitionFile } from '../../../../src/main/provider/definitions/definition-file.ts'
import { LONGEST_FILE } from '../../../../src/main/provider/definitions/json-file.ts'
import { connectionSchema, storedConnectionSchema } from '../../../../src/main/schemas.ts'
import { AppError } from '../../../../src/shared/ipc/error.ts'
import { maybeKeysIn } from '../../../../src/shared/models/credential-text.ts'
import { isHeaderName, isPathTemplate, PATTERNS } from '../../../../src/shared/models/provider.ts'
import { definitionOf } from '../../../../src/shared/providers/definition.ts'
import { growthOf, LINEAR } from '../../../support/growth.ts'
import { outcomeOf } from '../../../support/outcome.ts'

const good = { name: 'Host', baseUrl: 'https://host.example' }
const read = (parts: object): unknown => parseDefinitionFile(JSON.stringify({ ...good, ...parts }), normaliseBaseUrl)

/** What is found, and where; `read` if the file is accepted. */
function refusal(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return `${error.info.found} ${error.info.part}`
  }
  return 'read'
}
const refusalOf = (parts: object): string => refusal(() => read(parts))

/** From the page and from disk, too: there the whole connection is refused, or the part is dropped. */
function expectRefused(parts: Record<string, unknown>): void {
  const connection = { provider: null, baseUrl: good.baseUrl, ...parts }
  expect(connectionSchema.safeParse(connection).success).toBe(false)
  const stored = storedConnectionSchema.safeParse(connection).data
  expect(Object.keys(parts).filter((name) => stored && name in stored)).toEqual([])
}

describe('a path', () => {
  test.each([
    ['another host', '//evil.example/x'],
    ['another host', 'https://evil.example/x'],
    ['another host', '/https://evil.example'],
    ['another host', '.evil.example/x'],
    ['another host', '@evil.example/x'],
    ['another host', ':443@evil.example/x'],
    ['another host', '?x=/../@evil.example'],
    ['another scheme', 'file:///etc/passwd'],
    ['a backslash', '/\\evil.example/x'],
    ['a backslash', '\\\\evil.example'],
    ['a backslash', '/a\\..\\b'],
    ['an encoded backslash', '/a%5C..%5cb'],
    ['a dot segment', '/a/../b'],
    ['a dot segment', '/./a'],
    ['a dot segment', '/a/..?b=c'],
    ['an encoded dot', '/%2e%2E/a'],
    ['an encoded dot', '/.%2e/a'],
    ['a twice encoded dot', '/%252e%252e/a'],
    ['an encoded slash', '/a%2f..%2Fb'],
    ['a dot with what is filled in', '/%2{id}'],
    ['half an escape', '/a%'],
    ['half an escape', '/a%4'],
    ['a Unicode slash', '/a／b'],
    ['a Unicode slash', '/∕evil.example'],
    ['a Unicode dot', '/．．/a'],
    ['a Unicode dot', '/。'],
    ['a tab', '/a\tb'],
    ['a tab before the host', '/\t/evil.example'],
    ['a line break', '/a\r\nHost: evil.example'],
    ['an encoded line break', '/a%0d%0aHost:%20evil'],
    ['a null', '/a%00'],
    ['a space', ' /a'],
    ['a direction', '/a\u202eb'],
    ['a fragment', '/a#b'],
    ['an unknown placeholder', '/{token}'],
    ['an unknown placeholder', '/{{id}}'],
    ['a parameter without a value', '/a?b'],
    ['a separator too many', '/a?b=c&&d=e'],
    ['a second query', '/a?b=c?d=e'],
    ['too many characters', '/a'.repeat(257)]
  ])('with %s is refused: %j', (_name, path) => {
    for (const call of ['profile', 'products', 'product', 'invoices', 'invoice', 'invoicePdf', 'health', 'signIn']) {
      expect(refusalOf({ [call]: { path } })).toBe(`filePart ${call}.path`)
    }
    expectRefused({ invoices: { path } })
  })

  test.each(['.evil.example/x', '@evil.example/x', ':8443/x', ':x@evil.example/x', '999/x'])(
    '%s leads to no other origin even past the rules',
    (path) => {
      expect(() => endpointUrl({ provider: null, baseUrl: 'https://host.example' }, path)).toThrow(AppError)
    }
  )

  test('stays at the origin and below the prefix, whatever it is and whatever is filled in', () => {
    const piece = fc.constantFrom(...'/ . .. %2e %2f % { } {id} {userId} ? = & @ : \\ # a 1 é ／ \t'.split(' '), ' ')
    const path = fc.array(piece, { maxLength: 12 }).map((pieces) => `/${pieces.join('')}`)
    const id = fc.oneof(fc.string(), fc.string({ unit: piece }), fc.constantFrom('.', '..', '%2e', '/', '\\', ''))
    fc.assert(
      fc.property(path.filter(isPathTemplate), id, id, (template, one, other) => {
        const connection = { provider: null, baseUrl: 'https://host.example/prefix' }
        const url = outcomeOf(() => endpointUrl(connection, template, { id: one, userId: other }))
        if (!(url instanceof URL)) return
        expect(url.origin).toBe('https://host.example')
        expect(url.pathname).toMatch(/^\/prefix\/./)
        expect(url.username + url.password + url.hash).toBe('')
      }),
      { numRuns: 2000 }
    )
  })
})

describe('a base URL', () => {
  test.each([
    ['a user', 'https://ada@host.example'],
    ['a password', 'https://ada:canary@host.example'],
    ['an empty user', 'https://@host.example'],
    ['a user that looks like a host', 'https://api.hypeproxy.io@evil.example'],
    ['a query', 'https://host.example?apikey=canary'],
    ['a fragment', 'https://host.example#canary'],
    ['no TLS', 'http://host.example'],
    ['another scheme', 'javascript:alert(1)'],
    ['another scheme', 'file:///etc'],
    ['no scheme', 'host.example'],
    ['a backslash', 'https://host.example\\@evil.example'],
    ['a space', 'https://host.example /x'],
    ['a line break', 'https://host.example\n'],
    ['an invisible character', 'https://host.example\u200b'],
    ['a Unicode slash', 'https://host.example／@evil.example'],
    ['no host', 'https://'],
    ['no text', 5],
    ['too many characters', `https://host.example/${'a'.repeat(2048)}`]
  ])('with %s is refused: %j', (_name, baseUrl) => {
    expect(refusalOf({ baseUrl })).toBe('filePart baseUrl')
  })

  test.each([
    ['https://HOST.example/', 'https://host.example'],
    ['https://раураl.example', 'https://xn--l-7sba6dbr.example'],
    ['https://evil。example', 'https://evil.example'],
    ['https://host.example:443/a/', 'https://host.example/a'],
    ['https://host.example/a/../b', 'https://host.example/b'],
    ['https://3232235777', 'https://192.168.1.1'],
    ['http://127.1:8080', 'http://127.0.0.1:8080']
  ])('%s is shown, asked for and confirmed as %s', (baseUrl, shown) => {
    expect(read({ baseUrl })).toEqual({ provider: null, name: 'Host', baseUrl: shown })
  })
})

describe('a header of the credential’s own', () => {
  /** https://fetch.spec.whatwg.org/#forbidden-request-header */
  const forbidden =
    'Accept-Charset Accept-Encoding Access-Control-Request-Headers Access-Control-Request-Method Connection Content-Length ' +
    'Cookie Cookie2 Date DNT Expect Host Keep-Alive Origin Referer Set-Cookie TE Trailer Transfer-Encoding Upgrade Via ' +
    'Proxy-Authorization Proxy-Connection Sec-Fetch-Mode Sec-CH-UA X-HTTP-Method X-HTTP-Method-Override X-Method-Override'
  /** RFC 9110 and 9113: of one connection, of the message's framing, or of what is asked. */
  const framing =
    'HTTP2-Settings Proxy-Authenticate Content-Type Content-Encoding Content-Range Range If-Match If-None-Match ' +
    'If-Modified-Since If-Unmodified-Since If-Range Accept Accept-Language User-Agent Max-Forwards From ' +
    'Early-Data Priority Upgrade-Insecure-Requests Cache-Control Pragma Warning'
  /** Servers and proxies take the host, path or client from them. */
  const routing =
    'Forwarded X-Forwarded X-Forwarded-For X-Forwarded-Host X-Forwarded-Proto X-Real-IP X-Original-URL X-Rewrite-URL ' +
    'X-Original-Host X-Host CF-Connecting-IP X-Client-IP Alt-Used'

  test.each(`${forbidden} ${framing} ${routing}`.split(' '))('%s is refused in any spelling', (name) => {
    for (const spelling of [name, name.toLowerCase(), name.toUpperCase(), name.replaceAll('-', '_')]) {
      const authorization = { scheme: 'header', name: spelling }
      expect(refusalOf({ authorization })).toBe('filePart authorization.name')
      expectRefused({ authorization })
      expect(refusalOf({ invoices: { path: '/a', authorization } })).toBe('filePart invoices.authorization.name')
    }
  })

  test.each(['', 'X Key', 'X-Key:', 'X-Key\r\nHost', 'X-Kéy', ':path', '__proto__', '-x', 'x'.repeat(65), 'X-K\u0000'])(
    '%j is no name of a header',
    (name) => {
      expect(refusalOf({ authorization: { scheme: 'header', name } })).toBe('filePart authorization.name')
    }
  )

  test('takes the place of no function of axios, and is no group of its headers', () => {
    const functions = [AxiosHeaders.prototype, Object.prototype].flatMap((its) => Object.getOwnPropertyNames(its))
    const groups = ['common', 'delete', 'get', 'head', 'post', 'put', 'patch', 'query']
    expect([...functions, ...groups].filter(isHeaderName)).toEqual([])
  })

  test('may be any of those that providers use', () => {
    const names =
      'Authorization authorization X-Access-Token x-api-key X-Auth-Token apikey Api-Key token X-AUTH-TOKEN api_key X-Client-Token Auth'
    expect(names.split(' ').filter((name) => !isHeaderName(name))).toEqual([])
  })
})

describe('what stands before the key in a header', () => {
  test.each([
    ...[
      '',
      ' ',
      'A b',
      'A\r\nHost: evil.example',
      'A\nX',
      'A\r',
      'A\n',
      'A:',
      'A,',
      'A"',
      'Ä',
      'A\u0000',
      'A\u2028',
      '-a',
      '1a'
    ],
    ...['Basic', 'basic', 'BASIC', 'A'.repeat(33), '{id}', 5, null]
  ])('%j is refused', (prefix) => {
    const authorization = { scheme: 'header', name: 'Authorization', prefix }
    expect(refusalOf({ authorization })).toBe('filePart authorization.prefix')
    expectRefused({ authorization })
    expect(refusalOf({ invoices: { path: '/a', authorization } })).toBe('filePart invoices.authorization.prefix')
  })

  test.each(['Zoho-oauthtoken', 'sso-key', 'Token', 'ApiKey', 'Klaviyo-API-Key', 'DSAPI', 'OAuth2', 'Basics'])(
    'may be %s',
    (prefix) => {
      expect(refusalOf({ authorization: { scheme: 'header', name: 'Authorization', prefix } })).toBe('read')
    }
  )

  test('the key is the user of Basic, or there is another one', () => {
    expect(refusalOf({ authorization: { scheme: 'Basic', keyAs: 'user' } })).toBe('read')
    const both = { scheme: 'Basic', keyAs: 'user', user: 'client' }
    expect(refusalOf({ authorization: both })).toBe('filePart authorization.keyAs')
    expectRefused({ authorization: both })
    expect(refusalOf({ authorization: { scheme: 'Basic', keyAs: 'password' } })).toBe('filePart authorization.keyAs')
    expect(refusalOf({ authorization: { scheme: 'Bearer', prefix: 'a' } })).toBe('fileUnknown authorization.prefix')
  })
})

describe('names in a request', () => {
  test.each(['', 'a b', 'a=b', 'a&b', 'a#b', 'a?', 'é', 'a\r\n', 'a%26', '{id}', 'a'.repeat(65)])(
    '%j is no query parameter',
    (name) => {
      expect(refusalOf({ authorization: { scheme: 'query', name } })).toBe('filePart authorization.name')
      const paging = { by: 'page', parameter: name }
      expect(refusalOf({ invoices: { path: '/a', paging } })).toBe('filePart invoices.paging.parameter')
    }
  )

  test.each(['', 'a b', 'a"b', 'a\\b', 'a\nb', 'a\u202eb', '__proto__', 'a'.repeat(65)])(
    '%j is no field of a sign-in request',
    (name) => {
      for (const field of ['emailField', 'passwordField', 'codeField'])
        expect(refusalOf({ signIn: { path: '/a', [field]: name } })).toBe(`filePart signIn.${field}`)
    }
  )

  test('a call has no two parameters of the same name', () => {
    const authorization = { scheme: 'query', name: 'key' }
    const page = { by: 'page', parameter: 'key' }
    expect(refusalOf({ authorization, invoices: { path: '/a', paging: page } })).toBe('filePart invoices')
    expect(refusalOf({ invoices: { path: '/a', authorization, paging: page } })).toBe('filePart invoices')
    expect(refusalOf({ profile: { path: '/me' }, invoices: { path: '/a?key={userId}', paging: page } })).toBe(
      'filePart invoices'
    )
    expect(refusalOf({ products: { path: '/a', sort: { key: 'o', reverse: 'o' } } })).toBe('filePart products')
    const size = { by: 'offset', parameter: 'n', sizeParameter: 'n', size: 5 }
    expect(refusalOf({ products: { path: '/a', paging: size } })).toBe('filePart products')
    expect(refusalOf({ authorization, invoices: { path: '/a', paging: { ...page, parameter: 'p' } } })).toBe('read')
    expect(
      refusalOf({ authorization, invoices: { path: '/a', paging: page, authorization: { scheme: 'Bearer' } } })
    ).toBe('read')
    const connection = { provider: null, baseUrl: good.baseUrl, authorization, invoices: { path: '/a?key=1' } }
    expect(connectionSchema.safeParse(connection).success).toBe(false)
  })
})

const RANDOM = [
  '4eC39HqLyjWDarjtT1zdp7dc',
  '9f8a7b6c5d4e3f2a1b0c9d8e7f6a5b4c',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NSJ9.a'
]

/** No id looks so. */
const KEYS = [
  ...RANDOM.filter((secret) => !/^[\da-f]+$/.test(secret)),
  ...['sk_4eC39HqLyjWDarjtT1zdp7dc', 'sk_live_4eC39HqLyjWDarjtT1zdp7dc', 'token_01gw1xk43eqy2rrf0cs93zvm6t'],
  ...['9f8a7b6c5d4e3f2a1b0c9d8e7f6a5b4c9f8a7b6c', '1234567890123456789012']
]

describe('an id in a path that may be a key', () => {
  test.each([
    ['0123456789abcdef0123456789abcdef'],
    ['9F8A7B6C5D4E3F2A1B0C9D8E7F6A5B4C'],
    ['507f1f77bcf86cd799439011'],
    ['ctm_01gw1xk43eqy2rrf0cs93zvm6t'],
    ['acct_1032D82eZvKYlo2C'],
    ['cus_NffrFeUfNV2Hib1a'],
    ['1234567890123456789']
  ])('is accepted, and asked about: %s', (id) => {
    for (const path of [`/v1/${id}/invoices`, `/v1/${id}`, `/v1/invoices?organization_id=${id}`]) {
      expect(refusalOf({ invoices: { path } })).toBe('read')
      expect(maybeKeysIn(path)).toEqual([id])
      expect(connectionSchema.safeParse({ provider: null, baseUrl: good.baseUrl, invoices: { path } }).success).toBe(
        true
      )
    }
    expect(refusalOf({ invoices: { path: `/v1/invoices?api_key=${id}` } })).toBe('fileCredential invoices.path')
    expect(refusalOf({ source: id })).toBe(id.startsWith('cus') ? 'read' : 'fileCredential source')
  })

  test.each([
    '/v1/123e4567-e89b-12d3-a456-426614174000/me',
    '/api/v2/subscription_plan/{id}',
    '/v1/user_invoices',
    '/a?b=c'
  ])('is none of %s', (path) => {
    expect(maybeKeysIn(path)).toEqual([])
    expect(refusalOf({ [path.includes('{id}') ? 'product' : 'health']: { path } })).toBe('read')
  })
})

describe('a credential', () => {
  test.each([
    ['/a?api_key=abc'],
    ['/a?apikey=abc'],
    ['/a?key=abc'],
    ['/a?Access-Token=abc'],
    ['/a?b=c&password=abc'],
    ['/a?secret={id}x'],
    ['/a?auth=abc'],
    ['/a?sig=abc'],
    ['/a?api%5Fkey=abc'],
    ['/a?%70assword=abc'],
    ['/%34eC39HqLyj%57DarjtT1zdp7dc/a'],
    ...RANDOM.flatMap((secret) => [[`/bot${secret}/a`], [`/a/${secret}.json`]]),
    ...KEYS.flatMap((secret) => [[`/${secret}/invoices`], [`/a?b=${secret}`]])
  ])('in a path is refused: %s', (path) => {
    expect(refusalOf({ invoices: { path } })).toBe('fileCredential invoices.path')
    expectRefused({ invoices: { path } })
  })

  test.each<[part: string, (secret: string) => object]>([
    ['name', (secret) => ({ name: secret })],
    ['name', (secret) => ({ name: `Host ${secret.slice(0, 40)}` })],
    ['baseUrl', (secret) => ({ baseUrl: `https://host.example/${secret}` })],
    ['legalName', (secret) => ({ legalName: secret })],
    ['documentation', (secret) => ({ documentation: `https://docs.example.com/?k=${secret}` })],
    ['source', (secret) => ({ source: `read with ${secret}` })],
    ['authorization.user', (user) => ({ authorization: { scheme: 'Basic', user } })],
    ['authorization.name', (name) => ({ authorization: { scheme: 'query', name: name.slice(0, 60) } })],
    ['signIn.emailField', (name) => ({ signIn: { path: '/a', emailField: name } })],
    ['signIn.tokenAt', (name) => ({ signIn: { path: '/a', tokenAt: `data.${name}` } })],
    ['invoices.listAt', (listAt) => ({ invoices: { path: '/a', listAt } })],
    ['invoiceFields.number', (number) => ({ invoiceFields: { number } })],
    ['statuses.…', (status) => ({ statuses: { [status]: 'open' } })]
  ])('in %s is refused', (part, parts) => {
    for (const secret of RANDOM) expect(refusalOf(parts(secret))).toBe(`fileCredential ${part}`)
  })

  test.each<[string, object]>([
    ['fileCredential name', { name: 'My API key: abc' }],
    ['fileCredential source', { source: 'password = hunter2' }],
    ['fileCredential source', { source: 'https://ada:hunter2@host.example' }],
    ['fileCredential source', { source: 'key 123e4567-e89b-12d3-a456-426614174000' }],
    ['filePart authorization.user', { authorization: { scheme: 'Basic', user: 'ada:hunter2' } }],
    ['fileUnknown token', { token: 'abc' }],
    ['fileUnknown colour, shape', { colour: 'red', name: 'Host', shape: 5 }],
    ['fileUnknown invoices.listat, invoices.page', { invoices: { path: '/a', listat: 'b', page: 1 } }],
    ['fileUnknown authorization.token', { authorization: { scheme: 'Bearer', token: 'abc' } }],
    ['fileUnknown authorization.password', { authorization: { scheme: 'Basic', password: 'abc' } }],
    ['fileUnknown user', { user: 'ada' }],
    ['fileUnknown …', { [RANDOM[0] ?? '']: 1 }]
  ])('%s: %j', (found, parts) => {
    expect(refusalOf(parts)).toBe(found)
  })

  test('is not what ordinary definitions have', () => {
    const definition = {
      name: 'Acme Proxies 2026 (ISP4)',
      documentation: 'https://docs.acme.example/v2/api-reference/authentication',
      source: 'acme/acme-api-client openapi.yaml (2026-08), for the sign-in docs.acme.example',
      authorization: { scheme: 'Basic', user: 'client' },
      profile: { path: '/v1/organizations/123e4567-e89b-12d3-a456-426614174000/me?has_token=true' },
      invoicePdf: { path: '/api/guest/invoice/get_pdf?subscription_transaction_id={id}&type=residential2gb' },
      invoiceFields: { number: 'authenticationDetails.invoiceReferenceNumber', issuedAt: 'createdAtISO8601Timestamp' },
      statuses: { 'Zahlung ausstehend': 'open', PARTIALLY_REFUNDED: 'void' }
    }
    expect(refusalOf(definition)).toBe('read')
  })

  test('keeps a file from being written', () => {
    const connection = { provider: null, baseUrl: good.baseUrl, source: RANDOM[0] }
    expect(refusal(() => toDefinitionFile(connection))).toBe('fileCredential source')
  })
})

test('what earlier versions stored is read as it was', () => {
  const stored = {
    provider: null,
    baseUrl: good.baseUrl,
    user: '4eC39HqLyjWDarjtT1zdp7dc',
    authorization: { scheme: 'Basic' },
    profile: { path: '/me', authorization: { scheme: 'header', name: 'X-Key' } },
    invoices: {
      path: '/a',
      listAt: 'data.0',
      paging: { by: 'offset', parameter: 'o', sizeParameter: 'n', size: 1000 }
    },
    invoiceFields: { total: 'totals.0.amount', kind: 'type' },
    profileFields: { balance: 'left' },
    balance: 'remaining'
  }
  expect(storedConnectionSchema.parse(stored)).toEqual(stored)
  expect(definitionOf(storedConnectionSchema.parse(stored)).accountBalance).toBe('credit')
  // What a later version may have added costs no more than itself.
  expect(storedConnectionSchema.parse({ ...stored, accountBalance: 'points', colour: 1 })).toEqual(stored)
})

describe('a text that is shown', () => {
  test.each([
    ['an empty name', ''],
    ['a line break', 'Host\nOther'],
    ['a control character', 'Host\u0007'],
    ['another direction', 'Host \u202eoi.yxorpepyh'],
    ['an isolate', 'Host \u2066x\u2069'],
    ['an invisible letter', 'Ho\u200bst'],
    ['an invisible letter', 'Host\u3164'],
    ['only an invisible letter', '\u2800'],
    ['a line separator', 'Host\u2028x'],
    ['a no-break space', 'Host\u00a0x'],
    ['spaces around', ' Host '],
    ['a pile of accents', `H${'\u0301'.repeat(8)}`],
    ['a lone surrogate', 'Host\ud800'],
    ['too many characters', 'x'.repeat(61)],
    ['no text', { toString: 'Host' }]
  ])('with %s is refused as a name', (_name, name) => {
    expect(refusalOf({ name })).toBe('filePart name')
    expect(refusalOf({ legalName: name })).toBe('filePart legalName')
    expectRefused({ name })
  })

  test.each(['Ünï Prôxy', '代理商', 'Proxy 🚀', 'العربية', 'Proxies '.repeat(7).trim()])('%s is a name', (name) => {
    expect(refusalOf({ name })).toBe('read')
  })

  test.each([
    'http://docs.example.com',
    'javascript:alert(1)',
    'https://docs.example.com@evil.example',
    'https:docs.example.com',
    'https:///docs.example.com',
    'https://docs.example.com\\@evil.example',
    'https://docs.example.com/a b',
    'https://docs.example.com/\u202e',
    'https://localhost/x',
    'https://192.168.1.1/x',
    'https://3232235777/x',
    'https://[::1]/x',
    'https://router.local/x',
    'https://docs.example.com:99999',
    'https://döcs.example.com',
    `https://docs.example.com/${'a'.repeat(2048)}`
  ])('%s is no link to documentation', (documentation) => {
    expect(refusalOf({ documentation })).toBe('filePart documentation')
    expectRefused({ documentation })
  })
})

describe('why a part can’t be used is said', () => {
  const whyOf = (parts: object): unknown => {
    try {
      read(parts)
    } catch (error) {
      return error instanceof AppError ? error.info : error
    }
    return 'read'
  }
  const call = (more: object): object => ({ invoices: { path: '/a', ...more } })
  const units = Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`A${at}`, 'minor']))

  test.each<[part: string, why: object, parts: object]>([
    ['name', { reason: 'text' }, { name: 5 }],
    ['name', { reason: 'name' }, { name: ' a' }],
    ['baseUrl', { reason: 'address' }, { baseUrl: 'ftp://host.example' }],
    ['baseUrl', { reason: 'address' }, { baseUrl: 'http://host.example' }],
    ['version', { reason: 'oneOf', values: '1' }, { version: '1' }],
    ['documentation', { reason: 'webPage' }, { documentation: 'http://docs.example.com' }],
    ['source', { reason: 'oneLine', most: '200' }, { source: 'a\nb' }],
    ['read', { reason: 'day' }, { read: '25.11.2026' }],
    ['read', { reason: 'day' }, { read: '2026-02-30' }],
    [
      'authorization.scheme',
      { reason: 'oneOf', values: 'Bearer, Token, Static, Basic, header, query' },
      { authorization: { scheme: 'bearer' } }
    ],
    ['authorization', { reason: 'object' }, { authorization: 'Bearer' }],
    ['authorization.name', { reason: 'headerName' }, { authorization: { scheme: 'header', name: 'Host' } }],
    [
      'authorization.prefix',
      { reason: 'headerPrefix' },
      { authorization: { scheme: 'header', name: 'A', prefix: 'a b' } }
    ],
    ['authorization.user', { reason: 'user' }, { authorization: { scheme: 'Basic', user: 'a:b' } }],
    ['authorization.keyAs', { reason: 'keyAs' }, { authorization: { scheme: 'Basic', user: 'a', keyAs: 'user' } }],
    ['authorization.keyAs', { reason: 'oneOf', values: 'user' }, { authorization: { scheme: 'Basic', keyAs: 1 } }],
    ['signIn.emailField', { reason: 'fieldName' }, { signIn: { path: '/a', emailField: 'a b' } }],
    ['signIn', { reason: 'fieldTwice' }, { signIn: { path: '/a', emailField: 'x', passwordField: 'x' } }],
    ['signIn', { reason: 'placeholder' }, { signIn: { path: '/a/{id}' } }],
    ['invoices', { reason: 'object' }, { invoices: '/a' }],
    ['invoices.path', { reason: 'path' }, { invoices: { path: 'a' } }],
    ['invoices', { reason: 'placeholder' }, { invoices: { path: '/a/{id}' } }],
    ['invoices', { reason: 'unusable' }, { invoices: { path: '/a/{userId}' } }],
    ['invoices.listAt', { reason: 'fieldPath' }, call({ listAt: 'a..b' })],
    ['invoices.pagingAt', { reason: 'fieldPath' }, call({ pagingAt: '.a' })],
    [
      'invoices.paging.by',
      { reason: 'oneOf', values: 'none, link, page, offset, cursor' },
      call({ paging: { by: 'x' } })
    ],
    ['invoices.paging.parameter', { reason: 'parameter' }, call({ paging: { by: 'page', parameter: 'a b' } })],
    [
      'invoices.paging.first',
      { reason: 'oneOf', values: '0, 1' },
      call({ paging: { by: 'page', parameter: 'p', first: 2 } })
    ],
    [
      'invoices.paging.size',
      { reason: 'number', least: '1', most: '5000' },
      call({ paging: { by: 'page', parameter: 'p', size: 5001 } })
    ],
    ['invoices', { reason: 'unusable' }, call({ path: '/a?p=1', paging: { by: 'page', parameter: 'p' } })],
    ['invoiceFields.total', { reason: 'fieldPath' }, { invoiceFields: { total: 'totals..amount' } }],
    ['profileFields.email', { reason: 'text' }, { profileFields: { email: ['a'] } }],
    ['amountUnit', { reason: 'oneOf', values: 'major, minor' }, { amountUnit: 'cents' }],
    ['amountUnits.eur', { reason: 'currency' }, { amountUnits: { eur: 'minor' } }],
    ['amountUnits', { reason: 'tooMany', most: '50' }, { amountUnits: units }],
    ['currency', { reason: 'currency' }, { currency: 'euro' }],
    ['dates', { reason: 'oneOf', values: 'dayFirst, monthFirst' }, { dates: 'dmy' }],
    ['accountBalance', { reason: 'oneOf', values: 'credit, debt' }, { accountBalance: null }],
    [
      'statuses.paid',
      { reason: 'oneOf', values: 'open, settled, void, credit, unknown' },
      { statuses: { paid: 'paid' } }
    ],
    ['statuses.…', { reason: 'statusLong' }, { statuses: { 'a\nb': 'open' } }],
    ['timeoutSeconds', { reason: 'number', least: '1', most: '300' }, { timeoutSeconds: '20' }],
    ['paymentTermDays', { reason: 'number', least: '0', most: '365' }, { paymentTermDays: 1.5 }]
  ])('%s: %j', (part, why, parts) => {
    expect(whyOf(parts)).toEqual({ code: 'BAD_REQUEST', found: 'filePart', part, why })
  })
})

describe('a file', () => {
  const parse = (text: string): string => refusal(() => parseDefinitionFile(text, normaliseBaseUrl))
  const withPart = (part: string): string => `{"name":"Host","baseUrl":"https://host.example",${part}}`

  test.each([
    ['fileUnknown __proto__', withPart('"__proto__":{"authorization":{"scheme":"Bearer"}}')],
    ['fileUnknown constructor', withPart('"constructor":{"prototype":{}}')],
    ['fileUnknown signIn.__proto__', withPart('"signIn":{"path":"/a","__proto__":{}}')],
    ['filePart statuses', withPart('"statuses":{"__proto__":"settled"}')],
    ['filePart amountUnits', withPart('"amountUnits":{"__proto__":"minor"}')],
    ['fileUnknown invoiceFields.__proto__', withPart('"invoiceFields":{"__proto__":"a"}')],
    ['filePart invoiceFields.number', withPart('"invoiceFields":{"number":"a.__proto__.b"}')],
    ['filePart invoices.listAt', withPart('"invoices":{"path":"/a","listAt":"__proto__"}')]
  ])('with a prototype: %s', (found, text) => {
    expect(parse(text)).toBe(found)
    expect(({} as Record<string, unknown>)['authorization']).toBeUndefined()
  })

  test('may name a status after a function', () => {
    expect(parse(withPart('"statuses":{"constructor":"open","toString":"settled"}'))).toBe('read')
  })

  test('of any depth, length or number of entries is refused without an error of its own', () => {
    const nested = (open: string, close: string): string => {
      const depth = Math.floor(LONGEST_FILE / (open.length + close.length)) - 50
      return withPart(`"invoices":${open.repeat(depth)}1${close.repeat(depth)}`)
    }
    expect(parse(nested('[', ']'))).toBe('filePart invoices')
    expect(parse(nested('{"path":', '}'))).toBe('filePart invoices.path')
    const many = (most: number): Record<string, string> =>
      Object.fromEntries(Array.from({ length: most }, (_, at) => [`s${at}`, 'open']))
    expect(refusalOf({ statuses: many(50) })).toBe('read')
    expect(refusalOf({ statuses: many(51) })).toBe('filePart statuses')
    expect(refusalOf({ statuses: many(5000) })).toBe('filePart statuses')
    expect(refusalOf({ amountUnits: many(51) })).toBe('filePart amountUnits')
    expect(refusalOf(many(5000))).toBe('fileUnknown s0, s1, s2')
    for (const parts of [{ paging: 1 }, { paging: { by: 'page', parameter: 'p', size: 5001 } }])
      expect(refusalOf({ invoices: { path: '/a', ...parts } })).toMatch(/^filePart invoices\.paging/)
    for (const timeoutSeconds of [0, 301, 1.5, '20', null]) {
      expect(refusalOf({ timeoutSeconds })).toBe('filePart timeoutSeconds')
    }
  })

  test('names a part in few characters', () => {
    const part = refusalOf({ statuses: { [`<img src=x>${'a'.repeat(80)}`]: 'lost' } })
    expect(part).toBe('filePart statuses.…')
  })

  test.each(Object.entries(PATTERNS))('the cost of the pattern %s grows linearly with the text', (_name, pattern) => {
    const parts = ['/', '/a', '%4', '{id}', 'a', 'a.', ' ', '&a=b', '\u0301']
    for (const part of parts) {
      for (const start of ['', '/a?a=', 'https://']) {
        const make = (size: number): string => `${start}${part.repeat(size / part.length)}\n`
        expect(
          growthOf(make, (text) => void pattern.test(text)),
          JSON.stringify([start, part])
        ).toBeLessThan(LINEAR)
      }
    }
  })

  test('the cost of a file grows linearly with its length', () => {
    const make = (size: number): string => withPart(`"source":${JSON.stringify('a1'.repeat(size / 2))}`)
    expect(growthOf(make, parse)).toBeLessThan(LINEAR)
  })
})
