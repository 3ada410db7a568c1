/** An invoice's total: of several amounts, the one that is owed. Where nothing tells which one it is, the total is unread. */
import {
  absolute,
  compareDecimals,
  isNegative,
  isZero,
  subtractDecimals,
  type Decimal
} from '../../../shared/models/decimal.ts'
import type { Json } from '../../../shared/models/json.ts'
import { isAtItsPlace, type Find, type FindNoted } from './field-names.ts'
import { isSameUnit } from './amount-readers.ts'
import type { InvoiceNames } from './invoice-names.ts'
import { FIELD_NAMES } from './invoice-vocabulary.ts'
import { hasAmounts, mayBeAmount, otherThanZero, type Amounts } from './named-amounts.ts'
import { currencyOf } from './read-amount.ts'

interface Beside {
  currency: string | null
  taxes: Decimal | null
  discount: Decimal | null
}

interface Finders {
  find: FindNoted
  look: Find
}

/** null: no field has it. */
type Total = Decimal | 'unread' | null

export function totalOf(amounts: Amounts, { find, look }: Finders, beside: Beside): Total {
  const { names, readers } = amounts
  if (isUnreadable(amounts, find, look)) return 'unread'
  const total = ofTwo(amounts, look)
  const isStated = [names.total, names.totalMinor].some((its) => isAtItsPlace(look, its))
  if (total !== null && total !== 'unread' && isStated) return total
  const owed =
    total === 'unread' || isInOtherCurrency(total, look, readers.usual, beside.currency)
      ? 'unread'
      : withTax(total, amounts, { find, look }, beside)
  // Adds a note on the field of the total.
  if (owed === 'unread') find(names.total, () => null)
  return owed
}

/** A total such as "1.234" or {"net": 80} came. A less trusted amount may be a part of it. */
function isUnreadable({ names, readers, isUnread, amount }: Amounts, find: FindNoted, look: Find): boolean {
  if (isUnread('total')) return amount('total') === null
  const first = look(names.total, (value) =>
    readers.usual(value) !== null ? 'read' : mayBeAmount(value) ? 'unread' : null
  )
  if (first.value !== 'unread') return false
  find(names.total, () => null)
  return true
}

/** Of two totals, zero may be the one that isn't in use. */
function ofTwo({ amount, names, readers }: Amounts, look: Find): Total {
  const total = amount('total')
  if (total === null || !isZero(total)) return total
  const other = otherThanZero(look, [names.wholeTotal, readers.usual])
  return other ?? otherThanZero(look, [names.wholeTotalMinor, readers.minor]) ?? total
}

/** `amount` beside another `currency_amount`, or beside an `amount_currency` that isn't the invoice's. */
function isInOtherCurrency(
  total: Decimal | null,
  look: Find,
  read: (value: Json) => Decimal | null,
  currency: string | null
): boolean {
  if (total === null) return false
  const isOther = (value: Json): boolean | null => {
    const amount = read(value)
    if (amount !== null) return compareDecimals(amount, total) !== 0
    if (mayBeAmount(value)) return true
    const unit = currencyOf(value)
    return unit === null ? null : currency === null || !isSameUnit(unit, currency)
  }
  return look(FIELD_NAMES.otherCurrency, isOther).value === true
}

/** Of totals side by side, the one with tax. */
function withTax(total: Decimal | null, amounts: Amounts, { find, look }: Finders, beside: Beside): Total {
  const { maybe, names } = amounts
  // `gross: true` says something else.
  const isUnused = total !== null && isZero(total)
  const isGiven = (value: Json): true | null =>
    mayBeAmount(value) || (isUnused && hasAmounts(value, amounts.readers.usual)) || null
  for (const name of ['taxedTotal', 'grossTotal'] as const) {
    const gross = maybe(name)
    if (gross === null && look(names[name], isGiven).value === null) continue
    if (gross === null) {
      find(names[name], () => null)
      return 'unread'
    }
    const isBeforeDiscount = name === 'grossTotal' && hasDiscount(names, look, beside.discount)
    if (total === null) return isBeforeDiscount ? null : gross
    return ofSideBySide(total, gross, isBeforeDiscount, beside)
  }
  return total
}

/** Also one that can't be read, or one in percent. */
const hasDiscount = (names: InvoiceNames, look: Find, discount: Decimal | null): boolean =>
  discount === null ? look(names.discount, () => true).value !== null : !isZero(discount)

/** The larger one is with tax, unless it is the one before a discount. @param mayBeBefore the gross total may be before a discount */
function ofSideBySide(total: Decimal, gross: Decimal, mayBeBefore: boolean, { taxes, discount }: Beside): Total {
  const more = subtractDecimals(absolute(gross), absolute(total))
  const isMoreBy = (part: Decimal | null): boolean => part !== null && compareDecimals(more, absolute(part)) === 0
  if (isZero(gross) || isZero(more)) return total
  if (isZero(total)) return gross
  if (isNegative(more)) return 'unread'
  if (!mayBeBefore || isMoreBy(taxes)) return gross
  return isMoreBy(discount) ? total : 'unread'
}
