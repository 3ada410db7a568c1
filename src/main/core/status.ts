/** One line about the connection and the data, for the status bar. */
import type { Status } from '../../shared/model/settings.ts'
import type { FreshnessBook } from './freshness.ts'
import type { Refresh } from './refresh.ts'
import { unlessSealed, type OpenStore } from './store.ts'

type Condition = Status['storage']

/** @param registry how the file of accounts and settings is */
export async function readStatus(
  store: OpenStore,
  refresh: Refresh,
  freshness: FreshnessBook,
  registry: Condition
): Promise<Status> {
  const openInvoices = await readOpenInvoices(store)
  return {
    reach: refresh.reach(),
    refreshing: freshness.refreshing(),
    nextTryAt: refresh.nextTryAt(),
    storage: worse(registry, store.orNull()?.condition() ?? 'fine'),
    openInvoices
  }
}

async function readOpenInvoices(store: OpenStore): Promise<number | null> {
  if (!store.orNull()) return null
  return unlessSealed(
    store.read(async (cache) => ((await cache.info('invoices')) ? (await cache.invoiceSummary()).byState.open : null))
  )
}

function worse(one: Condition, other: Condition): Condition {
  const order: Condition[] = ['fine', 'rebuilt', 'memory']
  return order[Math.max(order.indexOf(one), order.indexOf(other))] ?? 'fine'
}
