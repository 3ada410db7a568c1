/** An invoice has a call of its own, or its list's only. */
import { expect, test } from 'vitest'
import { page as browser } from 'vitest/browser'
import { invoice } from '../../invoices/fixtures.ts'
import { pageOf, view } from '../../invoices/page-of.ts'
import { account, bridge, fresh, line, opened } from './bridge.ts'
import { alert, button, openPage } from './page.ts'

const CALL = { invoice: { path: '/invoices/{id}' } }

async function openInvoice(parts: object): Promise<void> {
  bridge.answer('session.state', opened([line({ connection: { ...account.connection, ...parts } })]))
  bridge.answer('invoices.page', pageOf([invoice({ key: 'i1', number: 'HB-1' })]))
  bridge.answer('invoices.invoice', { view: view({ key: 'i1', number: 'HB-1' }), freshness: fresh })
  await openPage('/invoices/i1')
  await expect.element(browser.getByRole('heading', { name: 'Invoice HB-1' })).toBeVisible()
}

test('with one, its details ask for it, and a failure is shown beside what is saved', async () => {
  bridge.answer('invoices.refreshInvoice', { error: { code: 'TIMEOUT', host: 'api.example.com' } })
  await openInvoice(CALL)
  await expect.poll(() => bridge.asked('invoices.refreshInvoice')).toHaveLength(1)
  await expect.poll(() => alert()?.textContent).toContain('api.example.com took too long to respond.')
  expect(bridge.asked('invoices.refreshInvoice')).toEqual([{ key: 'i1' }])
  bridge.answer('invoices.refreshInvoice', { error: null })
  button('Try again').click()
  await expect.poll(() => bridge.asked('invoices.refreshInvoice')).toHaveLength(2)
})

test('without one, its details ask for nothing', async () => {
  await openInvoice({})
  expect(bridge.asked('invoices.refreshInvoice')).toEqual([])
})
