/** Arithmetic on exact decimals such as "-130.10", without floating point. */
import type { Decimal } from './invoice.ts'

/** The decimals as integers, scaled by the largest number of decimal places. */
function scaled(decimals: readonly Decimal[]): { integers: bigint[]; places: number } {
  const places = Math.max(0, ...decimals.map((decimal) => decimal.split('.')[1]?.length ?? 0))
  const integers = decimals.map((decimal) => {
    const [whole = '0', fraction = ''] = decimal.split('.')
    return BigInt(whole + fraction.padEnd(places, '0'))
  })
  return { integers, places }
}

function unscaled(integer: bigint, places: number): Decimal {
  const digits = (integer < 0n ? -integer : integer).toString().padStart(places + 1, '0')
  const whole = digits.slice(0, digits.length - places)
  return `${integer < 0n ? '-' : ''}${whole}${places > 0 ? `.${digits.slice(-places)}` : ''}`
}

/** @returns negative, 0 or positive, as for a sort */
export function compareDecimals(one: Decimal, other: Decimal): number {
  const [first = 0n, second = 0n] = scaled([one, other]).integers
  return first < second ? -1 : first > second ? 1 : 0
}

export function subtractDecimals(from: Decimal, what: Decimal): Decimal {
  const { integers, places } = scaled([from, what])
  const [first = 0n, second = 0n] = integers
  return unscaled(first - second, places)
}

export function addDecimals(terms: readonly Decimal[]): Decimal {
  const { integers, places } = scaled(terms)
  return unscaled(
    integers.reduce((sum, term) => sum + term, 0n),
    places
  )
}

export const isZero = (decimal: Decimal): boolean => !/[1-9]/.test(decimal)

export const isNegative = (decimal: Decimal): boolean => decimal.startsWith('-') && !isZero(decimal)

export const absolute = (decimal: Decimal): Decimal => decimal.replace('-', '')
