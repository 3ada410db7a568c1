/** Reads an invoice's currency and amounts: what it costs, what was paid, and what remains. */
import {
  absolute,
  addDecimals,
  compareDecimals,
  isNegative,
  isZero,
  subtractDecimals,
  type Decimal
} from '../../../shared/models/decimal.ts'
import type { Json } from '../../../shared/models/json.ts'
import type { InvoiceSettings } from '../../../shared/providers/definition.ts'
import { isShare, type ReadAmount } from './amount-readers.ts'
import type { FieldsOf, Find, FindNoted, Names } from './field-names.ts'
import type { InvoiceNames } from './invoice-names.ts'
import { totalOf } from './invoice-total.ts'
import { FIELD_NAMES } from './invoice-vocabulary.ts'
import { MONEY_NAMES } from './money-vocabulary.ts'
import type { Amounts } from './named-amounts.ts'
import { amountOf, currencyOf, isSameCurrency } from './read-amount.ts'
import { flagIn } from './read-scalars.ts'
import { isObject } from './records.ts'

/**
 * In order of trust: a currency field, the total's object, the total's text, the account's setting.
 * @param usual the account's setting
 */
export function invoiceCurrency(
  fields: FieldsOf,
  find: FindNoted,
  look: Find,
  { names, usual }: { names: InvoiceNames; usual: string | null }
): string | null {
  const inside =
    (names: readonly string[]) =>
    (value: Json): string | null =>
      isObject(value) ? fields(value)(names, currencyOf).value : null
  const named = find(names.currency, (value) => currencyOf(value) ?? inside(MONEY_NAMES.currencyWord)(value))
  // An unreadable currency is more likely another one than the account's.
  if (named === null && look(names.currency, () => true).value !== null) return null
  const ofTotal = (value: Json): string | null =>
    inside(MONEY_NAMES.moneyCurrency)(value) ?? amountOf(value, null)?.mark ?? null
  const ofWord = (value: Json): string | null => (/\d/.test(String(value)) ? null : currencyOf(value))
  const unit =
    named ??
    look(names.total, ofTotal).value ??
    look(FIELD_NAMES.amountDue, ofTotal).value ??
    look(FIELD_NAMES.otherCurrency, ofWord).value
  // "$" is the account's dollar.
  return unit === null || (usual !== null && isSameCurrency(unit, usual)) ? usual : unit
}

/** `paid` may be a flag, an amount or a time. A bare 0 or 1 may be a flag or an amount. */
export type Paid = { flag: boolean } | { time: string } | { amount: Decimal; isBare: boolean }

export interface InvoiceMoney {
  total: Decimal | null
  taxes: Decimal | null
  discount: Decimal | null
  /** Under a name that says what it is. */
  paidAmount: Decimal | null
  /** Paid by a credit note. */
  credited: Decimal | null
  /** Credit and write-offs that the total may be without already. */
  applied: Decimal | null
  remaining: Decimal | null
  /** `balance` or `due`: also an account's balance, or a top-up. */
  maybeRemaining: Decimal | null
  /** Of a credit. */
  unused: Decimal | null
  /** What was used of it; 'unread': a field says so, and can't be read. */
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

function paidOf(
  value: Json,
  read: ReadAmount,
  { total, time }: { total: Decimal | null; time: (value: Json) => string | null }
): Paid | null {
  const isBare = [0, 1, '0', '1'].some((bare) => bare === value)
  const flag = isBare ? null : flagIn(value)
  if (flag !== null) return { flag }
  const amount = read(value)
  if (amount !== null && (isBare || (total !== null && isBetween(amount, absolute(total))))) return { amount, isBare }
  const paidAt = time(value)
  return paidAt === null ? null : { time: paidAt }
}

const isBetween = (amount: Decimal, most: Decimal): boolean => !isNegative(amount) && compareDecimals(amount, most) <= 0

/** What the status says of the payment; 'other': something else. */
export type PaymentWord = 'partPaid' | 'settled' | 'open' | 'other'

export interface Settlement {
  paidAmount: Decimal | null
  /** Confirmed by the record. */
  remaining: Decimal | null
}

/**
 * What was paid and what remains, if the record states or confirms it. An ambiguous amount is the remainder only if total − paid
 * equals it; without a paid amount, if it is a part and the status says that a part was paid, or 0 and the status says that all
 * was. A remainder of 0 is wrong if total − paid is more.
 */
export function settlementOf(stated: InvoiceMoney, word: PaymentWord | null): Settlement {
  const { total, maybeRemaining, paid } = stated
  const remaining = stated.remaining !== null && !isNegative(stated.remaining) ? stated.remaining : null
  const maybe = maybeRemaining !== null && total !== null && isBetween(maybeRemaining, total) ? maybeRemaining : null
  const leaves = (part: Decimal, rest: Decimal | null): boolean =>
    total !== null && rest !== null && compareDecimals(subtractDecimals(total, part), rest) === 0
  const isConfirmed = (part: Decimal): boolean => leaves(part, remaining) || leaves(part, maybe)
  const given = paid !== null && 'amount' in paid && (!paid.isBare || isConfirmed(paid.amount)) ? paid.amount : null
  const paidAmount = stated.paidAmount ?? given
  const restAfter = (...parts: (Decimal | null)[]): Decimal | null => {
    const gone = addDecimals(parts.filter((part) => part !== null && !isNegative(part)) as Decimal[])
    return total !== null && isBetween(gone, total) ? subtractDecimals(total, gone) : null
  }
  const isStated = paidAmount !== null || stated.credited !== null
  const isReadable = paidAmount === null || !isNegative(paidAmount)
  const rest = isStated && isReadable ? restAfter(paidAmount, stated.credited) : null
  const isGone = (amount: Decimal | null): boolean => amount !== null && isZero(amount)
  const isContradicted =
    isGone(remaining) &&
    rest !== null &&
    !isZero(rest) &&
    !isGone(restAfter(paidAmount, stated.credited, stated.applied))
  if (remaining !== null && !isContradicted) return { paidAmount, remaining }
  if (paidAmount !== null || maybe === null) return { paidAmount, remaining: rest }
  const isByWord = word === 'settled' ? isZero(maybe) : word === 'partPaid' && !isZero(maybe) && !leaves('0', maybe)
  return { paidAmount, remaining: isByWord ? maybe : null }
}

/** The unused part of a credit, which lowers what is owed; null: it may have been used already. */
export function unusedCredit(stated: InvoiceMoney, word: PaymentWord | null): Decimal | null {
  if (word === 'settled') return '0'
  if (stated.total === null || stated.used === 'unread' || word === 'other') return null
  const total = absolute(stated.total)
  const within = (amount: Decimal | null): Decimal | null =>
    amount !== null && isBetween(absolute(amount), total) ? absolute(amount) : null
  const said = stated.unused ?? stated.remaining
  if (said !== null) return within(said)
  const used = within(stated.used)
  const maybe = within(stated.maybeRemaining)
  if (used !== null) return subtractDecimals(total, used)
  if (word === 'partPaid') return maybe
  return isNegative(stated.total) ? total : null
}
