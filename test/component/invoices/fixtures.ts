/** Invoices for the tests of their components. */
import { dayOf } from '../../../src/shared/models/day.ts'
import type { Invoice } from '../../../src/shared/models/invoice.ts'

/** An invoice of which nothing is known but what is given; its days are those of its dates. */
export function invoice(more: Partial<Invoice> = {}): Invoice {
  const { issuedAt = null, dueAt = null } = more
  return {
    key: 'i',
    number: null,
    state: 'unknown',
    providerStatus: null,
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
    issuedDay: dayOf(issuedAt),
    dueDay: dayOf(dueAt),
    dueBy: dueAt === null ? null : 'platform',
    paymentMethod: null,
    hasPage: false,
    hasPdf: false,
    ...more
  }
}
