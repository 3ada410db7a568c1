/** Refreshes the invoices before one of their links is used, because links expire. */
import type { ErrorInfo } from '../../../shared/ipc/error.ts'
import type { StoredInfo } from '../ports/index.ts'
import type { Operation } from '../open-account.ts'
import type { InvoiceParts } from './parts.ts'

/** In milliseconds. Links younger than this are used as they are, and an error younger than this is not retried. */
const LATELY_MS = 60_000
/**
 * The longest Retry-After that is believed (`api/http/retry-after.ts`): a longer wait means that the clock was set
 * back.
 */
const LONGEST_WAIT_MS = 24 * 3_600_000

/**
 * @returns null if the links are fresh, else why they are not
 * @throws as Operation.wait; KEYCHAIN_* while they can't be decrypted
 */
export type RefreshLinks = (operation: Operation) => Promise<ErrorInfo | null>

export function createRefreshLinks({
  freshness,
  clock,
  fetch,
  whileOpen
}: Pick<InvoiceParts, 'freshness' | 'clock' | 'fetch' | 'whileOpen'>): RefreshLinks {
  let last: { open: AbortSignal; error: ErrorInfo; at: number } | null = null
  const isLately = (time: number): boolean =>
    // The distance is absolute because the clock may have been set back.
    Math.abs(clock.now().getTime() - time) < LATELY_MS
  const isLate = (info: StoredInfo | null): boolean => info === null || !isLately(Date.parse(info.fetchedAt))
  /** The error that a refresh would end with now; null if it may succeed. */
  const known = (): ErrorInfo | null => {
    const error = freshness.error('invoices')
    // The network may be back.
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
    // A rejected sign-in isn't tried again, so there is no new error.
    return isLate(await wait(storage.info('invoices'))) ? { code: 'UNAUTHORIZED' } : null
  }
}
