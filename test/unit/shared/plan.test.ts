import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  bytesOf,
  expectedCharges,
  nextPlanDay,
  planMarks,
  planNews,
  trafficShare,
  usedTraffic,
  type Plan,
  type PlanInterval,
  type Traffic
} from '../../../src/shared/models/plan.ts'
import { plan } from '../../support/plans.ts'

const TODAY = '2026-11-25'
const GB: Traffic = { unit: 'GB', limit: null, used: null, left: null }
const withTraffic = (traffic: Partial<Traffic>): Plan => plan({ traffic: { ...GB, ...traffic } })

test('GB is a power of 1,000, and GiB one of 1,024', () => {
  expect(bytesOf('2', 'GB')).toBe(2_000_000_000)
  expect(bytesOf('1', 'GiB')).toBe(1_073_741_824)
})

describe('marks', () => {
  test.each([
    ['a use below zero', withTraffic({ limit: '10', used: '-3' }), ['traffic']],
    ['a limit below zero', withTraffic({ limit: '-10', used: '3' }), ['traffic']],
    ['a rest below zero', withTraffic({ left: '-0.5' }), ['traffic']],
    ['more than an exabyte', withTraffic({ used: '1000000000000' }), ['traffic']],
    ['more than 100 times the limit', withTraffic({ limit: '0.000001', used: '500000' }), ['traffic']],
    ['100 times the limit', withTraffic({ limit: '5', used: '500' }), []],
    ['a limit of 0', withTraffic({ limit: '0', used: '0' }), []],
    ['an unlimited plan', withTraffic({ limit: 'unlimited', used: '12' }), []],
    ['an end before the start', plan({ started: '2026-11-20', ends: '2026-11-19' }), ['endBeforeStart']],
    ['an end on the day of the start', plan({ started: '2026-11-20', ends: '2026-11-20' }), []],
    ['a charge that was due yesterday', plan({ renews: '2026-11-24' }), ['pastRenewal']],
    ['the same, of unknown state', plan({ state: null, renews: '2026-11-24' }), ['pastRenewal']],
    ['the same, of a cancelled plan', plan({ state: 'cancelled', renews: '2026-11-24' }), []],
    ['a charge that is due today', plan({ renews: TODAY }), []]
  ])('%s', (_what, given, marks) => {
    expect(planMarks(given, TODAY)).toEqual(marks)
  })
})

describe('the share of traffic', () => {
  test.each([
    ['by what is used', { limit: '250', used: '200' }, 0.8],
    ['by what is left', { limit: '10', left: '2.5' }, 0.75],
    ['beyond the limit', { limit: '10', used: '12' }, 1.2],
    ['of 100 times the limit', { limit: '5', used: '500' }, 100],
    ['beyond 100 times the limit', { limit: '5', used: '500.1' }, null],
    ['without a limit', { used: '12' }, null],
    ['without a use', { limit: '10' }, null],
    ['of an unlimited plan', { limit: 'unlimited', used: '12' }, null],
    ['of a limit of 0', { limit: '0', used: '12' }, null],
    ['below zero', { limit: '10', used: '-3' }, null],
    ['with more left than the limit', { limit: '10', left: '12' }, null]
  ] as const)('%s', (_what, traffic, share) => {
    expect(trafficShare(withTraffic(traffic))).toBe(share)
  })

  test('the provider’s use wins over limit less rest', () => {
    expect(usedTraffic({ ...GB, limit: '10', used: '1', left: '2' })).toBe('1')
  })
})

describe('the next day', () => {
  test.each([
    ['a charge', { renews: '2026-12-01' }, { day: '2026-12-01', kind: 'renews' }],
    ['an end', { ends: '2026-12-01' }, { day: '2026-12-01', kind: 'ends' }],
    ['the earlier one', { renews: '2026-12-05', ends: '2026-12-01' }, { day: '2026-12-01', kind: 'ends' }],
    [
      'a day that is both is a charge',
      { renews: '2026-12-01', ends: '2026-12-01' },
      { day: '2026-12-01', kind: 'renews' }
    ],
    ['today', { ends: TODAY }, { day: TODAY, kind: 'ends' }],
    ['an end in the past', { ends: '2026-11-24' }, null],
    ['a charge in the past, whatever else is said', { renews: '2026-11-24', ends: '2026-12-01' }, null],
    ['an end before the start', { started: '2026-12-05', ends: '2026-12-01' }, null],
    ['an expired plan', { state: 'expired', renews: '2026-12-01' }, null],
    ['a cancelled plan has no charge', { state: 'cancelled', renews: '2026-12-01' }, null],
    [
      'a cancelled plan runs until its end',
      { state: 'cancelled', ends: '2026-12-01' },
      { day: '2026-12-01', kind: 'ends' }
    ],
    ['a state without a meaning is no charge', { state: null, providerState: 'unpaid', renews: '2026-12-01' }, null],
    [
      'a state without a meaning may end',
      { state: null, providerState: 'confirmed', renews: '2026-11-30', ends: '2026-12-01' },
      { day: '2026-12-01', kind: 'ends' }
    ],
    [
      'no state at all',
      { state: null, providerState: null, renews: '2026-12-01' },
      { day: '2026-12-01', kind: 'renews' }
    ],
    ['no automatic renewal, no charge', { renews: '2026-12-01', renewsAutomatically: false }, null],
    ['a new period of traffic is no charge', { periodEnds: '2026-12-01' }, null],
    ['nothing known', {}, null]
  ] as const)('%s', (_what, given, next) => {
    expect(nextPlanDay(plan(given), TODAY)).toEqual(next)
  })
})

describe('news', () => {
  test('the worst first', () => {
    const given = plan({ failedPayments: 2, renews: '2026-11-28', traffic: { ...GB, limit: '10', used: '9.6' } })
    expect(planNews(given, TODAY, 3)).toEqual([
      { kind: 'failedPayment', times: 2 },
      { kind: 'traffic', step: 0.95, share: 0.96 },
      { kind: 'renews', day: '2026-11-28' }
    ])
    expect(planNews(given, TODAY, 2).map(({ kind }) => kind)).toEqual(['failedPayment', 'traffic'])
  })

  test.each([
    ['79 %', '7.9', []],
    ['80 %', '8', [0.8]],
    ['95 %', '9.5', [0.95]],
    ['more than all', '11', [0.95]],
    ['what can’t be right', '1001', []]
  ])('%s of the traffic', (_what, used, steps) => {
    const news = planNews(withTraffic({ limit: '10', used }), TODAY, 3)
    expect(news.map((one) => 'step' in one && one.step)).toEqual(steps)
  })

  test('an expired plan has none, and a cancelled one only its end', () => {
    const all = { failedPayments: 1, ends: '2026-11-26', traffic: { ...GB, limit: '1', used: '1' } }
    expect(planNews(plan({ ...all, state: 'expired' }), TODAY, 3)).toEqual([])
    expect(planNews(plan({ ...all, state: 'cancelled' }), TODAY, 3)).toEqual([{ kind: 'ends', day: '2026-11-26' }])
  })

  test('no failed payment, or an unknown number of them, is no news', () => {
    for (const failedPayments of [0, null]) expect(planNews(plan({ failedPayments }), TODAY, 3)).toEqual([])
  })
})

describe('expected charges', () => {
  const priced = (amount: string, currency: string | null, renews: string): Plan =>
    plan({ price: { amount, currency }, renews })

  test('add up the prices of what renews within 30 days, by currency', () => {
    const plans = [
      priced('34.50', 'USD', '2026-12-12'),
      priced('0.1', 'USD', TODAY),
      priced('175', null, '2026-12-20'),
      priced('9', 'EUR', '2026-12-25'),
      priced('9', 'EUR', '2026-12-26')
    ]
    expect(expectedCharges(plans, TODAY)).toEqual({
      amounts: [
        { currency: 'USD', amount: '34.60' },
        { currency: 'EUR', amount: '9' },
        { currency: null, amount: '175' }
      ],
      moreCurrencies: 0,
      plans: 4,
      withoutPrice: 0
    })
  })

  test.each<[interval: PlanInterval | null, renews: string, more: Partial<Plan>, amount: string]>([
    ['day', TODAY, {}, '7.75'],
    ['day', '2026-12-25', {}, '0.25'],
    ['week', '2026-11-26', {}, '1.25'],
    ['week', '2026-11-28', {}, '1.00'],
    ['week', '2026-11-26', { ends: '2026-12-10' }, '0.75'],
    ['week', '2026-12-20', { ends: '2026-11-01' }, '0.25'],
    ['month', TODAY, {}, '0.25'],
    [null, TODAY, {}, '0.25']
  ])('of an interval %s from %s on %j', (interval, renews, more, amount) => {
    const { amounts, plans } = expectedCharges([{ ...priced('0.25', 'USD', renews), interval, ...more }], TODAY)
    expect([amounts, plans]).toEqual([[{ currency: 'USD', amount }], 1])
  })

  test('leave a price below zero out: the sum would be too low', () => {
    const plans = [priced('9', 'EUR', '2026-12-01'), priced('-5', 'EUR', '2026-12-02')]
    expect(expectedCharges(plans, TODAY)).toMatchObject({
      amounts: [{ currency: 'EUR', amount: '9' }],
      plans: 2,
      withoutPrice: 1
    })
  })

  test('count a plan without a price, and leave out what ends, what is over and what is overdue', () => {
    const plans = [
      plan({ renews: '2026-12-01' }),
      plan({ ends: '2026-12-01', price: { amount: '5', currency: 'EUR' } }),
      plan({ state: 'cancelled', renews: '2026-12-01', price: { amount: '5', currency: 'EUR' } }),
      priced('5', 'EUR', '2026-11-24')
    ]
    const unpaid = plan({
      state: null,
      providerState: 'unpaid',
      renews: TODAY,
      price: { amount: '5', currency: 'EUR' }
    })
    expect(planNews(unpaid, TODAY, 7)).toEqual([])
    expect(expectedCharges([...plans, unpaid], TODAY)).toEqual({
      ...{ amounts: [], moreCurrencies: 0, plans: 1, withoutPrice: 1 }
    })
  })
})

const anyDay = fc.integer({ min: -400, max: 400 }).map((days) => {
  return new Date(Date.UTC(2026, 10, 25) + days * 86_400_000).toISOString().slice(0, 10)
})
const maybe = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(one)
const anyAmount = fc.oneof(fc.integer({ min: -5, max: 100 }).map(String), fc.constant('9'.repeat(30)))
const anyPlan = fc
  .record({
    state: fc.constantFrom('active', 'cancelled', 'expired', null),
    started: maybe(anyDay),
    renews: maybe(anyDay),
    ends: maybe(anyDay),
    failedPayments: maybe(fc.nat(3)),
    renewsAutomatically: maybe(fc.boolean()),
    traffic: maybe(
      fc.record({
        unit: fc.constantFrom('B', 'GB', 'TiB'),
        limit: maybe(fc.oneof(anyAmount, fc.constant('unlimited' as const))),
        used: maybe(anyAmount),
        left: maybe(anyAmount)
      })
    )
  })
  .map((given) => plan(given as Partial<Plan>))

test('whatever a provider sends, no news is of a marked day or marked traffic, and each day is from today on', () => {
  fc.assert(
    fc.property(anyPlan, fc.nat(60), (given, days) => {
      const marks = planMarks(given, TODAY)
      for (const news of planNews(given, TODAY, days)) {
        if (news.kind === 'traffic') {
          expect(marks).not.toContain('traffic')
          expect(news.share).toBeGreaterThanOrEqual(news.step)
        } else if ('day' in news) {
          expect(marks.filter((mark) => mark !== 'traffic')).toEqual([])
          expect(news.day >= TODAY).toBe(true)
        }
      }
      const share = trafficShare(given)
      expect(share === null || (share >= 0 && Number.isFinite(share))).toBe(true)
    })
  )
})
