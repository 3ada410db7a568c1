import { expect, test } from 'vitest'
import { atOnce } from '../../../../src/main/concurrency.ts'
import { Notes, keysOf } from '../../../../src/main/provider/readers/records.ts'

const keys = (...ids: (string | null)[]): string[] =>
  atOnce(
    keysOf(
      ids.map((id) => ({ id, print: () => 'the same print' })),
      new Notes()
    )
  )

test('an id is its key; a repeated id is numbered, past keys that are ids themselves', () => {
  expect(keys('a', 'b', 'a', 'a~2', 'a')).toEqual(['a', 'b', 'a~3', 'a~2', 'a~4'])
})

test('records without an id get the same generated keys again, each its own', () => {
  const [one, two] = keys(null, null)
  expect(one).toMatch(/^~[0-9a-f]{20}$/)
  expect(two).toBe(`${one}~2`)
  expect(keys(null, null)).toEqual([one, two])
})

test('a list of one id a hundred thousand times is counted in one pass', () => {
  const many = keys(...Array.from({ length: 100_000 }, () => 'x'))
  expect(new Set(many).size).toBe(100_000)
  expect(many.at(-1)).toBe('x~100000')
}, 5_000)

test.each(['', '..', 'x\ud800', 'a\u0000b', 'x'.repeat(513)])(
  '%.10j is no id for a URL: it gets a generated key',
  (id) => {
    expect(keys(id)[0]).toMatch(/^~[0-9a-f]{20}$/)
  }
)
