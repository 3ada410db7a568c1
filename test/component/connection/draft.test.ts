import { describe, expect, test } from 'vitest'
import {
  draftOf,
  newRow,
  problemsOf,
  sameConnection,
  settingsIn
} from '../../../src/renderer/src/components/connection/draft.ts'
import type { Draft, CustomSettings } from '../../../src/renderer/src/components/connection/draft.ts'
import { connectionSchema } from '../../../src/main/core/schemas.ts'

const empty = draftOf({ provider: 'hypeproxy-v2' })
const own: CustomSettings = {
  provider: 'hypeproxy-v3',
  signIn: { path: '/login', emailField: 'user', passwordField: 'secret', codeField: 'otp', tokenAt: 'data.token' },
  profile: { path: '/v2/Profile', authorization: { scheme: 'query', name: 'apikey' } },
  amountUnit: 'minor',
  currency: 'EUR',
  statuses: { '2': 'open', Bezahlt: 'settled' },
  missingStatus: 'settled',
  timeoutSeconds: 45,
  paymentTermDays: 14
}

describe('what is typed', () => {
  test('says every setting, and gives it back as it was', () => {
    expect(settingsIn(draftOf(own))).toEqual(own)
  })

  test('says nothing of what is as the preset has it', () => {
    const spelled: CustomSettings = {
      provider: 'hypeproxy-v2',
      signIn: { path: '/v2/Authentication/SignIn' },
      currency: null
    }
    expect(draftOf(spelled)).toEqual(empty)
    expect(settingsIn(empty)).toEqual({ provider: 'hypeproxy-v2' })
  })

  test('keeps what was filled in when another preset is chosen', () => {
    expect(settingsIn({ ...draftOf(own), provider: 'hypeproxy-v2' })).toEqual({ ...own, provider: 'hypeproxy-v2' })
  })

  test('is taken without spaces around it, a currency in capitals', () => {
    const typed = { ...empty, signInPath: ' /login ', currency: ' eur', statuses: [newRow(' Paid ', 'settled')] }
    expect(settingsIn(typed)).toEqual({
      provider: 'hypeproxy-v2',
      signIn: { path: '/login' },
      currency: 'EUR',
      statuses: { Paid: 'settled' }
    })
  })

  test('has no payment term when that is empty, and one of no days when it is zero', () => {
    expect(settingsIn({ ...empty, paymentTermDays: ' ' })).toEqual({ provider: 'hypeproxy-v2' })
    expect(settingsIn({ ...empty, paymentTermDays: '0' })).toEqual({ provider: 'hypeproxy-v2', paymentTermDays: 0 })
  })

  test('is something that main takes', () => {
    const connection = { ...settingsIn(draftOf(own)), baseUrl: 'https://api.example.com' }
    expect(connectionSchema.safeParse(connection).success).toBe(true)
  })
})

test.each<[keyof Draft & string, string]>([
  ['signInPath', 'login'],
  ['signInPath', '/a/../b'],
  ['emailField', 'my email'],
  ['passwordField', '"'],
  ['codeField', 'x'.repeat(65)],
  ['tokenAt', 'data..token'],
  ['timeoutSeconds', '0'],
  ['timeoutSeconds', '301'],
  ['timeoutSeconds', '2.5'],
  ['timeoutSeconds', 'soon'],
  ['currency', 'EURO'],
  ['currency', '€'],
  ['paymentTermDays', '-1'],
  ['paymentTermDays', '366'],
  ['paymentTermDays', '1.5'],
  ['paymentTermDays', 'a week']
])('%s can’t be “%s”', (name, typed) => {
  const draft = { ...empty, [name]: typed }
  expect(problemsOf(draft)?.fields).toEqual({ [name]: 'wrong' })
  expect(settingsIn(draft)).toBe(null)
})

test.each<[Partial<typeof empty>, string[]]>([
  [{ emailField: 'user', passwordField: 'user' }, ['emailField', 'passwordField']],
  // The one that is left empty has the preset's name.
  [{ codeField: ' password ' }, ['codeField']],
  [{ emailField: 'password', passwordField: 'email' }, []]
])('fields of the sign-in request have names of their own: %o', (typed, told) => {
  const draft = { ...empty, ...typed }
  expect(problemsOf(draft)?.fields ?? {}).toEqual(Object.fromEntries(told.map((name) => [name, 'twice'])))
  expect(settingsIn(draft) === null).toBe(told.length > 0)
})

test('a status without a word, twice the same, or on two lines is said at its row', () => {
  const rows = [newRow('Paid'), newRow('  '), newRow('paid '), newRow('a\nb')]
  expect(problemsOf({ ...empty, statuses: rows })?.rows).toEqual({
    [rows[1]!.id]: 'statusEmpty',
    [rows[2]!.id]: 'statusTwice',
    [rows[3]!.id]: 'statusLong'
  })
})

test('two connections are the same when they mean the same', () => {
  const place = { baseUrl: 'https://api.example.com', provider: 'hypeproxy-v2' } as const
  expect(sameConnection(place, { ...place, currency: null })).toBe(true)
  expect(
    sameConnection({ ...place, statuses: { a: 'open', b: 'void' } }, { ...place, statuses: { b: 'void', a: 'open' } })
  ).toBe(true)
  expect(sameConnection(place, { ...place, provider: 'hypeproxy-v3' })).toBe(false)
  expect(sameConnection(place, { ...place, baseUrl: 'https://api.example.org' })).toBe(false)
  expect(sameConnection(place, { ...place, statuses: { a: 'open' } })).toBe(false)
  expect(sameConnection(place, { ...place, paymentTermDays: 14 })).toBe(false)
  expect(sameConnection(place, { ...place, missingStatus: 'open' })).toBe(false)
  expect(sameConnection({ ...place, statuses: { a: 'void' } }, { ...place, statuses: { a: 'open' } })).toBe(false)
})
