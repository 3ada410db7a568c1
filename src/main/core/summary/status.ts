/** The status bar's data: connection, age of the data, storage. */
import { toErrorInfo } from '../../../shared/ipc/error.ts'
import type { Day } from '../../../shared/models/day.ts'
import type { Status } from '../../../shared/models/settings.ts'
import type { FreshnessBook } from '../refresh/freshness.ts'
import type { AccountStorage } from '../ports/index.ts'
import type { Refresh } from '../refresh/index.ts'
import { unlessSealed, type OpenAccountStorage } from '../open-account-storage.ts'

type Condition = Status['storage']

/**
 * @param registry condition of the database of accounts and settings
 * @param today in the user's time zone
 */
export async function readStatus(
  store: OpenAccountStorage,
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

async function ofAccount(store: OpenAccountStorage, today: Day): Promise<OfAccount> {
  const nothing: OfAccount = { storage: 'fine', openInvoices: null, unseenChanges: 0 }
  if (!store.orNull()) return nothing
  try {
    return await store.read(async (storage) => {
      const openInvoices = await unlessSealed(openInvoicesIn(storage, today))
      const unseenChanges = await unseenIn(storage)
      // Asked last: the reads above may have found a problem.
      return { openInvoices, unseenChanges, storage: await storage.condition() }
    })
  } catch (error) {
    // Signed out in the meantime.
    if (!store.orNull()) return nothing
    throw error
  }
}

/** 0 only if the state of every invoice is known. */
async function openInvoicesIn(storage: AccountStorage, today: Day): Promise<number | null> {
  if (!(await storage.info('invoices'))) return null
  const { open, unknown } = (await storage.invoiceSummary(today)).byState
  return open === 0 && unknown > 0 ? null : open
}

/** 0 if the catalogue can't be read: the status shows the storage problem itself. */
async function unseenIn(storage: AccountStorage): Promise<number> {
  try {
    return await storage.catalogue.unseen()
  } catch (error) {
    if (toErrorInfo(error).code === 'STORAGE') return 0
    throw error
  }
}

/** The more serious of two conditions. */
export function worse(one: Condition, other: Condition): Condition {
  const order: Condition[] = ['fine', 'rebuilt', 'memory']
  return order[Math.max(order.indexOf(one), order.indexOf(other))] ?? 'fine'
}
