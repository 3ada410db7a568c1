import { describe, expect, test } from 'vitest'
import { atOnce } from '../../../../src/main/concurrency.ts'
import { readProfile as read } from '../../../../src/main/provider/readers/read-profile.ts'
import { growthOf, LINEAR, SMALL } from '../../../support/growth.ts'
import type { JsonObject } from '../../../../src/main/provider/readers/records.ts'

const readProfile = (record: JsonObject) => atOnce(read(record, (text) => text))

const COMPANY = { companyName: 'C', companyIdentificationNumber: 'n', companyVatNumber: 'v' }
const HOME = { address: 'Street 1', zipCode: '3000', city: 'Bern', country: 'CH' }
const V2 = {
  ...{ id: 'u1', email: 'a@example.com', fullName: 'A B', userName: 'a', telegram: '@a', phoneNumber: '+41' },
  ...{ customerId: 'c1', ...HOME, ...COMPANY },
  ...{ emailConfirmed: true, phoneNumberConfirmed: false, twoFactorEnabled: true, isAllowed: true }
}
const OTHER_V2 = { isCompany: true, hasBillingDetailsDefined: true, cultureConcern: 'en', accessFailedCount: 1 }
const V3 = { id: 'u1', email: 'a@example.com', fullName: 'A B' }
const BILLING = { ...HOME, ...COMPANY, companyCountry: 'DE' }

test.each([
  ['v2', { ...V2, registrationDateTime: '2024-01-01', ...OTHER_V2, lockoutEnd: null }, V2, OTHER_V2],
  ['v3', { ...V3, registeredAt: '2024-01-01', billingDetails: BILLING }, { ...V3, ...BILLING }, {}]
])('every published field of %s is shown in its group or under its own name', (_version, record, known, others) => {
  const { value, notes } = readProfile(record)
  const { other, ...groups } = value.groups
  const shown = Object.values(groups).flatMap((fields) => fields.map((one) => [one.name, one.value]))
  expect(Object.fromEntries(shown)).toEqual({ ...known, registeredAt: '2024-01-01' })
  expect(Object.fromEntries(other.map((one) => [one.name, one.value]))).toEqual(others)
  expect([value.title, value.dropped, notes]).toEqual(['A B', 0, []])
})

test('empty values are left out, and the title is the next best name', () => {
  const { value } = readProfile({
    email: 'a@x.example',
    fullName: '',
    userName: 'a',
    wallets: [],
    tags: ['x'],
    x: null
  })
  expect([value.title, value.email]).toEqual(['a', 'a@x.example'])
  expect(value.groups.other).toEqual([{ name: 'tags', value: '["x"]' }])
})

test('of two values the outer one counts, and the other is shown under its own name', () => {
  const billingDetails = { city: 'Bern', country: 'DE', address: null }
  const { groups } = readProfile({ city: null, country: 'CH', billingDetails }).value
  expect(groups.address).toEqual([
    { name: 'city', value: 'Bern' },
    { name: 'country', value: 'CH' }
  ])
  expect(groups.other).toEqual([{ name: 'billingDetails.country', value: 'DE' }])
})

const known = (record: JsonObject): Record<string, unknown> => {
  const { other: _, ...groups } = readProfile(record).value.groups
  return Object.fromEntries(Object.values(groups).flatMap((fields) => fields.map(({ name, value }) => [name, value])))
}

describe('names of other APIs', () => {
  test.each<[given: JsonObject, read: object]>([
    [{ first_name: 'A', lastName: 'B' }, { fullName: 'A B' }],
    [{ FullName: 'A B', first_name: 'A', last_name: 'B' }, { fullName: 'A B' }],
    [{ name: 'Jo', first_name: 'Joanna', last_name: 'B' }, { fullName: 'Joanna B' }],
    [
      { name: { first: 'A', last: 'B' }, username: 'a' },
      { fullName: 'A B', userName: 'a' }
    ],
    [{ last_name: 'B', first_name: null }, { fullName: 'B' }],
    [
      { 'E-Mail': 'a@x.example', mobile_phone: 41 },
      { email: 'a@x.example', phoneNumber: 41 }
    ],
    [
      { address_line1: 'S 1', addressLine2: 'Floor 2', postal_code: 10115, town: 'Berlin', country_code: 'DE' },
      { address: 'S 1, Floor 2', zipCode: 10115, city: 'Berlin', country: 'DE' }
    ],
    [
      { address: { line1: 'S 1', line2: null, postal_code: '1', city: 'B', country: { id: 1, name: 'Germany' } } },
      { address: 'S 1', zipCode: '1', city: 'B', country: 'Germany' }
    ],
    [
      { organization: { name: 'X GmbH', vat_id: 'DE1', country: 'DE' } },
      { companyName: 'X GmbH', companyVatNumber: 'DE1', companyCountry: 'DE' }
    ],
    [
      { company_name: 'X', company_vat: 'DE1' },
      { companyName: 'X', companyVatNumber: 'DE1' }
    ],
    [{ date_joined: 1_762_000_000 }, { registeredAt: '2025-11-01T12:26:40.000Z' }],
    [
      { user_id: 5, email_verified: 1 },
      { id: 5, emailConfirmed: true }
    ]
  ])('%j is read as %j, without notes', (given, read) => {
    expect([known(given), readProfile(given).notes]).toEqual([read, []])
  })

  test.each<[wrapped: JsonObject]>([
    [{ account: { id: 'u', email: 'a@x.example', name: 'A' } }],
    [{ balance: 5, user: { id: 'u', email: 'a@x.example', name: 'A' } }],
    [{ result: { client: { id: 'u', email: 'a@x.example', name: 'A' } }, ok: true }],
    [{ id: 'u', type: 'users', attributes: { email: 'a@x.example', name: 'A' } }]
  ])('are found inside %j', (wrapped) => {
    expect(known(wrapped)).toEqual({ id: 'u', email: 'a@x.example', fullName: 'A' })
  })

  test('in a billing record are those of the person, but not its id', () => {
    const billing = { id: 'b1', name: 'Jane', street: 'S 1', company: { name: 'X' }, suspended: true }
    const { value } = readProfile({ email: 'a@x.example', billing })
    expect(known({ email: 'a@x.example', billing })).toEqual({
      ...{ fullName: 'Jane', email: 'a@x.example', address: 'S 1', companyName: 'X' }
    })
    expect(value).not.toHaveProperty('blocked')
    expect(value.groups.other.map(({ name }) => name)).toEqual(['billing.id', 'billing.suspended'])
  })

  test('that say something else than the field shown keep their own name', () => {
    const { value } = readProfile({
      id: 'u',
      user_id: 'v',
      name: 'Acme',
      fullName: 'A B',
      account: { id: 'u' },
      login: {}
    })
    expect(value.groups.other).toEqual([
      { name: 'user_id', value: 'v' },
      { name: 'name', value: 'Acme' }
    ])
  })
})

test('fields that look like credentials are removed, counted and named in the notes', () => {
  const published = ['passwordHash', 'securityStamp', 'concurrencyStamp', 'passwordSignature', 'fingerprintId']
  const secrets: JsonObject = { 'api-key': { value: 'canary' }, refreshToken: ['canary'] }
  for (const name of [...published, 'PASSWORD_SALT']) secrets[name] = 'canary'
  const { value, notes } = readProfile({ email: 'a@example.com', ...secrets, login: { otpSecret: 'canary' } })
  expect(JSON.stringify({ value, notes })).not.toContain('canary')
  expect(value.dropped).toBe(9)
  expect(notes.map(({ kind, field }) => [kind, field])).toEqual(
    [...Object.keys(secrets), 'otpSecret'].map((name) => ['credentialDropped', name])
  )
})

test('values of another type are shown and noted', () => {
  const { value, notes } = readProfile({ fullName: { first: 'A' }, phoneNumber: 41, emailConfirmed: 'yes', id: 5 })
  expect(value.title).toBeNull()
  expect(value.groups.other).toEqual([{ name: 'fullName', value: '{"first":"A"}' }])
  expect(notes.map(({ field }) => field)).toEqual(['fullName', 'phoneNumber', 'id', 'emailConfirmed'])
})

test('the cost grows linearly with fields of one name in endless spellings', () => {
  const gaps = ['', '_', '-', ' ']
  const spelling = (at: number): string =>
    [...'firstName'].map((letter, n) => letter + gaps[(at >> (2 * n)) & 3]).join('')
  const record = (size: number): JsonObject =>
    Object.fromEntries(Array.from({ length: size }, (_none, at) => [spelling(at), `A${at}`]))
  expect(growthOf(record, readProfile, SMALL)).toBeLessThan(LINEAR)
})

test('the number and length of shown fields are limited', () => {
  const long = 'y'.repeat(50_000)
  const many = Object.fromEntries(Array.from({ length: 5000 }, (_none, n) => [`field${n}`, long]))
  const { value } = readProfile({ ...many, fullName: long, email: long })
  expect(value.groups.other).toHaveLength(200)
  expect(JSON.stringify(value).length).toBeLessThan(500_000)
  expect(value.title?.length).toBeLessThanOrEqual(320)
})

describe('a blocked account', () => {
  const reason = 'Chargeback of invoice 12'
  const since = '2026-11-03T10:00:00Z'
  test.each<[JsonObject, { reason: string | null; since: string | null }]>([
    [
      { isDenied: true, deniedReason: ` ${reason} `, blockingDateTime: since },
      { reason, since }
    ],
    [
      { isDenied: true, deniedReason: null, blockingDateTime: '0001-01-01T00:00:00' },
      { reason: null, since: null }
    ],
    [{ deniedReason: reason }, { reason, since: null }]
  ])('by %j', (authorization, blocked) => {
    const { value, notes } = readProfile({ id: 'u1', authorization })
    expect([value.blocked, value.groups.other, value.dropped, notes]).toEqual([blocked, [], 0, []])
  })

  test.each<[JsonObject, object | undefined]>([
    [{ suspended: true }, { reason: null, since: null }],
    [
      { is_blocked: 1, blocked_reason: reason, blocked_at: since },
      { reason, since }
    ],
    [{ user: { id: 'u2', Disabled: 'true' } }, { reason: null, since: null }],
    [{ banned: false, suspended_at: since }, undefined],
    [{ blocked: 5, disabled: null, suspended: {} }, undefined]
  ])('by the flags of other APIs: %j', (fields, blocked) => {
    expect(readProfile({ id: 'u1', ...fields }).value.blocked).toEqual(blocked)
  })

  test('is none that may sign in, whose fields are shown with the others', () => {
    const authorization = { isDenied: false, deniedReason: 'lifted', blockingDateTime: null }
    const { value } = readProfile({ id: 'u1', authorization })
    expect(value).not.toHaveProperty('blocked')
    expect(value.groups.other).toEqual([
      { name: 'authorization.isDenied', value: false },
      { name: 'authorization.deniedReason', value: 'lifted' }
    ])
  })

  test('loses anything else under that name as a credential', () => {
    const { value } = readProfile({ id: 'u1', authorization: { isDenied: true, value: 'Bearer abc' } })
    expect([value.blocked, value.dropped]).toEqual([{ reason: null, since: null }, 1])
    expect(JSON.stringify(value)).not.toContain('abc')
    expect(JSON.stringify(readProfile({ authorization: 'Bearer abc' }).value)).not.toContain('abc')
  })
})
