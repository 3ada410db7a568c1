/** Reads amounts as billing APIs write them: numbers, texts with a currency, objects with one inside, lists of parts. */
import { currencyDecimals } from '../../../shared/models/currency.ts'
import { addDecimals, type Decimal } from '../../../shared/models/decimal.ts'
import type { Json } from '../../../shared/models/json.ts'
import type { InvoiceSettings } from '../../../shared/providers/definition.ts'
import { partsIn, scaled, scaleIn, type Scale } from './amount-scale.ts'
import type { FieldsOf, Find } from './field-names.ts'
import { MONEY_NAMES } from './money-vocabulary.ts'
import { amountOf, currencyOf, decimalOfMinor, isSameCurrency } from './read-amount.ts'
import { isObject, type JsonObject } from './records.ts'

export type ReadAmount = (value: Json) => Decimal | null

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
      if (isOther(unit) || its(MONEY_NAMES.moneyKind, isShare).value === true) return null
      return (
        its(MONEY_NAMES.moneyAmount, (inner) => scaled(inner, scaleIn(its) ?? stated, read)).value ??
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
  const named = its(MONEY_NAMES.moneyUnit, (value) =>
    isObject(value) ? fields(value)(MONEY_NAMES.currencyWord, currencyOf).value : currencyOf(value)
  )
  return named.value ?? its(MONEY_NAMES.moneyCurrency, currencyCodeOf).value
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
    return its(MONEY_NAMES.moneyAmount, () => true).value === null ? its(MONEY_NAMES.taxAmount, readOne).value : null
  }
  const read = (one: Json): Decimal | null => readOne(one) ?? (isObject(one) ? inside(one) : null)
  if (!Array.isArray(value)) return read(value)
  if (value.length === 0 || value.length > MOST_TERMS) return null
  const terms = value.map(read).filter((term) => term !== null)
  return terms.length === value.length ? addDecimals(terms) : null
}
const MOST_TERMS = 100
