import type { Output } from '../../shared/ipc/contract.ts'
import { AppError } from '../../shared/ipc/error.ts'
import { hasTopic } from '../../shared/models/account.ts'
import { today, type Day } from '../../shared/models/day.ts'
import type { MissingAccount } from '../../shared/models/invoice.ts'
import {
  expectedCharges,
  isOver,
  nextPlanDay,
  planNews,
  type AccountPlan,
  type Plan,
  type PlanQuery
} from '../../shared/models/plan.ts'
import type { Settings } from '../../shared/models/settings.ts'
import type { Account } from '../accounts/account.ts'
import { oneByOne } from '../concurrency.ts'
import type { CoreParts } from '../core-parts.ts'
import { countedLines, readSavedTopic, stateOfAll, type SavedTopic, type StateOfAll } from '../accounts/saved-topic.ts'

interface PlansParts extends Pick<CoreParts, 'accounts' | 'clock' | 'locked' | 'report'> {
  settings: () => Pick<Settings, 'dueSoonDays'>
}

interface ReadPlans extends StateOfAll {
  plans: AccountPlan[]
}

/** The saved plans of one account, or of all that have them (null). */
export class Plans {
  readonly #parts: PlansParts

  constructor(parts: PlansParts) {
    this.#parts = parts
  }

  /** @throws KEYCHAIN_* (found 'sealed') while the data of one account can't be decrypted; of all, it is in `missing` */
  async page(account: Account | null, { offset, limit }: PlanQuery): Promise<Output<'plans', 'page'>> {
    const { plans, freshness, missing } = account ? await readOne(account) : await this.#readAll()
    const day = today(this.#parts.clock.now())
    const rows = sortedPlans(plans, day, this.#parts.settings().dueSoonDays)
    return {
      rows: rows.slice(offset, offset + limit),
      total: rows.length,
      expected: expectedCharges(plans, day),
      freshness,
      missing
    }
  }

  /** Of those whose provider has plans. An account whose plans are outdated is in both. Never prompts for a hidden one. */
  async readPlans(accounts: readonly Account[]): Promise<{ plans: AccountPlan[]; missing: MissingAccount[] }> {
    const read = await this.#readEach(accounts)
    return { plans: plansIn(read), missing: read.flatMap(({ missing }) => missing ?? []) }
  }

  /** @throws UNAUTHORIZED when signed out, APP_LOCKED */
  async #readAll(): Promise<ReadPlans> {
    const { accounts, locked } = this.#parts
    for (;;) {
      if (locked()) throw new AppError('APP_LOCKED')
      if (!accounts.shown) throw new AppError('UNAUTHORIZED')
      const asked = countedLines(accounts.lines).map((line) => accounts.get(line.account.id))
      const read = await this.#readEach(asked)
      // Otherwise somebody signed out meanwhile.
      if (!asked.some(({ isDisposed }) => isDisposed))
        return { plans: plansIn(read), ...stateOfAll(accounts, 'plans', read, 0) }
    }
  }

  #readEach(accounts: readonly Account[]): Promise<SavedTopic<Plan[]>[]> {
    const having = accounts.filter((account) => !account.isDisposed && hasTopic(account.line.provider, 'plans'))
    return oneByOne(having, (account) =>
      readSavedTopic(this.#parts, account, 'plans', async (storage) => (await storage.plans())?.value ?? [])
    )
  }
}

const withAccount = (account: string, plans: readonly Plan[]): AccountPlan[] =>
  plans.map((plan) => ({ ...plan, account }))

const plansIn = (read: readonly SavedTopic<Plan[]>[]): AccountPlan[] =>
  read.flatMap(({ id, value }) => withAccount(id, value ?? []))

const readOne = (account: Account): Promise<ReadPlans> =>
  account.use(async (storage) => {
    const stored = await storage.plans()
    const plans = withAccount(account.id, stored?.value ?? [])
    return { plans, freshness: account.freshness('plans', stored), missing: [] }
  })

/** What needs an eye first, then by the next day, those that are over last. Equal ones stay in their order. */
export function sortedPlans<T extends Plan>(plans: readonly T[], today: Day, dueSoonDays: number): T[] {
  const ranked = plans.map((plan) => {
    const next = nextPlanDay(plan, today)
    const hasNews = planNews(plan, today, dueSoonDays).length > 0
    // One that is cancelled may run until its last day.
    return { plan, rank: hasNews ? 0 : next === null && isOver(plan) ? 2 : 1, day: next?.day ?? NO_DAY }
  })
  return ranked
    .sort((one, other) => one.rank - other.rank || (one.day < other.day ? -1 : Number(one.day > other.day)))
    .map(({ plan }) => plan)
}

/** After all days. */
const NO_DAY = '~'
