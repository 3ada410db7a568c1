/** Reads amounts in the unit of the account's provider, and their currency. */
import type { ConnectionSettings } from '../../../shared/models/connection.ts'
import type { Json } from '../../../shared/models/json.ts'
import type { FieldsOf, Find, Names } from './field-names.ts'
import { FIELD_NAMES } from './invoice-vocabulary.ts'
import { isObject } from './list-envelope.ts'
import { currencyPlaces, decimalOf, decimalOfMinor } from './read-scalars.ts'

/** An exact decimal in major units; null for a value that is no amount. */
export type ReadAmount = (value: Json) => string | null

export interface AmountReaders {
  /** The unit of the account's settings. */
  usual: ReadAmount
  /** Reads minor units, whatever the setting. */
  minor: ReadAmount
}

/** @param currency defines the decimals of minor units */
export function amountReaders(
  fields: FieldsOf,
  { amountUnit }: Pick<ConnectionSettings, 'amountUnit'>,
  currency: string | null
): AmountReaders {
  const within =
    (read: ReadAmount): ReadAmount =>
    (value) =>
      isObject(value) ? fields(value)(FIELD_NAMES.moneyAmount, read).value : read(value)
  const minor = within((value) => decimalOfMinor(value, currencyPlaces(currency)))
  return { usual: amountUnit === 'minor' ? minor : within(decimalOf), minor }
}

/** A currency code, also inside an object. */
export const currencyIn =
  (fields: FieldsOf) =>
  (value: Json): string | null =>
    isObject(value) ? fields(value)(FIELD_NAMES.moneyCurrency, currencyOf).value : currencyOf(value)

/** The currency beside an amount. */
export const currencyBeside = (fields: FieldsOf, find: Find, names: Names): string | null =>
  find(names, (value) => (isObject(value) ? currencyIn(fields)(value) : null)).value

function currencyOf(value: Json): string | null {
  return typeof value === 'string' && /^[a-z]{3}$/i.test(value.trim()) ? value.trim().toUpperCase() : null
}
