import { expect, test } from 'vitest'
import {
  CUT_SHORT_MS,
  hasRecentInvoices,
  newAccount,
  RECENT_MS,
  resumeAt,
  stateOf,
  type PolledAccount
} from '../../../../src/main/core/refresh/polled-account.ts'
import type { ErrorCode } from '../../../../src/shared/ipc/error.ts'
import type { Account } from '../../../../src/shared/models/account.ts'

const NOW = 10_000_000
const NEXT = NOW + 840_000
const account = {
  id: 'one',
  connection: { baseAddress: 'https://host.example', preset: 'v2' }
} as Account
const of = (more: Partial<PolledAccount> = {}): PolledAccount => ({
  ...newAccount({ account, credential: 'kept' }),
  nextAt: NEXT,
  ...more
})
const opened = (more: Partial<PolledAccount> = {}) => of({ begunAt: NOW - 2_000, endedAt: NOW - 1_000, ...more })
const inBackground = (ago: number, code: ErrorCode | null) =>
  of({ invoicesAt: NOW - ago, failures: { profile: null, catalogue: null, invoices: code && { code } } })

test.each<[string, PolledAccount, ReturnType<typeof resumeAt>]>([
  ['never asked: now', of(), 'now'],
  ['asked less than a minute ago: as planned', opened(), NEXT],
  ['asked less than a minute ago, nothing planned', opened({ nextAt: null }), null],
  ['asked a minute ago: now', opened({ endedAt: NOW - RECENT_MS }), 'now'],
  ['Retry-After not yet over: as planned', opened({ endedAt: 0, notBefore: NOW + 1 }), NEXT],
  ['Retry-After over: now', opened({ endedAt: 0, notBefore: NOW }), 'now'],
  ['cut short: two seconds after it began', opened({ cutShort: true, begunAt: NOW - 500 }), NOW + 1_500],
  ['cut short earlier: now', opened({ cutShort: true, begunAt: NOW - CUT_SHORT_MS }), 'now'],
  ['fetched in the background: now', inBackground(1_000, null), 'now'],
  ['unreachable in the background: as planned', inBackground(1_000, 'UNREACHABLE'), NEXT],
  ['unreachable in the background a minute ago: now', inBackground(RECENT_MS, 'UNREACHABLE'), 'now'],
  ['refused in the background: now', inBackground(1_000, 'UNAUTHORIZED'), 'now']
])('an opened account resumes, %s', (_name, one, at) => {
  expect(resumeAt(one, NOW)).toBe(at)
})

test('invoices fetched less than a minute ago are recent', () => {
  expect(hasRecentInvoices(inBackground(1_000, null), NOW)).toBe(true)
  expect(hasRecentInvoices(inBackground(RECENT_MS, null), NOW)).toBe(false)
  expect(hasRecentInvoices(inBackground(1_000, 'SERVER'), NOW)).toBe(false)
  expect(hasRecentInvoices(of(), NOW)).toBe(false)
})

test.each<[ReturnType<typeof stateOf>, Partial<PolledAccount>]>([
  ['idle', {}],
  ['due', { nextAt: NOW }],
  ['running', { nextAt: null, round: { whole: true, outcomes: Promise.resolve([]) } }],
  ['backoff', { failedRounds: 1 }],
  ['paused', { nextAt: null }]
])('is %s with %j', (state, more) => {
  expect(stateOf(of(more), NOW)).toBe(state)
})
