/** Amounts in the unit that the account's provider writes them in, and the currency that stands beside them. */
import type { ConnectionSettings } from '../../../shared/models/connection.ts'
import type { Json } from '../../../shared/models/json.ts'
import type { FieldsOf, Find, Names } from './field-names.ts'
import { MONEY_NAMES } from './invoice-vocabulary.ts'
import { isObject } from './list-envelope.ts'
import { currencyPlaces, decimalOf, decimalOfMinor } from './read-scalars.ts'

/** A value as an exact decimal in major units; null for what is no amount. */
export type ReadAmount = (value: Json) => string | null

export interface AmountReaders {
  /** By the account's setting. */
  usual: ReadAmount
  /** In minor units, whatever the setting. */
  minor: ReadAmount
}

/** @param currency tells how many decimals minor units are */
export function amountReaders(
  fields: FieldsOf,
  { amountUnit }: Pick<ConnectionSettings, 'amountUnit'>,
  currency: string | null
): AmountReaders {
  const within =
    (read: ReadAmount): ReadAmount =>
    (value) =>
      isObject(value) ? fields(value)(MONEY_NAMES.amount, read).value : read(value)
  const minor = within((value) => decimalOfMinor(value, currencyPlaces(currency)))
  return { usual: amountUnit === 'minor' ? minor : within(decimalOf), minor }
}

/** A currency's code, also inside of an object. */
export const currencyIn =
  (fields: FieldsOf) =>
  (value: Json): string | null =>
    isObject(value) ? fields(value)(MONEY_NAMES.currency, currencyOf).value : currencyOf(value)

/** The currency that an amount has beside it. */
export const currencyBeside = (fields: FieldsOf, find: Find, names: Names): string | null =>
  find(names, (value) => (isObject(value) ? currencyIn(fields)(value) : null)).value

function currencyOf(value: Json): string | null {
  return typeof value === 'string' && /^[a-z]{3}$/i.test(value.trim()) ? value.trim().toUpperCase() : null
}
