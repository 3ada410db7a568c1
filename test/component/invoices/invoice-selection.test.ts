import { beforeEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { EVERY_INVOICE, URGENT_FIRST } from '../../../src/shared/models/invoice.ts'
import { bridge } from '../ui/shell/bridge.ts'
import { invoices, openInvoices, saved } from './page-of.ts'

const grid = (): HTMLElement => document.querySelector<HTMLElement>('[role=grid]') as HTMLElement
const row = (place: number): HTMLElement =>
  grid().querySelector<HTMLElement>(`[role=row][aria-rowindex="${place + 2}"]`) as HTMLElement
const selected = (): string[] =>
  [...grid().querySelectorAll('[role=row][aria-selected=true]')].map(
    (one) => one.querySelector('[role=gridcell]')?.textContent?.trim() ?? ''
  )
const strip = (): HTMLElement | null => document.querySelector('[role=group][aria-label="Selected invoices"]')
const menu = async (): Promise<string[]> => {
  await vi.waitFor(() => expect(document.querySelector('[role=menuitem]')).not.toBe(null))
  return [...document.querySelectorAll('[role=menuitem]')].map((item) => item.textContent?.trim() ?? '')
}
const choose = (name: string): void =>
  [...document.querySelectorAll<HTMLElement>('[role=menuitem]')]
    .find((item) => item.textContent?.trim() === name)
    ?.click()

beforeEach(async () => {
  await openInvoices(invoices(40))
  grid().focus()
})

describe('several invoices', () => {
  it('are selected with Ctrl and Shift, and Esc ends the selection', async () => {
    expect(grid().getAttribute('aria-multiselectable')).toBe('true')
    await userEvent.click(row(1), { modifiers: ['Control'] })
    await userEvent.click(row(3), { modifiers: ['Control'] })
    expect(selected()).toEqual(['INV-0001', 'INV-0003'])
    await userEvent.click(row(5), { modifiers: ['Shift'] })
    expect(selected()).toEqual(['INV-0003', 'INV-0004', 'INV-0005'])
    await vi.waitFor(() => expect(strip()?.textContent).toContain('3 selected'))
    expect(bridge.asked('invoices.totals').at(-1)).toEqual({ ...EVERY_INVOICE, keys: ['i3', 'i4', 'i5'] })
    await userEvent.keyboard('{Escape}')
    expect(selected()).toEqual([])
    await vi.waitFor(() => expect(strip()).toBe(null))
  })

  it('are selected by the keyboard', async () => {
    await userEvent.keyboard('{Home}{Shift>}{ArrowDown}{ArrowDown}{/Shift}')
    expect(selected()).toEqual(['INV-0000', 'INV-0001', 'INV-0002'])
    await userEvent.keyboard('{Control>}a{/Control}')
    await vi.waitFor(() => expect(strip()?.textContent).toContain('40 selected'))
  })

  it('stay selected while Ctrl and arrows move, and no longer after a plain arrow', async () => {
    await userEvent.keyboard('{Home}{Control>}[Space]{ArrowDown}{ArrowDown}[Space]{/Control}')
    expect(selected()).toEqual(['INV-0000', 'INV-0002'])
    await userEvent.keyboard('{ArrowDown}')
    expect(selected()).toEqual([])
    await vi.waitFor(() => expect(strip()).toBe(null))
  })

  it('are exported from the strip, which clears them and gives the focus back', async () => {
    bridge.answer('invoices.exportFile', saved('two.zip', { invoices: 2, pdfs: 2 }))
    await userEvent.keyboard('{Home}{Shift>}{ArrowDown}{/Shift}')
    await vi.waitFor(() => expect(strip()?.textContent).toContain('2 selected'))
    const button = (name: string): HTMLElement =>
      [...(strip()?.querySelectorAll('button') ?? [])].find((one) => one.textContent.trim() === name) as HTMLElement
    button('Save PDFs…').click()
    await vi.waitFor(() =>
      expect(bridge.asked('invoices.exportFile')).toEqual([
        { choice: EVERY_INVOICE, order: URGENT_FIRST, kind: 'zip', keys: ['i0', 'i1'] }
      ])
    )
    button('Clear').click()
    await vi.waitFor(() => expect(strip()).toBe(null))
    expect(document.activeElement).toBe(grid())
  })

  it('are copied as a table from the context menu', async () => {
    bridge.answer('app.copyText', null)
    await userEvent.keyboard('{Home}{Shift>}{ArrowDown}{/Shift}')
    await userEvent.keyboard('{Shift>}{F10}{/Shift}')
    expect(await menu()).toContain('Copy 2 numbers')
    choose('Copy 2 numbers')
    await vi.waitFor(() => expect(bridge.asked('app.copyText')).toEqual([{ rows: [['INV-0000'], ['INV-0001']] }]))
  })

  it('are exported together from the context menu', async () => {
    bridge.answer('invoices.exportFile', saved('two.csv', { invoices: 2 }))
    await userEvent.keyboard('{Home}{Shift>}{ArrowDown}{/Shift}')
    await userEvent.keyboard('{Shift>}{F10}{/Shift}')
    expect(await menu()).toEqual(['Save 2 PDFs (ZIP)…', 'Copy 2 numbers', 'Export 2 as CSV…'])
    choose('Export 2 as CSV…')
    await vi.waitFor(() =>
      expect(bridge.asked('invoices.exportFile')).toEqual([
        { choice: EVERY_INVOICE, order: URGENT_FIRST, kind: 'csv', keys: ['i0', 'i1'] }
      ])
    )
  })
})

it('the context menu of one invoice copies its number and gives the focus back', async () => {
  bridge.answer('app.copyText', null)
  await userEvent.click(row(2), { button: 'right' })
  expect(await menu()).toEqual(['Save PDF…', 'Copy number', 'Export as CSV…'])
  choose('Copy number')
  await vi.waitFor(() => expect(bridge.asked('app.copyText')).toEqual([{ rows: [['INV-0002']] }]))
  await vi.waitFor(() => expect(document.activeElement).toBe(grid()))
})
