/** Plans, and accounts whose provider has them, for the tests of their components. */
import type { Output } from '../../../src/shared/ipc/contract.ts'
import type { AccountLine, AccountRecord, CredentialState } from '../../../src/shared/models/account.ts'
import { dayAfter, today } from '../../../src/shared/models/day.ts'
import { expectedCharges, MOST_PLAN_ROWS, type AccountPlan } from '../../../src/shared/models/plan.ts'
import { fresh, line } from '../ui/shell/bridge.ts'

/** Days from today. */
export const day = (days: number): string => dayAfter(today(new Date()), days)

/** A plan of which nothing is known but what is given. */
export const plan = (more: Partial<AccountPlan> = {}): AccountPlan => ({
  key: 'p',
  account: 'a',
  name: null,
  state: null,
  providerState: null,
  price: null,
  interval: null,
  started: null,
  renews: null,
  ends: null,
  periodEnds: null,
  quantity: null,
  traffic: null,
  failedPayments: null,
  renewsAutomatically: null,
  ...more
})

export const plansPage = (
  held: readonly AccountPlan[],
  more: Partial<Output<'plans', 'page'>> = {}
): Output<'plans', 'page'> => ({
  rows: held.slice(0, MOST_PLAN_ROWS),
  total: held.length,
  expected: expectedCharges(held, today(new Date())),
  missing: [],
  freshness: fresh,
  ...more
})

/** An account whose provider has plans. */
export function lineWithPlans(more: Partial<AccountRecord> = {}, credential: CredentialState = 'kept'): AccountLine {
  const its = line(more, credential)
  return { ...its, provider: { ...its.provider, topics: [...its.provider.topics, 'plans'] } }
}
