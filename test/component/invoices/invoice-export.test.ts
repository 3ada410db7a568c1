import { beforeEach, describe, expect, it } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import { useSession } from '../../../src/renderer/src/features/accounts/session.ts'
import { EVERY_INVOICE, URGENT_FIRST, type ExportProgress } from '../../../src/shared/models/invoice.ts'
import { bridge, line, opened } from '../ui/shell/bridge.ts'
import { page } from '../ui/shell/page.ts'
import { invoices, openInvoices, pageOf, saved, summary } from './page-of.ts'

beforeEach(() => openInvoices())

const far = (more: Partial<ExportProgress> = {}) => ({
  progress: { done: 12, total: 40, pdfs: 10, missing: 2, ...more }
})
const list = browser.getByRole('region', { name: 'Invoices', exact: true })
const text = (): string => list.query()?.textContent ?? ''
const cancel = list.getByRole('button', { name: 'Cancel', exact: true })
async function choose(name: RegExp): Promise<void> {
  await browser.getByRole('button', { name: 'More', exact: true }).click()
  await browser.getByRole('menuitem', { name }).click()
}
const tell = (progress: object): void => {
  bridge.answer('invoices.exportProgress', progress)
  bridge.emit('export')
}

describe('an export of invoices', () => {
  it('is of what is chosen, says how many, and where it went', async () => {
    await browser.getByRole('searchbox').fill('inv')
    bridge.answer('invoices.exportFile', saved('invoices.csv', { invoices: 40 }))
    await choose(/^Export 40 invoices as CSV…$/)
    await expect.poll(text).toContain('Saved 40 invoices to invoices.csv.')
    expect(bridge.asked('invoices.exportFile')).toEqual([
      { choice: { ...EVERY_INVOICE, text: 'inv' }, order: URGENT_FIRST, kind: 'csv', keys: null }
    ])
    bridge.answer('app.revealFile', null)
    await list.getByRole('button', { name: 'Show in folder' }).click()
    await expect.poll(() => bridge.asked('app.revealFile')).toEqual([{ name: 'invoices.csv' }])
    await list.getByRole('button', { name: 'Close this message' }).click()
    await expect.poll(text).not.toContain('Saved')
  })

  it('of due days is offered where an invoice has one, and says how many it has', async () => {
    await browser.getByRole('button', { name: 'More', exact: true }).click()
    const item = browser.getByRole('menuitem', { name: 'Add due dates to calendar (ICS)…' })
    await expect.element(item).toHaveAttribute('aria-disabled', 'true')
    await userEvent.keyboard('{Escape}')
    bridge.answer('invoices.page', pageOf(invoices(3), { summary: summary({ nextDueDay: '2026-12-01' }) }))
    bridge.answer('invoices.exportFile', saved('due.ics', { invoices: 2 }))
    bridge.emit('invoices')
    await browser.getByRole('button', { name: 'More', exact: true }).click()
    await expect.element(item).not.toHaveAttribute('aria-disabled')
    await item.click()
    await expect.poll(text).toContain('Saved 2 due dates to due.ics.')
  })

  it('that ended while the app was locked says no more than that', async () => {
    bridge.fail('invoices.exportFile', { code: 'APP_LOCKED' })
    await choose(/as CSV/)
    await expect.poll(text).toContain('The export has ended.')
  })

  it('says how far it is without reading out each number', async () => {
    bridge.hold('invoices.exportFile')
    await choose(/as CSV/)
    // The user is being asked where to.
    await expect.poll(() => bridge.asked('invoices.exportFile').length).toBe(1)
    expect(cancel.query()).toBe(null)
    tell(far())
    await expect.poll(text).toContain('12 of 40 · 2 without PDF')
    const statuses = (): string[] =>
      list
        .getByRole('status')
        .elements()
        .map((one) => one.textContent)
    expect(statuses()).toContain('Exporting the invoices…')
    const said = statuses()
    tell(far({ done: 13, missing: 2 }))
    await expect.poll(text).toContain('13 of 40')
    expect(statuses()).toEqual(said)

    await browser.getByRole('button', { name: 'More', exact: true }).click()
    await expect.element(browser.getByRole('menuitem', { name: /as CSV/ })).toHaveAttribute('aria-disabled', 'true')
    bridge.answer('invoices.exportProgress', { progress: null })
    bridge.answer('invoices.exportFile', saved('table.csv', { invoices: 40 }))
    await expect.poll(text).toContain('Saved 40 invoices to table.csv.')
    expect(cancel.query()).toBe(null)
  })

  it('goes on while one is elsewhere, and is found again on coming back', async () => {
    bridge.hold('invoices.exportFile')
    await choose(/as CSV/)
    await page.router.push('/settings')
    await expect.element(list).not.toBeInTheDocument()
    tell(far())
    await page.router.push('/invoices')
    await expect.poll(text).toContain('12 of 40')
    await page.router.push('/settings')
    await expect.element(list).not.toBeInTheDocument()
    bridge.answer('invoices.exportProgress', { progress: null })
    bridge.answer('invoices.exportFile', saved('table.csv', { invoices: 40 }))
    await page.router.push('/invoices')
    await expect.poll(text).toContain('Saved 40 invoices to table.csv.')
  })

  it('is cancelled, and leaves no file', async () => {
    bridge.hold('invoices.exportFile')
    await choose(/as CSV/)
    tell(far())
    bridge.fail('invoices.cancelExport', { code: 'INTERNAL' })
    await cancel.click()
    await expect.poll(() => bridge.asked('invoices.cancelExport').length).toBe(1)
    bridge.answer('invoices.cancelExport', null)
    await cancel.click()
    await expect.poll(text).toContain('Cancelling…')
    bridge.answer('invoices.exportProgress', { progress: null })
    bridge.fail('invoices.exportFile', { code: 'CANCELLED' })
    await expect.poll(text).toContain('Cancelled. No file was saved.')
    expect(document.querySelector('[role=alert]')).toBe(null)
  })

  it('that was begun before this page is followed to its end', async () => {
    tell(far())
    await expect.poll(text).toContain('12 of 40')
    tell({ progress: null })
    await expect.poll(text).toContain('The export has ended.')
  })

  it('says nothing when the person decided otherwise', async () => {
    bridge.answer('invoices.exportFile', saved(null))
    await choose(/as CSV/)
    await expect.poll(() => bridge.asked('invoices.exportFile').length).toBe(1)
    await expect.poll(text).not.toMatch(/Saved|Exporting/)
  })

  it('says why it failed, and tries the same again', async () => {
    bridge.fail('invoices.exportFile', { code: 'STORAGE' })
    await choose(/as CSV/)
    const alert = list.getByRole('alert')
    await expect.element(alert).toBeInTheDocument()
    await browser.getByRole('searchbox').fill('else')
    bridge.answer('invoices.exportFile', saved('x.csv', { invoices: 1 }))
    await alert.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(text).toContain('Saved one invoice to x.csv.')
    const [first, second] = bridge.asked('invoices.exportFile')
    expect(second).toEqual(first)
  })

  it('of one account is nothing for another', async () => {
    bridge.fail('invoices.exportFile', { code: 'STORAGE' })
    await choose(/as CSV/)
    await expect.element(list.getByRole('alert')).toBeInTheDocument()
    bridge.answer('accounts.show', opened([line(), line({ id: 'b', label: 'b@example.com' })], 1))
    await useSession().show('b')
    await expect.element(list.getByRole('alert')).not.toBeInTheDocument()
  })
})
