/** The overview's card of plans. */
import { describe, expect, it } from 'vitest'
import { page as browser } from 'vitest/browser'
import type { AccountPlan } from '../../../src/shared/models/plan.ts'
import type { Output } from '../../../src/shared/ipc/contract.ts'
import type { ErrorCode } from '../../../src/shared/ipc/error.ts'
import type { Freshness } from '../../../src/shared/models/freshness.ts'
import { summary } from '../invoices/page-of.ts'
import { day, lineWithPlans, plan, plansPage } from '../plans/fixtures.ts'
import { bridge, fresh, line, opened, settings } from '../ui/shell/bridge.ts'
import { axeFindings, openPage, path } from '../ui/shell/page.ts'

const SOON = plan({
  key: 's',
  name: 'Dedicated ISP',
  state: 'active',
  price: { amount: '34.5', currency: 'USD' },
  interval: 'month',
  renews: day(5),
  failedPayments: 1
})
const NEARLY = plan({ key: 'n', name: 'Residential', traffic: { unit: 'GB', limit: '100', used: '96', left: null } })
const QUIET = plan({ key: 'q', name: 'Quiet', state: 'active', renews: day(200) })

async function openOverview(held: readonly AccountPlan[], more: Partial<Output<'plans', 'page'>> = {}): Promise<void> {
  bridge.answer('session.state', opened([lineWithPlans()]))
  bridge.answer('invoices.overview', { summary: summary(), due: [], paid: [], freshness: fresh, missing: [] })
  bridge.answer('plans.page', plansPage(held, more))
  await openPage('/')
  await expect.element(card('To pay')).toMatchTextContent('€130.00')
}
const card = (name: string) => browser.getByRole('region', { name, exact: true })
const rows = () => card('Plans').getByRole('listitem')

describe('the card of plans', () => {
  it('has what needs an eye, and what is expected beside what is owed', async () => {
    await openOverview([SOON, NEARLY, QUIET])
    await expect
      .element(rows().nth(0))
      .toMatchTextContent(/Dedicated ISP\s*1 failed payment\s*Renews in 5 days\s*US\$34\.50 a month/)
    await expect.element(rows().nth(1)).toMatchTextContent(/Residential\s*96% of the traffic used/)
    expect(rows().elements()).toHaveLength(2)
    await expect.element(card('Plans')).toMatchTextContent(/Expected in the next 30 days\s*US\$34.50/)
    await expect.element(card('To pay')).not.toMatchTextContent('34.50')
    expect(await axeFindings()).toEqual([])
    await card('Plans').getByRole('link', { name: 'Show all plans' }).click()
    await expect.poll(path).toBe('/plans')
  })

  it('has a few rows at most', async () => {
    await openOverview(Array.from({ length: 9 }, (_, n) => ({ ...SOON, key: `s${n}` })))
    await expect.poll(() => rows().elements().length).toBe(4)
  })

  it('counts the plans where nothing happens soon', async () => {
    await openOverview([QUIET])
    await expect.element(card('Plans')).toMatchTextContent('1 plan')
    await expect.element(card('Plans')).not.toMatchTextContent('Expected')
  })

  it('says how many accounts it lacks', async () => {
    await openOverview([SOON], { missing: [{ id: 'b', why: 'notFetched', error: null }] })
    await expect.element(card('Plans')).toMatchTextContent('at least US$34.50')
    await expect.element(card('Plans')).toMatchTextContent('1 account not included')
  })

  it('isn’t there where no account in the scope has plans, and nothing is asked', async () => {
    await openOverview([SOON])
    await expect.element(card('Plans')).toBeVisible()
    const asked = bridge.asked('plans.page').length
    bridge.answer('session.state', opened([line()]))
    bridge.emit('session')
    await expect.element(card('Plans')).not.toBeInTheDocument()
    bridge.emit('plans')
    await expect.element(card('To pay')).toBeVisible()
    expect(bridge.asked('plans.page')).toHaveLength(asked)
  })

  it('names the accounts of plans of all', async () => {
    bridge.answer('app.settings', { ...settings, allAccounts: true })
    const studio = lineWithPlans({ id: 'b', label: 'Studio', named: true })
    bridge.answer('invoices.overview', { summary: summary(), due: [], paid: [], freshness: fresh, missing: [] })
    bridge.answer('plans.page', plansPage([{ ...SOON, account: 'b' }]))
    bridge.answer('session.state', opened([line(), studio]))
    await openPage('/')
    const all = card('Plans · All accounts')
    await expect.element(all.getByRole('listitem')).toMatchTextContent(/Dedicated ISP.*Studio$/)
  })

  it('leaves a locked password store to the card of invoices', async () => {
    bridge.answer('session.state', opened([lineWithPlans()]))
    bridge.fail('invoices.overview', { code: 'KEYCHAIN_LOCKED', found: 'sealed' })
    bridge.fail('plans.page', { code: 'KEYCHAIN_LOCKED', found: 'sealed' })
    await openPage('/')
    await expect.element(card('To pay').getByRole('alert')).toMatchTextContent(/password store/i)
    await expect.element(card('Plans')).not.toBeInTheDocument()
  })

  it('says once that a refresh failed', async () => {
    const freshness = { ...fresh, error: { code: 'SERVER', status: 500 } as const }
    bridge.answer('session.state', opened([lineWithPlans()]))
    bridge.answer('invoices.overview', { summary: summary(), due: [], paid: [], freshness, missing: [] })
    bridge.answer('plans.page', plansPage([SOON], { freshness }))
    await openPage('/')
    const notices = browser.getByRole('region', { name: 'Notices' })
    await expect.element(notices).toMatchTextContent('Showing data from 3 hours ago')
    await expect.element(rows().first()).toBeVisible()
    expect(notices.getByRole('button', { name: 'Try again' }).elements()).toHaveLength(1)
  })

  it('says both where invoices and plans failed for different reasons', async () => {
    const failing = (code: ErrorCode): Freshness => ({ ...fresh, error: { code, host: 'provider.example' } })
    bridge.answer('session.state', opened([lineWithPlans()]))
    const invoices = { summary: summary(), due: [], paid: [], missing: [] }
    bridge.answer('invoices.overview', { ...invoices, freshness: failing('SERVER') })
    bridge.answer('plans.page', plansPage([SOON], { freshness: failing('FORBIDDEN') }))
    await openPage('/')
    await expect.element(rows().first()).toBeVisible()
    const notices = browser.getByRole('region', { name: 'Notices' })
    await notices.getByRole('button', { name: /things to check/ }).click()
    await expect.element(notices).toMatchTextContent(/is having problems.*doesn’t allow this/)
    expect(notices.getByRole('button', { name: 'Try again' }).elements()).toHaveLength(2)
  })
})
