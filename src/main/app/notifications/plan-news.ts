/** What happens to plans: a renewal or an end that is near, traffic that is nearly used up, a payment that failed. */
import { cut, dateLocale, dayText, joined, moneyText } from '../../../shared/i18n/format.ts'
import { localesFor, t } from '../../../shared/i18n/translate.ts'
import { daysBetween, type Day } from '../../../shared/models/day.ts'
import {
  isOver,
  planMarks,
  planNews,
  TRAFFIC_STEPS,
  trafficShare,
  type Plan,
  type PlanNews
} from '../../../shared/models/plan.ts'
import {
  countsOf,
  idOf,
  noticesFor,
  type FoundEvents,
  type NewsEvent,
  type NewsSource,
  type NoticeContext
} from './news.ts'

export interface PlanEvent extends NewsEvent {
  kind: PlanNews['kind']
  plan: Plan
  news: PlanNews
}

/** A count of failed payments above it isn't forgotten when it falls. */
const MOST_FAILED = 10

/** In characters. */
const LONGEST_NAME = 40

/** Without a period, a step is news again once the share was clearly below it: in a period that nobody states, it may go up and down. */
const CLEARLY = 0.05
const trafficId = ({ key, periodEnds }: Plan, step: number): string =>
  idOf('plan traffic', key, String(step), periodEnds ?? '')
const paymentId = ({ key }: Plan, times: number): string => idOf('plan payment', key, String(times))

function idFor(plan: Plan, news: PlanNews): string {
  if (news.kind === 'traffic') return trafficId(plan, news.step)
  return news.kind === 'failedPayment' ? paymentId(plan, news.times) : idOf('plan', news.kind, plan.key, news.day)
}

/** Once a day: some providers' ids, days or counts are others at each fetch. */
const limitFor = (news: PlanNews, today: Day): string =>
  idOf('plan limit', news.kind, today, news.kind === 'traffic' ? String(news.step) : '')

export function planEvents(plans: readonly Plan[], today: Day, dueSoonDays: number): FoundEvents<PlanEvent> {
  const events = plans.flatMap((plan) =>
    planNews(plan, today, dueSoonDays).map((news) => ({
      kind: news.kind,
      plan,
      news,
      eventIds: [idFor(plan, news)],
      limitId: limitFor(news, today)
    }))
  )
  return {
    events,
    others: events.flatMap(({ plan, news }) =>
      // Who heard of 95 % needs no word of 80 % later.
      news.kind === 'traffic'
        ? TRAFFIC_STEPS.filter((step) => step < news.step).map((step) => trafficId(plan, step))
        : []
    ),
    over: plans.flatMap((plan) => [...traffic(plan, today), ...payments(plan)])
  }
}

/** Steps that the share is clearly below, if only that tells one period from another. */
function traffic(plan: Plan, today: Day): string[] {
  const share = trafficShare(plan)
  if (plan.periodEnds !== null || share === null || isOver(plan) || planMarks(plan, today).includes('traffic'))
    return []
  return TRAFFIC_STEPS.filter((step) => share < step - CLEARLY).map((step) => trafficId(plan, step))
}

/** Counts above the one of now: after a payment that worked, the next failure is news. */
function payments(plan: Plan): string[] {
  const { failedPayments } = plan
  if (failedPayments === null) return []
  return Array.from({ length: Math.max(MOST_FAILED - failedPayments, 0) }, (_none, at) =>
    paymentId(plan, failedPayments + 1 + at)
  )
}

/** The worst first. */
const KINDS = ['failedPayment', 'traffic', 'ends', 'renews'] as const satisfies PlanNews['kind'][]

export const planNewsSource: NewsSource<PlanEvent> = {
  topic: 'plans',
  find: async (storage, today, dueSoonDays) => planEvents((await storage.plans())?.value ?? [], today, dueSoonDays),
  newsOf: (events, unnotified) => events.filter(({ eventIds }) => eventIds.every((one) => unnotified.includes(one))),
  noticesOf(news, context) {
    const plans = new Set(news.map(({ plan }) => plan.key)).size
    return noticesFor(news, context, {
      single: (event) => ({
        title: titleOf(event.news, context),
        body: context.details ? detailsOf(event, context) : t('notification.look'),
        key: null
      }),
      title: () => t('notification.plan.many', { n: plans }, plans),
      counts: () => countsOf(KINDS, news, (kind, n) => t(`notification.plan.count.${kind}`, { n }, n))
    })
  }
}

function titleOf(news: PlanNews, { today, locale }: NoticeContext): string {
  if (news.kind === 'failedPayment') return t('notification.plan.failedPayment', { n: news.times }, news.times)
  if (news.kind === 'traffic') return t('notification.plan.traffic', { share: percentText(news.share, locale) })
  const left = daysBetween(today, news.day)
  if (left < 2) return t(`notification.plan.${news.kind}${left < 1 ? 'Today' : 'Tomorrow'}`)
  return t(`notification.plan.${news.kind}In`, { n: left }, left)
}

/** Rounded down, so that 100 % is all of it. */
const percentText = (share: number, locale: string): string =>
  new Intl.NumberFormat(locale, { style: 'percent' }).format(Math.floor(share * 100 + 1e-9) / 100)

function detailsOf({ plan, news }: PlanEvent, { locale, account }: NoticeContext): string {
  const { name, price } = plan
  const days = dateLocale(localesFor(locale))
  const day = 'day' in news ? t(`notification.plan.${news.kind}`, { day: dayText(news.day, days) }) : null
  return joined([
    name === null ? null : cut(name, LONGEST_NAME),
    news.kind === 'renews' && price !== null && moneyText(price, locale),
    day,
    account
  ])
}
