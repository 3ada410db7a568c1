/** Invoices for the tests of their components. */
import type { Invoice } from '../../../src/shared/model/invoice.ts'

/** An invoice of which nothing is known but what is given. */
export function invoice(more: Partial<Invoice> = {}): Invoice {
  return {
    key: 'i',
    number: null,
    state: 'unknown',
    platformStatus: null,
    statusIsNumber: false,
    total: null,
    subtotal: null,
    taxes: null,
    discount: null,
    currency: null,
    issuedAt: null,
    dueAt: null,
    paidAt: null,
    updatedAt: null,
    paymentMethod: null,
    hasPage: false,
    hasPdf: false,
    ...more
  }
}
