/** Reads the amounts of an invoice's record. */
import { addDecimals, type Decimal } from '../../shared/models/decimal.ts'
import type { Json } from '../../shared/models/json.ts'
import type { InvoiceSettings } from '../../shared/providers/definition.ts'
import type { Find, FindNoted, Names } from './field-names.ts'
import { flagIn, isShare, paidOf, type Paid } from './invoice-amounts.ts'
import { totalOf } from './invoice-total.ts'
import { FIELD_NAMES } from './invoice-vocabulary.ts'
import type { Amounts } from './named-amounts.ts'

export interface InvoiceMoney {
  total: Decimal | null
  taxes: Decimal | null
  discount: Decimal | null
  paidAmount: Decimal | null
  credited: Decimal | null
  applied: Decimal | null
  remaining: Decimal | null
  maybeRemaining: Decimal | null
  unused: Decimal | null
  used: Decimal | 'unread' | null
  paid: Paid | null
}

export function readMoney(
  amounts: Amounts,
  find: FindNoted,
  look: Find,
  { balance, currency, time }: Pick<InvoiceSettings, 'balance' | 'currency'> & { time: (value: Json) => string | null }
): InvoiceMoney {
  const { amount, maybe, readers } = amounts
  const taxes = isShareBeside(look, FIELD_NAMES.taxUnit) ? null : taxesOf(amounts, look)
  const discount = isPercentDiscount(look) ? null : amount('discount')
  const named = totalOf(amounts, { find, look }, { currency, taxes, discount })
  const due = amount('amountDue')
  const total = named === 'unread' ? null : (named ?? due)
  const used = look(FIELD_NAMES.usedCredit, readers.usual)
  return {
    total,
    taxes,
    discount,
    paidAmount: amount('paidAmount'),
    credited: amount('creditedAmount'),
    applied: maybe('appliedCredit'),
    remaining:
      amount('remaining') ?? (balance === 'remaining' ? amount('balance') : null) ?? (named === null ? null : due),
    maybeRemaining: (balance === null ? maybe('balance') : null) ?? maybe('maybeRemaining'),
    unused: maybe('unusedCredit'),
    used: used.value ?? (used.unreadable === null ? maybe('usedCredit') : 'unread'),
    paid: find(FIELD_NAMES.paid, (value) => paidOf(value, readers.usual, { total, time }))
  }
}

/** The unit beside an amount is percent. */
const isShareBeside = (look: Find, units: Names): boolean => look(units, isShare).value === true

const isPercentDiscount = (look: Find): boolean =>
  isShareBeside(look, FIELD_NAMES.discountUnit) ||
  look(FIELD_NAMES.isPercentDiscount, flagIn).value === true ||
  look(FIELD_NAMES.isAmountDiscount, flagIn).value === false

/** A tax and others beside it, `tax` and `tax2`, add up, unless the record has a sum. */
function taxesOf({ amount, readers }: Amounts, look: Find): Decimal | null {
  const taxes = amount('taxes')
  const isSet = (names: Names): boolean => look(names, () => true).value !== null
  const others = [FIELD_NAMES.secondTax, FIELD_NAMES.thirdTax].filter(isSet)
  if (others.length === 0 || isSet(FIELD_NAMES.taxSum)) return taxes
  const parts = [taxes, ...others.map((names) => look(names, readers.usual).value)]
  return parts.includes(null) ? null : addDecimals(parts as Decimal[])
}
