import { expect, test } from 'vitest'
import { backAt, BROKEN_OFF_MS, LATELY_MS, type LeftAt } from '../../../../src/main/core/refresh/pace.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const left = (more: Partial<LeftAt> = {}): LeftAt => ({
  way: 'one',
  credential: 'kept',
  begunAt: NOW - 2_000,
  endedAt: NOW - 1_000,
  nextAt: NOW + 840_000,
  failedRounds: 0,
  reach: 'online',
  failures: { profile: null, catalogue: null, invoices: null },
  ...more
})
const told = (retryAt: string): Partial<LeftAt> => ({
  failures: { profile: null, catalogue: null, invoices: { code: 'RATE_LIMITED', retryAt } }
})

test.each<[string, LeftAt, number | null]>([
  ['asked lately: when it was due', left(), NOW + 840_000],
  ['asked lately, with nothing due', left({ nextAt: null }), null],
  ['asked a minute ago: at once', left({ endedAt: NOW - LATELY_MS }), 0],
  ['asked in the future, by a clock that was set back: at once', left({ endedAt: NOW + 1 }), 0],
  ['told to wait, long ago: when it was due', left({ endedAt: 0, ...told('2026-11-20T12:00:01Z') }), NOW + 840_000],
  ['told to wait until a time that is over', left({ endedAt: 0, ...told('2026-11-20T12:00:00Z') }), 0],
  ['told to wait until no time at all', left({ endedAt: 0, ...told('soon') }), 0],
  ['just broken off: two seconds after it was begun', left({ endedAt: null, begunAt: NOW - 500 }), NOW + 1_500],
  ['broken off before that: at once', left({ endedAt: null, begunAt: NOW - BROKEN_OFF_MS }), 0],
  ['broken off in the future', left({ endedAt: null, begunAt: NOW + 1 }), 0]
])('%s', (_name, one, at) => {
  expect(backAt(one, NOW)).toBe(at)
})
