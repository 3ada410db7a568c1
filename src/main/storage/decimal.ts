/** Sums and sort keys for exact decimals as text, such as "-130.10". No floating point. */

/** The sum, with the decimal places of the longest term; "0" without terms. */
export function sum(terms: readonly string[]): string {
  const places = terms.reduce((most, term) => Math.max(most, fraction(term).length), 0)
  const total = terms.reduce((before, term) => before + scaled(term, places), 0n)
  const digits = (total < 0n ? -total : total).toString().padStart(places + 1, '0')
  const units = digits.slice(0, digits.length - places)
  return `${total < 0n ? '-' : ''}${units}${places > 0 ? `.${digits.slice(-places)}` : ''}`
}

/** Digits of the length prefix. */
const LENGTH_DIGITS = 8
const COMPLEMENTS = '9876543210'
/** Sorts after every digit. */
const END = '~'

/**
 * A text that sorts by bytes as the amount does. Equal amounts ("1.5" and "1.50") have the same text.
 */
export function amountOrder(decimal: string): string {
  const [whole = '', places = ''] = decimal.replace('-', '').split('.')
  const units = whole.startsWith('0') ? whole.replace(/^0+/, '') : whole
  const parts = places.endsWith('0') ? places.replace(/0+$/, '') : places
  // The length prefix orders whole numbers, and a longer fraction sorts after a shorter one.
  const size = `${String(units.length).padStart(LENGTH_DIGITS, '0')}${units}${parts}`
  if (!decimal.startsWith('-') || units + parts === '') return `1${size}`
  // Negative amounts sort in reverse.
  return `0${size.replaceAll(/\d/g, (digit) => COMPLEMENTS[Number(digit)] ?? '')}${END}`
}

function fraction(term: string): string {
  return term.split('.')[1] ?? ''
}

function scaled(term: string, places: number): bigint {
  const [units = '0'] = term.split('.')
  return BigInt(units + fraction(term).padEnd(places, '0'))
}
