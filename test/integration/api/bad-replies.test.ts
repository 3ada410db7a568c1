/** Replies that are not what the document describes: each a typed error, or a reading with notes. */
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { ErrorInfo } from '../../../src/shared/ipc/error.ts'
import { productsOf } from '../../support/intake.ts'
import { answerOf, credentials, errorFrom, withPlatform } from './context.ts'

const context = withPlatform()

const CALLS = {
  'sign-in': () => context.api.signIn(context.connection, credentials),
  profile: () => context.api.profile(context.access),
  products: () => productsOf(context.api, context.access),
  product: () => context.api.product(context.access, 'a'),
  invoices: () => context.api.invoices(context.access)
}
type Name = keyof typeof CALLS
const NAMES = Object.keys(CALLS) as Name[]

const answer = (body: string, init: ResponseInit = {}): void => {
  context.server.respondWith(
    () => true,
    () => new Response(init.status === 204 ? null : body, { headers: { 'content-type': 'application/json' }, ...init })
  )
}
const error = async (name: Name): Promise<ErrorInfo> => errorFrom(CALLS[name]())

describe.each(NAMES)('%s', (name) => {
  const host = (): string => new URL(context.server.baseAddress).host

  test.each<[string, string, ResponseInit, ErrorInfo['found']]>([
    ['truncated JSON', '[{"id":"a","name":"Pro', {}, 'malformed'],
    ['JSON and something after it', '[{"id":"a"}]}', {}, 'malformed'],
    ['JSON that is cut off in a wrapper', '{"data":[{"id":"a"},{"id":"b"}]', {}, 'malformed'],
    ['no JSON', 'Hello', {}, 'malformed'],
    ['a web page', '<!doctype html><title>Sign in</title>', { headers: { 'content-type': 'text/html' } }, 'html'],
    ['a web page that says it is JSON', '\n<html lang="en">', {}, 'html'],
    ['nothing', '', {}, 'empty'],
    ['spaces', ' \n ', {}, 'empty'],
    ['204', '', { status: 204 }, 'empty'],
    ['more levels than anything has', `[{"a":${'['.repeat(600)}${']'.repeat(600)}}]`, {}, 'unknownShape']
  ])('%s', async (_, body, init, found) => {
    answer(body, init)
    expect(await error(name)).toMatchObject({ code: 'BAD_REPLY', host: host(), found })
  })

  test.each<[number, ErrorInfo['code']]>([
    [429, 'RATE_LIMITED'],
    [500, 'SERVER'],
    [503, 'SERVER'],
    [404, 'NOT_FOUND']
  ])('status %i', async (status, code) => {
    answer('{"message":"No"}', { status, headers: { 'retry-after': '7' } })
    const found = await error(name)
    expect(found).toMatchObject({ code, status, providerMessage: 'No' })
    expect(found.retryAt === undefined).toBe(code === 'NOT_FOUND')
  })

  test('a part that nobody asked for is not taken for the whole', async () => {
    answer('[{"id":"a"}]', { status: 206 })
    expect(await error(name)).toEqual({ code: 'BAD_REPLY', host: host(), status: 206, found: 'unknownShape' })
  })

  test('a 304 that nobody asked for is a bad reply', async () => {
    context.server.respondWith(
      () => true,
      () => new Response(null, { status: 304 })
    )
    expect(await error(name)).toEqual({ code: 'BAD_REPLY', host: host(), status: 304 })
  })

  test('a redirect is not followed', async () => {
    answer('', { status: 302, headers: { location: `${context.server.baseAddress}/elsewhere` } })
    expect(await error(name)).toMatchObject({ code: 'BAD_REPLY', status: 302 })
    expect(context.server.requests).toHaveLength(1)
  })
})

describe('shapes', () => {
  test.each<[Name, unknown, ErrorInfo['found']]>([
    ['products', { message: 'none' }, 'notAList'],
    ['products', 'list', 'notAList'],
    ['products', null, 'notAList'],
    ['products', { data: { total: 3 } }, 'notAList'],
    ['products', ['a', 'b'], 'notAnObject'],
    ['product', [], 'notAnObject'],
    ['product', 5, 'notAnObject'],
    ['profile', [{}], 'notAnObject'],
    ['profile', { message: 'x', data: null }, 'notAnObject'],
    ['invoices', { total: 3, next: null }, 'unknownShape'],
    ['invoices', 5, 'notAList'],
    ['invoices', [1, 2], 'unknownShape'],
    ['sign-in', { user: 'a' }, 'noToken'],
    ['sign-in', 'Welcome', 'noToken'],
    ['sign-in', [], 'noToken'],
    ['sign-in', { token: '\\"'.repeat(40) }, 'unusableToken']
  ])('%s answered by %j', async (name, body, found) => {
    answer(JSON.stringify(body))
    expect(await error(name)).toMatchObject({ code: 'BAD_REPLY', status: 200, found })
  })

  test.each([
    ['data', { data: [{ id: 'a' }] }],
    ['items', { total: 1, items: [{ id: 'a' }] }],
    ['results', { results: [{ id: 'a' }] }],
    ['products', { products: [{ id: 'a' }] }],
    ['data.items', { message: null, data: { items: [{ id: 'a' }] } }]
  ])('a list inside %s is read', async (_, body) => {
    answer(JSON.stringify(body))
    expect((await answerOf(productsOf(context.api, context.access))).value.map(({ key }) => key)).toEqual(['a'])
  })

  test('missing and repeated ids cost no product', async () => {
    answer(JSON.stringify([{ id: 'a' }, { id: 'a' }, { name: 'x' }, null]))
    const { value, notes } = await answerOf(productsOf(context.api, context.access))
    expect(value.map(({ key }) => key).slice(0, 2)).toEqual(['a', 'a~2'])
    expect(value).toHaveLength(3)
    expect(notes).toEqual([
      { kind: 'notAnObject', count: 1 },
      { kind: 'sameId', count: 1 },
      { kind: 'noId', count: 1 }
    ])
  })

  test('an envelope that refuses with status 200 is a refusal', async () => {
    answer(JSON.stringify({ message: 'Expired', statusCode: 401, data: null, errors: [{ code: 'EXPIRED_TOKEN' }] }))
    expect(await error('invoices')).toMatchObject({ code: 'UNAUTHORIZED', providerMessage: 'Expired' })
    expect((await error('sign-in')).code).toBe('WRONG_CREDENTIALS')
  })

  test('a byte order mark and another content type do no harm', async () => {
    answer('\ufeff[{"id":"a"}]', { headers: { 'content-type': 'text/plain' } })
    expect((await answerOf(productsOf(context.api, context.access))).value).toHaveLength(1)
  })
})

describe('bodies in gzip', () => {
  const zipped = (bytes: Uint8Array): void => {
    context.server.respondWith(
      () => true,
      (_, { response }) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(bytes)
      }
    )
  }

  test('are read', async () => {
    zipped(gzipSync('[{"id":"a"}]'))
    expect((await answerOf(productsOf(context.api, context.access))).value).toHaveLength(1)
  })

  test('are counted after decompression', async () => {
    zipped(gzipSync(new Uint8Array(17 * 1024 * 1024).fill(0x20)))
    expect(await error('invoices')).toMatchObject({ code: 'TOO_LARGE', status: 200 })
  })

  test('that are broken are an error', async () => {
    zipped(gzipSync('[{"id":"a"}]').fill(0xff, 12))
    expect(['BAD_REPLY', 'UNREACHABLE']).toContain((await error('invoices')).code)
  })
})
