/** What the page may send, where a careless border would cost main its time or its life. */
import { describe, expect, test } from 'vitest'
import { emailSchema, labelSchema } from '../../../src/main/schemas.ts'
import { defaultLabel } from '../../../src/main/accounts/account-records.ts'
import { inputOf } from '../../../src/main/ipc/inputs.ts'
import { isDecimal } from '../../../src/shared/models/decimal.ts'

describe('a name for an account', () => {
  test.each([
    ['a\ufffeb', 'a b'],
    ['a\u0000\u001b[2J\nb', 'a [2J b'],
    ['\u202eabc', 'abc'],
    ['a\ud800b', 'a b'],
    ['👩‍💻 Work', '👩‍💻 Work']
  ])('%j is stored as %j', (typed, stored) => expect(labelSchema.parse(typed)).toBe(stored))

  test.each(['', ' ', '\n\u202e', 'a'.repeat(81), 'a'.repeat(1_000_000)])('%j is none', (typed) =>
    expect(labelSchema.safeParse(typed).success).toBe(false)
  )
})

test.each([
  ['ada@example.com\u001b[201~\rid\r', 'ada@example.com [201~ id'],
  ['\u009bada@example.com\u007f', 'ada@example.com'],
  ['\u202eada@\u2028example.com', 'ada@ example.com'],
  [' ada@example.com ', 'ada@example.com'],
  ['\n', '']
])('an email at a sign-in: %j is taken as %j', (typed, taken) => {
  expect(emailSchema.parse(typed)).toBe(taken)
  const { email } = inputOf('session', 'signIn').parse({
    connection: { baseUrl: 'https://api.example.com', provider: 'hypeproxy-v3' },
    again: null,
    email: typed,
    password: 'open sesame'
  }) as { email: string }
  expect(email).toBe(taken)
})

test('an account that is named by its sign-in has no unfit character in its name', () => {
  const connection = { baseUrl: 'https://api.example.com', provider: 'hypeproxy-v3' } as const
  expect(defaultLabel({ email: null, connection: { ...connection, user: 'ada\u2028x\u2029' } })).toBe('ada x')
  expect(defaultLabel({ email: 'a\u001b[2J\rb', connection })).toBe('a [2J b')
})

test('an amount has no more digits than the readers take', () => {
  const digits = '1'.repeat(30)
  expect(isDecimal(`-${digits}.${digits}`)).toBe(true)
  expect(isDecimal(`0.${'0'.repeat(100_000)}10`)).toBe(false)
})
