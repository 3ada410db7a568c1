/** Retries of a temporary error within a call's deadline. Waits between rounds are in accounts/rounds/backoff.ts. */
import { toErrorInfo, type ErrorInfo } from '../../../../shared/ipc/error.ts'
import type { Deadline } from './deadline.ts'

const MOST_RETRIES = 2
/** The first wait is a random part of this, the second of twice as much. */
const FIRST_WAIT_MS = 500

export interface RetryClock {
  random(): number
  now(): Date
  wait(ms: number, signal: AbortSignal): Promise<void>
}

/** Milliseconds before the next attempt; null: no retry. Random, so that many apps don't return to a struggling provider at once. */
export function retryDelay(
  error: ErrorInfo,
  tries: number,
  left: number,
  { random, now }: Pick<RetryClock, 'random' | 'now'>
): number | null {
  if (tries > MOST_RETRIES || !isTemporary(error)) return null
  const asked = error.retryAt === undefined ? 0 : Math.max(0, Date.parse(error.retryAt) - now().getTime())
  const delay = asked + random() * FIRST_WAIT_MS * 2 ** (tries - 1)
  return delay < left ? delay : null
}

function isTemporary({ code, status, retryAt }: ErrorInfo): boolean {
  if (code === 'UNREACHABLE') return true
  if (code === 'RATE_LIMITED') return status === 429 && retryAt !== undefined
  return code === 'SERVER' && (status === 502 || status === 503 || status === 504)
}

/** Throws the last error, or the one before it if the last attempt only timed out: it says less. */
export async function withRetries<T>(attempt: () => Promise<T>, deadline: Deadline, clock: RetryClock): Promise<T> {
  let earlier: unknown = null
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (thrown) {
      const error = toErrorInfo(thrown)
      const last = error.code === 'TIMEOUT' && earlier !== null ? earlier : thrown
      const delay = retryDelay(error, tries, deadline.remainingMs, clock)
      if (delay === null) throw last
      earlier = thrown
      deadline.allowForAnswer()
      await clock.wait(delay, deadline.signal)
      if (!deadline.signal.aborted) continue
      const why = deadline.errorFor(error.host ?? '')
      throw why.info.code === 'CANCELLED' ? why : thrown
    }
  }
}

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
