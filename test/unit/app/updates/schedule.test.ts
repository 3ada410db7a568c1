import { expect, test } from 'vitest'
import { isDue, waitMs, withoutFuture } from '../../../../src/main/app/updates/schedule.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const now = new Date('2026-11-20T12:00:00.000Z')
const before = (ms: number): string => new Date(now.getTime() - ms).toISOString()
const tried = (ms: number, failures = 0) => ({ checkedAt: null, triedAt: before(ms), failures })

test('a check is due after a day, and a part of a fifth that differs between computers', () => {
  expect(isDue(tried(DAY), now, 0, null)).toBe(true)
  expect(isDue(tried(DAY - 1), now, 0, null)).toBe(false)
  expect(isDue(tried(DAY * 1.19), now, 1, null)).toBe(false)
  expect(isDue(tried(DAY * 1.2), now, 1, null)).toBe(true)
  expect(isDue({ checkedAt: null, triedAt: null, failures: 0 }, now, 1, null)).toBe(true)
})

test('without an answer it is tried sooner, and less and less often, down to daily', () => {
  expect([1, 2, 3, 4, 100].map((failures) => waitMs({ failures }, 0) / HOUR)).toEqual([6, 12, 24, 24, 24])
})

test('a clock that is set forward causes no second check while the app runs', () => {
  expect(isDue(tried(10 * DAY), now, 0, HOUR)).toBe(false)
  expect(isDue(tried(10 * DAY), now, 0, DAY)).toBe(true)
})

test('a check in the future, after the clock was set back, counts as now', () => {
  const record = { checkedAt: before(-DAY), triedAt: before(-400 * DAY), failures: 1 }
  expect(withoutFuture(record, now)).toEqual({ checkedAt: before(0), triedAt: before(0), failures: 1 })
  expect(withoutFuture(tried(DAY), now)).toEqual(tried(DAY))
})
