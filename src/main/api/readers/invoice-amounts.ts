/** An invoice's currency and amounts: what it costs, what was paid, and what remains. */
import type { ConnectionSettings } from '../../../shared/models/connection.ts'
import { currencyDecimals } from '../../../shared/models/currency.ts'
import {
  absolute,
  addDecimals,
  compareDecimals,
  isNegative,
  isZero,
  subtractDecimals
} from '../../../shared/models/decimal.ts'
import type { Decimal } from '../../../shared/models/invoice.ts'
import type { Json } from '../../../shared/models/json.ts'
import type { FieldsOf, Find } from './field-names.ts'
import { FIELD_NAMES } from './invoice-vocabulary.ts'
import { amountOf, currencyOf, decimalOfMinor, isSameCurrency } from './read-amount.ts'
import { flagOf, timeOf } from './read-scalars.ts'
import { isObject } from './records.ts'

type ReadAmount = (value: Json) => Decimal | null

/** Exact decimals in major units: `usual` in the account's unit, `minor` always from minor units. */
export interface AmountReaders {
  usual: ReadAmount
  minor: ReadAmount
}

export function amountReaders(
  fields: FieldsOf,
  { amountUnit }: Pick<ConnectionSettings, 'amountUnit'>,
  currency: string | null
): AmountReaders {
  const orInside =
    (read: ReadAmount): ReadAmount =>
    (value) =>
      isObject(value) ? fields(value)(FIELD_NAMES.moneyAmount, read).value : read(value)
  const minor = orInside((value) => decimalOfMinor(value, currencyDecimals(currency)))
  const major = orInside((value) => {
    const amount = amountOf(value, currency)
    if (amount === null || amount.mark === null) return amount?.decimal ?? null
    // An amount in another currency than the invoice's can't be added to the others.
    return currency !== null && isSameCurrency(amount.mark, currency) ? amount.decimal : null
  })
  return { usual: amountUnit === 'minor' ? minor : major, minor }
}

/** The sum of a list of amounts, such as taxes by rate; null if one of them can't be read. */
export function sumIn(value: Json, read: ReadAmount): Decimal | null {
  if (!Array.isArray(value)) return read(value)
  if (value.length === 0 || value.length > MOST_TERMS) return null
  const terms = value.map(read).filter((term) => term !== null)
  return terms.length === value.length ? addDecimals(terms) : null
}
const MOST_TERMS = 100

/** In order of trust: a field of its own, the total's object, the total's text, the account's setting. */
export function invoiceCurrency(
  fields: FieldsOf,
  find: <T>(names: readonly string[], read: (value: Json) => T | null) => T | null,
  look: Find,
  usual: string | null
): string | null {
  const inside =
    (names: readonly string[]) =>
    (value: Json): string | null =>
      isObject(value) ? fields(value)(names, currencyOf).value : null
  const named = find(FIELD_NAMES.currency, (value) => currencyOf(value) ?? inside(FIELD_NAMES.currencyWord)(value))
  // An unreadable currency is more likely another one than the account's.
  if (named === null && look(FIELD_NAMES.currency, () => true).value !== null) return null
  const ofTotal = (value: Json): string | null =>
    inside(FIELD_NAMES.moneyCurrency)(value) ?? amountOf(value, null)?.mark ?? null
  const unit = named ?? look(FIELD_NAMES.total, ofTotal).value ?? look(FIELD_NAMES.amountDue, ofTotal).value
  // "$" is the account's dollar.
  return unit === null || (usual !== null && isSameCurrency(unit, usual)) ? usual : unit
}

/** `paid` may be a flag, an amount or a time. A bare 0 or 1 may be a flag or an amount. */
export type Paid = { flag: boolean } | { time: string } | { amount: Decimal; isBare: boolean }

export function paidOf(value: Json, read: ReadAmount, total: Decimal | null): Paid | null {
  const isBare = [0, 1, '0', '1'].some((bare) => bare === value)
  const flag = isBare ? null : flagIn(value)
  if (flag !== null) return { flag }
  const amount = read(value)
  if (amount !== null && (isBare || (total !== null && isBetween(amount, absolute(total))))) return { amount, isBare }
  const time = timeIn(value)
  return time === null ? null : { time }
}

const FLAG_WORDS: ReadonlyMap<string, boolean> = new Map([
  ...['true', 'yes', 'paid', '1'].map((word) => [word, true] as const),
  ...['false', 'no', 'unpaid', 'notpaid', '0'].map((word) => [word, false] as const)
])

export function flagIn(value: Json): boolean | null {
  if (typeof value !== 'string') return flagOf(value)
  const word = value.toLowerCase().replace(/[^a-z01]/g, '')
  return FLAG_WORDS.get(word) ?? null
}

/** Also of an object with a date: PHP writes its time zone beside it. */
export function timeIn(value: Json): string | null {
  if (!isObject(value)) return timeOf(value)
  const date = value['date'] ?? value['$date'] ?? value['seconds'] ?? value['_seconds']
  const time = timeOf(date)
  const isUtc = value['timezone'] === 'UTC' || value['timezone'] === '+00:00' || value['timezone'] === 'Z'
  return time !== null && isUtc && /T[\d:.]+$/.test(time) ? `${time}Z` : time
}

const isBetween = (amount: Decimal, most: Decimal): boolean => !isNegative(amount) && compareDecimals(amount, most) <= 0

interface Stated {
  total: Decimal | null
  /** Under a name that says what it is. */
  paidAmount: Decimal | null
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
 * equals it, if the status says that a part was paid, or if it is 0 and the status says that all was.
 */
export function settlementOf(stated: Stated, word: 'partPaid' | 'settled' | null): Settlement {
  const { total, maybeRemaining, paid } = stated
  const remaining = stated.remaining !== null && !isNegative(stated.remaining) ? stated.remaining : null
  const maybe = maybeRemaining !== null && total !== null && isBetween(maybeRemaining, total) ? maybeRemaining : null
  const leaves = (part: Decimal, rest: Decimal | null): boolean =>
    total !== null && rest !== null && compareDecimals(subtractDecimals(total, part), rest) === 0
  const isConfirmed = (part: Decimal): boolean => leaves(part, remaining) || leaves(part, maybe)
  const given = paid !== null && 'amount' in paid && (!paid.isBare || isConfirmed(paid.amount)) ? paid.amount : null
  const paidAmount = stated.paidAmount ?? given
  if (remaining !== null) return { paidAmount, remaining }
  const isByWord = word === 'partPaid' || (word === 'settled' && maybe !== null && isZero(maybe))
  if (maybe !== null && (isByWord || (paidAmount !== null && leaves(paidAmount, maybe))))
    return { paidAmount, remaining: maybe }
  const isPart = paidAmount !== null && total !== null && isBetween(paidAmount, total)
  return { paidAmount, remaining: isPart ? subtractDecimals(total, paidAmount) : null }
}

interface StatedCredit extends Pick<Stated, 'total' | 'remaining' | 'maybeRemaining'> {
  unused: Decimal | null
  used: Decimal | null
}

/** The unused part of a credit, which lowers what is owed; null: it may have been used already. */
export function unusedCredit(stated: StatedCredit, word: 'partPaid' | 'settled' | null): Decimal | null {
  if (word === 'settled') return '0'
  const said = stated.unused ?? stated.remaining
  if (said !== null) return absolute(said)
  if (stated.total === null) return null
  const total = absolute(stated.total)
  const used = stated.used === null ? null : absolute(stated.used)
  const rest = used !== null && isBetween(used, total) ? subtractDecimals(total, used) : null
  const maybe = stated.maybeRemaining === null ? null : absolute(stated.maybeRemaining)
  const isConfirmed =
    maybe !== null &&
    isBetween(maybe, total) &&
    (word === 'partPaid' || (rest !== null && compareDecimals(rest, maybe) === 0))
  if (isConfirmed) return maybe
  return rest ?? (isNegative(stated.total) ? total : null)
}
