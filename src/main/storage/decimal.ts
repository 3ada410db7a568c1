/** Exact decimals as text, such as "-130.10": sums and sort keys. No floating point. */

export class DecimalSum {
  #total = 0n
  #places = 0

  add(decimal: string): this {
    const [units = '0', fraction = ''] = decimal.split('.')
    if (fraction.length > this.#places) {
      this.#total *= 10n ** BigInt(fraction.length - this.#places)
      this.#places = fraction.length
    }
    this.#total += BigInt(units + fraction.padEnd(this.#places, '0'))
    return this
  }

  /** With the decimal places of the longest term; "0" without terms. */
  toString(): string {
    const isNegative = this.#total < 0n
    const digits = (isNegative ? -this.#total : this.#total).toString().padStart(this.#places + 1, '0')
    const units = digits.slice(0, digits.length - this.#places)
    return `${isNegative ? '-' : ''}${units}${this.#places > 0 ? `.${digits.slice(-this.#places)}` : ''}`
  }
}

export function sum(terms: readonly string[]): string {
  return terms.reduce((all, term) => all.add(term), new DecimalSum()).toString()
}

/** Digits of the length prefix: decimals have at most 80 characters. */
const LENGTH_DIGITS = 2
const COMPLEMENTS = '9876543210'
const END = '~'

/** A text that sorts as the amount does. Equal amounts ("1.5" and "1.50") have the same text. */
export function amountOrder(decimal: string): string {
  const [whole = '', places = ''] = decimal.replace('-', '').split('.')
  const units = whole.startsWith('0') ? whole.replace(/^0+/, '') : whole
  const parts = places.endsWith('0') ? places.replace(/0+$/, '') : places
  // The length prefix orders whole numbers, and a longer fraction sorts after a shorter one.
  const size = `${String(units.length).padStart(LENGTH_DIGITS, '0')}${units}${parts}`
  if (!decimal.startsWith('-') || units + parts === '') return `1${size}`
  return `0${size.replaceAll(/\d/g, (digit) => COMPLEMENTS[Number(digit)] ?? '')}${END}`
}
