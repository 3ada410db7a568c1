/** An invoice's total: of several amounts, the one that is owed. Where nothing tells which one it is, the total is unread. */
import {
  absolute,
  compareDecimals,
  isNegative,
  isZero,
  subtractDecimals,
  type Decimal
} from '../../shared/models/decimal.ts'
import type { Json } from '../../shared/models/json.ts'
import { isStated, type Find, type FindNoted, type Names } from './field-names.ts'
import { isSameUnit } from './invoice-amounts.ts'
import type { InvoiceNames } from './invoice-names.ts'
import { FIELD_NAMES } from './invoice-vocabulary.ts'
import type { Amounts } from './named-amounts.ts'
import { currencyOf } from './read-amount.ts'
import { isObject } from './records.ts'

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
  const { amount, names, readers } = amounts
  if (isUnreadable(amounts, find, look)) return 'unread'
  const total = ofTwo(amount('total'), look, names.wholeTotal, readers.usual)
  const isAtItsPlace = [names.total, names.totalMinor].some((its) => isStated(its) && look(its, () => true).isStated)
  if (total !== null && isAtItsPlace) return total
  const owed = isInOtherCurrency(total, look, readers.usual, beside.currency)
    ? 'unread'
    : withTax(total, amounts, { find, look }, beside)
  // Adds a note on the field of the total.
  if (owed === 'unread') find(names.total, () => null)
  return owed
}

const hasDigit = (value: Json): boolean => typeof value === 'string' && /\d/.test(value)

/** A total such as "1.234" came. A less trusted amount may be a part of it. */
function isUnreadable({ names, readers, isUnread, amount }: Amounts, find: FindNoted, look: Find): boolean {
  if (isUnread('total')) return amount('total') === null
  const first = look(names.total, (value) =>
    readers.usual(value) !== null ? 'read' : hasDigit(value) ? 'unread' : null
  )
  if (first.value !== 'unread') return false
  find(names.total, () => null)
  return true
}

/** Of two totals, zero may be the one that isn't in use. */
function ofTwo(total: Decimal | null, look: Find, names: Names, read: (value: Json) => Decimal | null): Decimal | null {
  if (total === null || !isZero(total)) return total
  const nonZero = (value: Json): Decimal | null => {
    const amount = read(value)
    return amount !== null && !isZero(amount) ? amount : null
  }
  return look(names, nonZero).value ?? total
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
    if (isObject(value) || hasDigit(value)) return true
    const unit = currencyOf(value)
    return unit === null ? null : currency === null || !isSameUnit(unit, currency)
  }
  return look(FIELD_NAMES.otherCurrency, isOther).value === true
}

/** Of totals side by side, the one with tax. */
function withTax(total: Decimal | null, amounts: Amounts, { find, look }: Finders, beside: Beside): Total {
  const { maybe, names } = amounts
  // `gross: true` says something else.
  const mayBeAmount = (value: Json): true | null => (hasDigit(value) || isObject(value) ? true : null)
  for (const name of ['taxedTotal', 'grossTotal'] as const) {
    const gross = maybe(name)
    if (gross === null && look(names[name], mayBeAmount).value === null) continue
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
