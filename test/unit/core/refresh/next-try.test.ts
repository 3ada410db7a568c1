import { expect, test } from 'vitest'
import { EVERY_MS, nextTry, reachOf, type Outcomes } from '../../../../src/main/core/refresh/next-try.ts'
import type { Failure, FailureCode } from '../../../../src/shared/ipc/failure.ts'
import { FakeClock, VAULT_CODES } from '../../../support/ports.ts'

const clock = new FakeClock('2026-11-20T12:00:00.000Z')
const of = (code: FailureCode, more: Partial<Failure> = {}): Failure => ({ code, ...more })

test.each<[Outcomes, 'online' | 'offline' | null]>([
  [[of('TIMEOUT'), null], 'online'],
  [[of('TIMEOUT', { host: 'a' }), of('SERVER', { host: 'a' })], 'online'],
  [[of('TIMEOUT', { host: 'a' }), of('CACHE')], 'offline'],
  [[of('CACHE'), of('VAULT_LOCKED')], null]
])('%j reached: %s', (outcomes, reach) => {
  expect(reachOf(outcomes)).toBe(reach)
})

test.each<[Outcomes, number, { ms: number; failedRounds: number } | null]>([
  [[null, null], 3, { ms: EVERY_MS, failedRounds: 0 }],
  [[of('BAD_REPLY'), null], 3, { ms: EVERY_MS, failedRounds: 0 }],
  [[of('TIMEOUT'), null], 0, { ms: 2_000, failedRounds: 1 }],
  [[of('TIMEOUT')], 2, { ms: 8_000, failedRounds: 3 }],
  [[of('SERVER')], 50, { ms: 300_000, failedRounds: 51 }],
  [[of('RATE_LIMITED', { retryAt: '2026-11-20T12:30:00.000Z' })], 0, { ms: 1_800_000, failedRounds: 1 }],
  [[of('RATE_LIMITED', { retryAt: '2026-11-20T11:00:00.000Z' })], 0, { ms: 2_000, failedRounds: 1 }],
  [[of('RATE_LIMITED', { retryAt: 'soon' })], 0, { ms: 2_000, failedRounds: 1 }],
  [VAULT_CODES.map((code) => of(code)), 0, null],
  [[of('VAULT_LOCKED'), null], 0, null]
])('after %j, %i of them in a row', (outcomes, before, next) => {
  expect(nextTry(outcomes, before, clock)).toEqual(next)
})
