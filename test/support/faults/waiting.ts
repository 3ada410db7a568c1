/** Refusals that pass by themselves, and say when. All they say lies beyond the deadline, so that nobody waits for it. */
import { says } from './bytes.ts'
import type { NamedFault } from './fault.ts'

/** The client's time in these tests: an HTTP date is told against it. */
export const NOW = new Date('2026-11-20T12:00:00.000Z')

const later = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1000)

const tooMany = (name: string, retryAfter: string | null, seconds?: number): NamedFault => ({
  name: `429 ${name}`,
  answer: says(
    '429 Too Many Requests',
    '{"message":"Slow down","errors":[{"code":"RATE_LIMIT_REACHED"}]}',
    ...(retryAfter === null ? [] : [`retry-after: ${retryAfter}`])
  ),
  outcome: {
    code: 'RATE_LIMITED',
    status: 429,
    says: 'Slow down',
    ...(seconds === undefined ? {} : { retryAfter: seconds })
  }
})

const busy = (name: string, retryAfter: string, seconds?: number): NamedFault => ({
  name: `503 ${name}`,
  answer: says('503 Service Unavailable', 'Back soon', `retry-after: ${retryAfter}`),
  outcome: {
    code: 'SERVER',
    status: 503,
    says: 'Back soon',
    ...(seconds === undefined ? {} : { retryAfter: seconds })
  }
})

export const waitingFaults: NamedFault[] = [
  tooMany('with seconds to wait', '37', 37),
  tooMany('with a date to wait for', later(95).toUTCString(), 95),
  tooMany('with a date of RFC 850', 'Friday, 20-Nov-26 12:02:00 GMT', 120),
  tooMany('with no time', null),
  tooMany('with an absurd time', '99999999999999999999'),
  tooMany('with a year to wait', String(365 * 86_400)),
  tooMany('with words for a time', 'soon'),
  tooMany('with a time below zero', '-5'),
  tooMany('with a fraction', '40.5', 40.5),
  busy('with seconds to wait', '61', 61),
  busy('with a date to wait for', later(600).toUTCString(), 600),
  busy('with words for a time', 'after maintenance')
]
