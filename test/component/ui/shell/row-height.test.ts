import { expect, test } from 'vitest'
import { page as browser } from 'vitest/browser'
import { invoices, openInvoices } from '../../invoices/page-of.ts'

test('rows are higher in a high window', async () => {
  await browser.viewport(1000, 899)
  await openInvoices(invoices(3))
  const height = (): number | undefined =>
    document.querySelector('[role="row"]:has([role="gridcell"])')?.getBoundingClientRect().height
  await expect.poll(height).toBe(32)
  await browser.viewport(1000, 900)
  await expect.poll(height).toBe(40)
})
