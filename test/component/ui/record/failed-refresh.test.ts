/** After a refresh that failed: what is saved stays, with the reason in the one strip above the view. */
import { describe, expect, test } from 'vitest'
import type { ErrorInfo } from '../../../../src/shared/ipc/error.ts'
import { openCatalogue, pageOf as productsOf } from '../../catalogue/page-of.ts'
import { change, changePage } from '../../catalogue/changes/fixtures.ts'
import { rows } from '../../catalogue/fixtures.ts'
import { invoice } from '../../invoices/fixtures.ts'
import { invoices, openInvoices, pageOf as invoicesOf, summary, view } from '../../invoices/page-of.ts'
import { account, bridge, fresh, line, opened } from '../shell/bridge.ts'
import { axeFindings, button, expectFine, openPage } from '../shell/page.ts'

const after = (error: ErrorInfo): object => ({ freshness: { ...fresh, revision: 2, error } })
const alert = (): string =>
  document.querySelector('[aria-label="Notices"] [role="alert"]')?.textContent.replaceAll(/\s+/g, ' ') ?? ''
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
  await expectFine()
})

describe('the strip of the view is the only one', () => {
  const TIMEOUT = { code: 'TIMEOUT', host: 'api.example.com' } as const
  const ALL_KNOWN = summary({ byState: { open: 1, settled: 0, void: 0, credit: 0, unknown: 0 } })
  const main = (): string => document.querySelector('main')?.textContent ?? ''
  const alerts = (): number => document.querySelectorAll('[role="alert"]').length

  test('the profile', async () => {
    const profile = { title: 'Ada Byron', email: null, dropped: 0 }
    const groups = { person: [], address: [], company: [], account: [], other: [] }
    bridge.answer('profile.read', { profile: { ...profile, groups }, freshness: { ...fresh, error: TIMEOUT } })
    await openPage('/profile')
    await expect.poll(alert).toContain('api.example.com took too long to respond. Showing data from 3 hours ago.')
    expect(main()).toContain('Ada Byron')
    expect(alerts()).toBe(1)
    expect(await axeFindings()).toEqual([])
    button('Try again').click()
    await expect.poll(() => bridge.asked('app.refresh')).toEqual([{ all: false, topic: 'profile' }])
  })

  test('what changed', async () => {
    bridge.answer('catalogue.page', productsOf(rows(5), { freshness: { ...fresh, error: TIMEOUT } }))
    bridge.answer('catalogue.changes', changePage([change(1, { name: 'Mobile' })]))
    bridge.answer('catalogue.markSeen', null)
    await openPage('/changes')
    await expect.poll(alert).toContain('api.example.com took too long to respond. Showing data from 3 hours ago.')
    await expect.poll(main).toContain('Mobile')
    expect(alerts()).toBe(1)
    expect(await axeFindings()).toEqual([])
    button('Try again').click()
    await expect.poll(() => bridge.asked('app.refresh')).toEqual([{ all: false, topic: 'catalogue' }])
  })

  test('what changed, while that can’t be read: its own error comes first', async () => {
    bridge.answer('catalogue.page', productsOf(rows(5), { freshness: { ...fresh, error: TIMEOUT } }))
    bridge.answer('catalogue.changes', changePage([change(1, { name: 'Mobile' })]))
    bridge.fail('catalogue.markSeen', { code: 'STORAGE' })
    await openPage('/changes')
    await expect.poll(alert).toContain('Portside couldn’t read or write its data on this computer.')
    expect(alerts()).toBe(1)
  })

  test.each([
    [{ code: 'SERVER', host: 'api.example.com', status: 500 } as const, 2],
    [TIMEOUT, 1]
  ])('an open invoice that failed by itself, with its list: %o', async (error, things) => {
    const CALL = { invoice: { path: '/invoices/{id}' } }
    bridge.answer('session.state', opened([line({ connection: { ...account.connection, ...CALL } })]))
    bridge.answer(
      'invoices.page',
      invoicesOf([invoice({ key: 'i1', number: 'HB-1' })], { ...after(TIMEOUT), summary: ALL_KNOWN })
    )
    bridge.answer('invoices.invoice', { view: view({ key: 'i1', number: 'HB-1' }), freshness: fresh })
    bridge.answer('invoices.refreshInvoice', { error })
    await openPage('/invoices/i1')
    await expect.poll(alert).toContain('api.example.com took too long to respond.')
    await expect.poll(() => bridge.asked('invoices.refreshInvoice')).toHaveLength(1)
    await expect.poll(() => main()).toContain('HB-1')
    const notices = (): string => document.querySelector('[aria-label="Notices"]')?.textContent ?? ''
    if (things > 1) await expect.poll(notices).toContain(`${things} things to check`)
    else expect(notices()).not.toContain('things to check')
    expect(alerts()).toBe(1)
  })

  test.each(['OFFLINE', 'CANCELLED'] as const)('nothing is said of %s, which the status bar says', async (code) => {
    await openInvoices(invoices(5), () => bridge.answer('invoices.page', invoicesOf(invoices(5), after(TIMEOUT))))
    await expect.poll(alerts).toBe(1)
    bridge.answer('invoices.page', invoicesOf(invoices(5), after({ code })))
    bridge.emit('invoices')
    await expect.poll(alerts).toBe(0)
  })
})
