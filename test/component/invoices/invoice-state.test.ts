import { mount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import InvoiceState from '../../../src/renderer/src/features/invoices/InvoiceState.vue'
import { outstandingNotes, totalsText } from '../../../src/renderer/src/features/invoices/invoiceText.ts'
import { setRegionalFormat } from '../../../src/renderer/src/i18n.ts'
import type { Invoice } from '../../../src/shared/models/invoice.ts'
import { invoice } from './fixtures.ts'
import { summary, type SummaryFields } from './page-of.ts'

setRegionalFormat('en-GB')

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
    [{ state: 'open', issuedAt: '2026-10-01', dueAt: '2026-11-10' }, '3 days overdue'],
    [{ state: 'open', dueAt: '2026-11-12' }, '1 day overdue'],
    [{ state: 'open', dueAt: '2026-11-13T00:00:00Z' }, 'Open | due today'],
    [{ state: 'open', dueAt: '2026-11-14' }, 'Open | due tomorrow'],
    [{ state: 'open', dueAt: '2026-11-20' }, 'Open | due in 7 days'],
    // The day is the user's term.
    [{ state: 'open', dueDay: '2026-11-20', dueBy: 'term' }, 'Open | due in 7 days | (your term)'],
    [{ state: 'open', dueDay: '2026-11-10', dueBy: 'term' }, '3 days overdue | (your term)'],
    [{ state: 'settled', dueDay: '2026-11-20', dueBy: 'term' }, 'Paid'],
    [{ state: 'settled', providerStatus: 'Paid', dueAt: '2026-01-01' }, 'Paid'],
    [{ state: 'void', providerStatus: 'Refunded' }, 'Void | “Refunded”'],
    [{ state: 'unknown', providerStatus: '2', statusIsNumber: true }, 'Status 2 (unrecognised status)'],
    [{ state: 'unknown', providerStatus: 'Lost {at} sea | twice' }, 'Lost {at} sea | twice (unrecognised status)'],
    [{ state: 'unknown' }, 'No status'],
    [{ state: 'credit', dueAt: '2026-11-10', issuedAt: '2026-10-01', providerStatus: 'issued' }, 'Credit'],
    // A paper that asks for no payment.
    [{ state: 'void', kind: 'quote', providerStatus: 'sent' }, 'Quote | “sent”'],
    [{ state: 'void', kind: 'deliveryNote' }, 'Delivery note'],
    [{ state: 'settled', kind: 'receipt' }, 'Paid | Receipt'],
    [{ state: 'void', kind: 'invoice' }, 'Void'],
    // Fields that contradict the status, or stand for it.
    [
      { state: 'unknown', providerStatus: 'sent', otherWords: 'is_draft: true' },
      'sent · is_draft: true (unrecognised status)'
    ],
    [{ state: 'unknown', otherWords: 'document_type: Foo' }, 'document_type: Foo (unrecognised status)'],
    [
      { state: 'unknown', providerStatus: 'draft', otherWords: 'paid: true' },
      'draft · paid: true (unrecognised status)'
    ],
    // The provider's word, with a day and without one.
    [{ state: 'open', providerStatus: 'overdue', calledOverdue: true }, 'Open | the provider calls it overdue'],
    [
      { state: 'open', dueAt: '2026-11-20', calledOverdue: true },
      'Open | due in 7 days · the provider calls it overdue'
    ],
    [{ state: 'open', dueAt: '2026-11-12', calledOverdue: true }, '1 day overdue'],
    [{ state: 'credit', total: '-50', remaining: '30', currency: 'EUR' }, 'Credit']
  ])('%o is “%s”', ([given, expected]) => {
    expect(words(given)).toBe(expected)
  })
})

describe('what is to pay', () => {
  const notes = (more: SummaryFields): string => outstandingNotes(summary(more).owed, NOW).join(' · ')
  const byState = { open: 3, settled: 6, void: 0, credit: 0, unknown: 0 }

  it('says how many, how many are overdue and when the next is due', () => {
    const due = { overdue: 1, overdueSince: '2026-11-01', nextDueDay: '2026-11-24', oldestOpenDay: '2026-10-18' }
    expect(notes({ byState, ...due })).toBe('3 invoices · 1 overdue · next due 24 Nov')
  })

  it('marks a day that only the payment term gives', () => {
    const due = { nextDueDay: '2026-11-24', byTerm: { overdueSince: false, nextDueDay: true } }
    expect(notes({ byState, ...due })).toBe('3 invoices · next due 24 Nov (your term)')
  })

  it('says how old the oldest is where no due day is known', () => {
    expect(notes({ byState, oldestOpenDay: '2026-10-18' })).toBe('3 invoices · oldest 26 days')
  })

  it('counts what has no amount or due date that can be read', () => {
    expect(notes({ byState: { ...byState, unknown: 2 }, openWithoutAmount: 1 })).toBe(
      '3 invoices · 1 without a readable amount'
    )
    expect(notes({ byState: { ...byState, unknown: 2 }, withoutStatus: 2, dueUnread: 3 })).toBe(
      '3 invoices · 3 due dates couldn’t be read'
    )
  })
})

describe('the sum of several', () => {
  it('leaves out credit, and says so', () => {
    const zero = { open: '0', settled: '0', void: '0', credit: '0', unknown: '0' }
    const sums = [{ currency: 'EUR', invoices: 2, total: '300', byState: { ...zero, open: '300', credit: '-50' } }]
    expect(totalsText({ amounts: sums, withoutAmount: 0, moreCurrencies: 0 })).toEqual([
      '€300.00, all open, excludes €50.00 credit'
    ])
  })

  it('counts the currencies that it doesn’t list', () => {
    expect(totalsText({ amounts: [], withoutAmount: 0, moreCurrencies: 5 })).toEqual(['5 more currencies'])
  })
})
