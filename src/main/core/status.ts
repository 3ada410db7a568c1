/** One line about the connection and the data, for the status bar. */
import type { Status } from '../../shared/model/settings.ts'
import type { FreshnessBook } from './freshness.ts'
import type { Refresh } from './refresh.ts'
import type { OpenStore } from './store.ts'

type Condition = Status['storage']

/** @param registry how the file of accounts and settings is */
export async function readStatus(
  store: OpenStore,
  refresh: Refresh,
  freshness: FreshnessBook,
  registry: Condition
): Promise<Status> {
  const cache = store.orNull()
  const fetched = (await cache?.info('invoices')) ?? null
  return {
    reach: refresh.reach(),
    refreshing: freshness.refreshing(),
    nextTryAt: refresh.nextTryAt(),
    storage: worse(registry, cache?.condition() ?? 'fine'),
    openInvoices: cache && fetched ? (await cache.invoiceSummary()).byState.open : null
  }
}

function worse(one: Condition, other: Condition): Condition {
  const order: Condition[] = ['fine', 'rebuilt', 'memory']
  return order[Math.max(order.indexOf(one), order.indexOf(other))] ?? 'fine'
}
