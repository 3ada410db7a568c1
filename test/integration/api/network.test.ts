/** The network below the replies: nobody there, cut off, too slow, cancelled, sent elsewhere; and what is never told. */
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApi } from '../../../src/main/api/index.ts'
import type { Api } from '../../../src/main/core/ports/index.ts'
import { productsOf } from '../../support/intake.ts'
import { startApiServer, type ApiServer, type Responder } from '../../support/api-server.ts'
import { answerOf, credentials, errorFrom, toAppError, withPlatform } from './context.ts'

const context = withPlatform()

/** For what never ends by itself. */
const hasty = createApi({ fetchFor: () => fetch, deadlineMs: 300 })

describe('nobody there', () => {
  test('the port is closed', async () => {
    await context.server.stop()
    const { host } = new URL(context.server.baseAddress)
    expect(await errorFrom(productsOf(context.api, context.access))).toEqual({ code: 'UNREACHABLE', host })
    await context.server.restart()
    expect((await answerOf(productsOf(context.api, context.access))).value).toHaveLength(60)
  })

  test('an insecure address is never spoken to', async () => {
    const connection = { ...context.connection, baseAddress: 'http://api.example.com' }
    expect(await errorFrom(context.api.signIn(connection, credentials))).toEqual({
      code: 'INSECURE_ADDRESS',
      host: 'api.example.com'
    })
  })

  test('what answers does not speak HTTP', async () => {
    const server = createServer((socket) => socket.once('data', () => socket.end('220 mail ready\r\n'))).listen(
      0,
      '127.0.0.1'
    )
    await once(server, 'listening')
    const baseAddress = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const work = context.api.signIn({ baseAddress, preset: 'v2' }, credentials)
    const error = await errorFrom(work).finally(() => server.close())
    expect(error).toMatchObject({ code: 'BAD_REPLY', found: 'malformed' })
  })
})

describe('cut off', () => {
  test('before the reply', async () => {
    context.server.respondWith('/v3/invoices', (_, { request }) => void request.socket.destroy())
    expect((await errorFrom(context.api.invoices(context.access))).code).toBe('UNREACHABLE')
  })

  test('in the middle of the body', async () => {
    context.server.respondWith('/v3/invoices', (_, { request, response }) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
      response.write('[{"id":"a"},', () => request.socket.destroy())
    })
    expect((await errorFrom(context.api.invoices(context.access))).code).toBe('UNREACHABLE')
  })
})

describe('too slow', () => {
  test('no reply at all', async () => {
    context.server.respondWith('/v2/Products', () => undefined)
    expect((await errorFrom(productsOf(hasty, context.access))).code).toBe('TIMEOUT')
  })

  test('a body that drips is cut at the deadline', async () => {
    let drip: NodeJS.Timeout | undefined
    const closed = new Promise<void>((resolve) => {
      context.server.respondWith('/v2/Products', (_, { response }) => {
        response.writeHead(200, { 'content-type': 'application/json' }).write('[')
        drip = setInterval(() => response.write(' '), 20)
        response.on('close', () => {
          clearInterval(drip)
          resolve()
        })
      })
    })
    expect((await errorFrom(productsOf(hasty, context.access))).code).toBe('TIMEOUT')
    // The connection is given up too, not only the wait.
    await closed
  })

  test('a fetch that does not listen to its signal is given up all the same', async () => {
    const deaf = createApi({ fetchFor: () => () => new Promise(() => undefined), deadlineMs: 50 })
    expect((await errorFrom(deaf.profile(context.access))).code).toBe('TIMEOUT')
  })

  test('an endless body is cut at the cap', async () => {
    const chunk = Buffer.alloc(1024 * 1024, 0x20)
    context.server.respondWith('/v3/invoices', (_, { response }) => {
      const pour = (): void => {
        while (!response.destroyed && response.write(chunk));
      }
      response.writeHead(200, { 'content-type': 'application/json' }).on('drain', pour)
      pour()
    })
    expect((await errorFrom(context.api.invoices(context.access))).code).toBe('TOO_LARGE')
  })

  test('an invoice that would hold everything up is cut off before it is all there', async () => {
    const names = Array.from({ length: 100_002 }, (_, at) => `"n${at}":1`).join(',')
    context.server.respondWith('/v3/invoices', (_, { response }) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write(`[{"id":"a"},{${names}`)
    })
    expect((await errorFrom(context.api.invoices(context.access))).code).toBe('TOO_LARGE')
  })
})

describe('cancelled', () => {
  test('before and during the call', async () => {
    const early = AbortSignal.abort()
    expect((await errorFrom(context.api.profile(context.access, { signal: early }))).code).toBe('CANCELLED')
    expect(context.server.requests).toEqual([])

    const controller = new AbortController()
    context.server.respondWith('/v2/Profile', () => controller.abort())
    expect((await errorFrom(context.api.profile(context.access, { signal: controller.signal }))).code).toBe('CANCELLED')
  })
})

describe('redirects and secrets', () => {
  let elsewhere: ApiServer
  beforeAll(async () => {
    elsewhere = await startApiServer()
  })
  afterAll(() => elsewhere.stop())

  test.each([301, 302, 303, 307, 308])('a %i to another origin carries nothing there', async (status) => {
    context.server.respondWith(
      () => true,
      () => new Response(null, { status, headers: { location: `${elsewhere.baseAddress}/v2/Products` } })
    )
    for (const work of [
      () => productsOf(context.api, context.access),
      () => context.api.signIn(context.connection, credentials),
      () => context.api.picture(context.connection, '/a.png')
    ]) {
      expect(await errorFrom(work())).toMatchObject({ code: 'BAD_REPLY', status })
    }
    expect(elsewhere.requests).toEqual([])
  })

  test('no secret is in an error, however deep one looks', async () => {
    const password = 'canary-password-7f3a'
    const token = 'canary.token.91c2'
    const access = { ...context.access, token }
    const calls = [
      (by: Api) => by.signIn(context.connection, { email: 'a@example.com', password, code: 'canary-code' }),
      (by: Api) => by.profile(access),
      (by: Api) => productsOf(by, access),
      (by: Api) => by.product(access, 'a'),
      (by: Api) => by.invoices(access)
    ]
    const stalled: Responder = () => undefined
    const answers: Responder[] = [
      stalled,
      (_, { request }) => void request.socket.destroy(),
      () => new Response('{"cut'),
      async (request) => Response.json({ message: await echo(request) }, { status: 400 }),
      async (request) => Response.json({ errors: [{ description: await echo(request) }] }, { status: 500 })
    ]
    for (const answer of answers) {
      context.server.respondWith(() => true, answer)
      for (const call of calls) {
        const error = await toAppError(call(answer === stalled ? hasty : context.api))
        const seen = inspect(error, { depth: 10, showHidden: true }) + JSON.stringify(error) + String(error.stack)
        expect(seen).not.toContain('canary')
      }
    }
    // The sandbox's own refusals of a strange token, and a port where nobody is.
    context.server.respondNormally()
    expect(inspect(await toAppError(context.api.profile(access)), { depth: 10 })).not.toContain('canary')
    await context.server.stop()
    expect(inspect(await toAppError(context.api.profile(access)), { depth: 10 })).not.toContain('canary')
    await context.server.restart()
  })
})

/** What a talkative provider may give back: all that it was sent. */
const echo = async (request: Request): Promise<string> =>
  `You sent ${request.headers.get('authorization') ?? ''} and ${await request.text()}`
