/** Each endpoint's request, as it comes over the wire, and its reading of the sample platform. */
import { describe, expect, test } from 'vitest'
import { SAMPLE_CODE, SAMPLE_CODE_EMAIL, SAMPLE_PASSWORD } from '../../../src/sandbox/index.ts'
import type { RecordedRequest } from '../../support/platform-server.ts'
import { credentials, failureFrom, withPlatform } from './context.ts'

const context = withPlatform()

const only = (): RecordedRequest => {
  const [request, ...more] = context.server.requests
  if (!request || more.length > 0) throw new Error(`${context.server.requests.length} requests`)
  return request
}

describe('sign-in', () => {
  test.each([
    ['v2', '/v2/Authentication/SignIn'],
    ['v3', '/v3/authentication/sign-in']
  ] as const)('%s', async (preset, path) => {
    const grant = await context.platform.signIn({ ...context.connection, preset }, credentials)
    expect(grant.token.split('.')).toHaveLength(3)
    expect(Date.parse(grant.expiresAt ?? '')).toBeGreaterThan(Date.now())
    const request = only()
    expect(request).toMatchObject({ method: 'POST', url: path })
    expect(request.headers).toMatchObject({ accept: 'application/json', 'content-type': 'application/json' })
    expect(request.headers).not.toHaveProperty('authorization')
    expect(JSON.parse(request.body)).toEqual(credentials)
  })

  test('with a one-time code', async () => {
    const email = SAMPLE_CODE_EMAIL
    const password = SAMPLE_PASSWORD
    const { platform, connection } = context
    expect((await failureFrom(platform.signIn(connection, { email, password }))).code).toBe('CODE_NEEDED')
    await platform.signIn(connection, { email, password, code: SAMPLE_CODE })
    expect(JSON.parse(context.server.requests[1]?.body ?? '')).toEqual({ email, password, otpCode: SAMPLE_CODE })
  })

  test('with a wrong password', async () => {
    const work = context.platform.signIn(context.connection, { ...credentials, password: 'other' })
    expect(await failureFrom(work)).toEqual({
      code: 'WRONG_CREDENTIALS',
      host: new URL(context.server.baseAddress).host,
      status: 400,
      platformSays: 'The email or the password is incorrect.'
    })
  })
})

describe('calls with the credential', () => {
  const asked = (url: string): void => {
    const request = only()
    expect(request).toMatchObject({ method: 'GET', url, body: '' })
    expect(request.headers).toMatchObject({
      accept: 'application/json',
      authorization: `Bearer ${context.access.token}`
    })
    expect(request.headers).not.toHaveProperty('content-type')
    expect(request.headers).not.toHaveProperty('cookie')
  }

  test('profile', async () => {
    const { value } = await context.platform.profile(context.access)
    expect(value).toMatchObject({ title: 'Robin Keller', dropped: 6 })
    expect(JSON.stringify(value)).not.toContain('SAMPLE-NOT-A-REAL')
    asked('/v2/Profile')
  })

  test('products', async () => {
    const { value, notes } = await context.platform.products(context.access)
    expect(value).toHaveLength(60)
    expect(new Set(value.map(({ key }) => key)).size).toBe(60)
    expect(notes).toContainEqual({ kind: 'noId', count: 2 })
    asked('/v2/Products')
  })

  test('products in an order', async () => {
    await context.platform.products(context.access, { sort: 'name & weight', reverse: true })
    asked('/v2/Products?sort=name+%26+weight&reverse=true')
  })

  test('one product', async () => {
    const id = (await context.platform.products(context.access)).value[0]?.key ?? ''
    context.server.requests.length = 0
    const { value } = await context.platform.product(context.access, id)
    expect(value).toMatchObject({ key: id, product: { id } })
    asked(`/v2/Products/${id}`)
  })

  test('one product whose id has letters of a path', async () => {
    expect((await failureFrom(context.platform.product(context.access, 'a/b?c#d'))).code).toBe('NOT_FOUND')
    asked('/v2/Products/a%2Fb%3Fc%23d')
  })

  test('ids that would walk up the path are not asked for', async () => {
    for (const id of ['', '.', '..']) {
      expect((await failureFrom(context.platform.product(context.access, id))).code).toBe('BAD_REQUEST')
    }
    expect(context.server.requests).toEqual([])
  })

  test('invoices', async () => {
    const { value, notes } = await context.platform.invoices(context.access)
    expect(value).toHaveLength(40)
    expect(notes).toEqual([])
    expect(value.filter(({ invoice }) => invoice.state === 'open')).toHaveLength(4)
    asked('/v3/invoices')
  })

  test('below a path of the base address', async () => {
    context.server.respondWith('/api/v2/Products', () => Response.json([]))
    const connection = { ...context.connection, baseAddress: `${context.server.baseAddress}/api/` }
    expect((await context.platform.products({ ...context.access, connection })).value).toEqual([])
    asked('/api/v2/Products')
  })

  test('a token that fits no header is not sent', async () => {
    for (const token of ['two words', 'line\r\nX-Other: 1', 'tök', '']) {
      expect((await failureFrom(context.platform.profile({ ...context.access, token }))).code).toBe('BAD_REQUEST')
    }
    expect(context.server.requests).toEqual([])
  })
})

describe('pictures', () => {
  test('are fetched without the credential', async () => {
    const picture = await context.platform.picture(context.connection, 'images/products/mobile-france.svg')
    expect(picture.type).toBe('image/svg+xml')
    expect(only().url).toBe('/images/products/mobile-france.svg')
    expect(only().headers).not.toHaveProperty('authorization')
  })

  test('a page in place of a picture is a bad reply', async () => {
    context.server.respondWith('/a.png', () => new Response('<html>', { headers: { 'content-type': 'image/png' } }))
    expect(await failureFrom(context.platform.picture(context.connection, '/a.png'))).toMatchObject({
      code: 'BAD_REPLY',
      found: 'unknownShape'
    })
  })

  test('a picture of more than 2 MB is too large', async () => {
    context.server.respondWith('/a.png', () => new Response(new Uint8Array(2 * 1024 * 1024 + 1)))
    expect((await failureFrom(context.platform.picture(context.connection, '/a.png'))).code).toBe('TOO_LARGE')
  })
})
