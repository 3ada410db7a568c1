import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../src/main/api/readers/records.ts'
import { readProfile as read } from '../../../src/main/api/readers/read-profile.ts'
import { profileViewSchema } from '../../support/replies.ts'

const readProfile = (record: JsonObject) => read(record, (text) => text)

test('the v2 shape: names in groups, the rest under its own name, nothing that is null', () => {
  const { value, notes } = readProfile({
    id: 'u1',
    email: 'a@example.com',
    fullName: '',
    userName: 'a',
    registrationDateTime: '2024-01-01',
    city: 'Zürich',
    companyVatNumber: null,
    emailConfirmed: false,
    cultureConcern: 'en',
    lockoutEnd: null,
    wallets: [],
    tags: ['x']
  })
  expect(value).toEqual({
    title: 'a',
    email: 'a@example.com',
    groups: {
      person: [
        { name: 'userName', value: 'a' },
        { name: 'email', value: 'a@example.com' },
        { name: 'registeredAt', value: '2024-01-01' }
      ],
      address: [{ name: 'city', value: 'Zürich' }],
      company: [],
      account: [
        { name: 'id', value: 'u1' },
        { name: 'emailConfirmed', value: false }
      ],
      other: [
        { name: 'cultureConcern', value: 'en' },
        { name: 'tags', value: '["x"]' }
      ]
    },
    dropped: 0
  })
  expect(notes).toEqual([])
})

test('the v3 shape: address and company come out of billingDetails', () => {
  const { value } = readProfile({
    fullName: 'A B',
    registeredAt: '2024-01-01',
    city: null,
    country: 'CH',
    billingDetails: { city: 'Bern', country: 'DE', companyName: 'C', isCompany: true, address: null }
  })
  expect(value.title).toBe('A B')
  expect(value.groups.address).toEqual([
    { name: 'city', value: 'Bern' },
    { name: 'country', value: 'CH' }
  ])
  expect(value.groups.company).toEqual([{ name: 'companyName', value: 'C' }])
  expect(value.groups.other).toEqual([
    { name: 'billingDetails.country', value: 'DE' },
    { name: 'billingDetails.isCompany', value: true }
  ])
})

test('credential-like fields are gone, counted, and named in the notes', () => {
  const secrets = {
    passwordHash: 'canary',
    securityStamp: 'canary',
    concurrencyStamp: 'canary',
    passwordSignature: 'canary',
    fingerprintId: 'canary',
    PASSWORD_SALT: 'canary',
    'api-key': { value: 'canary' },
    refreshToken: ['canary']
  }
  const { value, notes } = readProfile({ email: 'a@example.com', ...secrets, login: { otpSecret: 'canary' } })
  expect(JSON.stringify({ value, notes })).not.toContain('canary')
  expect(value.dropped).toBe(9)
  expect(notes.map(({ kind, field }) => [kind, field])).toEqual(
    [...Object.keys(secrets), 'otpSecret'].map((name) => ['credentialDropped', name])
  )
})

test('wrong types are shown and noted', () => {
  const { value, notes } = readProfile({ fullName: { first: 'A' }, phoneNumber: 41, emailConfirmed: 'yes', id: 5 })
  expect(value.title).toBeNull()
  expect(value.groups.other).toEqual([{ name: 'fullName', value: '{"first":"A"}' }])
  expect(notes.map(({ field }) => field)).toEqual(['fullName', 'phoneNumber', 'id', 'emailConfirmed'])
  expect(profileViewSchema.safeParse(value).success).toBe(true)
})

test('a profile that is no profile any more is bounded, so that it can be shown', () => {
  const long = 'y'.repeat(50_000)
  const many = Object.fromEntries(Array.from({ length: 5000 }, (_none, n) => [`field${n}`, long]))
  const { value } = readProfile({ ...many, fullName: long, email: long })
  expect(value.groups.other).toHaveLength(200)
  expect(JSON.stringify(value).length).toBeLessThan(500_000)
  expect(value.title?.length).toBeLessThanOrEqual(320)
})

describe('an account that is blocked', () => {
  const reason = 'Chargeback of invoice 12'
  test.each<[string, JsonObject, { reason: string | null; since: string | null }]>([
    [
      'with its reason and date',
      { isDenied: true, deniedReason: ` ${reason} `, blockingDateTime: '2026-11-03T10:00:00Z' },
      { reason, since: '2026-11-03T10:00:00Z' }
    ],
    [
      'without a reason or a date',
      { isDenied: true, deniedReason: null, blockingDateTime: '0001-01-01T00:00:00' },
      { reason: null, since: null }
    ],
    ['by its reason alone', { deniedReason: reason }, { reason, since: null }]
  ])('is told %s', (_, authorization, blocked) => {
    const { value, notes } = readProfile({ id: 'u1', authorization })
    expect(value.blocked).toEqual(blocked)
    expect(value.groups.other).toEqual([])
    expect([value.dropped, notes]).toEqual([0, []])
    expect(profileViewSchema.parse(value)).toEqual(value)
  })

  test('is not told of one that may sign in, whose fields stay among the others', () => {
    const authorization = { isDenied: false, deniedReason: 'lifted', blockingDateTime: null }
    const { value } = readProfile({ id: 'u1', authorization })
    expect(value).not.toHaveProperty('blocked')
    expect(value.groups.other).toEqual([
      { name: 'authorization.isDenied', value: false },
      { name: 'authorization.deniedReason', value: 'lifted' }
    ])
  })

  test('anything else under that name is removed as a credential', () => {
    const { value } = readProfile({ id: 'u1', authorization: { isDenied: true, value: 'Bearer abc' } })
    expect(value.blocked).toEqual({ reason: null, since: null })
    expect(value.dropped).toBe(1)
    expect(JSON.stringify(value)).not.toContain('abc')
    expect(JSON.stringify(readProfile({ authorization: 'Bearer abc' }).value)).not.toContain('abc')
  })
})

test('requestDetails beside unknown fields of an envelope are not kept', () => {
  const requestDetails = { clientIp: '203.0.113.7', userAgent: 'Browser/1.0' }
  const body = { data: { id: 'u1', requestDetails }, took: 3, requestDetails }
  const text = JSON.stringify(readProfile(body))
  expect(text).toContain('u1')
  expect(text).not.toMatch(/requestDetails|203\.0|Browser/i)
})
