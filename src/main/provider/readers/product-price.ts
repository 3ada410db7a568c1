/** Reads a product's price where the definition places it. By its name, an amount may be an offer's, a fee or a minimum. */
import { cut } from '../../../shared/i18n/format.ts'
import { statusKey } from '../../../shared/models/connection.ts'
import type { Decimal } from '../../../shared/models/decimal.ts'
import type { Json } from '../../../shared/models/json.ts'
import type { Product } from '../../../shared/models/product.ts'
import type { ProductSettings } from '../../../shared/providers/definition.ts'
import { amountReaders, type UnitSettings } from './amount-readers.ts'
import { isInCents, namesAt, type FieldsOf, type Find, type Names } from './field-names.ts'
import { MONEY_NAMES } from './money-vocabulary.ts'
import { amountOf, currencyOf, isSameCurrency } from './read-amount.ts'
import { isObject, type Notes } from './records.ts'

type PriceField = 'price' | 'currency' | 'interval'
type Price = Pick<Product, PriceField>
type ReadPrice = (find: Find, notes: Notes) => Price

const LONGEST_WORD = 40

/** null: the definition places no price. */
export function createPriceReader(fields: FieldsOf, settings: ProductSettings): ReadPrice | null {
  const { productFields: places, currency: usual } = settings
  if (places.price === undefined) return null
  const namesOf = (field: PriceField): Names | null => {
    const place = places[field]
    return place === undefined ? null : namesAt(place, [field])
  }
  const names = {
    price: namesAt(places.price, ['price']),
    currency: namesOf('currency'),
    interval: namesOf('interval')
  }
  const currencyIn = currencyReader(fields)
  const { unitIn, amountIn } = priceReaders(fields, settings, places.price)
  const intervals = new Map(Object.entries(settings.planIntervals).map(([word, means]) => [statusKey(word), means]))

  return (find, notes) => {
    const at = <T>(field: PriceField, read: (value: Json) => T | null): { value: T | null } | null => {
      const its = names[field]
      const found = its && find(its, read)
      // Elsewhere it may be found by its name, which says nothing.
      if (!found?.isStated) return null
      if (found.value === null) notes.add('wrongType', found.unreadable ?? undefined)
      return found
    }
    const named = at('currency', currencyIn)
    // A currency that can't be read is more likely another one than the definition's.
    const other = named ? named.value : find(names.price, unitIn).value
    const isUnread = named !== null && named.value === null
    const unit = other === null || (usual !== null && isSameCurrency(other, usual)) ? usual : other
    const currency = isUnread ? null : unit
    const price = at('price', amountIn(currency))?.value ?? null
    if (price === null) return {}
    const word = at('interval', wordOf)?.value ?? null
    const interval = word === null ? null : (intervals.get(statusKey(word)) ?? word)
    return { price, ...(currency !== null && { currency }), ...(interval !== null && { interval }) }
  }
}

/** Of a currency at its place: a code, or an object that has one. */
export const currencyReader =
  (fields: FieldsOf) =>
  (value: Json): string | null =>
    isObject(value) ? fields(value)(MONEY_NAMES.currencyWord, currencyOf).value : currencyOf(value)

export interface PriceReaders {
  /** Written in the price, or in its object. */
  unitIn(price: Json): string | null
  amountIn(currency: string | null): (price: Json) => Decimal | null
}

/** @param place of the price: its name may say that it is in cents */
export function priceReaders(fields: FieldsOf, settings: UnitSettings, place: string): PriceReaders {
  const isMinor = isInCents(place)
  const currencyIn = currencyReader(fields)
  const hasUnreadUnit = (price: Json): boolean => {
    const unit = isObject(price) ? fields(price)(MONEY_NAMES.moneyUnit, currencyIn) : null
    return unit !== null && unit.value === null && unit.unreadable !== null
  }
  return {
    unitIn: (price) =>
      (isObject(price) ? fields(price)(MONEY_NAMES.moneyCurrency, currencyOf).value : null) ??
      amountOf(price, null)?.mark ??
      null,
    amountIn(currency) {
      const { minor, usual } = amountReaders(fields, settings, currency)
      return (price) => (hasUnreadUnit(price) ? null : (isMinor ? minor : usual)(price))
    }
  }
}

const wordOf = (value: Json): string | null => {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
  return text === '' ? null : cut(text, LONGEST_WORD)
}
