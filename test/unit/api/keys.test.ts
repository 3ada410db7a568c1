import { expect, test } from 'vitest'
import { keysOf } from '../../../src/main/api/readers/records.ts'
import { createNotes } from '../../../src/main/api/readers/records.ts'

const keys = (...ids: (string | null)[]): string[] =>
  keysOf(
    ids.map((id) => ({ id, print: () => 'the same print' })),
    createNotes()
  )

test('an id is its key; the same id again is counted on, past keys that are ids themselves', () => {
  expect(keys('a', 'b', 'a', 'a~2', 'a')).toEqual(['a', 'b', 'a~3', 'a~2', 'a~4'])
})

test('records without an id get the same stand-ins again, each its own', () => {
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

test.each([
  ['nothing', ''],
  ['a way up', '..'],
  ['half a character', 'x\ud800'],
  ['a control character', 'a\u0000b'],
  ['a novel', 'x'.repeat(513)]
])('%s is no id that an address could hold: it gets a stand-in', (_name, id) => {
  const [key] = keys(id)
  expect(key).toMatch(/^~[0-9a-f]{20}$/)
})
