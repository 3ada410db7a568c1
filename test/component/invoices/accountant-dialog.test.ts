/** The export for the accountant. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import type { AccountLine } from '../../../src/shared/models/account.ts'
import type { AccountantShare, MissingReason } from '../../../src/shared/models/invoice.ts'
import { bridge, line, opened } from '../ui/shell/bridge.ts'
import { axeFindings, page } from '../ui/shell/page.ts'
import { invoices, openInvoices, pageOf, saved } from './page-of.ts'

const LONG = `Studio ${'of great plans '.repeat(5)}`.trim()
const named = (id: string, label: string): AccountLine => line({ id, label, named: true })
const WORK = named('a', 'Work')
const STUDIO = named('b', LONG)
const share = (id: string, more: Partial<AccountantShare> = {}): AccountantShare => ({
  id,
  invoices: 4,
  undated: 0,
  missing: null,
  partial: null,
  ...more
})
const reason = (more: Partial<MissingReason> = {}): MissingReason => ({
  account: 'Work',
  why: 'The provider sent no PDF link.',
  invoices: { count: 12, numbers: ['R-1', 'R-2'] },
  ...more
})
const QUARTER = { from: '2026-07-01', to: '2026-09-30' }

const form = browser.getByRole('dialog', { name: 'Export for accountant' })
const result = browser.getByRole('dialog', { name: 'What’s missing' })
const save = form.getByRole('button', { name: 'Export…' })
const strip = browser.getByRole('region', { name: 'Invoices', exact: true })
const text = (): string => form.query()?.textContent?.replaceAll(/\s+/g, ' ') ?? ''
/** An account's number of invoices is part of its name. */
const box = (name: string) => form.getByRole('checkbox', { name, exact: false })
const previews = (): unknown => bridge.asked('invoices.previewForAccountant').at(-1)
const wanted = (): unknown => bridge.asked('invoices.exportForAccountant').at(-1)
const preview = (...shares: AccountantShare[]): void => bridge.answer('invoices.previewForAccountant', { shares })

async function openDialog(): Promise<void> {
  await browser.getByRole('button', { name: 'More', exact: true }).click()
  await browser.getByRole('menuitem', { name: 'Export for accountant…' }).click()
  await expect.element(save).toBeVisible()
}
async function open(lines: AccountLine[] = [WORK], allAccounts = false): Promise<void> {
  await openInvoices(
    invoices(3),
    () => {
      bridge.answer('session.state', opened(lines))
      bridge.answer('invoices.page', pageOf(invoices(3)))
    },
    { allAccounts }
  )
  await openDialog()
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-29T12:00:00'), toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the form', () => {
  it('is of last quarter and of the account that is shown, with all parts, so one click is enough', async () => {
    preview(share('a', { invoices: 12 }))
    await open()
    await expect.element(form.getByRole('radio', { name: /Last quarter.*1 Jul 2026 – 30 Sept? 2026/ })).toBeChecked()
    await expect.poll(text).toContain('12 saved invoices in this period. Void ones are left out.')
    expect(previews()).toEqual({ accounts: ['a'], ...QUARTER })
    expect(form.getByRole('group', { name: 'Accounts' }).query()).toBe(null)
    bridge.answer('invoices.exportForAccountant', saved('quarter.zip', { invoices: 12, pdfs: 12 }))
    await save.click()
    // Nothing is missing: the strip says where it is.
    await expect.element(form).not.toBeInTheDocument()
    await expect.element(strip).toMatchTextContent(/Saved quarter\.zip with 12 PDFs\./)
    expect(wanted()).toEqual({ accounts: ['a'], ...QUARTER, table: true, pdfs: true })
  })

  it('takes last month or any days, and doesn’t export days that can’t be', async () => {
    preview(share('a'))
    await open()
    await form.getByRole('radio', { name: /Last month/ }).click()
    await expect.poll(previews).toEqual({ accounts: ['a'], from: '2026-10-01', to: '2026-10-31' })
    await form.getByRole('radio', { name: 'From – to' }).click()
    await expect.poll(previews).toEqual({ accounts: ['a'], ...QUARTER })
    await form.getByLabelText('From', { exact: true }).fill('2026-10-05')
    await expect.poll(text).toContain('The first day is after the last one.')
    await expect.element(save).toHaveAttribute('aria-disabled', 'true')
    await save.click({ force: true })
    await form.getByLabelText('To', { exact: true }).fill('')
    await expect.poll(previews).toEqual({ accounts: ['a'], from: '2026-10-05', to: null })
    bridge.answer('invoices.exportForAccountant', saved(null))
    await save.click()
    await expect.poll(() => bridge.asked('invoices.exportForAccountant').length).toBe(1)
    expect(wanted()).toMatchObject({ from: '2026-10-05', to: null })
    // The user cancelled the choice of a file: the form stays as it is.
    await expect.element(form.getByRole('radio', { name: 'From – to' })).toBeChecked()
  })

  it('leaves out a part, but not both', async () => {
    preview(share('a'))
    await open()
    await box('PDFs').click()
    await box('Table for accounting (CSV)').click()
    await expect.poll(text).toContain('Choose what to include.')
    await save.click({ force: true })
    await box('Table for accounting (CSV)').click()
    bridge.answer('invoices.exportForAccountant', saved('table.zip', { invoices: 3 }))
    await save.click()
    await expect.element(strip).toMatchTextContent(/Saved 3 invoices to table\.zip\./)
    expect(bridge.asked('invoices.exportForAccountant')).toEqual([
      { accounts: ['a'], ...QUARTER, table: true, pdfs: false }
    ])
  })

  it('has all accounts of the list, each with its number, and others can be added to one', async () => {
    preview(share('a'), share('b', { invoices: 0 }))
    await open([WORK, STUDIO], true)
    await expect.poll(previews).toMatchObject({ accounts: ['a', 'b'] })
    await expect.element(box('All accounts')).toBeChecked()
    await expect.element(form.getByRole('group', { name: 'Accounts' })).toMatchTextContent(/Work\s*4.*0$/)
    await box(LONG).click()
    await expect.poll(previews).toMatchObject({ accounts: ['a'] })
    await expect.element(box('All accounts')).toBePartiallyChecked()
    await box('Work').click()
    await expect.poll(text).toContain('Choose an account.')
    await userEvent.keyboard('{Escape}')
    await expect.element(form).not.toBeInTheDocument()
    // It remembers nothing.
    await openDialog()
    await expect.element(box('All accounts')).toBeChecked()
  })

  it('has the account that is shown alone', async () => {
    preview(share('a'))
    await open([WORK, STUDIO])
    await expect.poll(previews).toMatchObject({ accounts: ['a'] })
    await expect.element(box(LONG)).not.toBeChecked()
  })

  it('finds one of many accounts', async () => {
    preview()
    await open(
      Array.from({ length: 30 }, (_none, at) => named(`n${at}`, `Client ${at}`)),
      true
    )
    await form.getByRole('textbox', { name: 'Find an account' }).fill('client 29')
    await expect.element(box('Client 29')).toBeChecked()
    expect(form.getByRole('checkbox', { name: 'Client 2', exact: true }).query()).toBe(null)
    await form.getByRole('textbox', { name: 'Find an account' }).fill('nobody')
    await expect.poll(text).toContain('No account has that name.')
  })

  it('says what isn’t known, with the next step', async () => {
    preview(
      share('a', { undated: 2, partial: { received: 4, total: 90 } }),
      share('b', { invoices: 0, missing: { id: 'b', why: 'notFetched', error: { code: 'SERVER' } } })
    )
    await open([WORK, STUDIO], true)
    await expect.poll(text).toContain('2 without a date are left out and listed in missing.csv.')
    expect(text()).toContain('Work: First 4 of 90 received.')
    expect(text()).toContain('Your provider’s website has the whole list.')
    expect(text()).toContain('Fetch failed')
    // What can't be read is no zero.
    await expect.element(form.getByRole('group', { name: 'Accounts' })).toMatchTextContent(/Work\s*4\+.*plans$/)
    preview(share('a'), share('b'))
    await form.getByRole('button', { name: /^Try again/ }).click()
    await expect.poll(() => bridge.asked('app.refresh').length).toBeGreaterThan(0)
    bridge.emit('invoices')
    await expect.poll(text).toContain('8 saved invoices')
    expect(text()).not.toContain('received')
  })

  it('fetches an account that isn’t shown by itself', async () => {
    preview(share('a'), share('b', { missing: { id: 'b', why: 'notFetched', error: null } }))
    await open([WORK, STUDIO])
    await box(LONG).click()
    await form.getByRole('button', { name: /^Fetch now/ }).click()
    await expect.poll(() => bridge.askedOf('app.refresh').at(-1)).toBe('b')
    expect(bridge.asked('app.refresh').at(-1)).toEqual({ all: false, topic: 'invoices' })
  })

  it('says why it failed, and is still as it was', async () => {
    preview(share('a'))
    await open()
    await form.getByRole('radio', { name: /Last month/ }).click()
    bridge.fail('invoices.exportForAccountant', { code: 'STORAGE' })
    await save.click()
    await expect.element(form.getByRole('alert')).toBeVisible()
    await expect.element(form.getByRole('radio', { name: /Last month/ })).toBeChecked()
  })
})

describe('once a file was chosen', () => {
  const tell = (progress: object | null): void => {
    bridge.answer('invoices.exportProgress', { progress })
    bridge.emit('export')
  }

  it('says how far it is, and goes on in the background', async () => {
    preview(share('a'))
    await open()
    bridge.hold('invoices.exportForAccountant')
    await save.click()
    await expect.element(save).toHaveAttribute('aria-busy', 'true')
    tell({ done: 3, total: 12, pdfs: 2, missing: 1 })
    await expect.poll(text).toContain('3 of 12 · 1 without PDF')
    await form.getByRole('button', { name: 'Continue in background' }).click()
    await expect.element(form).not.toBeInTheDocument()
    await expect.element(strip).toMatchTextContent(/3 of 12/)
    tell(null)
    bridge.answer('invoices.exportForAccountant', saved('q.zip', { pdfs: 11, missing: 1, reasons: [reason()] }))
    await expect.element(strip).toMatchTextContent(/Saved q\.zip with 11 PDFs\. One is missing\./)
    // No dialog comes up by itself.
    expect(result.query()).toBe(null)
    await strip.getByRole('button', { name: 'What’s missing' }).click()
    await expect.element(result).toMatchTextContent(/The provider sent no PDF link\./)
  })

  it('is cancelled, and leaves the form', async () => {
    preview(share('a'))
    await open()
    bridge.hold('invoices.exportForAccountant')
    await save.click()
    tell({ done: 3, total: 12, pdfs: 2, missing: 1 })
    bridge.answer('invoices.cancelExport', null)
    await form.getByRole('button', { name: 'Cancel', exact: true }).click()
    await expect.poll(text).toContain('Cancelling…')
    tell(null)
    bridge.fail('invoices.exportForAccountant', { code: 'CANCELLED' })
    await expect.element(save).toBeVisible()
    expect(form.getByRole('alert').query()).toBe(null)
  })

  it('says what is missing and why, as missing.csv does, and exports the same again', async () => {
    preview(share('a'))
    await open()
    await form.getByRole('radio', { name: /Last month/ }).click()
    const reasons = [
      reason({ account: LONG, why: 'None of this account’s invoices are here: you’re signed out.', invoices: null }),
      reason()
    ]
    bridge.answer('invoices.exportForAccountant', saved('q.zip', { pdfs: 1, missing: 12, reasons, moreReasons: 3 }))
    await save.click()
    await expect.element(result).toMatchTextContent(/Saved q\.zip with one PDF\. 12 are missing\./)
    const items = result.getByRole('listitem')
    await expect.element(items.nth(0)).toMatchTextContent(/^Studio.*signed out\.$/)
    await expect.element(items.nth(1)).toMatchTextContent(/Work\s*The provider sent no PDF link\.\s*R-1, R-2, 10 more/)
    await expect.element(items.nth(2)).toMatchTextContent('3 more are in missing.csv.')
    await result.getByRole('button', { name: 'Export again' }).click()
    await expect.poll(() => bridge.asked('invoices.exportForAccountant').length).toBe(2)
    const [first, second] = bridge.asked('invoices.exportForAccountant')
    expect(second).toEqual(first)
  })

  it.each([
    [1, 'Saved pack.zip with the CSV files only. The one PDF is missing. The reason is in missing.csv.'],
    [40, 'Saved pack.zip with the CSV files only. All 40 PDFs are missing. The reasons are in missing.csv.']
  ])('without one of %i PDFs looks like a warning, and says so', async (missing, said) => {
    preview(share('a'))
    await open()
    bridge.answer('invoices.exportForAccountant', saved('pack.zip', { missing, reasons: [reason()] }))
    await save.click()
    await expect.element(result).toMatchTextContent(said)
    await result.getByRole('button', { name: 'Close' }).click()
    await expect.element(strip).toMatchTextContent(said)
    expect(strip.element().querySelector('.note > svg')?.getAttribute('class')).toContain('triangle-alert')
  })

  it('with every PDF, but perhaps without some invoices, says so', async () => {
    preview(share('a'))
    await open()
    const reasons = [reason({ why: 'New invoices of this account may be missing.', invoices: null })]
    bridge.answer('invoices.exportForAccountant', saved('q.zip', { pdfs: 3, reasons }))
    await save.click()
    await expect.element(result).toMatchTextContent(/Saved q\.zip with 3 PDFs\. Some invoices may be missing\./)
  })

  it('that ended while the app was locked says no more than that', async () => {
    preview(share('a'))
    await open()
    bridge.fail('invoices.exportForAccountant', { code: 'APP_LOCKED' })
    await save.click()
    await userEvent.keyboard('{Escape}')
    await expect.element(strip).toMatchTextContent(/The export has ended\./)
  })

  it('is closed by leaving the view', async () => {
    preview(share('a'))
    await open()
    await page.router.push('/settings')
    await expect.element(form).not.toBeInTheDocument()
    await page.router.push('/invoices')
    await expect.element(strip).toBeVisible()
    expect(form.query()).toBe(null)
  })
})

describe('a small window', () => {
  it.each([
    [800, 500],
    [400, 300]
  ])('of %i × %i reaches everything, without a finding of axe', async (width, height) => {
    await browser.viewport(width, height)
    const shares = [share('a', { partial: { received: 4, total: null }, undated: 1 })]
    preview(...shares, share('b', { missing: { id: 'b', why: 'signedOut', error: null } }))
    await open([WORK, STUDIO], true)
    await expect.poll(text).toContain('First 4 received.')
    expect(await axeFindings(form.element())).toEqual([])
    await save.click({ trial: true })
    const reasons = Array.from({ length: 20 }, () => reason({ account: LONG }))
    bridge.answer('invoices.exportForAccountant', saved('q.zip', { pdfs: 1, missing: 240, reasons }))
    await save.click()
    await expect.element(result).toBeVisible()
    expect(await axeFindings(result.element())).toEqual([])
  })
})
