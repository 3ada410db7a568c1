import { describe, expect, test } from 'vitest'
import { instant, nameOrder, whole } from '../../../src/main/storage/sort-keys.ts'

describe('order of names', () => {
  test('case and accents do not count, numbers go by value', () => {
    const names = ['Zürich', 'plan 10', 'Élan', 'Plan 9', 'zurich 2', 'elan 2']
    const sorted = names.toSorted((a, b) => (String(nameOrder(a)) < String(nameOrder(b)) ? -1 : 1))
    expect(sorted).toEqual(['Élan', 'elan 2', 'Plan 9', 'plan 10', 'Zürich', 'zurich 2'])
  })

  test.each([[null], [undefined], [''], ['  '], ['\u0301']])('%j gives nothing to go by', (text) => {
    expect(nameOrder(text)).toBeNull()
  })
})

describe('instants', () => {
  test.each([
    ['2024-03-01T10:00:00Z', 1709287200000n],
    ['2024-03-01T12:00:00+02:00', 1709287200000n],
    ['2024-03-01T10:00:00.1234567', 1709287200123n],
    ['2024-03-01', 1709251200000n],
    ['yesterday', null],
    ['', null],
    [null, null],
    [undefined, null]
  ])('%j is %s', (text, expected) => {
    expect(instant(text)).toBe(expected)
  })
})

test('only a number that an integer column can hold becomes one', () => {
  expect([7, 2 ** 53 - 1, -1, 1.5, Number.NaN, null, undefined].map(whole)).toEqual([
    7n,
    9007199254740991n,
    -1n,
    null,
    null,
    null,
    null
  ])
})
