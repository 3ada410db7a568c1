/** Finds the amounts of an invoice's record by their names, which tell their units. */
import { isZero, type Decimal } from '../../../shared/models/decimal.ts'
import type { invoiceFields } from '../../../shared/models/fields.ts'
import type { InvoiceField } from '../../../shared/models/invoice.ts'
import type { Json } from '../../../shared/models/json.ts'
import { isAtItsPlace, isStated, type FieldsOf, type Find, type FindNoted, type Names } from './field-names.ts'
import { sumIn, type AmountReaders } from './amount-readers.ts'
import type { InvoiceNames } from './invoice-names.ts'
import { isObject } from './records.ts'

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
export type InUnit = readonly [names: Names, read: (value: Json) => Decimal | null]

/** A value that can't be read, and may be an amount. An object may have it inside. A list of objects is a breakdown of one. */
export function mayBeAmount(value: Json): boolean {
  if (typeof value === 'string') return /\d/.test(value)
  if (Array.isArray(value)) return value.some((one) => typeof one === 'number' || (!isObject(one) && mayBeAmount(one)))
  return isObject(value) && Object.keys(value).length > 0
}

/** A list that has an amount inside that isn't zero: beside it, a zero is the one that isn't in use. */
export const hasAmounts = (value: Json, read: (value: Json) => Decimal | null): boolean =>
  Array.isArray(value) &&
  value.some((one) => {
    const amount = read(one)
    return amount === null ? /[1-9]/.test(JSON.stringify(one)) : !isZero(amount)
  })

/** An amount of these names that isn't zero; 'unread': a value that may be one. Beside it, a zero is the one that isn't in use. */
export function otherThanZero(look: Find, [names, read]: InUnit): Decimal | 'unread' | null {
  const other = (value: Json): Decimal | 'unread' | null => {
    const amount = read(value)
    if (amount !== null) return isZero(amount) ? null : amount
    if (Array.isArray(value)) return hasAmounts(value, read) ? 'unread' : null
    const isZeroText = typeof value === 'string' && !/[1-9]/.test(value)
    return mayBeAmount(value) && !isZeroText ? 'unread' : null
  }
  return look(names, other).value
}

/** What is to pay. */
const DUE: ReadonlySet<AmountName> = new Set(['amountDue', 'remaining', 'balance'])

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
      const value = find(first[0], first[1])
      if (value === null) return isUnread(first) ? null : find(second[0], second[1])
      if (!DUE.has(name) || !isZero(value) || isAtItsPlace(look, first[0])) return value
      const other = otherThanZero(look, second) ?? value
      return other === 'unread' ? find(second[0], () => null) : other
    },
    maybe: (name) => look(names[name], readers.usual).value ?? look(names[`${name}Minor`], readers.minor).value
  }
}
