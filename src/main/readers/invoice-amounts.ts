/** An invoice's currency and amounts: what it costs, what was paid, and what remains. */
import type { InvoiceSettings } from '../../shared/providers/definition.ts'
import { currencyDecimals } from '../../shared/models/currency.ts'
import {
  absolute,
  addDecimals,
  compareDecimals,
  isNegative,
  isZero,
  subtractDecimals,
  type Decimal
} from '../../shared/models/decimal.ts'
import type { Json } from '../../shared/models/json.ts'
import { partsIn, scaled, scaleIn, type Scale } from './amount-scale.ts'
import type { FieldsOf, Find, FindNoted } from './field-names.ts'
import type { InvoiceNames } from './invoice-names.ts'
import { FIELD_NAMES } from './invoice-vocabulary.ts'
import { amountOf, currencyOf, decimalOfMinor, isSameCurrency } from './read-amount.ts'
import { flagOf, timeOf } from './read-scalars.ts'
import { isObject, type JsonObject } from './records.ts'
import type { DateOrder } from './written-time.ts'

type ReadAmount = (value: Json) => Decimal | null

/** Exact decimals in major units: `usual` in the account's unit, `minor` always from minor units. */
export interface AmountReaders {
  usual: ReadAmount
  minor: ReadAmount
}

export type UnitSettings = Pick<InvoiceSettings, 'amountUnit' | 'amountUnits'>

/** @param scale beside the amounts, see scaleOf */
export function amountReaders(
  fields: FieldsOf,
  { amountUnit, amountUnits }: UnitSettings,
  currency: string | null,
  scale: Scale | null = null
): AmountReaders {
  const orInside =
    (read: ReadAmount, besides: Scale | null): ReadAmount =>
    (value) => {
      if (!isObject(value)) return scaled(value, besides, read)
      const its = fields(value)
      const stated = besides?.isStated ? besides : null
      const unit = unitIn(fields, its)
      if (isOther(unit) || its(FIELD_NAMES.moneyKind, isShare).value === true) return null
      return (
        its(FIELD_NAMES.moneyAmount, (inner) => scaled(inner, scaleIn(its) ?? stated, read)).value ??
        partsIn(its, unit !== null)
      )
    }
  // An amount in another currency than the invoice's can't be added to the others.
  const isOther = (mark: string | null): boolean => mark !== null && (currency === null || !isSameUnit(mark, currency))
  const places = currencyDecimals(currency)
  const ofMinor: ReadAmount = (value) => decimalOfMinor(value, places)
  const minor = orInside(ofMinor, null)
  const major = orInside((value) => {
    const amount = amountOf(value, currency)
    return amount === null || isOther(amount.mark) ? null : amount.decimal
  }, scale)
  const unit = currency !== null && Object.hasOwn(amountUnits, currency) ? amountUnits[currency] : amountUnit
  if (unit !== 'minor' || scale?.isStated) return { usual: major, minor }
  // One that isn't sure tells nothing of minor units. A scale of 0 may be one that isn't in use.
  if (!scale?.isSure) return { usual: minor, minor }
  const isUnclear = scale.places === 0 && places !== 0
  return { usual: orInside(ofMinor, isUnclear ? { ...scale, places: null } : scale), minor }
}

/** @param mark of an amount */
export const isSameUnit = (mark: string, currency: string): boolean =>
  isSameCurrency(mark, currency) || mark.toLowerCase() === currency.toLowerCase()

/** A currency or unit beside an amount, such as EUR, € or Credits. */
function unitIn(fields: FieldsOf, its: Find): string | null {
  const named = its(FIELD_NAMES.moneyUnit, (value) =>
    isObject(value) ? fields(value)(FIELD_NAMES.currencyWord, currencyOf).value : currencyOf(value)
  )
  return named.value ?? its(FIELD_NAMES.moneyCurrency, currencyCodeOf).value
}

/** A code only: `value` may be the amount. */
const currencyCodeOf = (value: Json): string | null =>
  typeof value === 'string' && /^\s*[a-z]{3,5}\s*$/i.test(value) ? currencyOf(value) : null

/** A discount or tax of so many percent is no money. */
export const isShare = (value: Json): boolean | null =>
  typeof value === 'string'
    ? /^\s*(?:%|pct|percent(?:age|ual)?|rate|ratio|relative|bps?|basis[ _-]?points?)\s*$/i.test(value)
    : null

/** The sum of a list of amounts, such as taxes by rate; null if one of them can't be read. */
export function sumIn(fields: FieldsOf, value: Json, readOne: ReadAmount): Decimal | null {
  const inside = (one: JsonObject): Decimal | null => {
    const its = fields(one)
    return its(FIELD_NAMES.moneyAmount, () => true).value === null ? its(FIELD_NAMES.taxAmount, readOne).value : null
  }
  const read = (one: Json): Decimal | null => readOne(one) ?? (isObject(one) ? inside(one) : null)
  if (!Array.isArray(value)) return read(value)
  if (value.length === 0 || value.length > MOST_TERMS) return null
  const terms = value.map(read).filter((term) => term !== null)
  return terms.length === value.length ? addDecimals(terms) : null
}
const MOST_TERMS = 100

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
  const named = find(names.currency, (value) => currencyOf(value) ?? inside(FIELD_NAMES.currencyWord)(value))
  // An unreadable currency is more likely another one than the account's.
  if (named === null && look(names.currency, () => true).value !== null) return null
  const ofTotal = (value: Json): string | null =>
    inside(FIELD_NAMES.moneyCurrency)(value) ?? amountOf(value, null)?.mark ?? null
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

export function paidOf(
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

const FLAG_WORDS: ReadonlyMap<string, boolean> = new Map([
  ...['true', 'yes', 'paid', '1'].map((word) => [word, true] as const),
  ...['false', 'no', 'unpaid', 'notpaid', '0'].map((word) => [word, false] as const)
])

export function flagIn(value: Json): boolean | null {
  if (typeof value !== 'string') return flagOf(value)
  const word = value.trim().toLowerCase()
  // "not_paid", but not "-1".
  return FLAG_WORDS.get(/^[a-z _-]+$/.test(word) ? word.replace(/[ _-]/g, '') : word) ?? null
}

/** Also of an object with a date: PHP writes its time zone beside it. */
export function timeIn(value: Json, dates: DateOrder): string | null {
  if (!isObject(value)) return timeOf(value, dates)
  const date = value['date'] ?? value['$date'] ?? value['seconds'] ?? value['_seconds']
  const time = timeOf(date, dates)
  const isUtc = value['timezone'] === 'UTC' || value['timezone'] === '+00:00' || value['timezone'] === 'Z'
  return time !== null && isUtc && /T[\d:.]+$/.test(time) ? `${time}Z` : time
}

const isBetween = (amount: Decimal, most: Decimal): boolean => !isNegative(amount) && compareDecimals(amount, most) <= 0

/** What the status says of the payment; 'other': something else. */
export type PaymentWord = 'partPaid' | 'settled' | 'open' | 'other'

interface Stated {
  total: Decimal | null
  /** Under a name that says what it is. */
  paidAmount: Decimal | null
  /** Paid by a credit note. */
  credited: Decimal | null
  /** Credit and write-offs that the total may be without already. */
  applied: Decimal | null
  remaining: Decimal | null
  /** `balance` or `due`: also an account's balance, or a top-up. */
  maybeRemaining: Decimal | null
  paid: Paid | null
}

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
export function settlementOf(stated: Stated, word: PaymentWord | null): Settlement {
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

interface StatedCredit extends Pick<Stated, 'total' | 'remaining' | 'maybeRemaining'> {
  unused: Decimal | null
  /** What was used of it; 'unread': a field says so, and can't be read. */
  used: Decimal | 'unread' | null
}

/** The unused part of a credit, which lowers what is owed; null: it may have been used already. */
export function unusedCredit(stated: StatedCredit, word: PaymentWord | null): Decimal | null {
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
