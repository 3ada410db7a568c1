/** The names of an invoice's fields at one provider: the places that its definition states come before the usual names. */
import type { InvoiceField } from '../../../shared/models/invoice.ts'
import type { InvoicePlace } from '../../../shared/models/provider.ts'
import type { InvoiceSettings } from '../../../shared/providers/definition.ts'
import { isInCents, namesAt, type Names } from './field-names.ts'
import { FIELD_NAMES } from './invoice-vocabulary.ts'

type FieldName = keyof typeof FIELD_NAMES
export type InvoiceNames = Readonly<Record<FieldName, Names>> & {
  /** Of the amount that tells invoices without ids apart. */
  printed: Names
}

/** Which table of names a field is read by. */
const TABLES = {
  ...{ id: 'id', number: 'number', state: 'status', providerStatus: 'status', currency: 'currency' },
  ...{ issuedAt: 'issuedAt', dueAt: 'dueAt', paidAt: 'paidAt', updatedAt: 'updatedAt', paymentMethod: 'paymentMethod' },
  ...{ subtotal: 'subtotal', discount: 'discount', taxes: 'taxes', total: 'total' },
  ...{ kind: 'kind', paidAmount: 'paidAmount', remaining: 'remaining', pdf: 'pdf', page: 'page', scale: 'scale' }
} as const satisfies Record<InvoiceField | InvoicePlace, FieldName>

const minorOf = (table: FieldName): FieldName | null => {
  const name = `${table}Minor`
  return Object.hasOwn(FIELD_NAMES, name) ? (name as FieldName) : null
}

export function invoiceNames(places: InvoiceSettings['invoiceFields']): InvoiceNames {
  const names: Record<FieldName, Names> = { ...FIELD_NAMES }
  for (const [field, table] of Object.entries(TABLES) as [keyof typeof TABLES, FieldName][]) {
    const place = places[field]
    if (place === undefined) continue
    const chosen = (isInCents(place) ? minorOf(table) : null) ?? table
    names[chosen] = namesAt(place, FIELD_NAMES[chosen])
  }
  return {
    ...names,
    // A total of zero at its stated place is the total.
    wholeTotal: namesAt(places.total, FIELD_NAMES.wholeTotal),
    wholeTotalMinor: namesAt(places.total, FIELD_NAMES.wholeTotalMinor),
    printed: namesAt(places.total, PRINTED)
  }
}

const PRINTED = [...FIELD_NAMES.total, ...FIELD_NAMES.amountDue, ...FIELD_NAMES.totalMinor]
