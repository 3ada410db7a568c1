/** Typing in the list goes to the next name that begins so. */
import { expect, test } from 'vitest'
import { seek } from '../../../../src/main/storage/catalogue/type-ahead.ts'
import { ALL, product } from '../fixtures.ts'
import { catalogueOf } from './stored.ts'

const { offset: _offset, limit: _limit, ...choice } = ALL
const names = ['Plan 9', 'plan 10', 'Élan', 'Planet', 'Łódź', 'Plan 007 b', 'ΟΔΟΣ ΑΒ', '!']
const db = (): ReturnType<typeof catalogueOf> =>
  catalogueOf([...names.map((name, at) => product(`${at}`, { name })), product('last', { shortName: 'Short' })])

test.each([
  ['p', 0, 0],
  ['p', 1, 1],
  ['p', 6, 0],
  ['p', 99, 0],
  ['plan 1', 0, 1],
  ['plan 10', 0, 1],
  ['plan 100', 0, null],
  ['plan ', 2, 5],
  ['plan', 2, 3],
  ['plan 7', 0, 5],
  ['plan 07 B', 0, 5],
  ['elan', 0, 2],
  ['lodz', 0, 4],
  ['οδος', 0, 6],
  ['οδος α', 0, 6],
  ['!', 0, 7],
  ['short', 0, 8],
  ['x', 0, null],
  [' ', 0, null],
  ['%', 0, null]
])('%j from %i: %s', (prefix, from, place) => {
  expect(seek(db(), { choice, prefix, from })).toBe(place)
})

test('indexes follow the query’s order', () => {
  // By name: ! 0, Élan 1, Łódź 2, Plan 007 b 3, Plan 9 4, plan 10 5, Planet 6, Short 7, ΟΔΟΣ ΑΒ 8.
  const sorted = { ...choice, sort: 'name' } as const
  expect(seek(db(), { choice: sorted, prefix: 'plan 9', from: 0 })).toBe(4)
  expect(seek(db(), { choice: { ...sorted, text: 'plan' }, prefix: 'plan 9', from: 0 })).toBe(1)
  expect(seek(db(), { choice: { ...sorted, text: 'plan' }, prefix: 'short', from: 0 })).toBeNull()
})
