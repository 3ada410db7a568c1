/** A price and how often it is paid: "€9.99 a month". */
import { PLAN_INTERVALS } from '../models/plan.ts'
import type page from './en/page.json'
import { joined } from './format.ts'
import type { MessageKeyOf, Named } from './translator.ts'

type Translate = (key: MessageKeyOf<typeof page>, named?: Named) => string

/** @param amount with its currency @param interval a PlanInterval, or the provider's word */
export function priceText(t: Translate, amount: string, interval: string | null): string {
  const known = PLAN_INTERVALS.find((one) => one === interval)
  return known === undefined ? joined([amount, interval]) : t(`plans.price.${known}`, { amount })
}
