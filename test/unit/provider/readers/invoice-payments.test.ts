/** What was paid, what remains and what is credit: never less than is owed, and nothing that the record doesn't confirm. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readInvoices } from '../../../../src/main/provider/readers/read-invoice.ts'
import type { InvoiceSettings } from '../../../../src/shared/providers/definition.ts'
import { BUILT_IN } from '../../../../src/shared/providers/built-in.ts'
import { compareDecimals, isNegative } from '../../../../src/shared/models/decimal.ts'
import { toPay, type Invoice } from '../../../../src/shared/models/invoice.ts'
import type { Json } from '../../../../src/shared/models/json.ts'

interface Raw {
  [name: string]: Json
}

function read(raw: Raw, settings: Partial<InvoiceSettings> = {}): Invoice {
  const { value } = readInvoices([raw], { ...BUILT_IN['hypeproxy-v2'], ...settings }, (text) => text, {
    now: new Date()
  })
  if (!value[0]) throw new Error('no record')
  return value[0].invoice
}
const outcome = (raw: Raw, settings: Partial<InvoiceSettings> = {}) => {
  const invoice = read(raw, settings)
  return [invoice.state, invoice.remaining, invoice.paidAmount]
}

describe('what remains', () => {
  test.each<[Raw, string, string | null, string | null]>([
    // Under a name that says what it is.
    [{ status: 'open', total: 300, amount_remaining: 50 }, 'open', '50', null],
    [{ status: 'open', total: 300, AmountDue: 50, AmountPaid: 250 }, 'open', '50', '250'],
    [{ status: 'posted', amount_total: 300, amount_residual: 50 }, 'open', '50', null],
    [{ status: 'open', total_amount_cents: 30_000, total_due_amount_cents: 5000 }, 'open', '50.00', null],
    [
      { status: 'open', total: { value: '300', currency_code: 'EUR' }, due_amount: { value: '50' } },
      'open',
      '50',
      null
    ],
    // A credit was applied: less is due than the total.
    [{ status: 'open', total: 11.9, amount_due: 10, amount_paid: 0, amount_remaining: 10 }, 'open', '10', '0'],
    // What was paid leaves it.
    [{ status: 'partially_paid', total: 300, paid_to_date: 250 }, 'open', '50', '250'],
    [{ status: 'unpaid', total: '300.00', amount_paid: '0.00' }, 'open', '300.00', '0.00'],
    // Alone, the amount that is due is the total.
    [{ status: 'open', amount_due: 50 }, 'open', null, null],
    // A remainder without a total.
    [{ status: 'open', amount_remaining: 50 }, 'open', '50', null],
    // Of another thing than the invoice, or contradicted by what was paid.
    [{ status: 'unpaid', total: 300, remaining: 0 }, 'open', null, null],
    [{ status: 'unpaid', total: 300, amount_paid: 0, amount_remaining: 0 }, 'open', '300', '0'],
    [{ status: 'open', amount_remaining: 0 }, 'open', '0', null],
    // In another currency.
    [
      { status: 'open', currency: 'EUR', total: 300, amount_remaining: { amount: 1, currency: 'USD' } },
      'open',
      null,
      null
    ],
    [
      { status: 'open', currency: 'EUR', total: 300, amount_paid: { amount: 300, currency: 'JPY' } },
      'open',
      null,
      null
    ],
    // A negative remainder confirms nothing.
    [{ status: 'open', total: 300, amount_remaining: -50 }, 'open', null, null]
  ])('of %j: %s, %s remain, %s were paid', (raw, ...expected) => {
    expect(outcome(raw)).toEqual(expected)
  })

  test.each<[Raw, string, string | null]>([
    [{ status: 'partially_paid', total: 300, balance: 50 }, 'open', '50'],
    [{ status: 'Partially Paid', total: 300, due: '50.00' }, 'open', '50.00'],
    [{ status: 'partial', total: 300, balance: 50 }, 'open', '50'],
    [{ status: 'posted', payment_state: 'partial', amount_total: 300, balance: 50 }, 'open', '50'],
    [{ status: 'open', total: 300, balance: 50, amount_paid: 250 }, 'open', '50'],
    [{ status: 'paid', total: 300, balance: 0 }, 'settled', '0'],
    // Not a part.
    [{ status: 'partially_paid', total: 300, balance: 0 }, 'open', null],
    [{ status: 'partially_paid', total: 300, balance: 300 }, 'open', null],
    [{ status: 'partially_paid', total: 300, amount_paid: 100, balance: 20 }, 'open', '200'],
    // Of the account, or of a top-up.
    [{ status: 'unpaid', total: 45, balance: 0 }, 'open', null],
    [{ status: 'open', total: 300, balance: 50 }, 'open', null],
    [{ status: 'open', total: 300, balance: -10 }, 'open', null],
    [{ status: 'open', total: 300, balance: 500 }, 'open', null],
    [{ total: 5.25, balance: -10 }, 'unknown', null],
    [{ status: 'paid', total: 300, balance: 120 }, 'settled', null],
    [{ status: 'open', total: 300, balance: 50, amount_paid: 100 }, 'open', '200'],
    // A date, not an amount.
    [{ status: 'open', total: 300, due: '2026-12-01' }, 'open', null]
  ])('of %j by an ambiguous name: %s, %s', (raw, state, remaining) => {
    expect(outcome(raw).slice(0, 2)).toEqual([state, remaining])
  })

  test.each<[Raw, string]>([
    [{ status: 'open', total: 300, amount_remaining: 0 }, 'settled'],
    [{ status: 'overdue', total: 300, amount_paid: 300 }, 'settled'],
    // No status, or one that isn't recognised.
    [{ total: 300, amount_remaining: 50 }, 'open'],
    [{ total: 300, amount_paid: 0 }, 'open'],
    [{ total: 300, amount_paid: 300 }, 'settled'],
    [{ status: 'In dispute', total: 300, amount_remaining: 50 }, 'open'],
    [{ status: 'In dispute', total: 300, amount_remaining: 0 }, 'settled'],
    [{ status: 4, total: 300, amount_remaining: 50 }, 'open'],
    // Nothing is to pay of these, whatever they state.
    [{ status: 'draft', total: 300, amount_remaining: 300 }, 'unknown'],
    [{ status: 'failed', total: 300, amount_paid: 0 }, 'unknown'],
    [{ status: 'void', total: 300, amount_remaining: 300 }, 'void'],
    [{ status: 'paid', total: 300, amount_remaining: 300, paid_out_of_band: true }, 'settled']
  ])('of %j makes it %s', (raw, state) => {
    expect(read(raw).state).toBe(state)
  })

  test('keeps an unrecognised word, and the user’s meaning of it wins', () => {
    const raw = { status: 'In dispute', total: 300, amount_remaining: 0 }
    expect(read(raw)).toMatchObject({ state: 'settled', providerStatus: 'In dispute' })
    expect(read(raw, { statuses: { 'In dispute': 'void' } }).state).toBe('void')
  })

  test('is never below zero, nor without an amount that the record states', () => {
    const amount = fc.oneof(fc.integer({ min: -5, max: 20 }), fc.constantFrom('1.50', '', null, 'soon', true))
    const names = ['total', 'amount_due', 'amount_paid', 'amount_remaining', 'balance', 'due', 'paid'] as const
    const record = fc.record(
      {
        status: fc.constantFrom('open', 'paid', 'partially_paid', 'draft', 'odd', 3, null),
        ...Object.fromEntries(names.map((name) => [name, amount]))
      },
      { requiredKeys: [] }
    )
    fc.assert(
      fc.property(record, (raw) => {
        const { remaining, total, state, paidAmount } = read(raw)
        if (remaining !== null) expect(isNegative(remaining)).toBe(false)
        // Without a stated remainder, less than the total is owed only by what was paid.
        const isStated = ['amount_remaining', 'amount_due', 'balance', 'due'].some((name) => name in raw)
        if (state === 'open' && remaining !== null && total !== null && !isStated && paidAmount === null)
          expect(compareDecimals(remaining, total)).toBe(0)
      }),
      { numRuns: 500 }
    )
  })
})

describe('paid', () => {
  test.each<[Raw, string, string | null, string | null]>([
    // An amount: 119 − 1 = 118.
    [{ status: 'active', total: 119, paid: 1, due: 118 }, 'open', '118', '1'],
    [{ total: 119, paid: 0, balance: 119 }, 'open', '119', '0'],
    [{ total: 119, paid: 119 }, 'settled', '0', '119'],
    [{ status: 'past_due', total: 39.15, paid: 10.5, balance: 28.65 }, 'open', '28.65', '10.5'],
    // A bare 0 or 1 that nothing confirms: the status decides.
    [{ total: 119, paid: 1 }, 'unknown', null, null],
    [{ total: 119, paid: 0 }, 'unknown', null, null],
    [{ status: 'unpaid', total: 119, paid: 1 }, 'open', null, null],
    [{ status: 'paid', total: 119, paid: '1' }, 'settled', null, null],
    // An amount as text.
    [{ status: 'finalized', total: 319, paid: '51.23' }, 'open', '267.77', '51.23'],
    [{ total: 319, paid: '-1' }, 'unknown', null, null],
    // A flag.
    [{ total: 119, isPaid: '21' }, 'unknown', null, null],
    [{ total: 119, paid: true }, 'settled', null, null],
    [{ total: 119, paid: 'yes' }, 'settled', null, null],
    [{ total: 119, paid: 'Unpaid' }, 'open', null, null],
    [{ total: 119, isPaid: 1 }, 'settled', null, null],
    [{ total: 119, is_paid: '0' }, 'open', null, null]
  ])('of %j: %s, %s remain, %s were paid', (raw, ...expected) => {
    expect(outcome(raw)).toEqual(expected)
  })

  test('may be a date', () => {
    expect(read({ total: 45, paid: '2026-10-01T10:05:00Z' })).toMatchObject({
      state: 'settled',
      paidAt: '2026-10-01T10:05:00Z'
    })
    expect(read({ total: 45, paid: 1_762_000_000 })).toMatchObject({ state: 'settled', paidAmount: null })
    expect(read({ status: 'unpaid', total: 45, paid: null }).state).toBe('open')
  })
})

describe('credit', () => {
  test.each<[Raw, string | null]>([
    [{ type: 'credit_note', status: 'issued', total: 50 }, null],
    [{ type: 'Credit Note', total: 50 }, null],
    [{ move_type: 'out_refund', state: 'posted', amount_total: 50, amount_residual: 20 }, '20'],
    [{ type: 'credit_memo', status: 'open', total: 50, remainingCredit: 30 }, '30'],
    [{ type: 'credit_note', total: 50, amount_used: 20 }, '30'],
    [{ type: 'credit_note', status: 'open', total: 50, balance: 30, amount_allocated: 20 }, '30'],
    [{ type: 'credit_note', status: 'open', total: 50, balance: 30 }, null],
    [{ is_payout: true, status: 'pending', total: 50 }, null],
    [{ status: 'open', total: -150 }, '150'],
    [{ total: -150 }, '150'],
    [{ status: 'overdue', total: '-150.00', due_date: '2026-01-01' }, '150.00'],
    // A status that isn't one of an open credit, and contradicting amounts.
    [{ type: 'credit_note', status: 'applied', total: -150 }, null],
    [{ type: 'payment', status: 'reversed', total: -300 }, null],
    [{ type: 'credit_note', total: 10, remaining_credit: 290 }, null],
    [{ type: 'credit_note', total: -50, amount_used: '1.234' }, null],
    // Used, or paid out.
    [{ type: 'credit_note', status: 'paid', total: 50 }, '0'],
    [{ status: 'paid', total: -150 }, '0']
  ])('%j is credit, %s of it unused', (raw, unused) => {
    expect(outcome(raw)).toEqual(['credit', unused, null])
  })

  test.each<[Raw, string]>([
    [{ type: 'credit_note', status: 'void', total: 50 }, 'void'],
    [{ status: 'draft', total: -150 }, 'unknown'],
    // Credit that somebody buys.
    [{ type: 'credit', status: 'unpaid', total: 50 }, 'open'],
    [{ type: 'invoice', is_payout: false, status: 'unpaid', total: 50 }, 'open']
  ])('%j is no credit', (raw, state) => {
    expect(read(raw).state).toBe(state)
  })

  test.each<[Raw, string]>([
    [{ status: 'unpaid', total: -80, amount_due: 80 }, 'total: -80 · amount_due: 80'],
    [{ status: 'overdue', total: '-80.00', amount_remaining: 80 }, 'total: -80.00 · amount_remaining: 80'],
    [{ total_cents: -8000, amount_due_cents: 8000 }, 'total_cents: -8000 · amount_due_cents: 8000'],
    [{ type: 'invoice', status: 'paid', total: -80, balance_due: 5 }, 'total: -80 · balance_due: 5']
  ])('by the sign alone, with something to pay, is unrecognised: %j', (raw, otherWords) => {
    expect(read(raw)).toMatchObject({ state: 'unknown', otherWords })
  })

  test('is decided by its kind, and by what is left to pay', () => {
    expect(read({ type: 'credit_note', total: -80, amount_remaining: 80 }).state).toBe('credit')
    expect(read({ status: 'open', total: -80, amount_due: 0 }).state).toBe('credit')
    expect(read({ status: 'open', total: -80, amount_due: -80 }).state).toBe('credit')
  })

  test('of zero, and an invoice of zero, leave nothing to pay', () => {
    for (const total of [0, '0.00', '-0.00', { value: '0', currency: 'EUR' }])
      expect(read({ status: 'unpaid', total, due_date: '2025-11-01' }).state).toBe('settled')
    expect(read({ total: 0 }).state).toBe('settled')
    expect(read({ status: 'draft', total: 0 }).state).toBe('unknown')
    // One of two totals may not be in use.
    expect(read({ status: 'unpaid', total: 0, grand_total: 300 })).toMatchObject({ state: 'open', total: '300' })
    expect(read({ status: 'open', total: 0, amount_remaining: 5 })).toMatchObject({ state: 'open', remaining: '5' })
    for (const raw of [{ total_cents: 8000 }, { total_price_in_cents: '8000' }, { totalAmountCents: 8000 }])
      expect(read({ status: 'unpaid', total: 0, ...raw })).toMatchObject({ state: 'open', total: '80.00' })
    for (const raw of [{ total: 0 }, { total: 80 }])
      expect(read({ status: 'unpaid', ...raw, amount_due: 0, amount_due_cents: 8000 }).remaining).toBe('80.00')
    const twice = { status: 'unpaid', total: 80, amount_remaining: 0, amount_remaining_cents: 8000 }
    expect(read(twice)).toMatchObject({ state: 'open', remaining: '80.00' })
    expect(read({ ...twice, amount_remaining_cents: { eur: 80 } }).state).toBe('open')
    // The same zero twice, and one at its stated place.
    for (const other of [{ total_cents: 0 }, { total_price: '$0.00' }, { total_price: {} }, { amount_cents: 8000 }])
      expect(read({ status: 'unpaid', currency: 'EUR', total: 0, ...other }).state).toBe('settled')
    expect(read({ total: 0, total_cents: 8000 }, { invoiceFields: { total: 'total' } }).state).toBe('settled')
    expect(read(twice, { invoiceFields: { remaining: 'amount_remaining' } }).state).toBe('settled')
  })
})

describe('a total that can’t be read', () => {
  test.each<Raw>([
    { status: 'unpaid', total: '1.234', amount: 0 },
    { status: 'unpaid', total: '1.234', amount: 5 },
    { status: 'unpaid', total: '1.234', amountDue: 0 },
    { status: 'unpaid', total: '$300', currency: 'EUR', amount_remaining: 0 },
    { status: 'unpaid', total: { net: 80, gross: 95.2 }, amount: 0 },
    { status: 'unpaid', total: { net: 80, gross: 95.2 }, amount: 5 },
    { status: 'unpaid', currency: 'EUR', total: { amount: '80', currency: 'USD' }, amount: 0 },
    { status: 'unpaid', currency: 'EUR', total: { amount: '80', currency: 'USD' }, amount_due: 0 },
    { status: 'unpaid', total_amount: [{ amount: 80 }], total: 0 },
    { status: 'unpaid', grand_total: ['80'], amount: 5 },
    // Nor by a zero that isn't in use.
    { status: 'unpaid', total: 0, total_price: '1.234' },
    { status: 'unpaid', total: 0, total_price: [{ amount: 80 }] },
    { status: 'unpaid', total: 0, grandTotal: { net: 80, gross: 95.2 } },
    { status: 'unpaid', amount: 0, invoice_total_cents: '80,50' },
    { status: 'unpaid', total: 0, total_cents: { net: 8000 } }
  ])('isn’t replaced by a less trusted amount: %j', (raw) => {
    expect(read(raw)).toMatchObject({ state: 'open', total: null })
  })
})

describe('a status', () => {
  test.each<[Raw, string]>([
    [{ status: '50% paid' }, 'unknown'],
    [{ status: 'Paid: 0' }, 'unknown'],
    [{ status: 'не paid' }, 'unknown'],
    [{ status: 'PAID!' }, 'settled'],
    [{ status: ' Marked  as-paid. ' }, 'settled'],
    // Signs that may say the opposite.
    ...[
      '❌ paid',
      '≠paid',
      '!paid',
      'paid?',
      '<> paid',
      '~~paid~~',
      '✗ void',
      '-paid',
      'paid 👎',
      'paid…?',
      'paid!?',
      '! paid',
      '¬paid',
      '🚫 Paid',
      '✘ Paid',
      '✖️ Paid',
      '−paid',
      '–paid',
      'p\u0336a\u0336i\u0336d\u0336',
      '=\u0338 paid',
      '[ ] Paid',
      '☐ Paid',
      '\u200E❌ paid',
      '① paid'
    ].map((status): [Raw, string] => [{ status }, 'unknown']),
    // Ordinary writing: an honest "(paid)" is more likely than one in brackets that isn't.
    ...[
      '(paid)',
      '[Paid]',
      '"paid"',
      '“Paid”',
      'Paid:',
      'Paid,',
      'paid;',
      'Paid*',
      'paid_',
      '_paid',
      '*Paid*',
      '- Paid',
      'Paid !',
      '✓ Paid',
      '✔️ Paid',
      '✅ Paid',
      '[✓] Paid',
      '● Paid',
      '🟢 Paid',
      'paid\u200B',
      '\u200Epaid\u200E',
      '\u200Fpaid\u200F'
    ].map((status): [Raw, string] => [{ status }, 'settled']),
    ...['Pending...', 'Pending…', '(Partially) paid', 'Past–due', 'Past\u2011due', '⚠️ Overdue!'].map(
      (status): [Raw, string] => [{ status }, 'open']
    ),
    [{ status: 'sent', payment_status: '≠ paid' }, 'open'],
    // Of an order: whether it was paid, another field tells.
    [{ status: 'completed' }, 'settled'],
    [{ status: 'completed', payment_status: 'unpaid', total: 300 }, 'open'],
    [{ status: 'completed', total: 300, balance_due: 300 }, 'open'],
    [{ status: 'completed', total: 300, balance_due: 0 }, 'settled'],
    // Of a payment, which wins.
    [{ status: 'paid', total: 300, amount_remaining: 250 }, 'settled']
  ])('%j is %s', (raw, state) => {
    expect(read(raw).state).toBe(state)
  })
})

describe('without any status', () => {
  const raw = { id: 'a', total: 25, date: '2026-11-01' }

  test('the state is unknown until the user says what that means', () => {
    expect(read(raw).state).toBe('unknown')
    expect(read(raw, { missingStatus: 'open' }).state).toBe('open')
    expect(read(raw, { missingStatus: 'settled' }).state).toBe('settled')
  })

  test('what the record says wins', () => {
    expect(read({ ...raw, paid: true }, { missingStatus: 'open' }).state).toBe('settled')
    expect(read({ ...raw, amount_remaining: 5 }, { missingStatus: 'settled' }).state).toBe('open')
    expect(read({ ...raw, status: 'In dispute' }, { missingStatus: 'settled' }).state).toBe('unknown')
    expect(read({ ...raw, total: -25 }, { missingStatus: 'open' }).state).toBe('credit')
  })
})

test('what is to pay is the remainder, else the total', () => {
  expect(toPay({ total: '300', remaining: '50' })).toBe('50')
  expect(toPay({ total: '300', remaining: null })).toBe('300')
  expect(toPay({ total: null, remaining: null })).toBeNull()
})
