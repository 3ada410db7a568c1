/** A scale beside an amount: 1234 with two decimals is 12.34. */
import { addDecimals, isZero, type Decimal } from '../../../shared/models/decimal.ts'
import type { Json } from '../../../shared/models/json.ts'
import type { Find, Names } from './field-names.ts'
import { FIELD_NAMES } from './invoice-vocabulary.ts'
import { MONEY_NAMES } from './money-vocabulary.ts'
import { decimalOfMinor } from './read-amount.ts'
import { decimalOf } from './read-scalars.ts'

type ReadAmount = (value: Json) => Decimal | null

/** How many digits of whole numbers are decimals. `places` is null where that can't be read. */
export interface Scale {
  places: number | null
  /** Otherwise it may be how many decimals are shown. */
  isSure: boolean
  /** Inside of an amount, it belongs to it alone. */
  isInside: boolean
  /** At the place that the definition states: of all amounts, also inside of objects. */
  isStated: boolean
}

const MOST_PLACES = 30

function placesIn(value: Json): { places: number | null } {
  const number = Math.abs(typeof value === 'string' && /^-?\d{1,2}$/.test(value.trim()) ? Number(value) : NaN)
  const places = typeof value === 'number' ? Math.abs(value) : number
  return { places: Number.isInteger(places) && places <= MOST_PLACES ? places : null }
}

export function scaleIn(find: Find, isInside = true, names: Names = FIELD_NAMES.scale): Scale | null {
  const { value: sure, isStated } = find(names, placesIn)
  const maybe = sure ?? find(FIELD_NAMES.decimals, placesIn).value
  return maybe && { ...maybe, isSure: sure !== null, isInside, isStated }
}

/**
 * A scale beside a record's amounts. Where one of them has a fraction, it isn't one: it says how many decimals are shown.
 * @param names of the scale @param tables names of the amounts
 */
export function scaleOf(
  find: Find,
  names: Names = FIELD_NAMES.scale,
  tables: readonly Names[] = INVOICE_AMOUNTS
): Scale | null {
  const scale = scaleIn(find, false, names)
  if (scale === null) return null
  const isFraction = (value: Json): true | null => (/^-?\d+\.\d/.test(String(decimalOf(value))) ? true : null)
  const hasFraction = tables.some((names) => find(names, isFraction).value !== null)
  return hasFraction && !scale.isSure ? null : scale
}
const INVOICE_AMOUNTS: readonly Names[] = (
  [
    'total',
    'amountDue',
    'subtotal',
    'taxes',
    'discount',
    'paidAmount',
    'remaining',
    'taxedTotal',
    'grossTotal'
  ] as const
).map((name) => FIELD_NAMES[name])

/** An amount by its scale; null where it may mean two amounts. */
export function scaled(value: Json, scale: Scale | null, read: ReadAmount): Decimal | null {
  const plain = scale === null ? null : decimalOf(value)
  if (scale === null || (plain === null && scale.places !== null)) return read(value)
  if (plain === null || scale.places === null) return null
  // A whole number in cents has none.
  if (plain.includes('.')) return scale.isSure ? null : read(value)
  if (scale.places === 0 || isZero(plain)) return plain
  return scale.isSure || scale.isInside ? decimalOfMinor(plain, scale.places) : null
}

/** {"units": "12", "nanos": 340000000}, or {"unscaledValue": 1234, "scale": 2}. @param hasUnit otherwise, units are those of goods */
export function partsIn(its: Find, hasUnit: boolean): Decimal | null {
  const places = scaleIn(its)?.places ?? null
  const unscaled = its(MONEY_NAMES.unscaled, (value) => (places === null ? null : decimalOfMinor(value, places))).value
  if (unscaled !== null) return unscaled
  const whole = its(MONEY_NAMES.moneyUnits, (value) => decimalOfMinor(value, 0))
  const nanos = its(MONEY_NAMES.moneyNanos, (value) => decimalOfMinor(value, NANO_PLACES))
  if (whole.unreadable !== null || nanos.unreadable !== null) return null
  if (nanos.value === null) return hasUnit ? whole.value : null
  // Cents, and no zeros beyond them.
  return addDecimals([whole.value ?? '0', nanos.value]).replace(/(\.\d\d\d*?)0+$/, '$1')
}
const NANO_PLACES = 9
