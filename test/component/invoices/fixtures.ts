/** Invoices for the tests of their components. */
import { dayOf } from '../../../src/shared/models/day.ts'
import type { AccountInvoice } from '../../../src/shared/models/invoice.ts'
import { NO_INVOICE_FIELDS } from '../../support/invoice-fields.ts'

/** An invoice of which nothing is known but what is given; its days are those of its dates. */
export function invoice(more: Partial<AccountInvoice> = {}): AccountInvoice {
  const { issuedAt = null, dueAt = null } = more
  return {
    key: 'i',
    account: 'a',
    ...NO_INVOICE_FIELDS,
    state: 'unknown',
    statusIsNumber: false,
    otherWords: null,
    calledOverdue: false,
    issuedDay: dayOf(issuedAt),
    dueDay: dayOf(dueAt),
    dueBy: dueAt === null ? null : 'provider',
    dueUnread: false,
    hasPage: false,
    hasPdf: false,
    ...more
  }
}
