import { mount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import InvoiceState from '../../../src/renderer/src/components/invoices/InvoiceState.vue'
import { summaryText } from '../../../src/renderer/src/components/invoices/invoiceText.ts'
import type { Invoice, InvoiceSummary } from '../../../src/shared/models/invoice.ts'
import { invoice } from './fixtures.ts'
import { summary } from './page-of.ts'

const NOW = new Date(2026, 10, 13, 9, 30).getTime()
const words = (given: Partial<Invoice>): string =>
  mount(InvoiceState, { props: { invoice: invoice(given), now: NOW } })
    .findAll('.tag, .note')
    .map((part) => part.text())
    .join(' | ')

describe('the state of an invoice in words', () => {
  it.for<[Partial<Invoice>, string]>([
    [{ state: 'open', issuedAt: '2026-11-01T23:59:00Z', providerStatus: 'Created' }, 'Open | for 12 days'],
    [{ state: 'open', issuedAt: '2026-11-13' }, 'Open | since today'],
    [{ state: 'open', issuedAt: '2026-11-12T00:00:00+09:00' }, 'Open | since yesterday'],
    [{ state: 'open', issuedAt: '2026-11-20' }, 'Open'],
    [{ state: 'open' }, 'Open'],
    [{ state: 'open', issuedAt: '2026-10-01', dueAt: '2026-11-10' }, 'Open | 3 days overdue'],
    [{ state: 'open', dueAt: '2026-11-12' }, 'Open | one day overdue'],
    [{ state: 'open', dueAt: '2026-11-13T00:00:00Z' }, 'Open | due today'],
    [{ state: 'open', dueAt: '2026-11-14' }, 'Open | due tomorrow'],
    [{ state: 'open', dueAt: '2026-11-20' }, 'Open | due in 7 days'],
    [{ state: 'settled', providerStatus: 'Paid', dueAt: '2026-01-01' }, 'Settled'],
    [{ state: 'void', providerStatus: 'Refunded' }, 'Void | “Refunded”'],
    [{ state: 'unknown', providerStatus: '2', statusIsNumber: true }, 'Status 2 (meaning not known to Portside)'],
    [
      { state: 'unknown', providerStatus: 'Lost {at} sea | twice' },
      'Lost {at} sea | twice (meaning not known to Portside)'
    ],
    [{ state: 'unknown' }, 'Unknown']
  ])('%o is “%s”', ([given, expected]) => {
    expect(words(given)).toBe(expected)
  })
})

describe('the summary of what is open', () => {
  const line = (open: number, unknown: number, more: Partial<InvoiceSummary> = {}): string =>
    summaryText(
      summary({ byState: { open, settled: 6, void: 0, unknown }, openAmounts: [], openWithoutAmount: 0, ...more })
    )

  it('keeps currencies apart, and the unknown one by itself', () => {
    const openAmounts = [
      { currency: 'EUR', amount: '120.50' },
      { currency: null, amount: '45.00' }
    ]
    expect(line(3, 0, { openAmounts, openWithoutAmount: 1 })).toMatch(
      /^Open: .*120[.,]50.* · 45[.,]00 \(currency not given\) · one without a readable amount$/
    )
  })

  it('names six currencies, and counts the others', () => {
    const openAmounts = ['AUD', 'BRL', 'CAD', 'CHF', 'EUR', 'GBP', 'PLN', 'USD'].map((currency) => ({
      currency,
      amount: '1.00'
    }))
    expect(line(8, 0, { openAmounts })).toMatch(/(1[.,]00.*){6} · 2 more currencies$/)
    expect(line(8, 0, { openAmounts: openAmounts.slice(0, 6) })).not.toContain('more')
  })

  it('does not say so where statuses say nothing', () => {
    expect(line(0, 5)).toBe('None known to be open · 5 unrecognised')
  })

  it('says when nothing is open', () => {
    expect(line(0, 0)).toBe('Nothing open')
  })
})
