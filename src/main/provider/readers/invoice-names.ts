/** The names of an invoice's fields at one provider: the places that its definition states come before the usual names. */
import { invoiceFields } from '../../../shared/models/fields.ts'
import type { InvoiceField } from '../../../shared/models/invoice.ts'
import { INVOICE_PLACES, type InvoicePlace } from '../../../shared/models/provider.ts'
import type { InvoiceSettings } from '../../../shared/providers/definition.ts'
import { isInCents, namesAt, type Names } from './field-names.ts'
import { FIELD_NAMES } from './invoice-vocabulary.ts'

type FieldName = keyof typeof FIELD_NAMES
export type InvoiceNames = Readonly<Record<FieldName, Names>> & {
  /** Of the amount that tells invoices without ids apart. */
  printed: Names
}

/** The names that a field is read by. */
const tableOf = (field: InvoiceField | InvoicePlace): FieldName =>
  field === 'state' || field === 'providerStatus' ? 'status' : field

const FIELDS: readonly (InvoiceField | InvoicePlace)[] = [
  ...(Object.keys(invoiceFields) as InvoiceField[]),
  ...INVOICE_PLACES
]

const minorOf = (table: FieldName): FieldName | null => {
  const name = `${table}Minor`
  return Object.hasOwn(FIELD_NAMES, name) ? (name as FieldName) : null
}

export function invoiceNames(places: InvoiceSettings['invoiceFields']): InvoiceNames {
  const names: Record<FieldName, Names> = { ...FIELD_NAMES }
  for (const field of FIELDS) {
    const place = places[field]
    if (place === undefined) continue
    const table = tableOf(field)
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
