/** When a GET is tried again. */
import { toErrorInfo, type ErrorInfo } from '../../../shared/ipc/error.ts'
import type { Deadline } from './deadline.ts'

/** Further tries after the first. */
const MOST_RETRIES = 2
/** The first wait is a random part of this; of twice as much the second. */
const FIRST_WAIT_MS = 500

export interface Patience {
  /** In [0, 1). */
  random(): number
  now(): Date
  /** Ends after that time or with the signal, whichever is first. */
  wait(ms: number, signal: AbortSignal): Promise<void>
}

/**
 * Milliseconds to wait before the next try; null: there is none.
 *
 * Only what may be over in a moment is tried again: a connection that broke, a gateway without its platform, and a platform that
 * says itself when to come back. What a try would not change (a certificate, a proxy's password, a refusal, a 500), what
 * the rest of the time would not do for (a time-out), and what the person must end (no network) is told at once; when to ask
 * again is core's to say. The wait is random, so that many apps don't come back to a struggling platform at the same moment.
 */
export function retryDelay(
  error: ErrorInfo,
  tries: number,
  left: number,
  { random, now }: Pick<Patience, 'random' | 'now'>
): number | null {
  if (tries > MOST_RETRIES || !mayPass(error)) return null
  const asked = error.retryAt === undefined ? 0 : Math.max(0, Date.parse(error.retryAt) - now().getTime())
  const delay = asked + random() * FIRST_WAIT_MS * 2 ** (tries - 1)
  return delay < left ? delay : null
}

function mayPass({ code, status, retryAt }: ErrorInfo): boolean {
  if (code === 'UNREACHABLE') return true
  if (code === 'RATE_LIMITED') return status === 429 && retryAt !== undefined
  return code === 'SERVER' && (status === 502 || status === 503 || status === 504)
}

/**
 * Tries until it works, until it makes no sense, or until the time is over; then the error of the last try is thrown. A further
 * try that only ran out of time says less than the one before it: it had but the rest of the time.
 */
export async function withRetries<T>(attempt: () => Promise<T>, deadline: Deadline, patience: Patience): Promise<T> {
  let earlier: unknown = null
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (thrown) {
      const error = toErrorInfo(thrown)
      const last = error.code === 'TIMEOUT' && earlier !== null ? earlier : thrown
      const delay = retryDelay(error, tries, deadline.left(), patience)
      if (delay === null) throw last
      earlier = thrown
      deadline.again()
      await patience.wait(delay, deadline.signal)
      if (!deadline.signal.aborted) continue
      const why = deadline.fault(error.host ?? '')
      throw why.info.code === 'CANCELLED' ? why : thrown
    }
  }
}

/** The wait of the clock on the wall. */
export function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
  })
}
