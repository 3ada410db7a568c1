/** Currency and payment term, asked for where an account's invoices come without them. */
import { describe, expect, it } from 'vitest'
import { page as browser } from 'vitest/browser'
import { billingGap } from '../../../src/renderer/src/features/invoices/billing.ts'
import { NOTHING_READ, type Owed } from '../../../src/shared/models/owed.ts'
import type { AccountLine } from '../../../src/shared/models/account.ts'
import { account, bridge, line, opened } from '../ui/shell/bridge.ts'
import { axeFindings } from '../ui/shell/page.ts'
import { invoices, openInvoices, pageOf, summary } from './page-of.ts'

const BARE = { openAmounts: [{ currency: null, amount: '578.65' }], withoutCurrency: 3 }
const gapOf = (owed: Partial<Owed>, of: AccountLine = line()): { currency: boolean; term: boolean } | null => {
  const gap = billingGap([{ ...NOTHING_READ, id: of.account.id, ...owed }], [of])
  return gap && { currency: gap.currency, term: gap.term }
}
const connected = (more: object): AccountLine => line({ connection: { ...account.connection, ...more } })

describe('what an account is asked for', () => {
  it.for<[string, Partial<Owed>, AccountLine, { currency: boolean; term: boolean } | null]>([
    ['amounts without currency, no due dates', { open: 3, withoutCurrency: 3 }, line(), { currency: true, term: true }],
    ['currencies, no due dates', { open: 3 }, line(), { currency: false, term: true }],
    ['nothing to pay', { open: 0, withoutCurrency: 9 }, line(), { currency: true, term: false }],
    ['both are sent', { open: 3, nextDueDay: '2026-11-24' }, line(), null],
    ['all that came is overdue', { open: 3, overdueSince: '2026-11-01' }, line(), null],
    ['due dates that can’t be read', { open: 3, dueUnread: 3 }, line(), null],
    ['nothing was fetched', {}, line(), null],
    [
      'a currency was chosen',
      { open: 3, withoutCurrency: 3 },
      connected({ currency: 'EUR' }),
      { currency: false, term: true }
    ],
    ['both were chosen', { open: 3, withoutCurrency: 3 }, connected({ currency: 'EUR', paymentTermDays: 0 }), null],
    ['the sample', { open: 3, withoutCurrency: 3 }, line({ kind: 'sample' }, 'sample'), null]
  ])('%s', ([_, owed, of, expected]) => {
    expect(gapOf(owed, of)).toEqual(expected)
  })

  it('is about the first account that lacks something', () => {
    const lines = [line({ id: 'one' }), line({ id: 'two' })]
    const all = [
      { ...NOTHING_READ, id: 'one', open: 1, nextDueDay: '2026-11-24' },
      { ...NOTHING_READ, id: 'two', open: 1 }
    ]
    expect(billingGap(all, lines)?.line.account.id).toBe('two')
  })
})

describe('the question', () => {
  const form = browser.getByRole('form', { name: 'Billing', exact: true })
  const currency = form.getByRole('combobox', { name: 'billed in' })
  const days = form.getByRole('textbox', { name: 'due after days' })
  const save = form.getByRole('button', { name: 'Save', exact: true })
  const openBare = (lines = [line()]): Promise<void> =>
    openInvoices(invoices(3), () => {
      bridge.answer('session.state', opened(lines))
      bridge.answer('invoices.page', pageOf(invoices(3), { summary: summary(BARE) }))
    })

  it('is empty at first, and saves what was chosen to the account', async () => {
    await openBare()
    await expect.element(currency).toHaveValue('')
    await expect.element(days).toHaveValue('')
    expect(save.query()).toBe(null)
    expect(document.body.textContent).not.toContain('no currency')
    expect(await axeFindings()).toEqual([])
    bridge.answer('connection.change', opened([connected({ currency: 'EUR', paymentTermDays: 14 })]))
    await currency.selectOptions('EUR')
    await days.fill('14')
    await save.click()
    await expect.poll(() => form.query()).toBe(null)
    const connection = { ...account.connection, currency: 'EUR', paymentTermDays: 14 }
    expect(bridge.asked('connection.change')).toEqual([{ connection }])
    expect(bridge.askedOf('connection.change')).toEqual([account.id])
    await expect.poll(() => document.activeElement?.tagName).toBe('H1')
  })

  it('asks for what is still missing, and takes whole days up to a year only', async () => {
    await openBare([connected({ currency: 'EUR' })])
    await expect.element(days).toBeInTheDocument()
    expect(currency.query()).toBe(null)
    await days.fill('366')
    await expect.element(form).toMatchTextContent('Enter 0 to 365 days.')
    expect(save.query()).toBe(null)
    await days.fill('0')
    await expect.element(save).toBeInTheDocument()
  })

  it('names its account where there are several', async () => {
    await openBare([line({ label: 'Work', named: true }), line({ id: 'other' })])
    await expect.element(form).toMatchTextContent('Work')
  })

  it('isn’t asked of a provider that sends both', async () => {
    await openInvoices(invoices(3), () => {
      bridge.answer(
        'invoices.page',
        pageOf(invoices(3), { summary: summary({ nextDueDay: '2026-11-24', withoutCurrency: 0 }) })
      )
    })
    expect(form.query()).toBe(null)
  })
})
