import { describe, expect, test } from 'vitest'
import { atOnce } from '../../../../src/main/concurrency.ts'
import { readPlans, type PlanRecords } from '../../../../src/main/provider/readers/read-plan.ts'
import { createRedactor } from '../../../../src/main/provider/readers/security/redaction.ts'
import type { Json } from '../../../../src/shared/models/json.ts'
import { DEFAULTS } from '../../../../src/shared/models/provider.ts'
import type { PlanSettings } from '../../../../src/shared/providers/definition.ts'

const redactor = createRedactor(['a-key-0123456789'])

function read(records: Partial<PlanRecords>, settings: Partial<PlanSettings>, zones = ['UTC']) {
  const redact = { planFields: redactor, subscriptionFields: redactor }
  const all = { plans: null, subscriptions: null, ...records }
  return atOnce(readPlans(all, { ...DEFAULTS, ...settings }, { redact, zones }))
}

/** One plan's record. */
function one(record: Json, settings: Partial<PlanSettings>) {
  const { value, notes } = read({ plans: [record] }, settings)
  return { ...value[0], notes }
}

describe('only stated places', () => {
  test('a record in all usual names says nothing without them', () => {
    const record = { id: 1, name: 'Pro', status: 'active', price: 5, renews: '2026-12-01', traffic_limit: 5 }
    const { value, notes } = read({ plans: [record] }, { planStates: { active: 'active' } })
    expect(value).toEqual([])
    expect(notes).toEqual([{ kind: 'unknownShape', count: 1 }])
  })

  test('a place may be inside objects and lists, in any spelling', () => {
    const record = { plan_data: { titles: ['Pro', 'Basic'] } }
    expect(one(record, { planFields: { name: 'planData.titles.1' } })).toMatchObject({ name: 'Basic', notes: [] })
  })

  test('what is there and can’t be read is noted, and left out', () => {
    const record = { id: 1, renews: 'soon', limit: '12 GB', failed: -1, auto: 'maybe' }
    const settings = {
      planFields: {
        id: 'id',
        renews: 'renews',
        trafficLimit: 'limit',
        failedPayments: 'failed',
        renewsAutomatically: 'auto'
      },
      trafficUnit: 'GB' as const
    }
    expect(one(record, settings)).toMatchObject({
      renews: null,
      traffic: null,
      failedPayments: null,
      renewsAutomatically: null,
      notes: ['limit', 'renews', 'failed', 'auto'].map((field) => ({ kind: 'wrongType', field, count: 1 }))
    })
  })

  test('elements that are no objects are skipped and noted', () => {
    const { value, notes } = read({ plans: [null, 5, { name: 'Pro' }] }, { planFields: { name: 'name' } })
    expect(value).toHaveLength(1)
    expect(notes).toContainEqual({ kind: 'notAnObject', count: 2 })
  })
})

describe('keys', () => {
  const fields = { planFields: { id: 'id', name: 'name', trafficLeft: 'left' }, trafficUnit: 'GB' as const }

  test('two plans of one id are two', () => {
    const { value, notes } = read({ plans: [{ id: 7 }, { id: 7 }, { id: '8' }] }, fields)
    expect(value.map(({ key }) => key)).toEqual(['7', '7~2', '8'])
    expect(notes).toEqual([{ kind: 'sameId', count: 1 }])
  })

  test('a plan without an id keeps its key while its traffic changes', () => {
    const keyOf = (left: number) => read({ plans: [{ name: 'Pro', left }] }, fields).value[0]?.key
    expect(keyOf(5)).toBe(keyOf(4))
    expect(keyOf(5)).toMatch(/^~/)
  })

  test('nothing is noted where the definition states no id', () => {
    expect(read({ plans: [{ left: 5 }] }, { planFields: { trafficLeft: 'left' }, trafficUnit: 'GB' }).notes).toEqual([])
  })
})

describe('states and intervals', () => {
  const settings: Partial<PlanSettings> = {
    planFields: { state: 'status', interval: 'term' },
    planStates: { Paid: 'active', true: 'active', false: 'expired' },
    planIntervals: { monthly: 'month', 12: 'year' }
  }

  test.each([
    [' PAID ', 'active', 'PAID'],
    [true, 'active', 'true'],
    [false, 'expired', 'false'],
    ['active', null, 'active'],
    [3, null, '3'],
    ['', null, null]
  ])('the state %j', (status, state, providerState) => {
    expect(one({ status, term: 'x' }, settings)).toMatchObject({ state, providerState })
  })

  test.each([
    ['Monthly', 'month'],
    [12, 'year'],
    ['fortnightly', null],
    [null, 'week']
  ])('the interval %j', (term, interval) => {
    expect(one({ status: 'x', term }, { ...settings, planInterval: 'week' })).toMatchObject({ interval })
  })
})

describe('prices', () => {
  const settings: Partial<PlanSettings> = {
    planFields: { price: 'price', currency: 'unit', interval: 'term' },
    planPrices: { month: 'monthly', year: 'yearly' },
    planIntervals: { monthly: 'month', yearly: 'year' }
  }

  test.each([
    [{ price: 12 }, { amount: '12', currency: null }],
    [
      { price: 12.5, unit: 'eur' },
      { amount: '12.5', currency: 'EUR' }
    ],
    [{ price: '€29.90' }, { amount: '29.90', currency: 'EUR' }],
    [{ price: '$29.90' }, { amount: '29.90', currency: '$' }],
    [
      { term: 'yearly', monthly: 5, yearly: 50 },
      { amount: '50', currency: null }
    ],
    [{ term: 'yearly', monthly: 5 }, null],
    [{ monthly: 5, yearly: 50 }, null],
    [
      { price: 7, term: 'yearly', yearly: 50 },
      { amount: '7', currency: null }
    ]
  ])('%j', (record, price) => {
    expect(one(record, settings)).toMatchObject({ price })
  })

  test('the definition’s currency holds where a record names none, and “$” is its dollar', () => {
    const usd = { ...settings, planCurrency: 'USD' }
    expect(one({ price: 12 }, usd).price).toEqual({ amount: '12', currency: 'USD' })
    expect(one({ price: '$12' }, usd).price).toEqual({ amount: '12', currency: 'USD' })
    expect(one({ price: 12, unit: 'EUR' }, usd).price).toEqual({ amount: '12', currency: 'EUR' })
  })

  test.each<[what: string, unit: Json, currency: string | null]>([
    ['a number', 978, null],
    ['a list', ['EUR'], null],
    ['a flag', true, null],
    ['an object without one', { id: 5 }, null],
    ['an object with one', { code: 'EUR' }, 'EUR'],
    ['nothing', null, 'USD']
  ])('the currency’s place has %s: the definition’s isn’t taken for another', (_what, unit, currency) => {
    const { price, notes } = one({ price: 10, unit }, { ...settings, planCurrency: 'USD' })
    expect(price).toEqual({ amount: '10', currency })
    const isUnread = unit !== null && currency === null
    expect(notes).toEqual(isUnread ? [{ kind: 'wrongType', field: 'unit', count: 1 }] : [])
  })

  test('an amount with a currency of its own that can’t be read is no price', () => {
    const usd = { ...settings, planCurrency: 'USD' }
    expect(one({ price: { amount: 10, currency: 978 } }, usd).price).toBeNull()
    expect(one({ price: { amount: 10, currency: 'EUR' } }, usd).price).toEqual({ amount: '10', currency: 'EUR' })
  })

  test.each<[what: string, plan: Json, subscription: Json, currency: string | null]>([
    ['the subscription’s, where the plan has none', { price: 10 }, { unit: 'EUR' }, 'EUR'],
    ['the plan’s own', { price: 10, unit: 'GBP' }, { unit: 'EUR' }, 'GBP'],
    ['the one written in it', { price: '£10' }, { unit: 'EUR' }, '£'],
    ['which dollar the subscription says', { price: '$10' }, { unit: 'AUD' }, 'AUD'],
    ['not known where the subscription’s can’t be read', { price: 10 }, { unit: 978 }, null],
    ['the dollar as written, then', { price: '$10' }, { unit: 978 }, '$'],
    ['the plan’s for the subscription’s price', { unit: 'EUR' }, { amount: 10 }, 'EUR'],
    ['the definition’s where neither has one', { price: 10 }, { next: '2026-12-12' }, 'USD']
  ])('the currency of a price is %s', (_what, plan, subscription, currency) => {
    const planFields = { name: 'name', price: 'price', currency: 'unit' }
    const subscriptionFields = { price: 'amount', currency: 'unit', renews: 'next', name: 'title' }
    const plans = [{ name: 'Pro', ...(plan as object) }]
    const subscriptions = [{ title: 'Pro', ...(subscription as object) }]
    const { value } = read({ plans, subscriptions }, { planFields, subscriptionFields, planCurrency: 'USD' })
    expect(value).toMatchObject([{ price: { amount: '10', currency } }])
  })

  test('a price whose place ends in “cents” is in cents', () => {
    const usd: Partial<PlanSettings> = {
      ...settings,
      planFields: { price: 'price_cents', interval: 'term' },
      planPrices: { year: 'prices.yearlyCents', month: 'percents' },
      planCurrency: 'USD'
    }
    expect(one({ price_cents: 999 }, usd).price).toEqual({ amount: '9.99', currency: 'USD' })
    expect(one({ term: 'yearly', prices: { yearlyCents: 9990 } }, usd).price).toEqual({
      amount: '99.90',
      currency: 'USD'
    })
    expect(one({ term: 'monthly', percents: 5 }, usd).price).toEqual({ amount: '5', currency: 'USD' })
  })

  test('amounts in cents', () => {
    const minor = { ...settings, planCurrency: 'USD', amountUnit: 'minor' as const }
    expect(one({ price: 1250 }, minor).price).toEqual({ amount: '12.50', currency: 'USD' })
  })
})

describe('days', () => {
  const settings: Partial<PlanSettings> = {
    planFields: { started: 'from', renews: 'end', ends: 'to', periodEnds: 'end', interval: 'term' },
    planIntervals: { monthly: 'month', yearly: 'year' }
  }

  test.each([
    ['a date', '2026-12-12', 'Asia/Tokyo', '2026-12-12'],
    ['a time without a zone', '2026-12-12T23:30:00', 'Asia/Tokyo', '2026-12-12'],
    ['a midnight as written', '2026-12-12T00:00:00Z', 'America/Los_Angeles', '2026-12-12'],
    ['an end of day as written', '2026-12-12T23:59:59+02:00', 'Asia/Tokyo', '2026-12-12'],
    ['seconds since 1970 at midnight', 1_797_033_600, 'America/Los_Angeles', '2026-12-12'],
    ['a midnight here', '2026-12-11T23:00:00Z', 'Europe/Paris', '2026-12-12'],
    ['a time of day, tomorrow here', '2026-12-12T22:10:00Z', 'Asia/Tokyo', '2026-12-13'],
    ['a time of day, yesterday here', '2026-12-12T02:10:00Z', 'America/Los_Angeles', '2026-12-11'],
    ['a time of day with an offset', '2026-12-12T23:30:00-08:00', 'Europe/Paris', '2026-12-13']
  ])('%s', (_what, to, zone, day) => {
    // Each by itself: another one of the list doesn't matter.
    const { value } = read({ plans: [{ to, from: '2026-11-12T09:30:00Z' }, { to: '2026-01-01' }] }, settings, [zone])
    expect(value).toMatchObject([{ ends: day, started: '2026-11-12' }, { ends: '2026-01-01' }])
  })

  test('midnights stay days when the computer travels, and other times are of the day here', () => {
    const records = { plans: [{ to: '2026-11-30T23:00:00Z', end: '2026-12-12T20:30:00Z' }] }
    const from = read(records, settings, ['Europe/Paris'])
    expect(from.dayZone).toBe('Europe/Paris')
    const zones = [from.dayZone ?? '', 'America/Los_Angeles']
    expect(read(records, settings, zones).value).toMatchObject([{ ends: '2026-12-01', periodEnds: '2026-12-12' }])
    const tokyo = read(records, settings, [from.dayZone ?? '', 'Asia/Tokyo'])
    expect(tokyo.value).toMatchObject([{ ends: '2026-12-01', periodEnds: '2026-12-13' }])
    expect(tokyo.dayZone).toBe('Europe/Paris')
  })

  test('05/11/2026 by `dates` only', () => {
    expect(one({ to: '05/11/2026', from: '2026-01-01' }, settings).ends).toBeNull()
    expect(one({ to: '05/11/2026' }, { ...settings, dates: 'dayFirst' }).ends).toBe('2026-11-05')
  })

  test.each([
    ['monthly', '2026-12-12'],
    ['yearly', null],
    [undefined, null]
  ])('a %s plan’s end is a charge by `renewsOnly`', (term, renews) => {
    const record = { end: '2026-12-12', ...(term !== undefined && { term }) }
    expect(one(record, { ...settings, renewsOnly: ['month'] })).toMatchObject({ renews, periodEnds: '2026-12-12' })
  })

  test.each([
    [true, '2026-12-13', null],
    [false, null, '2026-12-13'],
    [undefined, null, '2026-12-13']
  ])('one place for both: automatic renewal %s', (auto, renews, ends) => {
    const planFields = { renews: 'at', ends: 'at', renewsAutomatically: 'auto' }
    const record = { at: '2026-12-13 23:59:59', ...(auto !== undefined && { auto }) }
    expect(one(record, { planFields })).toMatchObject({ renews, ends })
  })
})

describe('traffic', () => {
  const planFields = { trafficLimit: 'limit', trafficUsed: 'used', trafficLeft: 'left' }

  test('bytes as text stay exact', () => {
    const record = { limit: '1073741824', used: '214748365', left: '858993459' }
    expect(one(record, { planFields, trafficUnit: 'B' }).traffic).toEqual({ unit: 'B', ...record })
  })

  test('fractions and numbers beyond a double’s digits stay, and noise goes', () => {
    const record = { limit: 18.25, used: '12345678901234567890.5', left: 0.30000000000000004 }
    expect(one(record, { planFields, trafficUnit: 'GB' }).traffic).toEqual({
      ...{ unit: 'GB', limit: '18.25', used: '12345678901234567890.5', left: '0.3' }
    })
  })

  test.each([
    ['unlimited', 'unlimited'],
    ['none', '0'],
    [null, null]
  ] as const)('a limit of 0 means %s', (zeroTraffic, limit) => {
    expect(one({ limit: 0, used: 3 }, { planFields, trafficUnit: 'GB', zeroTraffic }).traffic).toMatchObject({ limit })
  })

  test('negative and absurd numbers are as the provider sent them', () => {
    const record = { limit: -5, used: 1e29 }
    expect(one(record, { planFields, trafficUnit: 'GB' }).traffic).toMatchObject({
      ...{ limit: '-5', used: `1${'0'.repeat(29)}` }
    })
  })

  test('without a unit, none is read', () => {
    expect(one({ limit: 5 }, { planFields }).traffic).toBeNull()
  })
})

describe('subscriptions', () => {
  const settings: Partial<PlanSettings> = {
    planFields: { id: 'id', state: 'status', name: 'name', price: 'price' },
    subscriptionFields: { id: 'id', plan: 'plan', state: 'status', renews: 'next', price: 'amount' },
    planStates: { active: 'active', over: 'expired' }
  }
  const renewals = (plans: Json[], subscriptions: Json[]) =>
    read({ plans, subscriptions }, settings).value.map(({ key, renews }) => [key, renews])
  const next = '2026-12-12'

  test.each<[string, Json[], Json[], string[]]>([
    [
      'the plan that it names',
      [
        { id: 1, status: 'active' },
        { id: 2, status: 'over' }
      ],
      [{ plan: '2', next }],
      ['2']
    ],
    ['no other one than it names', [{ id: 1, status: 'active' }], [{ plan: 5, next }], []],
    ['the only active plan', [{ id: 1, status: 'active' }, { id: 2 }, { id: 3, status: 'over' }], [{ next }], ['1']],
    [
      'the only plan of unknown state',
      [
        { id: 1, status: '?' },
        { id: 2, status: 'over' }
      ],
      [{ next }],
      ['1']
    ],
    [
      'none of two active plans',
      [
        { id: 1, status: 'active' },
        { id: 2, status: 'active' }
      ],
      [{ next }],
      []
    ],
    ['none that is over', [{ id: 1, status: 'over' }], [{ next }], []],
    ['nothing of two subscriptions', [{ id: 1, status: 'active' }], [{ next }, { next: '2026-12-13' }], []],
    ['the one that runs', [{ id: 1, status: 'active' }], [{ status: 'over', next: '2026-01-01' }, { next }], ['1']]
  ])('completes %s', (_what, plans, subscriptions, keys) => {
    const ids = plans.map((plan) => String((plan as { id: number }).id))
    const completed = renewals(plans, subscriptions).filter(
      ([key, renews]) => ids.includes(key ?? '') && renews === next
    )
    expect(completed.map(([key]) => key)).toEqual(keys)
  })

  const active = (id: number) => ({ id, status: 'active' })
  test.each<[string, Json[], Json[], (string | null)[][]]>([
    ['no plan came', [], [{ id: 9, next }], [['subscription 9', next]]],
    ['the plan’s record says nothing', [{}], [{ id: 9, next }], [['subscription 9', next]]],
    ['the plan that it names didn’t come', [active(1)], [{ plan: 5, next }], [['1', null], ['5', next]]], // prettier-ignore
    ['two plans run', [active(1), active(2)], [{ id: 9, next }], [['1', null], ['2', null], ['subscription 9', next]]], // prettier-ignore
    ['the plan’s one is another', [active(1)], [{ plan: 1, next }, { plan: 1, next: '2026-12-13' }], [['1', next], ['1~2', '2026-12-13']]], // prettier-ignore
    ['it is over', [active(1)], [{ id: 8, status: 'over' }, { id: 9, next }], [['1', next], ['subscription 8', null]]] // prettier-ignore
  ])('is a row by itself where %s', (_what, plans, subscriptions, rows) => {
    expect(renewals(plans, subscriptions)).toEqual(rows)
  })

  test('of a plan that came twice, only one gets it', () => {
    expect(renewals([active(1), active(1)], [{ plan: 1, next }])).toEqual([
      ['1', next],
      ['1~2', null]
    ])
  })

  test('what it says wins, and what it doesn’t say stays', () => {
    const plans = [{ id: 1, name: 'Pro', status: 'active', price: 5 }]
    expect(read({ plans, subscriptions: [{ id: 9, status: 'over', amount: 6 }] }, settings).value).toMatchObject([
      { key: '1', name: 'Pro', state: 'expired', providerState: 'over', price: { amount: '6' } }
    ])
    expect(read({ plans, subscriptions: [{ id: 9, next }] }, settings).value).toMatchObject([
      { key: '1', name: 'Pro', state: 'active', price: { amount: '5' }, renews: next }
    ])
  })

  test.each<[what: string, plan: object, subscription: object, renews: string | null, ends: string | null]>([
    ['of the plan, which it renews', { at: next }, { auto: true }, next, null],
    ['of the plan, which it does not renew', { at: next, auto: true }, { auto: false }, null, next],
    ['of its own, which the plan renews', { auto: true }, { at: next }, next, null],
    ['of both, the plan’s being another', { at: '2026-12-01' }, { at: next, auto: true }, next, null],
    ['of nobody knows what', { at: next }, {}, null, next]
  ])('one day for a renewal and an end: %s', (_what, plan, own, renews, ends) => {
    const places = { id: 'id', renews: 'at', ends: 'at', renewsAutomatically: 'auto' }
    const records = { plans: [{ id: 1, ...plan }], subscriptions: [{ id: 9, ...own }] }
    expect(read(records, { planFields: places, subscriptionFields: places }).value).toMatchObject([{ renews, ends }])
  })

  test('a word of it without a meaning takes no meaning away', () => {
    const { planFields, subscriptionFields } = settings
    const more: Partial<PlanSettings> = {
      planFields: { ...planFields, interval: 'term' },
      subscriptionFields: { ...subscriptionFields, interval: 'term' },
      planIntervals: { monthly: 'month', yearly: 'year' },
      planInterval: 'week'
    }
    const joinedOf = (plan: object, own: object) =>
      read({ plans: [{ id: 1, ...plan }], subscriptions: [{ next, ...own }] }, { ...settings, ...more }).value
    expect(joinedOf({ status: 'active', term: 'monthly' }, { status: 'grace', term: 'P1M' })).toMatchObject([
      { state: 'active', providerState: 'active', interval: 'month', renews: next }
    ])
    expect(joinedOf({ status: 'ok', term: 'yearly' }, { status: 'grace', term: 'monthly' })).toMatchObject([
      { state: null, providerState: 'grace', interval: 'month' }
    ])
    expect(joinedOf({ status: 'ok' }, { term: 'P1M' })).toMatchObject([
      { state: null, providerState: 'ok', interval: null }
    ])
  })

  test('without `plans`, they are the plans', () => {
    expect(read({ subscriptions: [{ id: 9, status: 'active', next }] }, settings).value).toMatchObject([
      { key: '9', state: 'active', renews: next }
    ])
  })
})

test('credentials are redacted', () => {
  const record = { name: 'Plan of a-key-0123456789', status: 'x', password: 'made-up' }
  const { name, notes } = one(record, { planFields: { name: 'name', state: 'password' } })
  expect(name).not.toContain('a-key-0123456789')
  expect(notes).toContainEqual({ kind: 'credentialDropped', field: 'password', count: 1 })
})
