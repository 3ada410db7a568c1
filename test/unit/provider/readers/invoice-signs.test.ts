/** Flags and days beside the status: what says "paid" is paid, and what contradicts the status leaves the state unknown. */
import { describe, expect, test } from 'vitest'
import { readInvoices } from '../../../../src/main/provider/readers/read-invoice.ts'
import { statusSaid, type Invoice } from '../../../../src/shared/models/invoice.ts'
import type { Json } from '../../../../src/shared/models/json.ts'
import { BUILT_IN } from '../../../../src/shared/providers/built-in.ts'
import type { InvoiceSettings } from '../../../../src/shared/providers/definition.ts'

interface Raw {
  [name: string]: Json
}

function read(raw: Raw, settings: Partial<InvoiceSettings> = {}): Invoice {
  const by = { ...BUILT_IN['hypeproxy-v2'], ...settings }
  const { value } = readInvoices([{ id: 1, total: 80, ...raw }], by, (text) => text, {
    now: new Date('2026-11-25T12:00:00Z')
  })
  if (!value[0]) throw new Error('no record')
  return value[0].invoice
}

describe('paid', () => {
  test.each<[Raw, string]>([
    // Words for the paper.
    [{ status: 'sent', is_paid: true }, 'settled'],
    [{ status: 'issued', paid: true }, 'settled'],
    [{ status: 'posted', paid_at: '2026-11-03' }, 'settled'],
    [{ status: 'created', isPaid: 1 }, 'settled'],
    [{ status: 'viewed', date_paid: '2026-11-03' }, 'settled'],
    [{ status: 'billed', paid: 'yes' }, 'settled'],
    [{ status: 'AUTHORISED', FullyPaidOnDate: '2026-11-03' }, 'settled'],
    [{ status: 'final', is_paid: true }, 'settled'],
    [{ status: 'finalized', paid: '2026-11-03' }, 'settled'],
    [{ status: 'sent', payment_status: 'paid' }, 'settled'],
    [{ status: 'unpaid', payment_status: 'paid' }, 'settled'],
    [{ status: 'sent', invoice_status: 'paid' }, 'settled'],
    [{ status: 'paid', state: 'sent', is_overdue: false }, 'settled'],
    [{ status: 'paid', state: 'Paid', payment_status: 'succeeded' }, 'settled'],
    [{ status: 'sent', paid_at: '05/11/2026' }, 'settled'],
    [{ status: 'sent', paid_on: '1405/08/10' }, 'settled'],
    // Paid late, with a flag that stays.
    [
      {
        ...{ total: 12, amount_due: 0, amount_paid: 12, status: 'paid', paid: true, paid_at: '2026-10-20' },
        ...{ due_date: '2026-10-10', is_overdue: true, currency: 'EUR' }
      },
      'settled'
    ],
    [{ status: 'paid', is_overdue: true, amount_due: 0 }, 'settled'],
    [{ status: 'paid', is_overdue: true, balance: 0 }, 'settled'],
    [{ status: 'paid', is_overdue: true, amount_paid: 80 }, 'settled'],
    [{ status: 'paid', is_overdue: true, paid: true }, 'settled'],
    [{ status: 'paid', is_overdue: true, paid_at: '2026-11-03' }, 'settled'],
    [{ status: 'sent', is_overdue: true, is_paid: true }, 'settled'],
    [{ status: 'completed', is_overdue: true, amount_due: 0 }, 'settled'],
    // Of the paper.
    [{ status: 'paid', state: 'open', paid_at: '2026-11-03' }, 'settled'],
    [{ status: 'paid', state: 'open', payment_status: 'pending', amount_due: 0 }, 'settled'],
    [{ status: 'paid', state: 'pending', balance: 0, total: null }, 'settled'],
    // The day alone.
    [{ paidAt: '2026-11-03T10:00:00Z' }, 'settled'],
    [{ status: 3, paid_on: '2026-11-03' }, 'settled'],
    [{ status: 'sent', paid_at: '2026-11-26' }, 'settled'],
    [{ payment_date: '2026-11-03', due_date: '2026-11-20' }, 'settled'],
    [{ status: 'sent', payment_date: '2026-11-03', due_date: '2026-11-20' }, 'settled'],
    [{ status: 'sent', paid_at: '5.11.26' }, 'settled'],
    [{ status: 'sent', paid_at: '2569-11-03' }, 'settled'],
    [{ status: 'sent', paid_at: '115/11/03' }, 'settled'],
    // A placeholder says nothing.
    [{ status: 'sent', paid_at: '1970-01-01' }, 'open'],
    [{ status: 'sent', paid_at: '1900-01-01' }, 'open'],
    [{ status: 'sent', paid_at: '01/01/1970' }, 'open'],
    [{ status: 'sent', paid_at: '9999-12-31' }, 'open'],
    [{ status: 'sent', paid_at: '00-00-0000 00:00:00' }, 'open'],
    [{ status: 'sent', paid_at: '1753-01-01' }, 'open'],
    [{ status: 'sent', paid_at: '0000/00/00' }, 'open'],
    [{ status: 'sent', paid_at: '2026-00-00' }, 'open'],
    [{ status: 'sent', paid_at: '01/01/70' }, 'open'],
    [{ status: 'unpaid', paid_at: '1970-01-01' }, 'open'],
    [{ paid_at: '00/00/0000' }, 'unknown'],
    [{ paid_at: '1899-12-30' }, 'unknown'],
    [{ paid_at: '0/0/0' }, 'unknown'],
    [{ paid_at: '01/01/0001 00:00:00' }, 'unknown'],
    [{ status: 'sent', payment_date: '1970-01-01', due_date: '2026-11-20' }, 'open'],
    // Not paid.
    [{ status: 'final', is_paid: false }, 'open'],
    [{ status: 'completed', is_paid: false }, 'open'],
    [{ status: 'completed', invoice_status: 'unpaid' }, 'open'],
    [{ status: 'completed', is_overdue: true }, 'open'],
    [{ status: 'sent', paid_at: null }, 'open'],
    [{ status: 'open', paid_at: '2027-01-15' }, 'open'],
    [{ status: 'sent', is_paid: false }, 'open'],
    // Of a part.
    [{ status: 'partially_paid', paid_at: '2026-11-03' }, 'open'],
    [{ status: 'sent', paid_at: '2026-11-03', amount_paid: 30 }, 'open']
  ])('%j is %s', (raw, state) => {
    expect(read(raw)).toMatchObject({ state, otherWords: null })
  })

  test.each<[Raw, string]>([
    // The day until which to pay.
    [{ status: 'sent', payment_date: '2026-12-15' }, 'open'],
    [{ status: 'open', payment_date: '2026-11-15', due_date: '2026-11-15' }, 'open'],
    [{ status: 'unpaid', payment_date: '2026-11-15' }, 'open'],
    [{ payment_date: '2099-01-01' }, 'unknown'],
    [{ status: 'issued', dateOfPayment: '2026-12-01T00:00:00Z', due_date: '2026-12-01' }, 'open'],
    [{ status: 'sent', payment_date: '2026-11-15', amount_due: 80 }, 'open']
  ])('isn’t said by %j: %s', (raw, state) => {
    expect(read(raw)).toMatchObject({ state, otherWords: null })
  })

  test('on a day that is the due day has no day of payment', () => {
    expect(read({ status: 'sent', payment_date: '2026-12-15' }).paidAt).toBeNull()
    expect(read({ status: 'paid', payment_date: '2026-11-15', due_date: '2026-11-15' }).paidAt).toBe('2026-11-15')
  })

  test.each<Raw>([
    { status: 'paid', state: 'open', balance: 0, amount_due: 0 },
    { status: 'paid', document_status: 'open', balance: 0 },
    { status: 'paid', state: 'pending', balance: 0 }
  ])('%j is settled, and nothing remains', (raw) => {
    expect(read(raw)).toMatchObject({ state: 'settled', remaining: '0', otherWords: null })
  })

  test.each<[Raw, string, string | null]>([
    [{ Total: 80, AmountDue: 0, AmountPaid: 0, AmountCredited: 80, status: 'AUTHORISED' }, 'settled', '0'],
    [{ Total: 80, AmountDue: 0, AmountPaid: 0, AmountCredited: 80 }, 'settled', '0'],
    [{ amount_paid: 30, amount_credited: 50, status: 'open' }, 'settled', '0'],
    [{ amount_paid: 30, credited_amount: 20, status: 'open' }, 'open', '30'],
    [{ amount_credited: 20, status: 'open' }, 'open', '60'],
    [{ balance_due: 0, payment_made: 0, credits_applied: 80, status: 'sent' }, 'settled', '0'],
    [{ balance_due: 0, payment_made: 30, write_off_amount: 50, status: 'sent' }, 'settled', '0'],
    // The total may be without it already.
    [{ amount_paid: 0, credits_applied: 20, status: 'open' }, 'open', '80'],
    [{ amount_due: 0, amount_paid: 0, credits_applied: 20, status: 'open' }, 'open', '80']
  ])('by credit: of %j, %s, %s remain', (raw, state, remaining) => {
    expect(read(raw)).toMatchObject({ state, remaining })
  })
})

describe('a contradiction', () => {
  test.each<[Raw, string]>([
    [{ status: 'unpaid', is_paid: true }, 'unpaid · is_paid: true'],
    [{ status: 'open', paid_at: '2026-11-03' }, 'open · paid_at: 2026-11-03'],
    [{ status: 'paid', is_paid: false }, 'paid · is_paid: false'],
    [{ status: 'sent', is_paid: false, paid_at: '2026-11-03' }, 'sent · is_paid: false · paid_at: 2026-11-03'],
    [{ status: 'sent', is_paid: true, amount_due: 80 }, 'sent · is_paid: true'],
    [{ status: 'draft', is_paid: true }, 'draft · is_paid: true'],
    [{ status: 'viewed', payment_status: 'unpaid', is_paid: true }, 'viewed · payment_status: unpaid · is_paid: true'],
    [{ status: 'final', paymentState: 'paid', is_paid: false }, 'final · paymentState: paid · is_paid: false'],
    [{ payment_status: 'unpaid', is_paid: true }, 'unpaid · is_paid: true'],
    // A `payment_date` without a due day may be that one.
    [{ status: 'sent', payment_date: '2026-11-03' }, 'sent · payment_date: 2026-11-03'],
    [{ status: 'sent', paid_at: '2027-01-15' }, 'sent · paid_at: 2027-01-15'],
    [{ status: 'sent', payment_date: '05/11/2026' }, 'sent · payment_date: 05/11/2026'],
    [{ status: 'sent', paid_at: '05/11/2028' }, 'sent · paid_at: 05/11/2028'],
    // Another status says something else.
    [{ status: 'paid', payment_status: 'unpaid' }, 'paid · payment_status: unpaid'],
    [{ status: 'paid', payment_status: 'failed' }, 'paid · payment_status: failed'],
    [{ status: 'paid', payment_state: 'overdue' }, 'paid · payment_state: overdue'],
    [{ status: 'Paid', paymentStatus: 'partially paid' }, 'Paid · paymentStatus: partially paid'],
    [{ status: 'paid', is_overdue: true }, 'paid · is_overdue: true'],
    [{ status: 'paid', is_overdue: true, paid_at: '2027-01-15' }, 'paid · is_overdue: true'],
    [{ status: 'paid', is_overdue: true, paid: true, amount_due: 20 }, 'paid · is_overdue: true'],
    [{ status: 'paid', is_overdue: true, state: 'settled' }, 'paid · is_overdue: true'],
    [{ status: 'paid', state: 'open', payment_status: 'unpaid', amount_due: 0 }, 'paid · state: open'],
    [{ status: 'paid', state: 'unpaid', amount_due: 0 }, 'paid · state: unpaid'],
    [{ status: 'sent', state: 'paid', is_overdue: true }, 'sent · is_overdue: true · state: paid'],
    [{ status: 'paid', invoice_status: 'unpaid' }, 'paid · invoice_status: unpaid'],
    [{ status: 'paid', state: 'unpaid' }, 'paid · state: unpaid'],
    [{ status: 'paid', state: { name: 'Open' } }, 'paid · state: {"name":"Open"}'],
    [{ status: 'paid', is_paid: true, payment_status: 'past_due' }, 'paid · payment_status: past_due'],
    [{ status: 'paid', is_paid: false, state: 'due' }, 'paid · state: due · is_paid: false'],
    [{ status: 'paid', state: 'unpaid', total: -80 }, 'paid · state: unpaid'],
    [{ status: 'sent', payment_status: 'paid', payment_state: 'unpaid' }, 'sent · payment_state: unpaid'],
    [{ status: 'completed', payment_status: 'paid', invoice_status: 'unpaid' }, 'completed · invoice_status: unpaid'],
    [{ status: 'deleted', invoice_status: 'unpaid' }, 'deleted · invoice_status: unpaid'],
    [{ status: 'void', state: 'unpaid' }, 'void · state: unpaid'],
    [{ status: 'cancelled', document_status: 'overdue' }, 'cancelled · document_status: overdue'],
    [{ status: 'void', state: 'open', is_void: true }, 'void · state: open'],
    [{ status: 'unpaid', state: 'paid' }, 'unpaid · state: paid'],
    [{ status: 'sent', is_paid: true, state: 'unpaid' }, 'sent · state: unpaid · is_paid: true'],
    [{ paid_at: '2026-11-03', is_overdue: true }, 'is_overdue: true · paid_at: 2026-11-03'],
    [{ status: 'draft', invoice_status: 'paid' }, 'draft · invoice_status: paid'],
    // A draft owes nothing yet, and a paid or sent invoice is none.
    [{ status: 'open', is_draft: true }, 'open · is_draft: true'],
    [{ status: 'paid', is_draft: true }, 'paid · is_draft: true'],
    [{ status: 'sent', draft: 1 }, 'sent · draft: 1'],
    // What was cancelled, voided or deleted isn't owed, and wasn't paid.
    [{ status: 'sent', cancelled_at: '2026-11-03' }, 'sent · cancelled_at: 2026-11-03'],
    [
      { status: 'sent', cancelled_at: '2026-11-03', paid_at: '2026-11-04' },
      'sent · cancelled_at: 2026-11-03 · paid_at: 2026-11-04'
    ],
    [{ status: 'paid', voided_at: 1_762_000_000 }, 'paid · voided_at: 1762000000'],
    [{ status: 'open', is_deleted: true }, 'open · is_deleted: true'],
    [{ status: 'unpaid', cancelled_at: '05/11/2026' }, 'unpaid · cancelled_at: 05/11/2026'],
    [{ status: 'finalized', is_void: 'yes' }, 'finalized · is_void: yes'],
    [{ canceled: true, is_paid: true }, 'canceled: true · is_paid: true'],
    [{ status: 'sent', cancellation_date: '2026-11-03' }, 'sent · cancellation_date: 2026-11-03'],
    // What is archived isn't owed any more.
    [{ status: 'open', archived: true }, 'open · archived: true'],
    [{ archived_at: '2026-11-03', amount_due: 80 }, 'archived_at: 2026-11-03']
  ])('of %j is unrecognised, and both are said: %s', (raw, said) => {
    const invoice = read(raw)
    expect([invoice.state, statusSaid(invoice)]).toEqual(['unknown', said])
  })

  test('is decided by the stated place of the status, but for its payment', () => {
    const invoiceFields = { state: 'state' }
    expect(read({ status: 'unpaid', state: 'paid' }, { invoiceFields }).state).toBe('settled')
    expect(read({ status: 'unpaid', state: 'void' }, { invoiceFields }).state).toBe('void')
    expect(read({ state: 'paid', payment_status: 'unpaid' }, { invoiceFields }).state).toBe('unknown')
    expect(read({ status: 'paid', invoice_status: 'unpaid' }, { invoiceFields }).state).toBe('unknown')
  })

  test('is decided by the user’s meaning of the status', () => {
    const statuses = { sent: 'open', archive: 'void' } as const
    expect(read({ status: 'sent', cancelled_at: '2026-11-03' }, { statuses })).toMatchObject({
      state: 'open',
      otherWords: null
    })
  })
})

test.each<[Raw, string, string | null]>([
  // Alone, or beside a status that says the same or isn't recognised.
  [{ is_deleted: true }, 'void', 'is_deleted: true'],
  [{ status: 'In dispute', cancelled_at: '2026-11-03' }, 'void', 'cancelled_at: 2026-11-03'],
  [{ status: 'cancelled', cancelled_at: '2026-11-03' }, 'void', null],
  [{ status: 'draft', deleted_at: '2026-11-03' }, 'void', 'deleted_at: 2026-11-03'],
  [{ is_draft: true }, 'unknown', 'is_draft: true'],
  [{ is_draft: true, amount_due: 80 }, 'unknown', 'is_draft: true'],
  [{ status: 'void', is_draft: true }, 'void', null],
  [{ status: 'void', payment_status: 'unpaid' }, 'void', null],
  [{ status: 'cancelled', payment_state: 'overdue', is_overdue: false }, 'void', null],
  [{ status: 'cancelled', is_overdue: true, balance: 0 }, 'void', null],
  [{ status: 'void', overdue: true }, 'void', null],
  [{ status: 'paid', archived: true }, 'settled', null],
  [{ is_paid: true, archived_at: '2026-11-03' }, 'settled', null],
  [{ archived: true }, 'unknown', 'archived: true'],
  // Nothing is said.
  [{ status: 'open', is_draft: false, is_deleted: 0, cancelled_at: null, archived: 'no' }, 'open', null],
  [{ status: 'open', voided_at: '0000-00-00 00:00:00', deleted: 'false' }, 'open', null],
  [{ status: 'paid', cancelled: 3 }, 'settled', null],
  [{ deleted_at: '01/01/0001' }, 'unknown', null],
  [{ deleted_at: '00-00-0000' }, 'unknown', null],
  [{ voided_at: '9999-12-31' }, 'unknown', null],
  [{ status: 'sent', archived_at: '1899-12-30' }, 'open', null],
  // A day that is still to come.
  [{ cancelled_at: '2027-12-31', amount_due: 80 }, 'open', null],
  [{ status: 'unpaid', cancelled_at: '2026-11-27T00:00:00Z' }, 'open', null],
  [{ status: 'sent', deleted_on: '05/11/2027' }, 'open', null],
  [{ status: 'draft', voided_at: '31/12/2099' }, 'unknown', null],
  [{ cancelled_at: '2026-11-26' }, 'void', 'cancelled_at: 2026-11-26'],
  // A credit that was cancelled lowers nothing, and one that was paid out is used.
  [{ type: 'credit_note', total: -80, cancelled_at: '2026-11-03' }, 'void', 'cancelled_at: 2026-11-03'],
  [{ type: 'credit_note', status: 'open', total: -80, is_void: true }, 'unknown', 'is_void: true']
])('%j is %s', (raw, state, otherWords) => {
  expect(read(raw)).toMatchObject({ state, otherWords })
})

test('a credit that was paid out is used', () => {
  expect(read({ total: -80, is_paid: true })).toMatchObject({ state: 'credit', remaining: '0' })
})

test.each<[Raw, boolean]>([
  [{ status: 'overdue' }, true],
  [{ status: 'past_due', due_date: '2026-12-24' }, true],
  [{ status: 'open', payment_status: 'Overdue' }, true],
  [{ status: 'sent', is_overdue: true }, true],
  [{ status: 'open', due_date: '2026-01-01' }, false],
  [{ status: 'overdue', amount_due: 0 }, false]
])('the provider calls %j overdue: %s', (raw, calledOverdue) => {
  expect(read(raw)).toMatchObject({ calledOverdue })
})
