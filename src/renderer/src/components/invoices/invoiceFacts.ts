/** Facts of an invoice: amounts, dates, payment method, the provider's own status. */
import type { Invoice } from '../../../../shared/models/invoice.ts'
import { formatDate, formatDateTime, formatMoney, t } from '../../i18n.ts'
import type { Fact } from '../record/fact.ts'
import { signedDiscount } from './amounts.ts'
import { methodText } from './invoiceText.ts'

const AMOUNTS = ['subtotal', 'discount', 'taxes', 'total'] as const
const DATES = ['issuedAt', 'dueAt', 'paidAt', 'updatedAt'] as const

/** Missing values are left out. */
export function invoiceFacts(invoice: Invoice): Fact[] {
  const facts: Fact[] = []
  const add = (name: Parameters<typeof label>[0], text: string | null, kind?: 'figures'): void => {
    if (text === null || text.trim() === '') return
    facts.push({ name, label: label(name), text, ...(kind && { kind }) })
  }
  for (const name of AMOUNTS) {
    const amount = name === 'discount' ? signedDiscount(invoice) : invoice[name]
    add(name, amount === null ? null : formatMoney({ amount, currency: invoice.currency }), 'figures')
  }
  add('currency', invoice.currency)
  for (const name of DATES) {
    const date = invoice[name]
    add(name, date === null ? null : formatDateTime(date), 'figures')
    if (name === 'dueAt' && invoice.dueBy === 'term' && invoice.dueDay !== null)
      add('dueByTerm', formatDate(invoice.dueDay), 'figures')
  }
  add('paymentMethod', invoice.paymentMethod && methodText(invoice.paymentMethod))
  if (invoice.providerStatus !== null) {
    const { providerStatus: status } = invoice
    const undocumented = invoice.state === 'unknown' && status.trim() !== ''
    add('status', undocumented ? t('invoices.statusUndocumented', { status }) : status)
  }
  return facts
}

type FactName =
  (typeof AMOUNTS)[number] | (typeof DATES)[number] | 'currency' | 'dueByTerm' | 'paymentMethod' | 'status'
const label = (name: FactName): string => t(`invoices.field.${name}`)
