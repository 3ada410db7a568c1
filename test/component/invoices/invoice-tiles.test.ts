import { mount } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import InvoiceTiles from '../../../src/renderer/src/components/invoices/InvoiceTiles.vue'
import { setRegionalFormat } from '../../../src/renderer/src/i18n.ts'
import type { InvoiceSummary } from '../../../src/shared/models/invoice.ts'
import { summary } from './page-of.ts'

setRegionalFormat('en-GB')
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 20, 9) })
})
afterEach(() => vi.useRealTimers())

/** Of each tile its name, its amounts and what is below them. */
const tiles = (more: Partial<InvoiceSummary>): string[] =>
  mount(InvoiceTiles, { props: { summary: summary(more) } })
    .findAll('section')
    .map((tile) =>
      tile
        .findAll('h2, p')
        .map((part) => part.text().replace(/\s+/g, ' '))
        .join(' | ')
    )
const states = (open: number, unknown = 0): InvoiceSummary['byState'] => ({
  open,
  settled: 31,
  void: 6,
  credit: 0,
  unknown
})

describe('the tiles above the invoices', () => {
  it('say what is outstanding, overdue and paid this year', () => {
    const shown = tiles({
      byState: states(3),
      overdue: 1,
      openAmounts: [{ currency: 'EUR', amount: '578.65' }],
      oldestOpenDay: '2026-10-25',
      overdueAmounts: [{ currency: 'EUR', amount: '86.27' }],
      overdueSince: '2026-11-08',
      nextDueDay: '2026-11-24',
      paidThisYear: { invoices: 31, amounts: [{ currency: 'EUR', amount: '4120' }] }
    })
    expect(shown).toEqual([
      'Outstanding | €578.65 | 3 invoices · next due 24 Nov',
      'Overdue | €86.27 | 1 invoice · since 8 Nov',
      'Paid this year | €4,120.00 | 31 invoices'
    ])
  })

  it('say of a provider without currency and due dates what is open, and for how long', () => {
    const shown = tiles({
      byState: states(3),
      openAmounts: [{ currency: null, amount: '578.65' }],
      oldestOpenDay: '2026-10-25',
      paidThisYear: { invoices: 0, amounts: [] }
    })
    expect(shown).toEqual([
      'Outstanding | 578.65 (no currency) | 3 invoices · oldest 26 days',
      'Overdue | None | Your provider gives no due dates',
      'Paid this year | None | no invoices'
    ])
  })

  it('have a line for each currency, and count those from the fourth on', () => {
    const amounts = ['CHF', 'EUR', 'GBP', 'PLN', 'USD'].map((currency) => ({ currency, amount: '1' }))
    const [outstanding] = tiles({ openAmounts: amounts })
    expect(outstanding).toMatch(/CHF\s?1\.00 \| €1\.00 \| £1\.00 \| 2 more currencies/)
    expect(outstanding).not.toMatch(/PLN|US/)
  })

  it('say when nothing is to pay, and what could not be counted', () => {
    const [outstanding, overdue] = tiles({ byState: states(0, 2), openAmounts: [] })
    expect(outstanding).toBe('Outstanding | None | 2 unrecognised')
    expect(overdue).toBe('Overdue | None | no invoices')
    expect(tiles({ byState: states(1), openAmounts: [], openWithoutAmount: 1 })[0]).toBe(
      'Outstanding | 1 invoice | 1 invoice · 1 without a readable amount'
    )
  })
})
