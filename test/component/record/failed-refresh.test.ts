/** After a refresh that failed: the saved list stays, with the reason above it. */
import { expect, test } from 'vitest'
import type { ErrorInfo } from '../../../src/shared/ipc/error.ts'
import { openCatalogue, pageOf as productsOf } from '../catalogue/page-of.ts'
import { rows } from '../catalogue/fixtures.ts'
import { invoices, openInvoices, pageOf as invoicesOf } from '../invoices/page-of.ts'
import { bridge, fresh } from '../shell/bridge.ts'

const after = (error: ErrorInfo): object => ({ freshness: { ...fresh, revision: 2, error } })
const alert = (): string => document.querySelector('[aria-label="Notices"] [role="alert"]')?.textContent ?? ''
const badReply = (found: ErrorInfo['found']): ErrorInfo => ({
  code: 'BAD_REPLY',
  host: 'api.example.com',
  ...(found && { found })
})
const UNREADABLE = 'Portside can’t read the reply from api.example.com.'

test.each<[ErrorInfo, string, string]>([
  [badReply('malformed'), UNREADABLE, 'The data was cut off or damaged.'],
  [badReply('html'), 'api.example.com sent a web page instead of data.', 'Sign in to your Wi-Fi network'],
  [badReply('notAList'), UNREADABLE, 'The provider sent something other than a list.'],
  [badReply('notAnObject'), UNREADABLE, 'The provider sent something other than a record.'],
  [{ code: 'SERVER', status: 500 }, 'api.example.com is having problems.', 'HTTP status 500.'],
  [{ code: 'RATE_LIMITED', status: 429 }, 'Too many requests to api.example.com.', 'HTTP status 429.']
])('the catalogue keeps its products: %o', async (error, sentence, details) => {
  await openCatalogue(rows(5))
  expect(alert()).toBe('')
  bridge.answer('catalogue.page', productsOf(rows(5), after(error)))
  bridge.emit('catalogue')
  await expect.poll(alert).toContain(sentence)
  expect(alert()).toContain(details)
  expect(document.querySelectorAll('[role="option"]')).toHaveLength(5)
})

test('the invoices stay, too', async () => {
  await openInvoices(invoices(5))
  bridge.answer('invoices.page', invoicesOf(invoices(5), after(badReply('unknownShape'))))
  bridge.emit('invoices')
  await expect.poll(alert).toContain(UNREADABLE)
  expect(alert()).toContain('Check that the provider URL points to the API, then try again.')
  expect(alert()).toContain('The data is in a format Portside doesn’t recognise.')
  expect(document.querySelectorAll('[role="gridcell"]').length).toBeGreaterThanOrEqual(5)
})
