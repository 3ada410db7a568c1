import { expect, test } from 'vitest'
import {
  backAt,
  BROKEN_OFF_MS,
  hasInvoices,
  LATELY_MS,
  notAsked,
  type Asked
} from '../../../../src/main/core/refresh/backoff.ts'
import type { ErrorCode } from '../../../../src/shared/ipc/error.ts'

const NOW = 10_000_000
const NEXT = NOW + 840_000
const left = (more: Partial<Asked> = {}): Asked => ({
  ...notAsked('one', 'kept'),
  begunAt: NOW - 2_000,
  endedAt: NOW - 1_000,
  ...more
})
const invoices = (code: ErrorCode | null): Asked['failures'] => ({
  profile: null,
  catalogue: null,
  invoices: code && { code }
})
const inBackground = (ago: number, code: ErrorCode | null): Asked => ({
  ...notAsked('one', 'kept'),
  invoicesAt: NOW - ago,
  failures: invoices(code)
})

test.each<[string, Asked, number | null, number | null]>([
  ['never asked: at once', notAsked('one', 'kept'), NEXT, 0],
  ['asked lately: when it was due', left(), NEXT, NEXT],
  ['asked lately, with nothing due', left(), null, null],
  ['asked a minute ago: at once', left({ endedAt: NOW - LATELY_MS }), NEXT, 0],
  ['told to wait, long ago: when it was due', left({ endedAt: 0, notBefore: NOW + 1 }), NEXT, NEXT],
  ['told to wait until a time that is over', left({ endedAt: 0, notBefore: NOW }), NEXT, 0],
  ['just broken off: two seconds after it was begun', left({ endedAt: null, begunAt: NOW - 500 }), NEXT, NOW + 1_500],
  ['broken off before that: at once', left({ endedAt: null, begunAt: NOW - BROKEN_OFF_MS }), NEXT, 0],
  ['fetched in the background: at once', inBackground(1_000, null), NEXT, 0],
  ['not reached in the background: when it was due', inBackground(1_000, 'UNREACHABLE'), NEXT, NEXT],
  ['not reached in the background long ago: at once', inBackground(LATELY_MS, 'UNREACHABLE'), NEXT, 0],
  ['refused in the background: at once', inBackground(1_000, 'UNAUTHORIZED'), NEXT, 0]
])('%s', (_name, one, nextAt, at) => {
  expect(backAt(one, nextAt, NOW)).toBe(at)
})

test('invoices that came less than a minute ago need not be fetched', () => {
  expect(hasInvoices(inBackground(1_000, null), NOW)).toBe(true)
  expect(hasInvoices(inBackground(LATELY_MS, null), NOW)).toBe(false)
  expect(hasInvoices(inBackground(1_000, 'SERVER'), NOW)).toBe(false)
  expect(hasInvoices(notAsked('one', 'kept'), NOW)).toBe(false)
})
