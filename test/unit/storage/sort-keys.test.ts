import { afterEach, expect, test, vi } from 'vitest'
import { amountSortKey, instant, nameSortKey } from '../../../src/main/storage/sort-keys.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

test.each([
  ['2026-01-02T03:04:05Z', Date.UTC(2026, 0, 2, 3, 4, 5)],
  ['2026-01-02T03:04:05.678Z', Date.UTC(2026, 0, 2, 3, 4, 5, 678)],
  ['2026-01-02T03:04:05', Date.UTC(2026, 0, 2, 3, 4, 5)],
  ['2026-01-02T03:04:05.678', Date.UTC(2026, 0, 2, 3, 4, 5, 678)],
  ['2026-01-02T03:04:05+02:00', Date.UTC(2026, 0, 2, 1, 4, 5)],
  ['2026-01-02', Date.UTC(2026, 0, 2)]
])('reads the same moment from %s in every time zone', (text, moment) => {
  vi.stubEnv('TZ', 'Asia/Tokyo')
  expect(instant(text)).toBe(BigInt(moment))
})

test.each([[null], [undefined], [''], ['soon'], ['Z'], ['2026-13-01T00:00:00Z']])('reads no moment from %j', (text) => {
  expect(instant(text)).toBeNull()
})

test.each([
  ['Überweisung', 'uberweisung'],
  ['ŁÓDŹ', 'lodz'],
  ['Plan 9', 'Plan 09'],
  ['PLAN', 'plan']
])('sorts “%s” like “%s”', (one, other) => {
  expect(nameSortKey(one)).toBe(nameSortKey(other))
})

test('sorts numbers in names by value', () => {
  const sorted = ['Plan 10', 'Plan 9', 'Plan 100'].toSorted((a, b) =>
    (nameSortKey(a) ?? '') < (nameSortKey(b) ?? '') ? -1 : 1
  )
  expect(sorted).toEqual(['Plan 9', 'Plan 10', 'Plan 100'])
})

test('keeps a name with half a surrogate pair', () => {
  expect(nameSortKey('A\ud83d')?.startsWith('a')).toBe(true)
})

test('amounts sort by value, and equal ones have the same key', () => {
  const amounts = '-100 -10.5 -10 -9.99 -0.2 -0.05 0 0.05 0.2 1 9.99 10 10.5 100'.split(' ')
  const keys = amounts.map(amountSortKey)
  expect(keys.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)))).toEqual(keys)
  expect(['1.5', '0', '7', '-2'].map(amountSortKey)).toEqual(['1.50', '-0.00', '007', '-2.0'].map(amountSortKey))
})
