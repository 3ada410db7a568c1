/** One line about the connection and the data, for the status bar. */
import type { Status } from '../../shared/model/settings.ts'
import type { FreshnessBook } from './freshness.ts'
import type { Refresh } from './refresh.ts'
import type { OpenStore } from './store.ts'

export async function readStatus(store: OpenStore, refresh: Refresh, freshness: FreshnessBook): Promise<Status> {
  const cache = store.orNull()
  const fetched = (await cache?.info('invoices')) ?? null
  return {
    reach: refresh.reach(),
    refreshing: freshness.refreshing(),
    nextTryAt: refresh.nextTryAt(),
    storage: cache?.condition() ?? 'fine',
    openInvoices: cache && fetched ? (await cache.invoiceSummary()).byState.open : null
  }
}
