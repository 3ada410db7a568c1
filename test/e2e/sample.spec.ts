/** The sample opens nothing outside of the app, and exports as an account does. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { exportFile, table, wanted } from './export-file.ts'
import { expect, shareApp, test } from './fixtures.ts'
import { openInvoiceNumber } from './sample.ts'
import * as ui from './ui.ts'
import { say, words } from './words.ts'

const {
  invoices,
  catalogue: { product }
} = words

const column = { ...words.invoices.column, ...words.export.column }
const { missing: why } = words.export

const shared = shareApp(({ page }) => ui.explore(page))

test('a link is shown, can be copied, and opens nothing', async () => {
  const { app, page } = shared
  await ui.products(page).first().click()
  await page.frameLocator('iframe').getByRole('link', { name: 'rotation guide' }).click()
  const dialog = page.getByRole('dialog', { name: product.link.closedTitle })
  await expect(dialog.getByText(product.link.sample)).toBeVisible()
  await expect(dialog.getByRole('button', { name: product.link.copy })).toBeVisible()
  await expect(dialog.getByRole('button', { name: product.link.open })).toHaveCount(0)
  const address = 'https://docs.portside.invalid/rotation'
  const answer = await page.evaluate(
    async (one) => {
      const key = decodeURIComponent(location.hash.split('/').at(-1) ?? '')
      return window.portside.catalogue.openLink({ ...one, key })
    },
    { of: await ui.shownAccount(page), address }
  )
  expect(answer).toEqual({ ok: true, data: { host: null } })
  expect(await app.opened()).toEqual([])
})

test('opens a sample PDF in the viewer and nothing in the browser', async () => {
  const { app, page } = shared
  await ui.goTo(page, 'invoices')
  await ui.invoiceRows(page).filter({ hasText: openInvoiceNumber() }).click()
  const pane = ui.invoicePane(page)
  await expect(pane.getByRole('heading', { level: 2 })).toContainText(openInvoiceNumber())
  // What is folded, the raw fields, has the addresses as they came.
  expect(await pane.innerText()).not.toContain('.invalid')
  await ui.button(pane, invoices.link.pdf).click()
  await expect(pane.getByRole('status').filter({ hasText: invoices.link.openedHere })).toBeVisible()
  const [path = ''] = await app.openedPaths()
  expect(path).toMatch(/\.pdf$/)
  expect(readFileSync(path, 'latin1')).toMatch(/^%PDF/)
  await ui.button(pane, invoices.link.page).click()
  await expect(pane.getByRole('status').filter({ hasText: invoices.link.noPage })).toBeVisible()
  expect(await app.opened()).toEqual([])
})

test('exports an archive with reasons for missing PDFs', async () => {
  const { app, profileDir } = shared
  const path = join(profileDir, 'pack.zip')
  await app.chooseFile(path)
  const answer = await exportFile(app.page, wanted('zip'))
  expect(answer).toMatchObject({ ok: true, data: { name: 'pack.zip', invoices: 45 } })
  const said = answer.ok ? answer.data : { pdfs: 0, missing: 0 }
  expect(said.pdfs + said.missing).toBe(45)

  const { 'accounting.csv': books, 'missing.csv': left, ...pdfs } = unzipSync(readFileSync(path))
  expect(Object.keys(pdfs)).toHaveLength(said.pdfs)
  expect(said.pdfs).toBeGreaterThan(30)
  for (const [name, bytes] of Object.entries(pdfs)) {
    expect(name).toMatch(/^pdf\/[^/]+\/\d{4}-\d{2}-\d{2}_[\w-]+\.pdf$/)
    expect(Buffer.from(bytes.subarray(0, 5)).toString()).toBe('%PDF-')
  }
  const named = table(books).map((row) => `pdf/${row['PDF file']}`)
  // Void invoices have a PDF, and no row.
  expect(named.filter((name) => name !== 'pdf/').every((name) => name in pdfs)).toBe(true)
  expect(named.length).toBeLessThan(45)
  const reasons = table(left).map((row) => row[column.why])
  expect(reasons).toHaveLength(said.missing)
  // One is gone, for one a page comes that asks to sign in, and drafts and the last ones have none.
  const host = 'invoices.portside.invalid'
  expect(reasons).toContain(say(words.error.NOT_FOUND.sentence, { host }))
  expect(reasons.join()).toContain(say(why.notPdf, { host }).split(',')[0])
  expect(reasons).toContain(why.noLink)
  expect(readdirSync(profileDir).filter((name) => name.endsWith('.part'))).toEqual([])
})
