/** Exact sums of decimals written as text, such as "-130.10". No floating point: 0.1 + 0.2 is 0.3 here. */

/** The sum, with as many decimal places as the longest term has; "0" for none. */
export function sum(terms: readonly string[]): string {
  const places = terms.reduce((most, term) => Math.max(most, fraction(term).length), 0)
  const total = terms.reduce((before, term) => before + scaled(term, places), 0n)
  const digits = (total < 0n ? -total : total).toString().padStart(places + 1, '0')
  const units = digits.slice(0, digits.length - places)
  return `${total < 0n ? '-' : ''}${units}${places > 0 ? `.${digits.slice(-places)}` : ''}`
}

function fraction(term: string): string {
  return term.split('.')[1] ?? ''
}

function scaled(term: string, places: number): bigint {
  const [units = '0'] = term.split('.')
  return BigInt(units + fraction(term).padEnd(places, '0'))
}
