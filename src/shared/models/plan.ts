/** Plans: what runs at a provider, until when, and how much of it is left. Everything is optional, and nothing is guessed. */
import { dayAfter, daysBetween, type Day } from './day.ts'
import { isNegative, isZero, subtractDecimals, type Decimal } from './decimal.ts'
import type { PartialList } from './freshness.ts'
import type { MissingAccount, Money } from './invoice.ts'
import { addAccountSums } from './owed.ts'

export const PLAN_STATES = ['active', 'cancelled', 'expired'] as const
export type PlanState = (typeof PLAN_STATES)[number]

/** How often a price is paid. */
export const PLAN_INTERVALS = ['day', 'week', 'month', 'quarter', 'halfYear', 'year'] as const
export type PlanInterval = (typeof PLAN_INTERVALS)[number]

/** Powers of 1,000 and of 1,024. */
export const TRAFFIC_UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'KiB', 'MiB', 'GiB', 'TiB'] as const
export type TrafficUnit = (typeof TRAFFIC_UNITS)[number]

/** What a plan's quantity counts; a traffic unit: so much of it was bought. */
export const QUANTITY_UNITS = ['proxies', 'ips', 'threads', ...TRAFFIC_UNITS] as const
export type QuantityUnit = (typeof QUANTITY_UNITS)[number]

/** As the provider sent it, in `unit`. */
export interface Traffic {
  unit: TrafficUnit
  /** 'unlimited': the definition says that the provider's number means this. null: not known. */
  limit: Decimal | 'unlimited' | null
  used: Decimal | null
  left: Decimal | null
}

export interface Plan {
  /** Unique in the account: the id, or a generated key. */
  key: string
  /** null: the record has none. */
  name: string | null
  /** null: not known. */
  state: PlanState | null
  /** The provider's word. */
  providerState: string | null
  price: Money | null
  interval: PlanInterval | null
  started: Day | null
  /** The day of the next charge. */
  renews: Day | null
  /** The day after which it doesn't run, unless somebody renews it. */
  ends: Day | null
  /** Its traffic is counted anew from this day. It says nothing of a charge. */
  periodEnds: Day | null
  quantity: { amount: Decimal; unit: QuantityUnit | null } | null
  traffic: Traffic | null
  /** Automatic renewals that failed. null: not known. */
  failedPayments: number | null
  renewsAutomatically: boolean | null
  /** ISO 8601: a later part of the list lacked it, and this is when it came. */
  receivedAt?: string
}

/** Of an account's list. */
export const MOST_PLANS = 500

/** A plan of one of the accounts. */
export interface AccountPlan extends Plan {
  /** The account's id. */
  account: string
}

/** What is shown as the provider sent it, with a mark, and never notified. */
export const PLAN_MARKS = [
  /** A limit, a use or a rest below zero, or beyond MOST_TRAFFIC; a use beyond MOST_SHARE. */
  'traffic',
  'endBeforeStart',
  /** A plan that isn't over has its next charge in the past. */
  'pastRenewal'
] as const
export type PlanMark = (typeof PLAN_MARKS)[number]

/** In bytes: an exabyte. */
const MOST_TRAFFIC = 10 ** 18
/** Of a limit: more is likely in another unit. */
const MOST_SHARE = 100

const BYTES: Readonly<Record<TrafficUnit, number>> = {
  B: 1,
  kB: 10 ** 3,
  MB: 10 ** 6,
  GB: 10 ** 9,
  TB: 10 ** 12,
  KiB: 2 ** 10,
  MiB: 2 ** 20,
  GiB: 2 ** 30,
  TiB: 2 ** 40
}

/** Rounded, for comparing and for bars. */
export const bytesOf = (amount: Decimal, unit: TrafficUnit): number => Number(amount) * BYTES[unit]

export const isOver = ({ state }: Pick<Plan, 'state'>): boolean => state === 'cancelled' || state === 'expired'

const isUsable = (amount: Decimal, unit: TrafficUnit): boolean =>
  !isNegative(amount) && bytesOf(amount, unit) <= MOST_TRAFFIC

/** @param today in the user's time zone */
export function planMarks(plan: Plan, today: Day): PlanMark[] {
  const { traffic, started, renews, ends } = plan
  const amounts = traffic ? [traffic.limit, traffic.used, traffic.left] : []
  const isOdd = amounts.some((one) => traffic && one !== null && one !== 'unlimited' && !isUsable(one, traffic.unit))
  return [
    ...(isOdd || (shareIn(traffic) ?? 0) > MOST_SHARE ? (['traffic'] as const) : []),
    ...(started !== null && ends !== null && ends < started ? (['endBeforeStart'] as const) : []),
    ...(renews !== null && renews < today && !isOver(plan) ? (['pastRenewal'] as const) : [])
  ]
}

/** 0 to 1, and more beyond the limit. null: limit or use isn't known, or one is marked. */
export function trafficShare({ traffic }: Plan): number | null {
  const share = shareIn(traffic)
  return share !== null && share <= MOST_SHARE ? share : null
}

function shareIn(traffic: Traffic | null): number | null {
  if (!traffic || traffic.limit === null || traffic.limit === 'unlimited' || isZero(traffic.limit)) return null
  const used = usedTraffic(traffic)
  if (used === null || !isUsable(traffic.limit, traffic.unit) || !isUsable(used, traffic.unit)) return null
  return Number(used) / Number(traffic.limit)
}

/** As sent, else what the limit and the rest say. */
export function usedTraffic({ limit, used, left }: Traffic): Decimal | null {
  if (used !== null || left === null || limit === null || limit === 'unlimited') return used
  return subtractDecimals(limit, left)
}

/** A word without a meaning may say that nothing is charged any more. */
const hasNoState = ({ state, providerState }: Plan): boolean => state === null && providerState === null

export interface PlanDay {
  day: Day
  kind: 'renews' | 'ends'
}

/** What happens next to a plan that runs, from today on. null: nothing is known, or its days are marked. */
export function nextPlanDay(plan: Plan, today: Day): PlanDay | null {
  const { state, renews, ends, renewsAutomatically } = plan
  const isCharged = state === 'active' || hasNoState(plan)
  if (state === 'expired' || planMarks(plan, today).some((mark) => mark !== 'traffic')) return null
  const days: PlanDay[] = []
  if (renews !== null && renews >= today && isCharged && renewsAutomatically !== false)
    days.push({ day: renews, kind: 'renews' })
  if (ends !== null && ends >= today) days.push({ day: ends, kind: 'ends' })
  // Of a day that is both, the charge is said.
  const [first, second] = days
  return first && second && second.day < first.day ? second : (first ?? null)
}

/** How far `expected` looks ahead, and what the tray lists. */
export const EXPECTED_DAYS = 30
export const TRAY_DAYS = 7

/** Charges that the plans of some accounts say for the next EXPECTED_DAYS. Never a part of what is owed. */
export interface ExpectedCharges {
  /** One entry a currency. */
  amounts: Money[]
  moreCurrencies: number
  /** Plans that renew in that time. */
  plans: number
  /** Of these, without a price, or with one below zero: the sums are the least. */
  withoutPrice: number
}

export function expectedCharges(plans: readonly Plan[], today: Day): ExpectedCharges {
  const last = dayAfter(today, EXPECTED_DAYS)
  const renewing = plans
    .map((plan) => ({ ...plan, charges: chargesUntil(last, plan, today) }))
    .filter(({ charges }) => charges > 0)
  const priced = renewing.flatMap(({ price, charges }) =>
    price && !isNegative(price.amount) ? [Array.from({ length: charges }, () => price)] : []
  )
  const { amounts, more } = addAccountSums(priced.flat().map((price) => ({ amounts: [price], more: 0 })))
  return {
    amounts,
    moreCurrencies: more,
    plans: renewing.length,
    withoutPrice: renewing.length - priced.length
  }
}

/** Intervals of which several may be in EXPECTED_DAYS. */
const SHORT_INTERVALS: Partial<Record<PlanInterval, number>> = { day: 1, week: 7 }

function chargesUntil(last: Day, plan: Plan, today: Day): number {
  const next = nextPlanDay(plan, today)
  if (next?.kind !== 'renews' || next.day > last) return 0
  const days = plan.interval && SHORT_INTERVALS[plan.interval]
  if (!days) return 1
  const { ends } = plan
  // An end before the charge isn't one of what is charged.
  const end = ends !== null && ends >= next.day && ends < last ? ends : last
  return 1 + Math.floor(daysBetween(next.day, end) / days)
}

/** Shares of a limit that are said once each. */
export const TRAFFIC_STEPS = [0.8, 0.95] as const

/** What needs the owner's eye. */
export type PlanNews =
  | { kind: PlanDay['kind']; day: Day }
  | { kind: 'traffic'; step: (typeof TRAFFIC_STEPS)[number]; share: number }
  | { kind: 'failedPayment'; times: number }

/** The worst first. @param days ahead, for renewals and ends */
export function planNews(plan: Plan, today: Day, days: number): PlanNews[] {
  if (isOver(plan)) return plan.state === 'cancelled' ? endingSoon(plan, today, days) : []
  const share = trafficShare(plan)
  const step = TRAFFIC_STEPS.findLast((one) => share !== null && share >= one)
  const { failedPayments } = plan
  return [
    ...(failedPayments !== null && failedPayments > 0
      ? [{ kind: 'failedPayment' as const, times: failedPayments }]
      : []),
    ...(share !== null && step !== undefined && !planMarks(plan, today).includes('traffic')
      ? [{ kind: 'traffic' as const, step, share }]
      : []),
    ...endingSoon(plan, today, days)
  ]
}

function endingSoon(plan: Plan, today: Day, days: number): PlanNews[] {
  const next = nextPlanDay(plan, today)
  return next && daysBetween(today, next.day) <= days ? [next] : []
}

/** At most MOST_PLAN_ROWS. */
export interface PlanQuery {
  offset: number
  limit: number
}
export const MOST_PLAN_ROWS = 100

/** Of one account, or of all of them. */
export interface PlanPage {
  /** What needs an eye first, then by the next day, those that are over last. */
  rows: AccountPlan[]
  total: number
  expected: ExpectedCharges
  /** Accounts whose plans aren't in it. */
  missing: MissingAccount[]
}

/** Of the sums that are expected: plans of an account or a part of a list aren't known. Earlier data may be more or less. */
export const isLeastExpected = ({ missing }: Pick<PlanPage, 'missing'>, partial: PartialList | null): boolean =>
  partial !== null || missing.some(({ why }) => why !== 'outdated')
