/** What the page may send, where a careless border would cost main its time or its life. */
import { describe, expect, test } from 'vitest'
import { labelSchema } from '../../../src/main/core/schemas.ts'
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

test('an amount has no more digits than the readers take', () => {
  const digits = '1'.repeat(30)
  expect(isDecimal(`-${digits}.${digits}`)).toBe(true)
  expect(isDecimal(`0.${'0'.repeat(100_000)}10`)).toBe(false)
})
