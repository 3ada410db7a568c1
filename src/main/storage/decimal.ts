/** Exact decimals written as text, such as "-130.10": sums and an order. No floating point: 0.1 + 0.2 is 0.3 here. */

/** The sum, with as many decimal places as the longest term has; "0" for none. */
export function sum(terms: readonly string[]): string {
  const places = terms.reduce((most, term) => Math.max(most, fraction(term).length), 0)
  const total = terms.reduce((before, term) => before + scaled(term, places), 0n)
  const digits = (total < 0n ? -total : total).toString().padStart(places + 1, '0')
  const units = digits.slice(0, digits.length - places)
  return `${total < 0n ? '-' : ''}${units}${places > 0 ? `.${digits.slice(-places)}` : ''}`
}

/** Digits that the number of digits is written with. */
const LENGTH_DIGITS = 8
const COMPLEMENTS = '9876543210'
/** Comes after every digit. */
const END = '~'

/**
 * A text that stands where the amount does: of two, the smaller amount has the smaller text, byte by byte, and equal amounts
 * ("1.5" and "1.50") have the same.
 */
export function amountOrder(decimal: string): string {
  const [whole = '', places = ''] = decimal.replace('-', '').split('.')
  const units = whole.startsWith('0') ? whole.replace(/^0+/, '') : whole
  const parts = places.endsWith('0') ? places.replace(/0+$/, '') : places
  // The longer of two whole numbers is the larger one; after its digits, so is a text that goes on.
  const size = `${String(units.length).padStart(LENGTH_DIGITS, '0')}${units}${parts}`
  if (!decimal.startsWith('-') || units + parts === '') return `1${size}`
  // Of two debts the larger one comes first.
  return `0${size.replaceAll(/\d/g, (digit) => COMPLEMENTS[Number(digit)] ?? '')}${END}`
}

function fraction(term: string): string {
  return term.split('.')[1] ?? ''
}

function scaled(term: string, places: number): bigint {
  const [units = '0'] = term.split('.')
  return BigInt(units + fraction(term).padEnd(places, '0'))
}
