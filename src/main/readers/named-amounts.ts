/** Finds the amounts of an invoice's record by their names, which tell their units. */
import type { Decimal } from '../../shared/models/decimal.ts'
import type { invoiceFields } from '../../shared/models/fields.ts'
import type { InvoiceField } from '../../shared/models/invoice.ts'
import type { Json } from '../../shared/models/json.ts'
import { isStated, type FieldsOf, type Find, type FindNoted, type Names } from './field-names.ts'
import { sumIn, type AmountReaders } from './invoice-amounts.ts'
import type { InvoiceNames } from './invoice-names.ts'

export type AmountField = {
  [F in InvoiceField]: (typeof invoiceFields)[F]['type'] extends 'amount' ? F : never
}[InvoiceField]

type AmountName =
  | AmountField
  | ('amountDue' | 'balance' | 'maybeRemaining' | 'unusedCredit' | 'usedCredit' | 'creditedAmount' | 'appliedCredit')
  | ('taxedTotal' | 'grossTotal')

/** Reads amounts by their names: `maybe` without a note, because the field may be something else. */
export interface Amounts {
  names: InvoiceNames
  readers: AmountReaders
  amount(name: AmountName): Decimal | null
  maybe(name: AmountName): Decimal | null
  /** The place that the definition states has a value that can't be read. */
  isUnread(name: AmountName): boolean
}

/** Names with the reader of their unit. */
type InUnit = readonly [names: Names, read: (value: Json) => Decimal | null]

export function createAmounts(
  fields: FieldsOf,
  names: InvoiceNames,
  find: FindNoted,
  look: Find,
  readers: AmountReaders
): Amounts {
  const sums: AmountReaders = {
    usual: (value) => sumIn(fields, value, readers.usual),
    minor: (value) => sumIn(fields, value, readers.minor)
  }
  const unitsOf = (name: AmountName): [InUnit, InUnit] => {
    const { usual, minor } = name === 'taxes' ? sums : readers
    const inMinor: InUnit = [names[`${name}Minor`], minor]
    const inUsual: InUnit = [names[name], usual]
    return isStated(inMinor[0]) ? [inMinor, inUsual] : [inUsual, inMinor]
  }
  const isUnread = ([its, read]: InUnit): boolean => {
    if (!isStated(its)) return false
    const found = look(its, read)
    return found.isStated && found.value === null
  }
  return {
    names,
    readers,
    isUnread: (name) => isUnread(unitsOf(name)[0]),
    amount(name) {
      const [first, second] = unitsOf(name)
      return find(first[0], first[1]) ?? (isUnread(first) ? null : find(second[0], second[1]))
    },
    maybe: (name) => look(names[name], readers.usual).value ?? look(names[`${name}Minor`], readers.minor).value
  }
}
