/** Plans of two built-in providers, as their documentation has them: what runs, until when, how much is left, and what it costs. */
import type { Locator, Page } from '@playwright/test'
import { dayAfter, today } from '../../src/shared/models/day.ts'
import type { ProviderId } from '../../src/shared/providers/built-in.ts'
import type { ApiServer } from '../support/api-server.ts'
import { FACTS_KEY, factsOf, startFactsServer } from '../support/facts-server.ts'
import { expect, test } from './fixtures.ts'
import * as ui from './ui.ts'
import { count, say, words } from './words.ts'

const { invoices, overview, plans } = words

const day = (days: number): string => dayAfter(today(new Date()), days)

const webshareAnswers: Readonly<Record<string, () => unknown>> = {
  '/api/v2/subscription/plan/': () => ({
    count: 2,
    next: null,
    previous: null,
    results: [
      webshareWith(4100, { status: 'active', bandwidth_limit: 250, monthly_price: 34.5, proxy_count: 25 }),
      webshareWith(3900, { status: 'cancelled', bandwidth_limit: 0, monthly_price: 12, proxy_count: 100 })
    ]
  }),
  '/api/v2/subscription/': () => ({
    id: 77,
    plan: 4100,
    payment_method: 5,
    free_credits: 0,
    term: 'monthly',
    start_date: `${day(-17)}T09:30:00Z`,
    end_date: `${day(13)}T09:30:00Z`,
    renewals_paid: 3,
    failed_payment_times: 1
  })
}
const webshareWith = (id: number, more: object): object => ({
  id,
  yearly_price: 331.2,
  proxy_type: 'dedicated',
  proxy_subtype: 'isp',
  proxy_countries: { US: 15, DE: 10 },
  on_demand_refreshes_total: 0,
  on_demand_refreshes_used: 0,
  ...more
})
const iproyalAnswers: Readonly<Record<string, () => unknown>> = {
  '/v1/me': () => ({ available_traffic: 18.25, subusers_count: 2, residential_user_hash: 'made-up' }),
  '/v1/residential/subscription': () => ({
    quantity: 50,
    amount: 175,
    status: 'paid',
    next_payment_date: day(21),
    payment_method: 'card',
    card_id: 12
  })
}

async function start(facts: string, answers: Readonly<Record<string, () => unknown>>): Promise<ApiServer> {
  const { server } = await startFactsServer(factsOf(facts))
  for (const [path, answer] of Object.entries(answers)) server.respondWith(path, () => Response.json(answer()))
  return server
}

async function signIn(page: Page, provider: ProviderId, { baseUrl }: ApiServer): Promise<void> {
  const asked = { connection: { provider, baseUrl }, token: FACTS_KEY, again: null }
  const answer = await page.evaluate((input) => window.portside.session.signInWithToken(input), asked)
  expect(answer).toMatchObject({ ok: true })
  await ui.atRest(page, { reach: 'online' })
}

const card = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })
const rows = (page: Page, name: string): Locator => page.getByRole('list', { name, exact: true }).getByRole('listitem')

test('plans of all accounts are on the overview and in a view of their own, with what is expected beside what is owed', async ({
  launch
}) => {
  const webshare = await start('webshare', webshareAnswers)
  const iproyal = await start('iproyal resi', iproyalAnswers)
  const { page } = await launch()
  await signIn(page, 'webshare', webshare)
  await signIn(page, 'iproyal-residential', iproyal)

  await ui.goTo(page, 'overview')
  const plansCard = card(page, `${plans.title} · ${invoices.scope.all}`)
  await expect(plansCard).toContainText(count(plans.failedPayments, 1))
  await expect(plansCard).toContainText(count(plans.day.renewsIn, 13))
  await expect(plansCard).toContainText(say(plans.expected.label, { days: 30 }))
  // Sums apart for each currency.
  await expect(plansCard).toContainText('$34.50')
  await expect(plansCard).toContainText(say(invoices.summary.unknownCurrency, { amount: '175.00' }))
  await expect(card(page, `${overview.open.title} · ${invoices.scope.all}`)).not.toContainText('34.50')

  await ui.goTo(page, 'plans')
  const running = rows(page, plans.title).filter({ hasText: count(plans.quantity.proxies, 25) })
  const left = rows(page, plans.title).filter({ hasText: say(plans.traffic.left, { left: '18.25 GB' }) })
  for (const text of [
    plans.state.active,
    say(plans.traffic.limit, { limit: '250 GB' }),
    count(plans.day.renewsIn, 13),
    count(plans.failedPayments, 1)
  ])
    await expect(running).toContainText(text)
  // Its use isn't known.
  await expect(running.getByRole('meter')).toHaveCount(0)
  for (const text of ['50 GB', plans.state.active, invoices.currencyUnknown, count(plans.day.renewsIn, 21)])
    await expect(left).toContainText(text)
  const earlier = rows(page, plans.earlier)
  await expect(earlier).toHaveCount(1)
  await expect(earlier).toContainText(plans.state.cancelled)
  await expect(earlier).toContainText(plans.traffic.unlimited)

  // Without their providers, a page that is loaded anew has them from main.
  await Promise.all([webshare.stop(), iproyal.stop()])
  await page.reload()
  await expect(left).toBeVisible()
})
