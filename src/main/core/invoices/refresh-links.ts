/** Links to invoices expire, so the platform is asked for its invoices before one is used. */
import type { ErrorInfo } from '../../../shared/ipc/error.ts'
import type { StoredInfo } from '../ports/index.ts'
import type { Operation } from '../open-account.ts'
import type { InvoiceParts } from './index.ts'

/** Links that came within this time are taken for good, and a try that failed within it for how it would go now. */
const LATELY_MS = 60_000
/** No platform is believed to want more (`api/http/retry-after.ts`): the clock was set back since. */
const LONGEST_WAIT_MS = 24 * 3_600_000

/** @returns null: the stored links came just now; else why they are older. @throws as Operation.wait, KEYCHAIN_* when they are sealed */
export type Renew = (operation: Operation) => Promise<ErrorInfo | null>

export function createRenew({
  freshness,
  clock,
  fetch,
  whileOpen
}: Pick<InvoiceParts, 'freshness' | 'clock' | 'fetch' | 'whileOpen'>): Renew {
  let last: { open: AbortSignal; error: ErrorInfo; at: number } | null = null
  const isLately = (time: number): boolean =>
    // A clock that was set back makes it any distance.
    Math.abs(clock.now().getTime() - time) < LATELY_MS
  const isLate = (info: StoredInfo | null): boolean => info === null || !isLately(Date.parse(info.fetchedAt))
  /** Why it is of no use to ask now; null: it may be. */
  const known = (): ErrorInfo | null => {
    const error = freshness.error('invoices')
    // Without a network nobody is asked, and it may be back.
    if (error === null || error.code === 'OFFLINE') return null
    const wait = error.retryAt === undefined ? 0 : Date.parse(error.retryAt) - clock.now().getTime()
    if (wait > 0 && wait <= LONGEST_WAIT_MS) return error
    const isLast = last?.error === error && last.open === whileOpen() && isLately(last.at)
    return isLast ? error : null
  }
  return async ({ storage, wait }) => {
    if (!isLate(await wait(storage.info('invoices')))) return null
    const before = known()
    if (before) return before
    const open = whileOpen()
    await wait(fetch())
    const error = freshness.error('invoices')
    last = error && { open, error, at: clock.now().getTime() }
    if (error) return error
    // A sign-in that was refused before is not tried again, and then no error is new.
    return isLate(await wait(storage.info('invoices'))) ? { code: 'UNAUTHORIZED' } : null
  }
}
