import { isSpecificMessage, toErrorInfo, type ErrorInfo } from '../../../shared/ipc/error.ts'
import type { Output } from '../../../shared/ipc/contract.ts'
import { hasTopic } from '../../../shared/models/account.ts'
import { today } from '../../../shared/models/day.ts'
import { TOPICS } from '../../../shared/models/freshness.ts'
import type { MissingAccount } from '../../../shared/models/invoice.ts'
import { isAllRead, type Owed } from '../../../shared/models/owed.ts'
import { worseCondition, type Status, type StorageCondition } from '../../../shared/models/status.ts'
import type { Account } from '../account.ts'
import { unlessSealed } from '../opened-storage.ts'
import type { CoreParts } from '../../core-parts.ts'
import type { AccountLists } from '../../invoices/account-lists.ts'
import type { AccountStorage } from '../../ports/index.ts'

interface StatusOptions {
  /** Of the list of accounts. */
  registry: StorageCondition
  /** The computer has a network. */
  isOnline: boolean
  /** With the open invoices of all accounts; null: those of the account. */
  all: Pick<AccountLists, 'read'> | null
}

/** @param account null: nobody is signed in */
export async function readStatus(
  account: Account | null,
  { accounts, clock }: Pick<CoreParts, 'accounts' | 'clock'>,
  { registry, isOnline, all }: StatusOptions
): Promise<Omit<Status, 'folderProblem' | 'lostSettings' | 'update'>> {
  if (!account) return { ...NOBODY, storage: registry }
  const { provider } = account.line
  const day = today(clock.now())
  const stored = await account
    .use(async (storage) => {
      const own = hasTopic(provider, 'invoices') && !all ? await unlessSealed(invoicesIn(storage, day)) : null
      const invoices = all ? await invoicesOf(all, day) : own
      const { unseenChanges, products } = hasTopic(provider, 'catalogue') ? await catalogueIn(storage) : NO_PRODUCTS
      // Last: the reads above may have found a problem.
      return { ...(invoices ?? NO_INVOICES), unseenChanges, products, storage: await storage.condition() }
    })
    .catch((error: unknown) => {
      // Signed out meanwhile. Once nobody is signed in, there are no lists of all.
      if (account.isDisposed || (all && toErrorInfo(error).code === 'UNAUTHORIZED')) return null
      throw error
    })
  if (!stored) return { ...NOBODY, storage: registry }
  const { calls, reach } = account.rounds
  const errors = TOPICS.map((topic) => calls.errors[topic])
  return {
    // A provider on this computer or in its network answers without an internet connection.
    reach: reach === 'unreachable' && !isOnline ? 'offline' : reach,
    refreshing: calls.running,
    othersRefreshing: accounts.all.some(
      (other) => other !== account && other.rounds.calls.running.includes('invoices')
    ),
    nextTryAt: account.rounds.nextTryAt,
    failed: TOPICS.filter((_topic, at) => errors[at] !== null),
    refusal: errors.find(isExplainedRefusal) ?? null,
    ...stored,
    isOpenOutdated: stored.isOpenOutdated || (hasTopic(provider, 'invoices') && calls.errors.invoices !== null),
    storage: worseCondition(registry, stored.storage)
  }
}

const isExplainedRefusal = (error: ErrorInfo | null): boolean =>
  error?.code === 'UNAUTHORIZED' && (error.found === 'expired' || isSpecificMessage(error.providerMessage ?? ''))

type OpenInvoices = Pick<Status, 'openInvoices' | 'isOpenLeast' | 'isOpenOutdated'>
const NO_INVOICES: OpenInvoices = { openInvoices: null, isOpenLeast: false, isOpenOutdated: false }
type StoredProducts = Pick<Status, 'unseenChanges' | 'products'>
const NO_PRODUCTS: StoredProducts = { unseenChanges: 0, products: null }
const NOBODY = {
  reach: 'unknown' as const,
  refreshing: [],
  othersRefreshing: false,
  nextTryAt: null,
  failed: [],
  refusal: null,
  ...NO_INVOICES,
  ...NO_PRODUCTS
}

async function invoicesIn(storage: AccountStorage, today: string): Promise<OpenInvoices> {
  const stored = await storage.info('invoices')
  if (!stored) return NO_INVOICES
  const { owed } = await (await storage.invoices()).summary(today, stored.partial ?? null)
  return openInvoices(owed, [])
}

async function invoicesOf(all: Pick<AccountLists, 'read'>, today: string): Promise<OpenInvoices> {
  const { invoices, missing } = await all.read()
  return openInvoices((await invoices.summary(today)).owed, missing)
}

/** 0 only if every whole list came and every invoice has a known state. @param missing may name accounts whose data is old */
const openInvoices = (owed: Owed, missing: readonly MissingAccount[]): OpenInvoices => ({
  openInvoices: owed.open === 0 && !isAllRead(owed) ? null : owed.open,
  isOpenLeast: owed.isPartial,
  isOpenOutdated: missing.some(({ why }) => why === 'outdated')
})

/** Nothing if the catalogue can't be read: `storage` shows the problem. */
async function catalogueIn({ catalogue }: AccountStorage): Promise<StoredProducts> {
  try {
    return { unseenChanges: await catalogue.unseen(), products: await catalogue.size() }
  } catch (error) {
    if (toErrorInfo(error).code === 'STORAGE') return NO_PRODUCTS
    throw error
  }
}

/** @throws KEYCHAIN_* (found 'sealed') while the profile can't be decrypted */
export const readStoredProfile = (account: Account): Promise<Output<'profile', 'read'>> =>
  account.use(async (storage) => {
    const stored = await storage.profile()
    return { profile: stored?.value ?? null, freshness: account.freshness('profile', stored) }
  })
