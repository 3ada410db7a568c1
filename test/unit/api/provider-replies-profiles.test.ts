/** The profiles of documented public APIs (test/fixtures/provider-replies.json), read as each entry's `expected` says. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ProviderApi } from '../../../src/main/api/provider-api.ts'
import type { ProfileView } from '../../../src/shared/models/profile.ts'
import type { Json } from '../../../src/shared/models/json.ts'

interface Expected {
  person: string
  email: string
  company?: string
  vat?: string
  address?: string
  blocked?: boolean
  dropped?: string[]
}
interface Entry {
  name: string
  replies?: { profile?: Json }
  expected?: { profile?: Expected }
}
const ENTRIES = (
  JSON.parse(readFileSync(new URL('../../fixtures/provider-replies.json', import.meta.url), 'utf8')) as Entry[]
).flatMap(({ name, replies, expected }) =>
  replies?.profile && expected?.profile ? [{ name, reply: replies.profile, expected: expected.profile }] : []
)

async function read(reply: Json) {
  const api = new ProviderApi({ fetchFor: () => () => Promise.resolve(Response.json(reply)) })
  const connection = { baseUrl: 'https://api.example', provider: 'hypeproxy-v2' } as const
  const answer = await api.profile({ connection, token: 'a-token-of-a-test' })
  if (!answer) throw new Error('no answer')
  return answer
}

/** As on an envelope, in one line. */
function addressOf({ groups }: ProfileView): string {
  const { address, zipCode, city, country } = Object.fromEntries(groups.address.map(({ name, value }) => [name, value]))
  return [address, [zipCode, city].filter(Boolean).join(' '), country].filter(Boolean).join(', ')
}

test.each(ENTRIES)('the profile of $name is read as expected', async ({ reply, expected }) => {
  const { value, notes } = await read(reply)
  const field = (name: string): unknown =>
    Object.values(value.groups)
      .flat()
      .find((one) => one.name === name)?.value
  expect({ person: field('fullName'), title: value.title, email: value.email }).toEqual({
    ...{ person: expected.person, title: expected.person, email: expected.email }
  })
  expect([field('companyName'), field('companyVatNumber')]).toEqual([expected.company, expected.vat])
  expect(addressOf(value)).toBe(expected.address ?? '')
  expect(value.blocked !== undefined).toBe(expected.blocked === true)
  const dropped = notes.flatMap((note) => (note.kind === 'credentialDropped' ? [note.field] : []))
  expect(dropped.toSorted()).toEqual((expected.dropped ?? []).toSorted())
  expect(value.dropped).toBe(dropped.length)
})

test('there are profiles of all shapes', () => {
  expect(ENTRIES.map(({ name }) => name)).toEqual([
    'proxyrequest',
    'webshare',
    'fossbilling',
    'vultr',
    'trueproxies me'
  ])
})
