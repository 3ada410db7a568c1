/** Texts about one plan. They say only what the provider sent. */
import { daysBetween, today, type Day } from '../../../../shared/models/day.ts'
import { isNegative, type Decimal } from '../../../../shared/models/decimal.ts'
import {
  bytesOf,
  isOver,
  nextPlanDay,
  planMarks,
  planNews,
  trafficShare,
  TRAFFIC_STEPS,
  TRAFFIC_UNITS,
  usedTraffic,
  type ExpectedCharges,
  type Plan,
  type PlanDay,
  type PlanNews,
  type QuantityUnit,
  type Traffic,
  type TrafficUnit
} from '../../../../shared/models/plan.ts'
import { clauses, formatAge, formatDay, formatNumber, formatPrice, formatQuantity, t, tn } from '../../i18n.ts'
import { amountsText } from '../invoices/invoiceText.ts'

/**
 * It has ended, or nothing is known of its end. A cancelled plan runs until its last day, and so does one of unknown state. What is
 * called active stays among those that run.
 */
export function isEarlier(plan: Plan, now: number): boolean {
  const day = today(new Date(now))
  const hasEnded = plan.state === null && plan.ends !== null && plan.ends < day
  return (isOver(plan) || hasEnded) && nextPlanDay(plan, day) === null
}

/** The provider's own word where the state isn't known. null: it sent none. */
export const stateText = ({ state, providerState }: Plan): string | null =>
  state === null ? providerState : t(`plans.state.${state}`)

/** With its interval. Empty: it has none. */
export const priceText = ({ price, interval }: Plan): string =>
  price === null ? '' : formatPrice({ ...price, interval })

const isTrafficUnit = (unit: QuantityUnit | null): unit is TrafficUnit => TRAFFIC_UNITS.some((one) => one === unit)

export function quantityText({ quantity }: Plan): string {
  if (quantity === null) return ''
  const { amount, unit } = quantity
  if (isTrafficUnit(unit)) return sizeIn(fittingUnit(unit, [amount]), amount, unit)
  const count = formatQuantity(amount)
  return unit === null ? t('plans.quantity.other', { amount: count }) : tn(`plans.quantity.${unit}`, Number(amount))
}

const DECIMAL_UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const
const BINARY_UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const
/** Names of Intl, which has none of powers of 1,024. */
const INTL_UNITS: Partial<Record<TrafficUnit, string>> = {
  B: 'byte',
  kB: 'kilobyte',
  MB: 'megabyte',
  GB: 'gigabyte',
  TB: 'terabyte'
}
/** Two places, and more of what would be 0. */
const ROUNDED = { maximumFractionDigits: 2, maximumSignificantDigits: 2, roundingPriority: 'morePrecision' } as const

/** Bytes get the unit of the largest amount; other units stay as they came. */
function fittingUnit(unit: TrafficUnit, amounts: readonly Decimal[]): TrafficUnit {
  if (unit !== 'B') return unit
  const largest = Math.max(0, ...amounts.map((amount) => Math.abs(Number(amount))))
  const isBinary = largest > 0 && largest % 2 ** 20 === 0
  const units: readonly TrafficUnit[] = isBinary ? BINARY_UNITS : DECIMAL_UNITS
  return units.findLast((one) => bytesOf('1', one) <= largest) ?? unit
}

const convert = (to: TrafficUnit, amount: Decimal, from: TrafficUnit): string =>
  to === from ? amount : String(bytesOf(amount, from) / bytesOf('1', to))

function sizeIn(to: TrafficUnit, amount: Decimal, from: TrafficUnit): string {
  const name = INTL_UNITS[to]
  const size = convert(to, amount, from)
  return name === undefined
    ? `${formatQuantity(size, ROUNDED)}\u00a0${to}`
    : formatQuantity(size, { ...ROUNDED, style: 'unit', unit: name })
}

/** Empty: nothing is known of it. */
export function trafficText(traffic: Traffic | null): string {
  if (!traffic) return ''
  const { limit, left, unit: from } = traffic
  const isAmount = (amount: Traffic['limit']): amount is Decimal => amount !== null && amount !== 'unlimited'
  const to = fittingUnit(from, [limit, traffic.used, left].filter(isAmount))
  const size = (amount: Decimal): string => sizeIn(to, amount, from)
  const counted = usedTraffic(traffic)
  // More left than the limit: the use isn't known.
  const used = traffic.used === null && counted !== null && isNegative(counted) ? null : counted
  if (isAmount(limit) && used !== null) {
    const amount = formatQuantity(convert(to, used, from), ROUNDED)
    return t('plans.traffic.usedOf', { used: amount, limit: size(limit) })
  }
  return clauses(
    limit === 'unlimited' && t('plans.traffic.unlimited'),
    used !== null && t('plans.traffic.used', { used: size(used) }),
    limit !== 'unlimited' && left !== null && t('plans.traffic.left', { left: size(left) }),
    isAmount(limit) && t('plans.traffic.limit', { limit: size(limit) })
  )
}

/** Colour of a share; a text or an icon says it, too. */
export type Level = 'fine' | 'near' | 'full'

function levelOf(share: number): Level {
  const [near, full] = TRAFFIC_STEPS
  return share >= full ? 'full' : share >= near ? 'near' : 'fine'
}

/** Rounded down: 100 % is all of it. */
const percentOf = (share: number): number => Math.floor(share * 100 + 1e-9)

const percentText = (share: number): string => formatNumber(percentOf(share) / 100, { style: 'percent' })

/** For the bar. null: limit or use isn't known. */
export function shareOf(plan: Plan): { percent: number; text: string; level: Level } | null {
  const share = trafficShare(plan)
  return share === null ? null : { percent: percentOf(share), text: percentText(share), level: levelOf(share) }
}

const nextText = ({ kind, day }: PlanDay, from: Day): string =>
  tn(kind === 'renews' ? 'plans.day.renewsIn' : 'plans.day.endsIn', daysBetween(from, day))

/** What happens when, the next of it first. @param now ms since 1970 */
export function dayTexts(plan: Plan, now: number): string[] {
  const from = today(new Date(now))
  const { started, renews, ends, periodEnds, renewsAutomatically } = plan
  const next = nextPlanDay(plan, from)
  const isRunning = !isOver(plan)
  const marks = planMarks(plan, from)
  const on = (key: 'renewal' | 'started' | 'end' | 'ended' | 'reset' | 'resetPast', day: Day | null, isSaid = true) =>
    day !== null && isSaid ? [t(`plans.day.${key}`, { date: formatDay(day, now) })] : []
  return [
    ...(next ? [nextText(next, from), formatDay(next.day, now)] : []),
    ...on('renewal', renews, isRunning && next?.kind !== 'renews'),
    ...on('started', started, marks.includes('endBeforeStart')),
    ...on(ends !== null && ends < from && !isRunning ? 'ended' : 'end', ends, next?.kind !== 'ends'),
    ...on(periodEnds !== null && periodEnds < from ? 'resetPast' : 'reset', periodEnds, isRunning),
    ...(isRunning && renewsAutomatically === false ? [t('plans.day.manual')] : []),
    ...(isRunning && renewsAutomatically === true && next?.kind !== 'renews' ? [t('plans.day.automatic')] : [])
  ]
}

export interface PlanNote {
  key: string
  text: string
  level: Exclude<Level, 'fine'>
}

const receivedText = (at: string, now: number): string =>
  t('invoices.receivedEarlier', { age: formatAge(at, now) ?? t('ui.common.age.moment') })

/** What needs an eye, what can't be right, and what may be outdated. @param now ms since 1970 */
export function planNotes(plan: Plan, now: number): PlanNote[] {
  const { failedPayments, receivedAt } = plan
  const share = trafficShare(plan)
  return [
    ...(failedPayments !== null && failedPayments > 0
      ? [{ key: 'failed', text: tn('plans.failedPayments', failedPayments), level: 'full' as const }]
      : []),
    ...(share !== null && share > 1 ? [{ key: 'over', text: t('plans.traffic.over'), level: 'full' as const }] : []),
    ...planMarks(plan, today(new Date(now))).map((mark) => ({
      key: mark,
      text: t(`plans.mark.${mark}`),
      level: 'near' as const
    })),
    ...(receivedAt === undefined
      ? []
      : [{ key: 'received', text: receivedText(receivedAt, now), level: 'near' as const }])
  ]
}

/** For the overview. @param now ms since 1970 */
export function newsTexts(
  plan: Plan,
  now: number,
  days: number
): { key: PlanNews['kind']; text: string; level: Level }[] {
  const from = today(new Date(now))
  return planNews(plan, from, days).map((news) => {
    const { kind } = news
    switch (kind) {
      case 'failedPayment':
        return { key: kind, text: tn('plans.failedPayments', news.times), level: 'full' }
      case 'traffic': {
        const text = t('plans.traffic.share', { percent: percentText(news.share) })
        return { key: kind, text, level: levelOf(news.share) }
      }
      default:
        return { key: kind, text: nextText({ kind, day: news.day }, from), level: 'fine' }
    }
  })
}

/** What the expected charges come to. null: no known plan renews in that time. */
export function expectedText({ amounts, moreCurrencies, plans }: ExpectedCharges): string | null {
  if (plans === 0) return null
  return amounts.length === 0 && moreCurrencies === 0
    ? t('invoices.amountUnknown')
    : amountsText(amounts, moreCurrencies, ' · ')
}
