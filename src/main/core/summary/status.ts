import { isSpecificMessage, toErrorInfo, type ErrorInfo } from '../../../shared/ipc/error.ts'
import type { Output } from '../../../shared/ipc/contract.ts'
import { hasTopic } from '../../../shared/models/account.ts'
import { today } from '../../../shared/models/day.ts'
import { TOPICS, type Topic } from '../../../shared/models/freshness.ts'
import { isAllKnown } from '../../../shared/models/invoice.ts'
import { worseCondition, type Status, type StorageCondition } from '../../../shared/models/status.ts'
import type { CoreParts } from '../core-parts.ts'
import { unlessSealed } from '../open-account-storage.ts'
import type { AccountStorage } from '../ports/index.ts'
import type { Refresh } from '../refresh/refresh.ts'

interface StatusParts extends Pick<CoreParts, 'session' | 'store' | 'freshness' | 'clock'> {
  refresh: Pick<Refresh, 'reach' | 'nextTryAt'>
}

export async function readStatus(
  { session, store, refresh, freshness, clock }: StatusParts,
  registry: StorageCondition
): Promise<Omit<Status, 'folderProblem' | 'lostSettings' | 'update'>> {
  const has = (topic: Topic): boolean => {
    const state = session.state()
    return state.status === 'signedIn' && hasTopic(state.provider, topic)
  }
  const ofAccount = await store
    .read(async (storage) => {
      const invoices = has('invoices') ? await unlessSealed(invoicesIn(storage, today(clock.now()))) : null
      const { unseenChanges, products } = has('catalogue') ? await catalogueIn(storage) : NO_PRODUCTS
      // Last: the reads above may have found a problem.
      return { ...(invoices ?? NO_INVOICES), unseenChanges, products, storage: await storage.condition() }
    })
    .catch((error: unknown) => {
      if (store.orNull()) throw error
      return { ...NO_INVOICES, ...NO_PRODUCTS, storage: 'fine' as const }
    })
  const errors = TOPICS.map((topic) => freshness.error(topic))
  return {
    reach: refresh.reach(),
    refreshing: freshness.isRefreshing(),
    nextTryAt: refresh.nextTryAt(),
    failed: TOPICS.filter((_topic, at) => errors[at] !== null),
    refusal: errors.find(isExplainedRefusal) ?? null,
    ...ofAccount,
    storage: worseCondition(registry, ofAccount.storage)
  }
}

const isExplainedRefusal = (error: ErrorInfo | null): boolean =>
  error?.code === 'UNAUTHORIZED' && isSpecificMessage(error.providerMessage ?? '')

type OpenInvoices = Pick<Status, 'openInvoices' | 'invoicesPartial'>
const NO_INVOICES: OpenInvoices = { openInvoices: null, invoicesPartial: false }
type StoredProducts = Pick<Status, 'unseenChanges' | 'products'>
const NO_PRODUCTS: StoredProducts = { unseenChanges: 0, products: null }

/** 0 only if the whole list came and every invoice has a known state. */
async function invoicesIn(storage: AccountStorage, today: string): Promise<OpenInvoices> {
  const stored = await storage.info('invoices')
  if (!stored) return NO_INVOICES
  const { open, unknown } = (await (await storage.invoices()).summary(today)).byState
  const invoicesPartial = (stored.partial ?? null) !== null
  const isNone = open === 0 && isAllKnown({ unknown, isPartial: invoicesPartial })
  return { openInvoices: open > 0 || isNone ? open : null, invoicesPartial }
}

/** Nothing if the catalogue can't be read: `storage` shows the problem. */
async function catalogueIn({ catalogue }: AccountStorage): Promise<StoredProducts> {
  try {
    return { unseenChanges: await catalogue.unseen(), products: await catalogue.size() }
  } catch (error) {
    if (toErrorInfo(error).code === 'STORAGE') return NO_PRODUCTS
    throw error
  }
}

/** @throws UNAUTHORIZED when signed out; KEYCHAIN_* (found 'sealed') while the profile can't be decrypted */
export function readStoredProfile({
  store,
  freshness
}: Pick<CoreParts, 'store' | 'freshness'>): Promise<Output<'profile', 'read'>> {
  return store.read(async (storage) => {
    const stored = await storage.profile()
    return { profile: stored?.value ?? null, freshness: freshness.of('profile', stored) }
  })
}
