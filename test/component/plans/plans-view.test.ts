/** The view of plans, over a bridge that has these. */
import { beforeEach, describe, expect, it } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import type { Output } from '../../../src/shared/ipc/contract.ts'
import type { AccountLine } from '../../../src/shared/models/account.ts'
import { MOST_PLAN_ROWS, type AccountPlan } from '../../../src/shared/models/plan.ts'
import { invoices, pageOf } from '../invoices/page-of.ts'
import { bridge, fresh, line, opened, settings } from '../ui/shell/bridge.ts'
import { axeFindings, heading, openPage, path } from '../ui/shell/page.ts'
import { day, lineWithPlans, plan, plansPage } from './fixtures.ts'

const ACTIVE = plan({
  key: '4100',
  name: 'Dedicated ISP',
  state: 'active',
  providerState: 'active',
  price: { amount: '34.5', currency: 'USD' },
  interval: 'month',
  renews: day(5),
  periodEnds: day(5),
  quantity: { amount: '25', unit: 'proxies' },
  traffic: { unit: 'GB', limit: '250', used: '200', left: null },
  failedPayments: 1
})
const CANCELLED = plan({ key: '3900', name: 'Shared', state: 'cancelled', price: { amount: '12', currency: 'USD' } })
const LEFT = plan({ key: 'ip', traffic: { unit: 'GB', limit: null, used: null, left: '18.25' } })

const WORK = lineWithPlans({ label: 'Work', named: true })
const STUDIO = lineWithPlans({ id: 'b', label: 'Studio', named: true, addedAt: '2026-02-01T00:00:00Z' })

async function openPlans(
  held: readonly AccountPlan[],
  more: Partial<Output<'plans', 'page'>> = {},
  lines: AccountLine[] = [WORK],
  allAccounts = false
): Promise<void> {
  bridge.answer('session.state', opened(lines))
  bridge.answer('app.settings', { ...settings, allAccounts })
  bridge.answer('plans.page', plansPage(held, more))
  await openPage('/plans')
  await expect.poll(heading).toBe('Plans')
}
const list = (name = 'Plans') => browser.getByRole('list', { name, exact: true })
const rows = (name?: string) => list(name).getByRole('listitem')
const row = (name: string) => list().getByRole('listitem').filter({ hasText: name }).first()
const notices = browser.getByRole('region', { name: 'Notices' })
const main = (): string => document.querySelector('main')?.textContent.replaceAll(/\s+/g, ' ') ?? ''
const rail = (): string[] =>
  [...document.querySelectorAll('nav a.link')].map((one) => one.getAttribute('aria-label') ?? one.textContent.trim())

beforeEach(() => {
  bridge.answer('invoices.page', pageOf(invoices(2)))
  bridge.fail('invoices.overview', { code: 'SERVER' })
})

describe('a plan in the list', () => {
  it('has name, state, quantity, traffic with a bar, price, next day and failed payments', async () => {
    await openPlans([ACTIVE])
    const text = row('Dedicated ISP')
    for (const part of ['Active', '25 proxies', '200 of 250 GB used', 'US$34.50 a month', 'Renews in 5 days'])
      await expect.element(text).toMatchTextContent(part)
    await expect.element(text).toMatchTextContent('1 failed payment')
    const bar = text.getByRole('meter', { name: 'Traffic used' })
    await expect.element(bar).toHaveAttribute('aria-valuenow', '80')
    await expect.element(bar).toHaveAttribute('aria-valuetext', '80%')
    expect(bridge.asked('plans.page')).toEqual([{ offset: 0, limit: MOST_PLAN_ROWS }])
    expect(bridge.askedOf('plans.page')).toEqual(['a'])
    expect(await axeFindings()).toEqual([])
  })

  it('claims nothing that was not sent: no state, no bar, no price, no day', async () => {
    await openPlans([LEFT])
    // The provider's name, as the plan has none.
    await expect.element(rows().first()).toMatchTextContent(/^HypeProxy\s*18\.25 GB left$/)
    expect(list().getByRole('meter').query()).toBeNull()
    expect(main()).not.toMatch(/Active|Unlimited|a month|Renews|Ends/)
  })

  it('shows the provider’s word for a state that Portside doesn’t know', async () => {
    await openPlans([plan({ name: 'Odd', providerState: 'pending_review' })])
    await expect.element(row('Odd')).toMatchTextContent('pending_review (unrecognised status)')
  })

  it('says that a price has no currency', async () => {
    await openPlans([plan({ name: 'Residential', price: { amount: '175', currency: null }, renews: day(3) })])
    await expect.element(row('Residential')).toMatchTextContent(/175\.00\s*Currency not specified/)
  })

  it.for<[what: string, plan: Partial<AccountPlan>, text: string]>([
    ['unlimited traffic', { traffic: { unit: 'GB', limit: 'unlimited', used: null, left: null } }, 'Unlimited traffic'],
    ['a limit of zero', { traffic: { unit: 'GB', limit: '0', used: null, left: null } }, '0 GB limit'],
    [
      'traffic below zero, with a mark',
      { traffic: { unit: 'GB', limit: '250', used: '-5', left: null } },
      '-5 of 250 GB used These traffic figures can’t be right.'
    ],
    [
      'an end before the start, with a mark',
      { state: 'active', started: day(9), ends: day(3) },
      'The end is before the start.'
    ],
    ['a renewal in the past, with a mark', { state: 'active', renews: day(-3) }, 'The renewal date has passed.']
  ])('shows %s, and no bar', async ([, more, text]) => {
    await openPlans([plan({ name: 'This', ...more })])
    await expect.element(row('This')).toMatchTextContent(text)
    expect(list().getByRole('meter').query()).toBeNull()
  })

  it('fills the bar beyond the limit, and says so', async () => {
    await openPlans([plan({ name: 'Over', traffic: { unit: 'GB', limit: '10', used: '12', left: null } })])
    await expect.element(row('Over').getByRole('meter')).toHaveAttribute('aria-valuenow', '100')
    await expect.element(row('Over')).toMatchTextContent('120%')
    await expect.element(row('Over')).toMatchTextContent('Over the traffic limit')
  })

  it('is whole in a small window, however long its words', async () => {
    await browser.viewport(400, 500)
    const long = 'Residential proxies of the whole world '.repeat(5).trim()
    await openPlans([{ ...ACTIVE, name: long, state: null, providerState: 'waiting for somebody '.repeat(9) }])
    await expect.element(rows().first()).toMatchTextContent('Renewal date')
    const scroller = browser.getByRole('region', { name: 'Plans', exact: true }).element()
    expect(scroller.scrollWidth).toBeLessThanOrEqual(scroller.clientWidth)
    expect(await axeFindings()).toEqual([])
  })
})

describe('earlier plans', () => {
  it('come last, and a cancelled one that still runs isn’t among them', async () => {
    const endsSoon = plan({ key: 'c', name: 'Ending', state: 'cancelled', ends: day(2) })
    await openPlans([ACTIVE, endsSoon, CANCELLED])
    await expect.element(rows('Earlier plans')).toMatchTextContent(/Shared.*Cancelled/)
    await expect.element(row('Ending')).toMatchTextContent('Ends in 2 days')
    expect(rows('Earlier plans').elements()).toHaveLength(1)
  })

  it('are folded if there are many, unless there are no others', async () => {
    const many = Array.from({ length: 4 }, (_, n) => ({ ...CANCELLED, key: `c${n}` }))
    await openPlans([ACTIVE, ...many])
    const summary = browser.getByText('Earlier plans', { exact: true })
    await expect.element(summary).toBeVisible()
    expect(list('Earlier plans').query()).toBeNull()
    await summary.click()
    await expect.element(list('Earlier plans')).toBeVisible()
    bridge.answer('plans.page', plansPage(many))
    bridge.emit('plans')
    await expect.poll(() => rows('Earlier plans').elements().length).toBe(4)
  })
})

describe('the charges to expect', () => {
  it('stand above the list, and are of plans that renew soon', async () => {
    await openPlans([ACTIVE, CANCELLED])
    await expect.poll(main).toMatch(/Expected in the next 30 days\s*US\$34\.50/)
    expect(main()).not.toContain('at least')
  })

  it('are “at least” where a price is missing, and unknown where all are', async () => {
    const free = plan({ key: 'n', name: 'No price', renews: day(3) })
    await openPlans([ACTIVE, free])
    await expect.poll(main).toMatch(/at least US\$34\.50\s*1 renewal without a price/)
    bridge.answer('plans.page', plansPage([free]))
    bridge.emit('plans')
    await expect.poll(main).toContain('Amount unknown')
    expect(main()).not.toContain('at least')
  })

  it('aren’t said where no renewal is known', async () => {
    await openPlans([LEFT])
    await expect.element(rows().first()).toBeVisible()
    expect(main()).not.toContain('Expected')
  })
})

describe('loading', () => {
  it('shows a skeleton, then that there are no plans, and fetches them', async () => {
    bridge.hold('plans.page')
    bridge.answer('session.state', opened([WORK]))
    await openPage('/plans')
    await expect.element(browser.getByRole('main').getByText('Loading', { exact: true })).toBeInTheDocument()
    bridge.answer('plans.page', plansPage([]))
    await expect.poll(main).toContain('No plans yet')
    await browser.getByRole('button', { name: 'Fetch the plans' }).click()
    expect(bridge.asked('app.refresh')).toEqual([{ all: false, topic: 'plans' }])
  })

  it('keeps the plans with their age when a refresh failed', async () => {
    await openPlans([ACTIVE], { freshness: { ...fresh, error: { code: 'SERVER', status: 500 } } })
    await expect.element(row('Dedicated ISP')).toBeVisible()
    await expect.element(notices).toMatchTextContent('Showing data from 3 hours ago')
    await notices.getByRole('button', { name: 'Try again' }).click()
    expect(bridge.asked('app.refresh')).toEqual([{ all: false, topic: 'plans' }])
  })

  it('says why nothing can be read', async () => {
    bridge.fail('plans.page', { code: 'KEYCHAIN_LOCKED', found: 'sealed' })
    bridge.answer('session.state', opened([WORK]))
    await openPage('/plans')
    await expect.element(browser.getByRole('alert')).toMatchTextContent(/password store/i)
    expect(main()).not.toContain('No plans')
  })

  it('says that a part came', async () => {
    await openPlans([ACTIVE], { freshness: { ...fresh, partial: { received: 1, total: 3 } } })
    await expect
      .element(notices)
      .toMatchTextContent('Some plans or their details may be missing. Only the plans that were received are here.')
    await expect.poll(main).toContain('at least US$34.50')
  })

  it('reads again when the plans changed, and drops answers of an account that was left', async () => {
    await openPlans([ACTIVE], {}, [WORK, STUDIO])
    await expect.element(row('Dedicated ISP')).toBeVisible()
    const waiting = bridge.hold('plans.page')
    bridge.emit('plans')
    await expect.poll(waiting).toBe(2)
    bridge.answer('accounts.show', opened([WORK, STUDIO], 1))
    await userEvent.keyboard('{Control>}{Shift>}2{/Shift}{/Control}')
    await expect.poll(waiting).toBe(3)
    expect(bridge.askedOf('plans.page')).toEqual(['a', 'a', 'b'])
    bridge.answer('plans.page', plansPage([plan({ name: 'Of Studio', account: 'b' })]))
    await expect.element(row('Of Studio')).toBeVisible()
    expect(main()).not.toContain('Dedicated ISP')
  })

  it('shows more than a page when asked', async () => {
    const many = Array.from({ length: MOST_PLAN_ROWS + 20 }, (_, n) => plan({ key: `p${n}`, name: `Plan ${n}` }))
    await openPlans(many)
    await expect.poll(() => rows().elements().length).toBe(MOST_PLAN_ROWS)
    const asks = bridge.hold('plans.page')
    await browser.getByRole('button', { name: 'Show 20 more' }).click()
    await expect.poll(asks).toBe(2)
    bridge.answer('plans.page', plansPage(many))
    bridge.hold('plans.page')
    await expect.poll(asks).toBe(3)
    bridge.answer('plans.page', { ...plansPage(many), rows: many.slice(MOST_PLAN_ROWS) })
    await expect.poll(() => rows().elements().length).toBe(many.length)
    expect(bridge.asked('plans.page').at(-1)).toEqual({ offset: MOST_PLAN_ROWS, limit: MOST_PLAN_ROWS })
    expect(browser.getByRole('button', { name: /^Show \d/ }).query()).toBeNull()
  })
})

describe('of all accounts', () => {
  const STUDIO_PLAN = plan({ key: '4100', account: 'b', name: 'Studio plan', state: 'active', renews: day(9) })

  it('names each plan’s account, and has a switch', async () => {
    await openPlans([ACTIVE, STUDIO_PLAN], {}, [WORK, STUDIO], true)
    await expect.element(row('Dedicated ISP')).toMatchTextContent('Work · 25 proxies')
    await expect.element(row('Studio plan')).toMatchTextContent('Studio')
    expect(bridge.askedOf('plans.page')).toEqual([null])
    await expect.element(browser.getByRole('group', { name: 'Plans of' })).toBeVisible()
    bridge.answer('app.changeSettings', { ...settings, allAccounts: false })
    await browser.getByTitle('This account').click()
    await expect.poll(() => bridge.askedOf('plans.page').at(-1)).toBe('a')
    expect(await axeFindings()).toEqual([])
  })

  it('says which accounts are missing, and what is expected at least', async () => {
    await openPlans(
      [ACTIVE],
      { missing: [{ id: 'b', why: 'notFetched', error: { code: 'SERVER', status: 500 } }] },
      [WORK, STUDIO],
      true
    )
    await expect.element(notices).toMatchTextContent('Not included: Studio. Fetch failed.')
    await expect.poll(main).toContain('at least US$34.50')
    await notices.getByRole('button', { name: /Try again/ }).click()
    expect(bridge.asked('app.refresh')).toEqual([{ all: true, topic: 'plans' }])
  })

  it('says of none that can be read that there is none to show', async () => {
    await openPlans([], { missing: [{ id: 'b', why: 'signedOut', error: null }] }, [WORK, STUDIO], true)
    await expect.poll(main).toContain('No plans to show')
    expect(main()).not.toContain('No plans yet')
  })
})

describe('the way to the view', () => {
  it('is in rail and palette, and on a key', async () => {
    bridge.answer('session.state', opened([WORK]))
    bridge.answer('plans.page', plansPage([ACTIVE]))
    await openPage('/profile')
    await expect.poll(rail).toEqual(['Overview', 'Catalogue', 'Invoices', 'Profile', 'Plans', 'Settings'])
    await userEvent.keyboard('{Control>}5{/Control}')
    await expect.poll(path).toBe('/plans')
    await expect.poll(() => document.title).toBe('Plans – Portside')
    await userEvent.keyboard('{Control>}k{/Control}')
    await expect.element(browser.getByRole('option', { name: /^Plans/ }).first()).toBeVisible()
  })

  it('isn’t there where no account in the scope has plans', async () => {
    bridge.answer('session.state', opened([line({ label: 'Work', named: true }), STUDIO]))
    await openPage('/plans')
    await expect.poll(path).toBe('/overview')
    expect(rail()).toEqual(['Overview', 'Catalogue', 'Invoices', 'Profile', 'Settings'])
    await userEvent.keyboard('{Control>}5{/Control}')
    await expect.poll(path).toBe('/overview')
    expect(bridge.asked('plans.page')).toEqual([])
  })

  it('is there where another account has plans, and lists are of all', async () => {
    bridge.answer('session.state', opened([line({ label: 'Work', named: true }), STUDIO]))
    bridge.answer('app.settings', { ...settings, allAccounts: true })
    bridge.answer('plans.page', plansPage([plan({ account: 'b', name: 'Studio plan' })]))
    await openPage('/plans')
    await expect.element(row('Studio plan')).toBeVisible()
    // The account shown has none, so its own view of plans closes.
    bridge.answer('app.changeSettings', { ...settings, allAccounts: false })
    await browser.getByTitle('This account').click()
    await expect.poll(path).toBe('/overview')
  })
})
