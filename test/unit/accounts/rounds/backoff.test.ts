import { expect, test } from 'vitest'
import {
  jittered,
  nextRound,
  reachOf,
  retryAfterMs,
  type Outcomes
} from '../../../../src/main/accounts/rounds/backoff.ts'
import type { ErrorInfo, ErrorCode } from '../../../../src/shared/ipc/error.ts'
import { FakeClock, KEYCHAIN_CODES } from '../../../support/ports.ts'

const EVERY_MS = 15 * 60_000
const clock = new FakeClock('2026-11-20T12:00:00.000Z')
const of = (code: ErrorCode, more: Partial<ErrorInfo> = {}): ErrorInfo => ({ code, ...more })

test.each<[Outcomes, 'online' | 'unreachable' | null]>([
  [[of('TIMEOUT'), null], 'online'],
  [[of('TIMEOUT', { host: 'a' }), of('SERVER', { host: 'a' })], 'online'],
  [[of('TIMEOUT', { host: 'a' }), of('STORAGE')], 'unreachable'],
  [[of('BAD_REPLY', { host: 'a', found: 'html' }), of('BAD_REPLY', { host: 'a', found: 'html' })], 'unreachable'],
  [[of('FORBIDDEN', { host: 'a', found: 'botCheck' }), of('STORAGE')], 'unreachable'],
  [[of('BAD_REPLY', { host: 'a', found: 'html' }), of('BAD_REPLY', { host: 'a', found: 'notAList' })], 'online'],
  [[of('BAD_REPLY', { host: 'a', found: 'html' }), null], 'online'],
  [[of('STORAGE'), of('KEYCHAIN_LOCKED')], null]
])('%j means: %s', (outcomes, reach) => {
  expect(reachOf(outcomes)).toBe(reach)
})

test.each<[Outcomes, number, { ms: number; failedRounds: number } | null]>([
  [[null, null], 3, { ms: EVERY_MS, failedRounds: 0 }],
  [[of('BAD_REPLY'), null], 3, { ms: EVERY_MS, failedRounds: 0 }],
  [[of('UNAUTHORIZED')], 3, { ms: EVERY_MS, failedRounds: 0 }],
  [[of('TIMEOUT'), null], 0, { ms: 2_000, failedRounds: 1 }],
  [[of('TIMEOUT')], 2, { ms: 8_000, failedRounds: 3 }],
  [[of('SERVER')], 50, { ms: 300_000, failedRounds: 51 }],
  [KEYCHAIN_CODES.map((code) => of(code)), 0, null],
  [[of('KEYCHAIN_LOCKED'), null], 0, null]
])('after %j, %i of them in a row', (outcomes, before, next) => {
  expect(nextRound(outcomes, before, EVERY_MS, clock)).toEqual(next)
  expect(nextRound(outcomes, before, 0, clock)).toBeNull()
})

test.each<[Outcomes, number]>([
  [[of('RATE_LIMITED', { retryAt: '2026-11-20T12:30:00.000Z' }), null], 1_800_000],
  [
    [of('RATE_LIMITED', { retryAt: '2026-11-20T12:01:00Z' }), of('SERVER', { retryAt: '2026-11-20T12:02:00Z' })],
    120_000
  ],
  [[of('RATE_LIMITED', { retryAt: '2026-11-20T11:00:00.000Z' })], 0],
  [[of('RATE_LIMITED', { retryAt: 'soon' })], 0],
  [[of('TIMEOUT'), null], 0]
])('%j asks to wait %i ms', (outcomes, ms) => {
  expect(retryAfterMs(outcomes, clock.now())).toBe(ms)
})

test('an interval is up to a tenth longer or shorter', () => {
  const by = (chance: number): number => jittered(1_000, { random: () => chance })
  expect([0, 0.5, 1].map(by)).toEqual([900, 1_000, 1_100])
})
