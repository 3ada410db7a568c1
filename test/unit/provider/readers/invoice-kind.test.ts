/** Kinds of papers: what asks for no payment isn't owed, and a kind that isn't recognised leaves the state unknown. */
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
  const { value } = readInvoices([{ id: 1, total: 80, status: 'sent', ...raw }], by, (text) => text, {
    now: new Date('2026-11-25T12:00:00Z')
  })
  if (!value[0]) throw new Error('no record')
  return value[0].invoice
}

const KINDS: [kind: string, state: string, words: Json[]][] = [
  [
    'proforma',
    'void',
    ['proforma', 'Pro-forma invoice', 'PROFORMA_INVOICE', 'Proformarechnung', 'facture pro forma', '形式发票', 325]
  ],
  [
    'quote',
    'void',
    ['quote', 'Estimate', 'offer', 'quotation', 'Angebot', 'Devis', 'presupuesto', 'Orçamento', '报价单', 'смета']
  ],
  [
    'orderConfirmation',
    'void',
    ['order_confirmation', 'orderconfirmation', 'Auftragsbestätigung', 'подтверждение заказа', '订单确认']
  ],
  [
    'deliveryNote',
    'void',
    ['delivery note', 'deliverynote', 'Lieferschein', 'bon de livraison', 'albarán', '送货单', '351']
  ],
  ['receipt', 'void', ['receipt', 'Quittung', 'reçu', 'Recibo', 'квитанция', '收据']],
  ['reminder', 'void', ['dunning', 'Mahnung', 'payment_reminder', 'relance', 'aviso de cobrança', '催款单']],
  [
    'credit',
    'credit',
    [
      ...[
        'credit_note',
        'Gutschrift',
        'STORNO',
        'Stornorechnung',
        'avoir',
        'note de crédit',
        'nota de crédito',
        'abono'
      ],
      ...[
        'Кредит-нота',
        '红字发票',
        'refund_invoice',
        'cancellation_invoice',
        'salescreditnote',
        '381',
        381,
        'credit_notes'
      ]
    ]
  ],
  [
    'invoice',
    'open',
    ['invoice', 'INVOICE', 'purchaseinvoice', '380', 380, 'Rechnung', 'Facture', 'счёт', '发票', 'invoices']
  ]
]

describe.each(KINDS)('%s', (kind, state, words) => {
  test.each(words.map((word) => [word]))('%j, wherever a kind may stand', (word) => {
    for (const field of ['document_type', 'voucherType', 'invoice_type', 'docType', 'kind', 'type']) {
      // In a bare `type`, a number is more likely an id, but for those of invoices and credit notes.
      if (['kind', 'type'].includes(field) && (word === 325 || word === '351')) continue
      expect([field, read({ [field]: word })]).toMatchObject([field, { kind, state, otherWords: null }])
    }
  })
})

test.each<[Raw, string, string | null]>([
  // What was bought, or a number of anything.
  [{ type: 'purchase' }, 'open', null],
  [{ kind: 'renewal' }, 'open', null],
  [{ type: 310 }, 'open', null],
  [{ type: 'credit' }, 'open', null],
  [{ object: 'list' }, 'open', null],
  // Signs that may say the opposite.
  [{ type: '≠ credit note' }, 'open', null],
  [{ kind: '~~quote~~' }, 'open', null],
  [{ type: '🚫 quote' }, 'open', null],
  [{ type: 'Pro-forma_invoice' }, 'void', 'proforma'],
  // Ordinary writing.
  ...['Invoice #', '"Invoice"', '🧾 Invoice', '[invoice]', 'Invoice\u200B', 'Invoice:'].map(
    (word): [Raw, string, string] => [{ document_type: word, status: 'paid' }, 'settled', 'invoice']
  ),
  [{ type: '“Avoir”' }, 'credit', 'credit'],
  // Kinds of invoices that an API tells apart.
  [{ invoice_type: 'subscription' }, 'open', 'invoice'],
  [{ invoice_type: 'one_off', type: 'renewal' }, 'open', 'invoice'],
  [{ document_type: { code: 7, name: 'Invoice' } }, 'open', 'invoice'],
  [{ InvoiceTypeCode: '381' }, 'credit', 'credit'],
  [{ type_code: { code: 381 } }, 'credit', 'credit'],
  // An API calls each paper an invoice.
  [{ object: 'invoice', invoice_type: 'proforma' }, 'void', 'proforma'],
  [{ voucherType: 'salesinvoice', voucherStatus: 'overdue', status: null }, 'open', 'invoice'],
  [{ is_proforma: true }, 'void', 'proforma'],
  [{ isEstimate: 1, type: 'invoice' }, 'void', 'quote'],
  [{ isCreditNote: true, document_type: 'credit note' }, 'credit', 'credit'],
  [{ is_credit_note: false, is_quote: 'no' }, 'open', null]
])('%j is %s, of kind %s', (raw, state, kind) => {
  expect(read(raw)).toMatchObject({ state, kind, otherWords: null })
})

test.each<[Raw, string]>([
  [{ document_type: 'Foo' }, 'sent · document_type: Foo'],
  [{ voucherType: 'any' }, 'sent · voucherType: any'],
  [{ document_type: '!quote' }, 'sent · document_type: !quote'],
  [{ document_type: 'invoice?' }, 'sent · document_type: invoice?'],
  [{ invoice_type: 3 }, 'sent · invoice_type: 3'],
  [{ invoice_type: 'credit' }, 'sent · invoice_type: credit'],
  [{ status: 'paid', document_type: 'correction' }, 'paid · document_type: correction'],
  [{ status: null, document_type: { id: 5 } }, 'document_type: {"id":5}'],
  [{ document_type: 'invoice', type: 'refund' }, 'sent · document_type: invoice · type: refund'],
  [{ invoice_type: 'quote', is_credit_note: true }, 'sent · invoice_type: quote · is_credit_note: true'],
  [{ document_type: 'Foo', is_draft: true }, 'sent · is_draft: true · document_type: Foo']
])('%j is unrecognised, and both are said: %s', (raw, said) => {
  const invoice = read(raw)
  expect([invoice.state, invoice.kind, statusSaid(invoice)]).toEqual(['unknown', null, said])
})

test.each<[Raw, string]>([
  [{ type: 'offer', status: 'overdue' }, 'overdue · type: offer'],
  [{ type: 'receipt', status: 'overdue' }, 'overdue · type: receipt'],
  [{ is_proforma: true, status: 'unpaid' }, 'unpaid · is_proforma: true'],
  [{ document_type: 'Quote', is_overdue: true }, 'sent · document_type: Quote · is_overdue: true'],
  [{ type: 'quote', payment_status: 'past_due' }, 'sent · type: quote · payment_status: past_due'],
  [{ type: 'order_confirmation', status: 'awaiting payment' }, 'awaiting payment · type: order_confirmation']
])('%j, of which an amount remains, is unrecognised, and both are said: %s', (raw, said) => {
  const invoice = read({ ...raw, amount_remaining: 80 })
  expect([invoice.state, statusSaid(invoice)]).toEqual(['unknown', said])
  expect(read(raw).state).toBe('void')
})

describe('a paper that asks for no payment', () => {
  test.each<[Raw, string]>([
    [{ type: 'quote', status: 'accepted' }, 'void'],
    [{ type: 'quote', status: 'open', amount_due: 80 }, 'void'],
    [{ type: 'proforma', status: 'unpaid', due_date: '2026-01-01' }, 'void'],
    [{ type: 'delivery_note', status: null }, 'void'],
    [{ type: 'quote', status: 'draft' }, 'void'],
    [{ type: 'quote', status: 'pending', amount_remaining: 80 }, 'void'],
    [{ type: 'quote', status: 'cancelled', payment_status: 'unpaid', amount_remaining: 80 }, 'void'],
    // Of the invoice that it reminds of.
    [{ type: 'reminder', status: 'overdue', amount_due: 80 }, 'void'],
    [{ type: 'order_confirmation', status: 'completed' }, 'void'],
    // The only paper of a payment, at some providers.
    [{ type: 'receipt', status: 'paid' }, 'settled'],
    [{ type: 'receipt', paid_at: '2026-11-03' }, 'settled'],
    [{ voucherType: 'quotation', voucherStatus: 'open', status: null }, 'void']
  ])('%j is %s', (raw, state) => {
    expect(read(raw)).toMatchObject({ state, remaining: null })
  })
})

describe('a definition', () => {
  test('says where the kind stands, where a word then decides', () => {
    const invoiceFields = { kind: 'paper.class' }
    expect(read({ paper: { class: 'Quote' }, document_type: 'invoice' }, { invoiceFields })).toMatchObject({
      kind: 'quote',
      state: 'void'
    })
    expect(read({ type: 'purchase' }, { invoiceFields: { kind: 'type' } })).toMatchObject({
      state: 'unknown',
      otherWords: 'type: purchase'
    })
    expect(read({ document_type: 'quote' }, { invoiceFields })).toMatchObject({ kind: 'quote' })
  })

  test('says what its words mean', () => {
    const settings = {
      invoiceFields: { kind: 'type' },
      kinds: { PRF: 'proforma', 2: 'credit', purchase: 'invoice' }
    } as const
    expect(read({ type: 'prf' }, settings)).toMatchObject({ kind: 'proforma', state: 'void' })
    expect(read({ type: 2 }, settings)).toMatchObject({ kind: 'credit', state: 'credit' })
    expect(read({ type: 'purchase' }, settings)).toMatchObject({ kind: 'invoice', state: 'open' })
  })
})

test('an endless word costs nothing', () => {
  expect(read({ type: 'x'.repeat(1_000_000) }).kind).toBeNull()
  expect(read({ document_type: 'x'.repeat(1_000_000) }).otherWords?.length).toBeLessThanOrEqual(80)
})
