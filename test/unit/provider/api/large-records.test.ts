/** What a provider may send as one record is read in turns with other work. Counted are steps and turns, never milliseconds. */
import { describe, expect, test } from 'vitest'
import { CallTrace } from '../../../../src/main/provider/api/call-trace.ts'
import { ProviderApi } from '../../../../src/main/provider/api/provider-api.ts'
import { readProfile } from '../../../../src/main/provider/readers/read-profile.ts'
import type { JsonObject } from '../../../../src/main/provider/readers/records.ts'
import { toErrorInfo } from '../../../../src/shared/ipc/error.ts'
import type { Json } from '../../../../src/shared/models/json.ts'
import { turnsDuring } from '../../../support/turns.ts'

const MANY = 6000
const named = (value: (at: number) => Json, count = MANY): JsonObject =>
  Object.fromEntries(Array.from({ length: count }, (_none, at) => [`field ${at}`, value(at)]))
const list = (value: (at: number) => Json, count = MANY): Json[] =>
  Array.from({ length: count }, (_none, at) => value(at))
/** A tree whose objects have a few fields each. */
const tree = (depth: number): JsonObject => named((at) => (depth === 0 ? `leaf ${at}` : tree(depth - 1)), 5)

const PROFILES: [string, JsonObject][] = [
  ['fields', named((at) => `value ${at}`)],
  ['fields of its account', { account: { email: 'ada@example.com', ...named((at) => `value ${at}`) } }],
  ['fields beside its balance', { balance: '12.50', currency: 'EUR', ...named((at) => at) }],
  ['small objects', named((at) => ({ id: `id ${at}` }))],
  ['a long list', { rights: list((at) => `right ${at}`) }],
  ['a list of small objects', { teams: list((at) => ({ id: `id ${at}`, name: 'Team' })) }],
  ['a tree', { settings: tree(6) }],
  ['JSON in a text', { meta: JSON.stringify(list((at) => `item ${at}`)) }],
  ['JSON in many texts', named((at) => `["item ${at}"]`, 2000)],
  [
    'spellings of one name',
    Object.fromEntries(
      list((at) => at, 5000).map((at) => [
        `e${'_'.repeat(Number(at) % 60)}mail${' '.repeat(Number(at) % 57)}`,
        'a@b.example'
      ])
    )
  ]
]

test.each(PROFILES)('a profile with %s is read in small steps', (_name, profile) => {
  let looks = 0
  let most = 0
  const redact = (text: string): string => {
    looks += 1
    return text
  }
  const steps = readProfile(profile, redact)
  while (!steps.next().done) {
    most = Math.max(most, looks)
    looks = 0
  }
  // A name and a value of each field between two steps.
  expect(Math.max(most, looks)).toBeLessThanOrEqual(2 * 32)
})

const connection = {
  baseUrl: 'https://host.example',
  provider: null,
  profile: { path: '/me' },
  products: { path: '/products' },
  invoices: { path: '/invoices' }
}
const access = { connection, token: 'canary-token-of-the-account' }
const answering = (body: Json): ProviderApi => {
  const reply = async (): Promise<Response> =>
    new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } })
  return new ProviderApi({ fetchFor: () => reply })
}
const signal = new AbortController().signal
/** By their ids, which is no list. */
const byId = (count: number): Json => ({
  data: Object.fromEntries(list((at) => at, count).map((at) => [`${at}`, { id: at, name: `Plan ${String(at)}` }]))
})

describe('other work gets its turns', () => {
  // A turn is over after eight steps, of 32 fields each.
  test.each(PROFILES.slice(0, 7))('while a profile with %s is read', async (_name, profile) => {
    const api = answering(profile)
    expect(await turnsDuring(() => api.profile(access))).toBeGreaterThan(MANY / 32 / 8 / 2)
  })

  test('while a profile is tried', async () => {
    const api = answering(named((at) => ({ id: `id ${at}` })))
    const turns = await turnsDuring(async () => {
      const { found, error } = await api.tryEndpoint(access, 'profile', signal)
      expect([found, error]).toEqual([1, null])
    })
    // And for the 5,000 places that are looked at.
    expect(turns).toBeGreaterThan((2 * MANY) / 32 / 8 + 5000 / 8)
  })

  // The sums and states of invoices are read in turns, too.
  test.each([
    ['invoices', 4000],
    ['products', 500]
  ] as const)('while %s are tried that come by their ids', async (call, least) => {
    const api = answering(byId(4000))
    const turns = await turnsDuring(async () => {
      const { found, error } = await api.tryEndpoint(access, call, signal)
      expect([found, error]).toEqual([4000, null])
    })
    expect(turns).toBeGreaterThan(least)
  })
})

test('a profile that is left while it is read is cancelled', async () => {
  const leave = new AbortController()
  const trace = new CallTrace()
  trace.bodyCame = () => void setImmediate(() => leave.abort())
  const api = answering(named((at) => `value ${at}`))
  let code: unknown = null
  await turnsDuring(async () => {
    code = await api.profile(access, { signal: leave.signal, trace }).catch((error: unknown) => toErrorInfo(error).code)
  })
  expect(code).toBe('CANCELLED')
})
