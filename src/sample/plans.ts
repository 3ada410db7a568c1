/** What runs: one plan that renews soon, one that is nearly used up, and one that was cancelled. */
import { nameOf, OFFERS, priceOf, type Offer } from './offers.ts'
import type { Texts } from './texts.ts'

const DAY_MS = 86_400_000

export interface SamplePlan {
  id: string | null
  name: string | null
  status: string
  price: number | null
  currency: string | null
  interval: string | null
  startedAt: string | null
  renewsAt: string | null
  endsAt: string | null
  proxies: number | null
  traffic: { limit: number | null; used: number | null } | null
  failedPayments: number | null
  autoRenew: boolean | null
}

const NOTHING: SamplePlan = {
  ...{ id: null, name: null, status: 'active', price: null, currency: null, interval: null },
  ...{
    startedAt: null,
    renewsAt: null,
    endsAt: null,
    proxies: null,
    traffic: null,
    failedPayments: null,
    autoRenew: null
  }
}

const dayIn = (now: Date, days: number): string => new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10)

const isp = (offer: Offer): boolean => offer.family === 'isp' && offer.network === 'Deutsche Telekom'
const traffic = (offer: Offer): boolean =>
  offer.family === 'residential' && offer.country === '' && offer.figure[1] === 25
const mobile = (offer: Offer): boolean => offer.family === 'mobile5g' && offer.country === 'DE'

function offered(isIt: (offer: Offer) => boolean, texts: Texts): Pick<SamplePlan, 'name' | 'price' | 'currency'> {
  const offer = OFFERS.find(isIt)
  return { name: offer ? nameOf(texts, offer) : null, price: offer ? priceOf(offer) / 100 : null, currency: 'EUR' }
}

export const goodPlans = (now: Date, texts: Texts): SamplePlan[] => [
  {
    ...NOTHING,
    ...offered(isp, texts),
    ...{ id: 'plan-3107', interval: 'monthly', proxies: 5, failedPayments: 0, autoRenew: true },
    ...{ startedAt: dayIn(now, -207), renewsAt: dayIn(now, 4) }
  },
  {
    ...NOTHING,
    ...offered(traffic, texts),
    ...{ id: 'plan-3391', traffic: { limit: 25, used: 21.4 }, autoRenew: false },
    ...{ startedAt: dayIn(now, -41), endsAt: dayIn(now, 19) }
  },
  {
    ...NOTHING,
    ...offered(mobile, texts),
    ...{ id: 'plan-2764', status: 'cancelled', interval: 'monthly', proxies: 2, autoRenew: false },
    ...{ startedAt: dayIn(now, -380), endsAt: dayIn(now, -72) }
  }
]

/** What providers get wrong: traffic below zero, an end before the start, a renewal that was due, words without a meaning. */
export const difficultPlans = (now: Date): SamplePlan[] => [
  { ...NOTHING, id: 'p-1', name: 'Rotating 10 GB', traffic: { limit: 10, used: -3 }, endsAt: dayIn(now, 2) },
  {
    ...NOTHING,
    id: 'p-1',
    name: 'Rotating 10 GB',
    startedAt: dayIn(now, -3),
    endsAt: dayIn(now, -30),
    proxies: 1_000_000
  },
  { ...NOTHING, name: 'Datacenter', price: 12, interval: 'monthly', renewsAt: dayIn(now, -9), autoRenew: true },
  { ...NOTHING, name: 'Trial', status: 'on hold', interval: 'fortnightly', traffic: { limit: 0, used: 1e30 } },
  {
    ...NOTHING,
    ...{
      id: 'p-7',
      name: 'Enterprise plan for the marketing department of a company with a very long name',
      currency: 'USD'
    },
    ...{ price: 1249.5, interval: 'yearly', renewsAt: dayIn(now, 6), traffic: { limit: 5000, used: 4800.25 } },
    failedPayments: 2
  }
]
