/** A definition that somebody else wrote, used against two providers: the one that is shown, and one that must hear nothing. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { normaliseBaseUrl } from '../../../src/main/provider/api/security/url-rules.ts'
import { parseDefinitionFile } from '../../../src/main/provider/definitions/definition-file.ts'
import { AppError } from '../../../src/shared/ipc/error.ts'
import type { Connection } from '../../../src/shared/models/connection.ts'
import { startApiServer, type ApiServer } from '../../support/api-server.ts'
import { credentials, withPlatform } from './context.ts'

const context = withPlatform()
const TOKEN = 'an-api-key-that-is-secret'
let other: ApiServer

beforeAll(async () => {
  other = await startApiServer()
})
beforeEach(() => {
  other.requests.length = 0
})
afterAll(() => other.stop())

const otherHost = (): string => new URL(other.baseUrl).host

/** All that a definition can ask for: each call has the given path. */
const withPath = (path: string): Connection => ({
  provider: null,
  baseUrl: context.server.baseUrl,
  signIn: { path },
  ...Object.fromEntries(
    ['profile', 'products', 'product', 'invoices', 'invoice', 'invoicePdf', 'health'].map((call) => [call, { path }])
  )
})

/** An error of the app is how a call is refused. */
async function settle(call: () => Promise<unknown>): Promise<void> {
  try {
    await call()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}

async function makeEachCall(connection: Connection, id: string): Promise<void> {
  const { api } = context
  const access = { connection, token: TOKEN }
  const { signal } = new AbortController()
  const calls = [
    () => api.signIn(connection, credentials),
    () => api.profile(access),
    () => api.probeProducts(access),
    () => api.product(access, id),
    () => api.invoices(access),
    () => api.invoicePdf(access, id),
    () => api.health(connection),
    () => api.tryEndpoint(access, 'profile', signal),
    () => api.tryEndpoint(access, 'products', signal),
    () => api.tryEndpoint(access, 'invoices', signal)
  ]
  for (const call of calls) await settle(call)
}

const PATHS: [name: string, path: (host: string) => string][] = [
  ['an address', (host) => `http://${host}/x`],
  ['a host', (host) => `//${host}/x`],
  ['a host behind a backslash', (host) => `/\\${host}/x`],
  ['a host behind a user', (host) => `@${host}/x`],
  ['a host behind a user and a password', (host) => `:x@${host}/x`],
  ['a host behind a tab', (host) => `/\t/${host}/x`],
  ['a host behind dots', (host) => `/..//${host}/x`],
  ['a host behind encoded dots', (host) => `/%2e%2e//${host}/x`],
  ['a host behind an encoded slash', (host) => `/%2f${host}/x`],
  ['a host behind a Unicode slash', (host) => `/／${host}/x`],
  ['a host behind a line break', (host) => `/x\r\nHost: ${host}\r\n`],
  ['a host behind a fragment', (host) => `#@${host}/x`]
]

describe('another origin', () => {
  test('would be heard', async () => {
    await fetch(`${other.baseUrl}/x`)
    expect(other.requests).toHaveLength(1)
    await makeEachCall(withPath('/x/{id}'), '7')
    expect(context.server.requests.length).toBeGreaterThan(8)
    expect(context.server.requests.filter(({ headers }) => headers['authorization'] === `Bearer ${TOKEN}`)).not.toEqual(
      []
    )
  })

  test.each(PATHS)('is not reached by a path with %s, in a file or past its rules', async (_name, path) => {
    const connection = withPath(path(otherHost()))
    const { provider: _, ...parts } = connection
    const file = JSON.stringify({ name: 'Host', ...parts })
    expect(() => parseDefinitionFile(file, normaliseBaseUrl)).toThrow(AppError)
    await makeEachCall(connection, '7')
    expect(other.requests).toEqual([])
    for (const { headers } of context.server.requests)
      expect(headers['host']).toBe(new URL(context.server.baseUrl).host)
  })

  test('is not reached by what is filled into a path', async () => {
    const host = otherHost()
    for (const path of ['/{id}', '/x/{id}/y', '/x?of={id}', '/.{id}']) {
      for (const id of [
        `/${host}/x`,
        `//${host}`,
        `@${host}/`,
        `\\${host}`,
        `http://${host}/`,
        '..',
        '%2e%2e',
        '.',
        '／',
        '\t/'
      ]) {
        await makeEachCall(withPath(path), id)
      }
    }
    expect(other.requests).toEqual([])
  })

  test('is not reached by a base URL with a user', async () => {
    const baseUrl = `${context.server.baseUrl}@${otherHost()}`
    const file = JSON.stringify({ name: 'Host', baseUrl, profile: { path: '/me' } })
    expect(() => parseDefinitionFile(file, normaliseBaseUrl)).toThrow(AppError)
    await makeEachCall({ ...withPath('/x'), baseUrl }, '7')
    expect(other.requests).toEqual([])
  })

  test('is not reached by a redirect, or by the address of a next page', async () => {
    const location = `${other.baseUrl}/x`
    context.server.respondWith('/redirect', () => new Response(null, { status: 307, headers: { location } }))
    await makeEachCall(withPath('/redirect'), '7')
    const next = {
      data: [{ id: 'a', total: 1 }],
      next: location,
      links: { next: location },
      pagination: { next: location }
    }
    context.server.respondWith('/list', () => Response.json(next, { headers: { link: `<${location}>; rel="next"` } }))
    const invoices = { path: '/list', listAt: 'data', paging: { by: 'link' } } as const
    await makeEachCall({ ...withPath('/list'), invoices }, '7')
    expect(other.requests).toEqual([])
  })
})

describe('a place of a definition', () => {
  const secret = 'canary-that-opens-something'
  const record = { id: 'a', number: 'N-1', total: 1, word: 'plain-text', hash: secret, login: { password: secret } }

  /** What is read if all fields are said to be there. */
  async function readAt(place: string): Promise<string> {
    context.server.respondWith('/list', () => Response.json({ data: [record], token: secret }))
    const reply = { data: record, token: secret, password: { data: record } }
    context.server.respondWith('/record', () => Response.json(reply))
    const { api } = context
    const connection: Connection = {
      ...withPath('/list'),
      profile: { path: '/record', recordAt: place },
      profileFields: { fullName: place, email: place, companyName: place },
      invoiceFields: { number: place, paymentMethod: place, id: place, providerStatus: place },
      productFields: { name: place, label: place, description: place }
    }
    const access = { connection, token: TOKEN }
    const { signal } = new AbortController()
    return JSON.stringify([
      await api.profile(access).catch((error: unknown) => error),
      await api.invoices(access),
      await api.tryEndpoint(access, 'products', signal)
    ])
  }

  test('leads to any text', async () => {
    expect(await readAt('word')).toContain('plain-text')
  })

  test.each(['hash', 'login', 'login.password', 'token', 'password.data', 'data.hash', 'data.login.password'])(
    'leads to no credential: %s',
    async (place) => {
      expect(await readAt(place)).not.toContain(secret)
    }
  )
})

test.each(['constructor', 'prototype', 'toString', 'toJSON', 'append', 'pipe', 'length', 'a[]', 'a.b', 'a{}', '$a'])(
  'a sign-in sends a field of any name: %s',
  async (field) => {
    const { api, server } = context
    server.respondWith('/in', () => Response.json({ token: 'new-token' }))
    const connection: Connection = { ...withPath('/x'), signIn: { path: '/in', emailField: field } }
    await api.signIn(connection, credentials)
    expect(server.requests.map(({ body }) => body)).toEqual([
      JSON.stringify({ [field]: credentials.email, password: credentials.password })
    ])
  }
)
