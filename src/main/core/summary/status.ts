import { toErrorInfo } from '../../../shared/ipc/error.ts'
import type { Output } from '../../../shared/ipc/contract.ts'
import { today } from '../../../shared/models/day.ts'
import type { Status } from '../../../shared/models/settings.ts'
import type { CoreParts } from '../core-parts.ts'
import { unlessSealed } from '../open-account-storage.ts'
import type { AccountStorage } from '../ports/index.ts'
import type { Refresh } from '../refresh/refresh.ts'

interface StatusParts extends Pick<CoreParts, 'store' | 'freshness' | 'clock'> {
  refresh: Pick<Refresh, 'reach' | 'nextTryAt'>
}

export async function readStatus(
  { store, refresh, freshness, clock }: StatusParts,
  registry: Status['storage']
): Promise<Status> {
  const ofAccount = await store
    .read(async (storage) => {
      const openInvoices = await unlessSealed(openInvoicesIn(storage, today(clock.now())))
      const { unseenChanges, products } = await catalogueIn(storage)
      // Last: the reads above may have found a problem.
      return { openInvoices, unseenChanges, products, storage: await storage.condition() }
    })
    .catch((error: unknown) => {
      if (store.orNull()) throw error
      return { openInvoices: null, unseenChanges: 0, products: null, storage: 'fine' as const }
    })
  return {
    reach: refresh.reach(),
    refreshing: freshness.refreshing(),
    nextTryAt: refresh.nextTryAt(),
    invoicesFailed: freshness.error('invoices') !== null,
    ...ofAccount,
    storage: worse(registry, ofAccount.storage)
  }
}

/** 0 only if every invoice has a known state. */
async function openInvoicesIn(storage: AccountStorage, today: string): Promise<number | null> {
  if (!(await storage.info('invoices'))) return null
  const { open, unknown } = (await storage.invoiceSummary(today)).byState
  return open === 0 && unknown > 0 ? null : open
}

/** Nothing if the catalogue can't be read: `storage` shows the problem. */
async function catalogueIn({ catalogue }: AccountStorage): Promise<Pick<Status, 'unseenChanges' | 'products'>> {
  try {
    return { unseenChanges: await catalogue.unseen(), products: await catalogue.size() }
  } catch (error) {
    if (toErrorInfo(error).code === 'STORAGE') return { unseenChanges: 0, products: null }
    throw error
  }
}

const SEVERITY = { fine: 0, rebuilt: 1, memory: 2 }

export const worse = (one: Status['storage'], other: Status['storage']): Status['storage'] =>
  SEVERITY[one] > SEVERITY[other] ? one : other

/** @throws UNAUTHORIZED when signed out; KEYCHAIN_* (found 'sealed') while the profile can't be decrypted */
export function readProfile({
  store,
  freshness
}: Pick<CoreParts, 'store' | 'freshness'>): Promise<Output<'profile', 'read'>> {
  return store.read(async (storage) => {
    const stored = await storage.profile()
    return { profile: stored?.value ?? null, freshness: freshness.of('profile', stored) }
  })
}
