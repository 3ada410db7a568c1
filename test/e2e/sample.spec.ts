/** What belongs to the sample alone: it opens nothing outside of the app, has all that a platform has, and changes. */
import { readFileSync } from 'node:fs'
import { expect, shareApp, test } from './fixtures.ts'
import { openInvoiceNumber } from './sample.ts'
import { changeEntries, explore, goTo, invoicePane, invoiceRows, products, refreshAll, toChanges } from './walk.ts'
import { words } from './words.ts'

const { changes, invoiceChart, invoices, product } = words

const shared = shareApp(({ page }) => explore(page))

test('a link is shown, can be copied, and opens nothing', async () => {
  const { app, page } = shared
  await products(page).first().click()
  await page.frameLocator('iframe').getByRole('link', { name: 'rotation guide' }).click()
  const dialog = page.getByRole('dialog', { name: product.link.closedTitle })
  await expect(dialog.getByText(product.link.sample)).toBeVisible()
  await expect(dialog.getByRole('button', { name: product.link.copy })).toBeVisible()
  await expect(dialog.getByRole('button', { name: product.link.open })).toHaveCount(0)
  const address = 'https://docs.portside.invalid/rotation'
  const answer = await page.evaluate(async (one) => {
    const key = decodeURIComponent(location.hash.split('/').at(-1) ?? '')
    return window.portside.catalogue.openLink({ key, address: one })
  }, address)
  expect(answer).toEqual({ ok: true, data: { host: null } })
  expect(await app.opened()).toEqual([])
})

test('a PDF opens in the viewer, a page says that there is none, and the browser opens nothing', async () => {
  const { app, page } = shared
  await goTo(page, 'invoices')
  await invoiceRows(page).filter({ hasText: openInvoiceNumber() }).click()
  const pane = invoicePane(page)
  await expect(pane.getByRole('heading', { level: 2 })).toContainText(openInvoiceNumber())
  // What is folded, the raw fields, has the addresses as they came.
  expect(await pane.innerText()).not.toContain('.invalid')
  await pane.getByRole('button', { name: invoices.link.pdf, exact: true }).click()
  await expect(pane.getByRole('status').filter({ hasText: invoices.link.openedHere })).toBeVisible()
  const [path = ''] = await app.openedPaths()
  expect(path).toMatch(/\.pdf$/)
  expect(readFileSync(path, 'latin1')).toMatch(/^%PDF/)
  await pane.getByRole('button', { name: invoices.link.page, exact: true }).click()
  await expect(pane.getByRole('status').filter({ hasText: invoices.link.noPage })).toBeVisible()
  expect(await app.opened()).toEqual([])
})

test('invoices have a chart, sums and filters', async () => {
  const { page } = shared
  await goTo(page, 'invoices')
  const chart = page.getByRole('region', { name: invoiceChart.title, exact: true })
  await expect(chart.getByRole('group').getByRole('button')).toHaveCount(12)
  const sums = page.getByRole('group', { name: invoices.totals.label }).getByRole('listitem')
  await expect(sums.first()).toBeVisible()
  await page.getByRole('button', { name: invoices.filters }).click()
  const open = new RegExp(`^${invoices.state.open}`)
  await page.getByRole('dialog', { name: invoices.filters, exact: true }).getByRole('radio', { name: open }).check()
  await expect(invoiceRows(page).first()).toContainText(invoices.state.open)
})

test('the catalogue changes from look to look', async () => {
  const { page } = shared
  await refreshAll(page)
  await toChanges(page)
  await expect(changeEntries(page).filter({ hasText: changes.kind.gone })).toHaveCount(1)
  await expect(changeEntries(page).filter({ hasText: changes.kind.changed }).first()).toBeVisible()
})
