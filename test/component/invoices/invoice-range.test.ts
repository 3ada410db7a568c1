import { expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { EVERY_INVOICE, MOST_SELECTED, URGENT_FIRST } from '../../../src/shared/models/invoice.ts'
import { bridge } from '../ui/shell/bridge.ts'
import { invoices, openInvoices, pageOf } from './page-of.ts'

it.each([300, MOST_SELECTED + 1])(
  'of %i invoices, Ctrl+A asks for those that the page lacks, and for no more than can be selected',
  async (matched) => {
    const loaded = invoices(200)
    await openInvoices(loaded, () => bridge.answer('invoices.page', { ...pageOf(loaded), matched }))
    const limit = Math.min(matched, MOST_SELECTED)
    bridge.answer('invoices.keys', { rows: invoices(limit).map(({ key, number }) => ({ key, number })) })
    document.querySelector<HTMLElement>('[role=grid]')?.focus()
    await userEvent.keyboard('{Control>}a{/Control}')
    await vi.waitFor(() =>
      expect(bridge.asked('invoices.keys')).toEqual([{ ...EVERY_INVOICE, ...URGENT_FIRST, offset: 0, limit }])
    )
    const strip = (): Element | null => document.querySelector('[role=group][aria-label="Selected invoices"]')
    await vi.waitFor(() => expect(strip()?.textContent?.replaceAll(/\D/g, '')).toMatch(new RegExp(`^${limit}`)))
  }
)

it('of a range whose end the page lacks, only the invoices of the range are asked for', async () => {
  const loaded = invoices(200)
  await openInvoices(loaded, () => bridge.answer('invoices.page', { ...pageOf(loaded), matched: 300 }))
  bridge.answer('invoices.keys', { rows: invoices(300).slice(3) })
  const grid = document.querySelector<HTMLElement>('[role=grid]')
  grid?.focus()
  await userEvent.keyboard('{Home}{ArrowDown}{ArrowDown}{ArrowDown}{Shift>}{End}{/Shift}')
  await vi.waitFor(() =>
    expect(bridge.asked('invoices.keys').at(-1)).toEqual({
      ...EVERY_INVOICE,
      ...URGENT_FIRST,
      offset: 3,
      limit: 297
    })
  )
})
