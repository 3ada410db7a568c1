/** What the summary reads of one account's storage: its invoices, the money in it, and what its plans do soon. Also which accounts count. */
import { toErrorInfo, type ErrorCode, type ErrorInfo } from '../../../shared/ipc/error.ts'
import {
  countedAccounts,
  hasTopic,
  isSample,
  type AccountBalance,
  type CredentialState,
  type ProviderFacts
} from '../../../shared/models/account.ts'
import { EVERY_INVOICE, type Invoice, type InvoiceQuery } from '../../../shared/models/invoice.ts'
import { dayAfter, type Day } from '../../../shared/models/day.ts'
import { NOTHING_READ, type Owed } from '../../../shared/models/owed.ts'
import { nextPlanDay, TRAY_DAYS, type Plan, type PlanDay } from '../../../shared/models/plan.ts'
import { isSealed } from '../opened-storage.ts'
import type { AccountStorage } from '../../ports/index.ts'

/** A plan that renews or ends within TRAY_DAYS. */
export interface PlanSoon extends Pick<Plan, 'name' | 'price'> {
  next: PlanDay
}

export interface AccountSnapshot {
  owed: Owed
  sealed: ErrorCode | null
  /** The first open invoices, the next due first; without due days, the oldest. */
  due: Invoice[]
  /** Of the invoices. */
  fetchedAt: string | null
  /** null: the saved profile has none, or can't be decrypted. */
  balance: AccountBalance | null
  /** The next first. */
  plansSoon: PlanSoon[]
  plansFetchedAt: string | null
}

export interface SummarisedAccount extends AccountSnapshot {
  id: string
  label: string
  current: boolean
  credential: CredentialState
  /** The provider's definition has a list of invoices. Without it, nothing is known of them. */
  hasInvoices: boolean
  keychainError: ErrorCode | null
  /** A refresh fetches something of it. */
  hasCalls: boolean
  refreshing: boolean
  /** Of the invoices. */
  error: ErrorInfo | null
  plansError: ErrorInfo | null
}

const DUE = { ...EVERY_INVOICE, state: 'outstanding', descending: false, offset: 0, limit: 5 } as const

export const emptySnapshot = (sealed: ErrorCode | null): AccountSnapshot => ({
  owed: NOTHING_READ,
  sealed,
  due: [],
  fetchedAt: null,
  balance: null,
  plansSoon: [],
  plansFetchedAt: null
})

/**
 * What is saved of topics that the provider's definition lacks isn't read.
 * @throws errors of storage, except of data that can't be decrypted
 */
export async function readSnapshot(
  storage: AccountStorage,
  provider: Pick<ProviderFacts, 'topics'>,
  day: Day
): Promise<AccountSnapshot> {
  try {
    const plans = hasTopic(provider, 'plans') ? await storage.plans() : null
    const others = {
      balance: hasTopic(provider, 'profile') ? await readBalance(storage) : null,
      plansSoon: plansSoon(plans?.value ?? [], day),
      plansFetchedAt: plans?.fetchedAt ?? null
    }
    if (!hasTopic(provider, 'invoices')) return { ...emptySnapshot(null), ...others }
    const stored = await storage.info('invoices')
    const invoices = await storage.invoices()
    const { owed } = stored ? await invoices.summary(day, stored.partial ?? null) : { owed: NOTHING_READ }
    const hasDueDays = owed.overdueSince !== null || owed.nextDueDay !== null
    const query: InvoiceQuery = { ...DUE, sort: hasDueDays ? 'due' : 'issued' }
    return {
      owed,
      sealed: null,
      due: (owed.open ?? 0) > 0 ? (await invoices.page(query, day)).rows : [],
      fetchedAt: stored?.fetchedAt ?? null,
      ...others
    }
  } catch (thrown) {
    const error = toErrorInfo(thrown)
    if (!isSealed(error)) throw thrown
    return emptySnapshot(error.code)
  }
}

function plansSoon(plans: readonly Plan[], today: Day): PlanSoon[] {
  const last = dayAfter(today, TRAY_DAYS)
  return plans
    .flatMap((plan) => {
      const next = nextPlanDay(plan, today)
      return next && next.day <= last ? [{ name: plan.name, price: plan.price, next }] : []
    })
    .sort((one, other) => (one.next.day < other.next.day ? -1 : Number(one.next.day > other.next.day)))
}

async function readBalance(storage: AccountStorage): Promise<AccountBalance | null> {
  const stored = await storage.profile()
  return stored?.value.balance ? { ...stored.value.balance, fetchedAt: stored.fetchedAt } : null
}

/** Accounts in the totals. Sample data doesn't count beside a real account. */
export function summedAccounts(accounts: readonly SummarisedAccount[]): SummarisedAccount[] {
  const isOut = ({ credential }: SummarisedAccount): boolean => credential === 'signedOut'
  const counted = new Set(
    countedAccounts(
      accounts.filter((account) => !isOut(account)),
      isSample
    )
  )
  return accounts.filter((account) => isOut(account) || counted.has(account))
}
