/** One line about the connection and the data, for the status bar. */
import { toErrorInfo } from '../../../shared/ipc/error.ts'
import type { Day } from '../../../shared/models/day.ts'
import type { Status } from '../../../shared/models/settings.ts'
import type { FreshnessBook } from '../refresh/freshness.ts'
import type { AccountStorage } from '../ports/index.ts'
import type { Refresh } from '../refresh/index.ts'
import { unlessSealed, type OpenStore } from '../open-account-storage.ts'

type Condition = Status['storage']

/**
 * @param registry how the file of accounts and settings is
 * @param today where the person is
 */
export async function readStatus(
  store: OpenStore,
  refresh: Pick<Refresh, 'reach' | 'nextTryAt'>,
  freshness: FreshnessBook,
  registry: Condition,
  today: Day
): Promise<Status> {
  const of = await ofAccount(store, today)
  return {
    reach: refresh.reach(),
    refreshing: freshness.refreshing(),
    nextTryAt: refresh.nextTryAt(),
    invoicesFailed: freshness.error('invoices') !== null,
    ...of,
    storage: worse(registry, of.storage)
  }
}

type OfAccount = Pick<Status, 'storage' | 'openInvoices' | 'unseenChanges'>

async function ofAccount(store: OpenStore, today: Day): Promise<OfAccount> {
  const nothing: OfAccount = { storage: 'fine', openInvoices: null, unseenChanges: 0 }
  if (!store.orNull()) return nothing
  try {
    return await store.read(async (cache) => {
      const openInvoices = await unlessSealed(openInvoicesIn(cache, today))
      const unseenChanges = await unseenIn(cache)
      // Asked last: whatever is wrong may have been met just now.
      return { openInvoices, unseenChanges, storage: await cache.condition() }
    })
  } catch (error) {
    // Signed out meanwhile.
    if (!store.orNull()) return nothing
    throw error
  }
}

/** That none is open is only said when it is known of every invoice. */
async function openInvoicesIn(cache: AccountStorage, today: Day): Promise<number | null> {
  if (!(await cache.info('invoices'))) return null
  const { open, unknown } = (await cache.invoiceSummary(today)).byState
  return open === 0 && unknown > 0 ? null : open
}

/** None where the catalogue can't be read: what is the matter with it, the status itself has to tell. */
async function unseenIn(cache: AccountStorage): Promise<number> {
  try {
    return await cache.catalogue.unseen()
  } catch (error) {
    if (toErrorInfo(error).code === 'STORAGE') return 0
    throw error
  }
}

/** The one of the two that there is more to say of. */
export function worse(one: Condition, other: Condition): Condition {
  const order: Condition[] = ['fine', 'rebuilt', 'memory']
  return order[Math.max(order.indexOf(one), order.indexOf(other))] ?? 'fine'
}
