/** What is said of a plan is what its provider sent, in units and words that fit. */
import { afterAll, describe, expect, test } from 'vitest'
import '../../support/english.ts'
import {
  dayTexts,
  expectedText,
  isEarlier,
  newsTexts,
  planNotes,
  priceText,
  quantityText,
  shareOf,
  stateText,
  trafficText
} from '../../../src/renderer/src/features/plans/planText.ts'
import { setRegionalFormat } from '../../../src/renderer/src/i18n.ts'
import { expectedCharges, type Plan, type PlanInterval, type Traffic } from '../../../src/shared/models/plan.ts'
import { plan } from '../../component/plans/fixtures.ts'

setRegionalFormat('en-GB')
afterAll(() => setRegionalFormat('en-GB'))

const NOW = new Date(2026, 10, 29, 12).getTime()
const traffic = (unit: Traffic['unit'], more: Partial<Traffic> = {}): Traffic => ({
  unit,
  limit: null,
  used: null,
  left: null,
  ...more
})
const levels = (given: Plan): string[] => planNotes(given, NOW).map(({ text, level }) => `${level}: ${text}`)

describe('traffic', () => {
  test.each<[what: string, traffic: Traffic | null, text: string]>([
    ['unknown', null, ''],
    ['of which only the unit is known', traffic('GB'), ''],
    ['used of a limit', traffic('GB', { limit: '250', used: '200' }), '200 of 250 GB used'],
    ['left of a limit', traffic('GB', { limit: '250', left: '50' }), '200 of 250 GB used'],
    ['a limit alone', traffic('GB', { limit: '250.0' }), '250 GB limit'],
    ['left without a limit', traffic('GB', { left: '18.25' }), '18.25 GB left'],
    ['used without a limit', traffic('GB', { used: '12' }), '12 GB used'],
    ['used and left without a limit', traffic('GB', { used: '12', left: '8' }), '12 GB used, 8 GB left'],
    ['unlimited', traffic('GB', { limit: 'unlimited' }), 'Unlimited traffic'],
    ['used of unlimited', traffic('GB', { limit: 'unlimited', used: '3.5' }), 'Unlimited traffic, 3.5 GB used'],
    ['a limit of nothing', traffic('GB', { limit: '0', used: '0' }), '0 of 0 GB used'],
    ['a limit of nothing alone', traffic('GB', { limit: '0' }), '0 GB limit'],
    ['below zero', traffic('GB', { limit: '250', used: '-5' }), '-5 of 250 GB used'],
    ['more left than the limit', traffic('GB', { limit: '10', left: '15' }), '15 GB left, 10 GB limit'],
    ['over the limit', traffic('GB', { limit: '250', used: '300' }), '300 of 250 GB used'],
    [
      'bytes of a binary size',
      traffic('B', { limit: '1073741824', used: '214748365', left: '858993459' }),
      '0.2 of 1\u00a0GiB used'
    ],
    ['bytes of a decimal size', traffic('B', { limit: '250000000000', used: '1500000' }), '0.0015 of 250 GB used'],
    ['no bytes', traffic('B', { left: '0' }), '0 byte left'],
    ['a unit that stays', traffic('MB', { left: '2048' }), '2,048 MB left'],
    ['a binary unit', traffic('GiB', { limit: '5', used: '1.005' }), '1.01 of 5\u00a0GiB used']
  ])('%s', (_, given, text) => expect(trafficText(given)).toBe(text))

  test('has a bar only where limit and use are known, and can be right', () => {
    const of = (more: Partial<Traffic>): ReturnType<typeof shareOf> => shareOf(plan({ traffic: traffic('GB', more) }))
    expect(of({ limit: '250', used: '200' })).toEqual({ percent: 80, text: '80%', level: 'near' })
    expect(of({ limit: '250', used: '199.9' })).toEqual({ percent: 79, text: '79%', level: 'fine' })
    expect(of({ limit: '250', used: '249.9' })).toEqual({ percent: 99, text: '99%', level: 'full' })
    expect(of({ limit: '250', used: '500' })).toEqual({ percent: 200, text: '200%', level: 'full' })
    for (const none of [
      { limit: '250' },
      { used: '200' },
      { limit: 'unlimited' as const, used: '200' },
      { limit: '0', used: '0' },
      { limit: '-1', used: '5' },
      { limit: '250', used: '-5' },
      { limit: '0.000001', used: '500000' },
      { limit: '9'.repeat(20), used: '5' }
    ])
      expect(of(none)).toBeNull()
  })
})

test('the state is the provider’s word where it isn’t known, and nothing where there is none', () => {
  expect(stateText(plan({ state: 'active', providerState: 'paid' }))).toBe('Active')
  expect(stateText(plan({ providerState: 'pending_review' }))).toBe('pending_review')
  expect(stateText(plan())).toBeNull()
})

test.each<[interval: PlanInterval | null, text: string]>([
  ['day', '€34.50 a day'],
  ['week', '€34.50 a week'],
  ['month', '€34.50 a month'],
  ['quarter', '€34.50 a quarter'],
  ['halfYear', '€34.50 every 6 months'],
  ['year', '€34.50 a year'],
  [null, '€34.50']
])('a price is for its interval: %s', (interval, text) =>
  expect(priceText(plan({ price: { amount: '34.5', currency: 'EUR' }, interval }))).toBe(text)
)

test('a price without a currency has none, and no price is none of zero', () => {
  expect(priceText(plan({ price: { amount: '175', currency: null }, interval: 'month' }))).toBe('175.00 a month')
  expect(priceText(plan({ interval: 'month' }))).toBe('')
  expect(priceText(plan({ price: { amount: '0', currency: 'EUR' } }))).toBe('€0.00')
})

test.each<[quantity: Plan['quantity'], text: string]>([
  [null, ''],
  [{ amount: '25', unit: 'proxies' }, '25 proxies'],
  [{ amount: '1', unit: 'proxies' }, '1 proxy'],
  [{ amount: '0', unit: 'ips' }, '0 IP addresses'],
  [{ amount: '1000', unit: 'threads' }, '1,000 threads'],
  [{ amount: '50', unit: 'GB' }, '50 GB'],
  [{ amount: '1073741824', unit: 'B' }, '1\u00a0GiB'],
  [{ amount: '12.5', unit: null }, 'Quantity 12.5']
])('a quantity counts what the definition says: %o', (quantity, text) =>
  expect(quantityText(plan({ quantity }))).toBe(text)
)

describe('days', () => {
  test.each<[what: string, plan: Partial<Plan>, texts: string[]]>([
    ['none', {}, []],
    ['renews later', { state: 'active', renews: '2026-12-04' }, ['Renews in 5 days', '4 Dec']],
    ['renews today', { renews: '2026-11-29' }, ['Renews today', '29 Nov']],
    ['renews next year', { renews: '2027-01-04' }, ['Renews in 36 days', '4 Jan 2027']],
    ['ends tomorrow', { state: 'active', ends: '2026-11-30' }, ['Ends tomorrow', '30 Nov']],
    ['cancelled, runs on', { state: 'cancelled', ends: '2026-12-01' }, ['Ends in 2 days', '1 Dec']],
    ['cancelled, ended', { state: 'cancelled', ends: '2026-11-01', renews: '2026-12-01' }, ['Ended: 1 Nov']],
    ['expired', { state: 'expired', ends: '2026-11-01', periodEnds: '2026-12-01' }, ['Ended: 1 Nov']],
    ['active beyond its end', { state: 'active', ends: '2026-11-01' }, ['End date: 1 Nov']],
    [
      'renews, and ends later',
      { renews: '2026-12-04', ends: '2026-12-24' },
      ['Renews in 5 days', '4 Dec', 'End date: 24 Dec']
    ],
    ['renewal in the past', { state: 'active', renews: '2026-11-02' }, ['Renewal date: 2 Nov']],
    [
      'end before start',
      { state: 'active', started: '2026-12-20', ends: '2026-12-10' },
      ['Started: 20 Dec', 'End date: 10 Dec']
    ],
    ['traffic counted anew', { periodEnds: '2026-12-12' }, ['Traffic resets: 12 Dec']],
    ['traffic that should be counted anew', { periodEnds: '2026-11-12' }, ['Traffic reset was due: 12 Nov']],
    [
      'renewed by hand',
      { renews: '2026-12-04', renewsAutomatically: false },
      ['Renewal date: 4 Dec', 'No automatic renewal']
    ],
    [
      'renews, in a state without a meaning',
      { providerState: 'unpaid', renews: '2026-12-04' },
      ['Renewal date: 4 Dec']
    ],
    ['renewed, nobody knows when', { renewsAutomatically: true }, ['Renews automatically']],
    ['renewed on a day', { renews: '2026-12-04', renewsAutomatically: true }, ['Renews in 5 days', '4 Dec']]
  ])('%s', (_, given, texts) => expect(dayTexts(plan(given), NOW)).toEqual(texts))

  test('only a plan that is over or past its end, and has no last day to come, is an earlier one', () => {
    expect(isEarlier(plan({ state: 'cancelled', ends: '2026-11-29' }), NOW)).toBe(false)
    expect(isEarlier(plan({ state: 'cancelled', ends: '2026-11-28' }), NOW)).toBe(true)
    expect(isEarlier(plan({ state: 'cancelled' }), NOW)).toBe(true)
    expect(isEarlier(plan({ state: 'expired', ends: '2026-12-28' }), NOW)).toBe(true)
    expect(isEarlier(plan({ state: null, ends: '2026-11-28' }), NOW)).toBe(true)
    expect(isEarlier(plan({ state: null, providerState: 'confirmed', ends: '2026-11-28' }), NOW)).toBe(true)
    expect(isEarlier(plan({ state: null, ends: '2026-11-29' }), NOW)).toBe(false)
    expect(isEarlier(plan({ state: null, ends: '2026-11-28', renews: '2026-12-28' }), NOW)).toBe(false)
    expect(isEarlier(plan({ state: null }), NOW)).toBe(false)
    expect(isEarlier(plan({ state: 'active', ends: '2026-11-28' }), NOW)).toBe(false)
  })
})

test('failed payments, what is over its limit, and what can’t be right are noted in words', () => {
  expect(levels(plan({ failedPayments: 0 }))).toEqual([])
  expect(levels(plan({ failedPayments: 1 }))).toEqual(['full: 1 failed payment'])
  expect(levels(plan({ traffic: traffic('GB', { limit: '10', used: '12' }) }))).toEqual([
    'full: Over the traffic limit'
  ])
  expect(levels(plan({ traffic: traffic('GB', { limit: '-10', used: '12' }) }))).toEqual([
    'near: These traffic figures can’t be right.'
  ])
  expect(levels(plan({ traffic: traffic('GB', { limit: '0.000001', used: '500000' }) }))).toEqual([
    'near: These traffic figures can’t be right.'
  ])
  expect(levels(plan({ state: 'active', started: '2026-12-20', ends: '2026-12-10', renews: '2026-11-01' }))).toEqual([
    'near: The end is before the start.',
    'near: The renewal date has passed.'
  ])
})

test('a plan that a later part of the list lacked says when it came', () => {
  const receivedAt = new Date(NOW - 3 * 3_600_000).toISOString()
  expect(levels(plan({ receivedAt }))).toEqual(['near: Not in the latest reply. Received 3 hours ago.'])
})

test('the overview says the gravest first, and nothing of what is far away', () => {
  const of = (more: Partial<Plan>): string[] =>
    newsTexts(plan(more), NOW, 30).map(({ text, level }) => `${level}: ${text}`)
  expect(
    of({ failedPayments: 2, renews: '2026-12-04', traffic: traffic('GB', { limit: '100', used: '96.7' }) })
  ).toEqual(['full: 2 failed payments', 'full: 96% of the traffic used', 'fine: Renews in 5 days'])
  expect(of({ traffic: traffic('GB', { limit: '100', used: '80' }) })).toEqual(['near: 80% of the traffic used'])
  expect(of({ renews: '2027-03-04', traffic: traffic('GB', { limit: '100', used: '79' }) })).toEqual([])
})

test('expected charges are a sum for each currency, and unknown without a price', () => {
  const renewing = (price: Plan['price']): Plan => plan({ state: 'active', renews: '2026-12-04', price })
  const of = (...plans: Plan[]): string | null => expectedText(expectedCharges(plans, '2026-11-29'))
  expect(of()).toBeNull()
  expect(of(renewing({ amount: '34.50', currency: 'USD' }), renewing({ amount: '0.5', currency: 'USD' }))).toBe(
    'US$35.00'
  )
  expect(of(renewing({ amount: '34.50', currency: 'EUR' }), renewing({ amount: '175', currency: null }))).toBe(
    '€34.50 · 175.00 (no currency)'
  )
  expect(of(renewing({ amount: '175', currency: null }))).toBe('175.00')
  expect(of(renewing(null))).toBe('Amount unknown')
})
