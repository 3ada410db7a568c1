/** The overview from the provider's answer to the disk and back. Its cards' states are in test/component/overview. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { dayAfter, today } from '../../src/shared/models/day.ts'
import { expect, type App } from './fixtures.ts'
import { test } from './tls.ts'
import * as ui from './ui.ts'
import { count, say, words } from './words.ts'

const {
  error,
  invoices,
  overview,
  ui: { notice, shell }
} = words
const card = (page: App['page'], name: string) => page.getByRole('region', { name, exact: true })

test('says what is owed, saves a PDF, leads to the open invoices, and starts with saved numbers once the keychain opens', async ({
  api,
  front,
  start,
  keyring,
  profileDir
}) => {
  const day = (days: number): string => dayAfter(today(new Date()), days)
  const invoice = {
    currency: 'EUR',
    status: 'Open',
    createdAt: day(-40),
    hostedInvoicePdfUrl: `${front.address}/a.pdf`
  }
  api.respondWith('/v3/invoices', () =>
    Response.json([
      { ...invoice, id: 'a', number: 'R-1', total: '86.27', dueDate: day(-26) },
      { ...invoice, id: 'b', number: 'R-2', total: '378', dueDate: day(2) },
      { ...invoice, id: 'c', number: 'R-3', total: '119', status: 'Paid' }
    ])
  )
  api.respondWith('/a.pdf', () => new Response('%PDF-1.7'))
  const first = await start()
  let { page } = first
  await ui.submitSignIn(page, { address: front.address })
  await expect(ui.title(page, overview.title)).toBeVisible()
  await ui.settled(page)
  await expect(card(page, overview.open.title)).toContainText('€464.27')
  await expect(card(page, overview.open.title)).toContainText(count(invoices.tiles.overdueCount, 1))

  const path = join(profileDir, 'R-1.pdf')
  await first.chooseFile(path)
  await ui.button(page, say(overview.invoice.saveLabel, { number: 'R-1' })).click()
  await expect(card(page, overview.open.title)).toContainText(say(invoices.pdf.saved, { name: 'R-1.pdf' }))
  expect(existsSync(path)).toBe(true)

  await page.getByRole('link', { name: overview.open.all, exact: true }).click()
  await expect(ui.title(page, invoices.title)).toBeVisible()
  await expect(ui.invoiceRows(page)).toHaveText([/R-1/, /R-2/])
  await first.quit()
  await api.stop()

  await keyring.lock()
  page = (await start()).page
  await expect(card(page, overview.catalogue.title)).toContainText(count(shell.status.products, 60))
  await expect(card(page, overview.open.title).getByRole('alert')).toContainText(error.sealed.KEYCHAIN_LOCKED.sentence)
  expect(await ui.contentOf(page)).not.toContain('464.27')

  // The provider can't be reached: the numbers are the saved ones.
  await keyring.unlock()
  await ui.button(ui.notices(page), notice.retry).click()
  await expect(card(page, overview.open.title)).toContainText('€464.27')
  await ui.seeStatus(page, 'unreached')
  await expect(card(page, overview.open.title)).toContainText('€464.27')
})
