/** The invoices of all accounts in one list. */
import { describe, expect, it, test } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import { useApp } from '../../../src/renderer/src/ui/data/app.ts'
import { useSession } from '../../../src/renderer/src/features/accounts/session.ts'
import type { AccountLine, CredentialState } from '../../../src/shared/models/account.ts'
import type { AccountInvoice, MissingAccount } from '../../../src/shared/models/invoice.ts'
import { DEFAULT_SETTINGS } from '../../../src/shared/models/settings.ts'
import type { ErrorInfo } from '../../../src/shared/ipc/error.ts'
import { account, bridge, fresh, line, opened, settings } from '../ui/shell/bridge.ts'
import { axeFindings, openPage, page, path } from '../ui/shell/page.ts'
import { invoice } from './fixtures.ts'
import { invoices, lastQuery, openInvoices, pageOf, query, saved, summary, totals, view } from './page-of.ts'

const ALL = { allAccounts: true }
const LONG = `Studio ${'of great works '.repeat(5)}`.trim()
const named = (
  id: string,
  label: string,
  credential: CredentialState = 'kept',
  error: ErrorInfo | null = null
): AccountLine => line({ id, label, named: true, addedAt: `2026-01-0${id.length}T00:00:00Z` }, credential, error)
const WORK = named('a', 'Work')
const STUDIO = named('b', 'Studio')
const held: AccountInvoice[] = [
  invoice({ key: 'a/1', account: 'a', number: 'W-1', state: 'open', total: '10', currency: 'EUR' }),
  invoice({
    key: 'b/1',
    account: 'b',
    number: 'S-1',
    state: 'open',
    total: '20',
    currency: 'USD',
    hasPage: true,
    hasPdf: true
  }),
  invoice({ key: 'b/2', account: 'b', number: 'S-2', state: 'settled', total: '5', currency: 'EUR' })
]
const openAll = (lines = [WORK, STUDIO], more: object = {}, rows = held): Promise<void> =>
  openInvoices(
    rows,
    () => {
      bridge.answer('session.state', opened(lines))
      bridge.answer('invoices.page', pageOf(rows, more))
    },
    ALL
  )
const missing = (id: string, why: MissingAccount['why'], error: ErrorInfo | null = null): MissingAccount => ({
  id,
  why,
  error
})
const headings = (): string[] =>
  browser
    .getByRole('columnheader')
    .elements()
    .map((header) => header.textContent.trim())
const main = (): string => document.querySelector('main')?.textContent.replaceAll(/\s+/g, ' ') ?? ''
const choice = (name: string) => browser.getByRole('radio', { name, exact: true })
const note = browser.getByRole('region', { name: 'Notices' })
const unfold = (count: number) => note.getByRole('button', { name: `${count} things to check` }).click()
async function focusOn(name: string): Promise<void> {
  await expect.element(choice(name)).toBeInTheDocument()
  choice(name).element().focus()
}
/** As main does it. */
const remember = (allAccounts: boolean): void => bridge.answer('app.changeSettings', { ...settings, allAccounts })
const openStudio = async (): Promise<void> => {
  bridge.answer('invoices.invoice', { view: view({ ...held[1]! }), freshness: fresh })
  await browser.getByRole('row', { name: /S-1/ }).click()
  await expect.element(browser.getByRole('heading', { name: 'Invoice S-1' })).toBeVisible()
}

describe('the switch between one account and all', () => {
  it('is there only with several accounts', async () => {
    await openInvoices(invoices(2))
    expect(choice('All accounts').query()).toBe(null)
    bridge.answer('session.state', opened([WORK, named('s', 'Sample', 'sample')]))
    bridge.emit('session')
    await expect.poll(() => bridge.asked('session.state').length).toBe(2)
    expect(choice('All accounts').query()).toBe(null)
    bridge.answer('session.state', opened([WORK, STUDIO]))
    bridge.emit('session')
    await expect.element(choice('This account')).toBeChecked()
  })

  it('means all from two accounts on, until the user picks one', async () => {
    await openInvoices(held, () => bridge.answer('session.state', opened([WORK, STUDIO])), {
      allAccounts: DEFAULT_SETTINGS.allAccounts
    })
    await expect.element(choice('All accounts')).toBeChecked()
    expect(bridge.asked('app.status').at(-1)).toEqual({ all: true })
    remember(false)
    await browser.getByTitle('This account').click()
    await expect.poll(() => bridge.asked('app.status').at(-1)).toEqual({ all: false })
  })

  it('keeps search and order by keyboard, and starts the list anew', async () => {
    await openInvoices(held, () => bridge.answer('session.state', opened([WORK, STUDIO])))
    await browser.getByRole('searchbox').fill('host')
    await expect.poll(lastQuery).toEqual(query({ text: 'host' }))
    expect(headings()).not.toContain('Account')
    remember(true)
    await focusOn('This account')
    await userEvent.keyboard('{ArrowRight}')
    await expect.poll(() => bridge.asked('app.changeSettings')).toEqual([{ allAccounts: true }])
    await expect.poll(() => headings().slice(0, 2)).toEqual(['Number', 'Account'])
    await expect.element(choice('All accounts')).toHaveFocus()
    expect(lastQuery()).toEqual(query({ text: 'host' }))
    remember(false)
    await userEvent.keyboard('{ArrowLeft}')
    await expect.poll(headings).not.toContain('Account')
  })

  it('is a command, too', async () => {
    await openInvoices(held, () => bridge.answer('session.state', opened([WORK, STUDIO])))
    remember(true)
    await userEvent.keyboard('{Control>}k{/Control}')
    await browser.getByRole('combobox').fill('invoices of all')
    await browser.getByRole('option', { name: /Show invoices of all accounts/ }).click()
    await expect.poll(headings).toContain('Account')
  })

  it('leads out of an account without a list of invoices', async () => {
    const none = { ...WORK, provider: { ...WORK.provider, topics: ['catalogue'] } } as AccountLine
    bridge.answer('invoices.page', pageOf(held))
    bridge.answer('invoices.totals', totals())
    bridge.answer('invoices.months', { currencies: [], leftOut: 0 })
    bridge.answer('invoices.exportProgress', { progress: null })
    bridge.answer('session.state', opened([none, STUDIO]))
    await openPage('/invoices')
    await expect.poll(main).toContain('Can’t list invoices')
    remember(true)
    await expect.element(choice('This account')).toBeChecked()
    await focusOn('This account')
    await userEvent.keyboard('{ArrowRight}')
    await expect.poll(main).toContain('S-1')
  })

  it('is as before when it could not be saved', async () => {
    await openInvoices(held, () => bridge.answer('session.state', opened([WORK, STUDIO])))
    bridge.fail('app.changeSettings', { code: 'STORAGE' })
    await focusOn('This account')
    await userEvent.keyboard('{ArrowRight}')
    await expect.poll(() => bridge.asked('app.changeSettings').length).toBe(1)
    await expect.element(choice('This account')).toBeChecked()
    expect(headings()).not.toContain('Account')
  })
})

describe('a list of all accounts', () => {
  it('names the account of each invoice, however long the name', async () => {
    await openAll([WORK, named('b', LONG)])
    const cell = browser.getByRole('gridcell', { name: LONG }).first()
    await expect.element(cell).toHaveAttribute('title', LONG)
    await expect.element(browser.getByRole('gridcell', { name: 'Work', exact: true })).toBeVisible()
    expect(document.querySelector('[role="grid"]')!.scrollWidth).toBeLessThanOrEqual(
      document.querySelector('[role="grid"]')!.clientWidth
    )
  })

  it('has no room for the account’s column in a very small window', async () => {
    await browser.viewport(400, 250)
    await openAll([WORK, STUDIO], { missing: [missing('b', 'notFetched')] })
    await expect.poll(headings).toEqual(['Number', 'Status', 'Total'])
    const bar = document.querySelector('header')!
    expect(bar.scrollWidth).toBeLessThanOrEqual(bar.clientWidth)
  })

  it('shows one account by a filter, which is a chip, and none that is gone', async () => {
    await openAll()
    await browser.getByRole('button', { name: /^Filters/ }).click()
    await browser.getByRole('radio', { name: 'Studio' }).click()
    await expect.poll(lastQuery).toEqual(query({ account: 'b' }))
    await userEvent.keyboard('{Escape}')
    await expect.element(browser.getByRole('button', { name: 'Filters · 1' })).toBeVisible()
    const chip = browser.getByRole('button', { name: 'Remove the filter “Studio”' })
    await chip.click()
    await expect.poll(lastQuery).toEqual(query())

    await browser.getByRole('button', { name: /^Filters/ }).click()
    await browser.getByRole('radio', { name: 'Studio' }).click()
    await expect.poll(lastQuery).toEqual(query({ account: 'b' }))
    bridge.answer('session.state', opened([WORK, named('c', 'Home')]))
    bridge.emit('session')
    await expect.poll(lastQuery).toEqual(query())
  })

  it('offers 200 accounts to filter by, and finds one of them', async () => {
    const many = Array.from({ length: 200 }, (_, n) => named(`n${n}`, `Client ${n}`))
    await openAll([WORK, ...many])
    await browser.getByRole('button', { name: /^Filters/ }).click()
    const box = browser.getByRole('dialog', { name: 'Filters' })
    await box.getByRole('textbox', { name: 'Find an account' }).fill('client 19')
    await expect.poll(() => box.getByRole('radio', { name: /^Client/ }).elements().length).toBe(11)
    await box.getByRole('radio', { name: 'Client 197' }).click()
    await expect.poll(lastQuery).toEqual(query({ account: 'n197' }))
    await box.getByRole('textbox', { name: 'Find an account' }).fill('nobody')
    await expect.element(box.getByRole('status')).toMatchTextContent('No account has that name.')
  })

  it('selects invoices of several accounts, and adds them up', async () => {
    await openAll()
    await browser.getByRole('row', { name: /W-1/ }).click({ modifiers: ['Control'] })
    await browser.getByRole('row', { name: /S-1/ }).click({ modifiers: ['Control'] })
    await expect.element(browser.getByRole('group', { name: 'Selected invoices' })).toMatchTextContent('2 selected')
    await expect
      .poll(() => bridge.asked('invoices.totals').at(-1))
      .toMatchObject({ account: null, keys: ['a/1', 'b/1'] })
    bridge.answer('invoices.exportFile', saved('x.zip', { invoices: 2, pdfs: 2 }))
    await browser.getByRole('button', { name: /^Save PDFs/ }).click()
    await expect
      .poll(() => bridge.asked('invoices.exportFile').at(-1))
      .toMatchObject({ kind: 'zip', keys: ['a/1', 'b/1'] })
  })

  it('follows changes of each account, and stays when another account is shown', async () => {
    await openAll()
    const shown = (number: string): void =>
      bridge.answer('invoices.page', pageOf([invoice({ key: 'b/3', account: 'b', number })]))
    shown('S-3')
    bridge.emit('invoices', 'b')
    await expect.poll(main).toContain('S-3')
    await browser.getByRole('searchbox').fill('s')
    shown('S-4')
    bridge.answer('accounts.show', opened([WORK, STUDIO], 1))
    await useSession().show('b')
    await expect.poll(main).toContain('S-4')
    await expect.element(browser.getByRole('searchbox')).toHaveValue('s')
  })

  it('doesn’t ask again for a change of another account while it is a list of one', async () => {
    await openInvoices(held, () => bridge.answer('session.state', opened([WORK, STUDIO])))
    const asked = bridge.asked('invoices.page').length
    bridge.emit('invoices', 'b')
    bridge.emit('amounts')
    bridge.answer('invoices.page', pageOf(invoices(1)))
    bridge.emit('invoices')
    await expect.poll(main).toContain('INV-0000')
    expect(bridge.asked('invoices.page').length).toBe(asked + 1)
  })

  it('reads whether others are refreshed when it becomes a list of all', async () => {
    await openInvoices(held, () => bridge.answer('session.state', opened([WORK, STUDIO])))
    const reads = (): number => bridge.asked('app.status').length
    // At the start, and at rest.
    await expect.poll(reads).toBe(2)
    remember(true)
    await useApp().changeSettings({ allAccounts: true })
    await expect.poll(reads).toBe(3)
  })

  it('follows the order of the accounts', async () => {
    await openAll()
    bridge.answer('invoices.page', pageOf(invoices(1)))
    bridge.answer('session.state', opened([STUDIO, WORK], 1))
    bridge.emit('session')
    await expect.poll(main).toContain('INV-0000')
  })

  it('asks once for changes of several accounts, and not for sums and progress', async () => {
    await openAll()
    const asked = bridge.asked('invoices.page').length
    bridge.answer('invoices.page', pageOf(invoices(1)))
    for (const id of ['a', 'b', 'c']) {
      bridge.emit('status', id)
      bridge.emit('progress', id)
      bridge.emit('invoices', id)
    }
    bridge.emit('amounts')
    await expect.poll(main).toContain('INV-0000')
    expect(bridge.asked('invoices.page').length).toBe(asked + 1)
  })

  it.each([
    ['light', 1000, 700],
    ['dark', 800, 500]
  ] as const)('leaves axe nothing to find, %s', async (theme, width, height) => {
    await browser.viewport(width, height)
    const lines = [WORK, named('b', LONG), named('cc', 'Home', 'signedOut')]
    await openInvoices(
      held,
      () => {
        bridge.answer('session.state', opened(lines))
        bridge.answer('invoices.page', pageOf(held, { missing: [missing('cc', 'signedOut')] }))
      },
      { ...ALL, theme }
    )
    await expect.element(note).toBeVisible()
    await expect.element(choice('All accounts')).toBeChecked()
    await openStudio()
    expect(await axeFindings()).toEqual([])
    const bar = document.querySelector('header')!.getBoundingClientRect()
    for (const part of document.querySelectorAll('header button, header input[type="search"], header .segment')) {
      const { right, width: wide } = part.getBoundingClientRect()
      expect([right <= bar.right, wide >= 28]).toEqual([true, true])
    }
  })
})

test('the column of accounts is as wide as their names need', async () => {
  const cut = (): number[] =>
    [...document.querySelectorAll<HTMLElement>('[role="row"] .word[title]')].map(
      (one) => one.scrollWidth - one.clientWidth
    )
  await browser.viewport(1280, 800)
  await openAll([WORK, named('b', 'Stepanek & Daughters Data Services Ltd')])
  await expect.poll(cut).toEqual([0, 0, 0])
  await browser.viewport(1000, 700)
})

describe('an invoice of another account', () => {
  it('opens without a switch, says whose it is, and its account can be opened beside it', async () => {
    await openAll()
    await openStudio()
    const pane = browser.getByRole('article')
    await expect.element(pane).toMatchTextContent('Account Studio')
    expect(bridge.asked('accounts.show')).toEqual([])
    bridge.answer('invoices.openLink', { host: 'pay.example.com' })
    await pane.getByRole('button', { name: 'Open invoice page' }).click()
    await expect.poll(() => bridge.asked('invoices.openLink')).toMatchObject([{ key: 'b/1' }])

    bridge.answer('accounts.show', opened([WORK, STUDIO], 1))
    await pane.getByRole('button', { name: 'Show account' }).click()
    await expect.poll(() => bridge.asked('accounts.show')).toEqual([{ id: 'b' }])
    await expect.poll(() => pane.getByRole('button', { name: 'Show account' }).query()).toBe(null)
    await expect.element(browser.getByRole('heading', { name: 'Invoice S-1' })).toBeVisible()
    expect(decodeURIComponent(path())).toBe('/invoices/b/1')
  })

  it('asks for its own call where its own provider has one', async () => {
    const connection = { ...account.connection, invoice: { path: '/invoices/{id}' } }
    await openAll([WORK, line({ id: 'b', label: 'Studio', named: true, connection })])
    bridge.answer('invoices.refreshInvoice', { error: null })
    await openStudio()
    await expect.poll(() => bridge.asked('invoices.refreshInvoice')).toEqual([{ key: 'b/1' }])
  })

  it('doesn’t lead to the shown account’s settings for its status', async () => {
    await openAll()
    const odd = { ...held[1]!, state: 'unknown', providerStatus: 'odd' } as const
    bridge.answer('invoices.invoice', { view: view(odd), freshness: fresh })
    await page.router.push({ name: 'invoice', params: { key: 'b/1' } })
    await expect.element(browser.getByRole('heading', { name: 'Invoice S-1' })).toBeVisible()
    expect(browser.getByRole('link', { name: 'Define this status' }).query()).toBe(null)
  })

  it('is closed when its account is signed out', async () => {
    await openAll()
    await openStudio()
    bridge.answer('session.state', opened([WORK, named('b', 'Studio', 'signedOut')]))
    bridge.emit('session')
    await expect.poll(path).toBe('/invoices')
  })

  it('is closed when only the shown account’s invoices are shown again', async () => {
    await openAll()
    await openStudio()
    remember(false)
    await focusOn('All accounts')
    await userEvent.keyboard('{ArrowLeft}')
    await expect.poll(path).toBe('/invoices')
  })
})

describe('accounts that a list of all lacks', () => {
  const HOME = named('c', 'Home', 'signedOut')
  const LOCKED = { code: 'KEYCHAIN_LOCKED' } as const

  it('are named, each with its reason and next step', async () => {
    const lines = [WORK, named('b', 'Studio', 'unavailable', LOCKED), HOME]
    await openAll(lines, { missing: [missing('b', 'unavailable', LOCKED), missing('c', 'signedOut')] })
    await expect.element(note).toMatchTextContent('Not included: Studio. Password store locked. Unlock…')
    await expect.element(note).not.toMatchTextContent('Home')
    await unfold(2)
    await expect.element(note).toMatchTextContent('Not included: Home. Signed out. Sign in')
    bridge.answer('session.retryKeychain', opened([WORK, STUDIO, HOME]))
    bridge.answer('invoices.page', pageOf(held, { missing: [missing('c', 'signedOut')] }))
    await note.getByRole('button', { name: 'Unlock…: Studio' }).click()
    await expect.element(note).not.toMatchTextContent('Studio')
    await note.getByRole('button', { name: 'Sign in: Home' }).click()
    await expect.poll(path).toBe('/sign-in?again=c&from=/invoices')
  })

  it('say that the password store is still locked', async () => {
    const lines = [WORK, named('b', 'Studio', 'unavailable', LOCKED)]
    await openAll(lines, { missing: [missing('b', 'unavailable', LOCKED)] })
    bridge.fail('session.retryKeychain', LOCKED)
    await note.getByRole('button', { name: 'Unlock…: Studio' }).click()
    await expect.element(note).toMatchTextContent('Still locked.')
  })

  it('are fetched, fetched again, or told how to list invoices', async () => {
    const lines = [WORK, STUDIO, named('cc', 'Home'), named('ddd', 'Shop')]
    const error = { code: 'TIMEOUT', host: 'api.example.com' } as const
    await openAll(lines, {
      missing: [missing('b', 'notFetched'), missing('cc', 'outdated', error), missing('ddd', 'noInvoices')]
    })
    await expect.element(note).toMatchTextContent('Not included: Studio. Not fetched yet. Fetch now')
    await unfold(3)
    await expect.element(note).toMatchTextContent('Not up to date: Home. Fetch failed. api.example.com took too long')
    await note.getByRole('button', { name: 'Fetch now: Studio' }).click()
    await expect.poll(() => bridge.asked('app.refresh')).toEqual([{ all: true, topic: 'invoices' }])
    bridge.answer('accounts.show', opened(lines, 3))
    await note.getByRole('button', { name: 'Edit connection: Shop' }).click()
    await expect.poll(path).toBe('/settings/connection')
  })

  it('of an unknown provider say so, and lead to the sign-in in which it is chosen', async () => {
    const lines = [WORK, line({ ...STUDIO.account, connection: { ...STUDIO.account.connection, provider: 'unknown' } })]
    await openAll(lines, { missing: [missing('b', 'noInvoices')] })
    await expect.element(note).toMatchTextContent('Not included: Studio. Unknown provider. Sign in again')
    await note.getByRole('button', { name: 'Sign in again: Studio' }).click()
    await expect.poll(path).toContain('/sign-in?again=b')
  })

  it('fold into one, and show all of twenty', async () => {
    const twenty = Array.from({ length: 20 }, (_, n) => named(`o${n}`, n === 1 ? LONG : `Client ${n}`, 'signedOut'))
    await openAll([WORK, ...twenty], { missing: twenty.map(({ account: { id } }) => missing(id, 'signedOut')) })
    const entries = (): number => note.getByRole('status').elements().length
    await expect.poll(entries).toBe(1)
    await unfold(20)
    await expect.poll(entries).toBe(20)
    const fold = note.getByRole('button', { name: '20 things to check' })
    await expect.element(fold).toHaveAttribute('aria-expanded', 'true')
    expect(note.element().getBoundingClientRect().height).toBeLessThan(290)
    expect(await axeFindings()).toEqual([])
    await fold.click()
    await expect.poll(entries).toBe(1)
  })

  it('never let a sum be said to be all there is', async () => {
    const none = { byState: { open: 0, settled: 3, void: 0, credit: 0, unknown: 0 }, openAmounts: [], isPartial: true }
    await openAll([WORK, STUDIO, HOME], { summary: summary(none), missing: [missing('c', 'signedOut')] })
    await expect.element(browser.getByRole('region', { name: 'To pay' })).toMatchTextContent(/To pay\s*None known/)
    const least = { summary: summary({ isPartial: true }), missing: [missing('c', 'signedOut')] }
    bridge.answer('invoices.page', pageOf(held, least))
    bridge.emit('invoices', 'b')
    await expect.element(browser.getByRole('region', { name: 'To pay' })).toMatchTextContent('at least €130.00')
  })

  it('are why there are none, where nothing is left to show', async () => {
    await openAll([WORK, HOME], { missing: [missing('c', 'signedOut')] })
    const nothing = { summary: summary({ total: 0 }), missing: [missing('a', 'notFetched'), missing('c', 'signedOut')] }
    bridge.answer('invoices.page', pageOf([], { ...nothing, freshness: { ...fresh, fetchedAt: null } }))
    bridge.emit('invoices', 'b')
    await expect.poll(main).toContain('No invoices to show')
    await unfold(2)
    await expect.element(note).toMatchTextContent('Home')
  })

  it('stay named when nothing can be read', async () => {
    await openAll([WORK, HOME], { missing: [missing('c', 'signedOut')] })
    bridge.answer(
      'invoices.page',
      pageOf([], { freshness: { ...fresh, fetchedAt: null, error: LOCKED }, missing: [missing('c', 'signedOut')] })
    )
    bridge.emit('invoices', 'b')
    await expect.element(browser.getByRole('alert')).toBeVisible()
    await expect.element(note).toMatchTextContent('Home')
  })
})
