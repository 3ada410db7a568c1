/** What people read is none of the words that only programmers read. */
import { expect, type Page } from '@playwright/test'
import { invoicePane, productPane } from './walk.ts'

/** Lines of JSON are the API's own: a field's text, or the record as it came. */
const PROGRAMMERS_WORDS = /\b(null|undefined|NaN|Invalid Date)\b|\[object |\{\w+\}/

export async function expectHumanWords(page: Page, where: string): Promise<void> {
  const text = await page.locator('body').innerText()
  expect(text.replaceAll(/^\{".*\}$/gm, ''), where).not.toMatch(PROGRAMMERS_WORDS)
}

/** Opens one record after the other. Chromium takes no more than 200 changes of an address in ten seconds, and each record is two. */
export async function expectHumanRecords(page: Page, view: 'catalogue' | 'invoices', keys: string[]): Promise<void> {
  const pane = view === 'catalogue' ? productPane(page) : invoicePane(page)
  for (const key of keys) {
    await page.evaluate((to) => (location.hash = to), `#/${view}/${encodeURIComponent(key)}`)
    // It holds the id that the key is made of: the pane is this record's, and no longer the former one's.
    await expect(view === 'catalogue' ? pane : pane.locator('pre')).toContainText(key.replace(/~.*/, ''))
    await expect(pane.getByRole('heading', { level: 2 })).toBeVisible()
    await expectHumanWords(page, `${view} ${key}`)
  }
}
