/** The sample of a good customer, and the one of the public provider, as the readers take them. */
import { expect, test } from 'vitest'
import { createProductReader } from '../../../src/main/provider/readers/read-product.ts'
import { readInvoices } from '../../../src/main/provider/readers/read-invoice.ts'
import { atOnce } from '../../../src/main/concurrency.ts'
import { readPlans } from '../../../src/main/provider/readers/read-plan.ts'
import { readProfile } from '../../../src/main/provider/readers/read-profile.ts'
import type { JsonObject } from '../../../src/main/provider/readers/records.ts'
import { createRedactor } from '../../../src/main/provider/readers/security/redaction.ts'
import { SampleApi, issueToken, SAMPLE_ADDRESSES, SAMPLE_DEFINITION, SAMPLE_EMAIL } from '../../../src/sample/index.ts'
import { BUILT_IN } from '../../../src/shared/providers/built-in.ts'
import { daysBetween, today } from '../../../src/shared/models/day.ts'
import { nextPlanDay, planNews, type Plan } from '../../../src/shared/models/plan.ts'
import { inUtc } from '../../support/utc.ts'

inUtc()

const NOW = new Date('2026-11-20T12:00:00Z')
const keep = (text: string): string => text

async function answerOf(data: 'good' | 'bare', path: string, now = NOW): Promise<unknown> {
  const headers = { authorization: `Bearer ${issueToken(SAMPLE_EMAIL, now)}` }
  const api = new SampleApi({ data, now: () => now }).fetch
  return (await api(new Request(`${SAMPLE_ADDRESSES.good}${path}`, { headers }))).json()
}
const invoicesOf = async (data: 'good' | 'bare') =>
  readInvoices((await answerOf(data, '/v3/invoices')) as JsonObject[], BUILT_IN['hypeproxy-v2'], keep, {
    now: new Date()
  })

test('invoices of a good customer have a number, a due day and one currency, and no issues', async () => {
  const { value, notes } = await invoicesOf('good')
  expect([notes, value.flatMap((one) => one.notes ?? [])]).toEqual([[], []])
  for (const { invoice } of value) {
    expect(invoice).toMatchObject({ currency: 'EUR', hasPage: true, hasPdf: true })
    expect(invoice.number).toMatch(/^HB-20\d\d-\d{4}$/)
    expect(invoice.dueDay).not.toBe(null)
  }
  expect(new Set(value.map(({ invoice }) => invoice.number)).size).toBe(value.length)
  const count = (state: string): number => value.filter(({ invoice }) => invoice.state === state).length
  expect([count('open'), count('settled'), value.length]).toEqual([3, 33, 36])
})

test('of its three open invoices one is overdue, and one is due in two days', async () => {
  const { value } = await invoicesOf('good')
  const open = value.filter(({ invoice }) => invoice.state === 'open')
  expect(open.map(({ invoice }) => daysBetween(today(NOW), invoice.dueDay ?? ''))).toEqual([13, 2, -26])
})

test('a good profile and good products have no issues, and every product has its texts', async () => {
  expect(atOnce(readProfile((await answerOf('good', '/v2/Profile')) as JsonObject, keep)).notes).toEqual([])
  const products = (await answerOf('good', '/v2/Products')) as JsonObject[]
  expect(products).toHaveLength(60)
  const read = createProductReader(keep)
  for (const product of products) {
    expect(read(product)).toMatchObject({ notes: [], unknownFields: [] })
    for (const text of ['name', 'tagline', 'description', 'longHtmlDescription']) expect(product[text]).toBeTruthy()
  }
})

test('the public provider’s invoices have no currency, no due day, and their id as number', async () => {
  const { value, notes } = await invoicesOf('bare')
  expect([notes, value.length]).toEqual([[], 36])
  for (const { invoice } of value) expect(invoice).toMatchObject({ number: invoice.key, currency: null, dueDay: null })
})

test('its plans: one renews in four days, one is nearly used up, and one was cancelled', async () => {
  const { plans } = (await answerOf('good', '/sample/plans')) as { plans: JsonObject[] }
  const settings = { ...BUILT_IN['hypeproxy-v2'], ...SAMPLE_DEFINITION }
  const redact = { planFields: createRedactor([]), subscriptionFields: createRedactor([]) }
  const { value, notes } = atOnce(readPlans({ plans, subscriptions: null }, settings, { redact, zones: ['UTC'] }))
  expect(notes).toEqual([])
  expect(value.map(({ state, interval }) => [state, interval])).toEqual([
    ['active', 'month'],
    ['active', null],
    ['cancelled', 'month']
  ])
  const news = value.map((plan) => planNews(plan, today(NOW), 7).map(({ kind }) => kind))
  expect(news).toEqual([['renews'], ['traffic'], []])
  expect(nextPlanDay(value[0] as Plan, today(NOW))?.day).toBe('2026-11-24')
})
