/** Links to invoices expire, so the platform is asked for its invoices before one is used. */
import type { Failure } from '../../../shared/ipc/failure.ts'
import type { StoredInfo } from '../ports.ts'
import type { Begun } from './begun.ts'
import type { InvoiceParts } from './index.ts'

/** Links that came within this time are taken for good. */
const LATELY_MS = 60_000

/** @returns null: the stored links came just now; else why they are older. @throws as Begun.done, VAULT_* when they are sealed */
export type Renew = (begun: Begun) => Promise<Failure | null>

export function createRenew({ freshness, clock, fetch }: Pick<InvoiceParts, 'freshness' | 'clock' | 'fetch'>): Renew {
  const isLate = (info: StoredInfo | null): boolean =>
    // A clock that was set back makes it any distance.
    info === null || Math.abs(clock.now().getTime() - Date.parse(info.fetchedAt)) >= LATELY_MS
  return async ({ cache, done }) => {
    if (!isLate(await done(cache.info('invoices')))) return null
    await done(fetch())
    const failure = freshness.failure('invoices')
    if (failure) return failure
    // A sign-in that was refused before is not tried again, and then no failure is new.
    return isLate(await done(cache.info('invoices'))) ? { code: 'UNAUTHORIZED' } : null
  }
}
