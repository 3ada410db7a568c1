/** Arithmetic on exact decimals such as "-130.10", without floating point. */

/** An exact decimal in major units, such as "-130.10". */
export type Decimal = string

/** The readers take up to 30 digits on either side of the point; a sum may have a few more. */
export const isDecimal = (text: string): boolean => text.length <= 80 && /^-?\d+(\.\d+)?$/.test(text)

/** Adds up many decimals, one by one. */
export class DecimalSum {
  #total = 0n
  #places = 0

  add(decimal: Decimal): this {
    const [units = '0', fraction = ''] = decimal.split('.')
    if (fraction.length > this.#places) {
      this.#total *= 10n ** BigInt(fraction.length - this.#places)
      this.#places = fraction.length
    }
    this.#total += BigInt(units + fraction.padEnd(this.#places, '0'))
    return this
  }

  /** With the decimal places of the longest term; "0" without terms. */
  toString(): Decimal {
    const isBelow = this.#total < 0n
    const digits = (isBelow ? -this.#total : this.#total).toString().padStart(this.#places + 1, '0')
    const units = digits.slice(0, digits.length - this.#places)
    return `${isBelow ? '-' : ''}${units}${this.#places > 0 ? `.${digits.slice(-this.#places)}` : ''}`
  }
}

export const addDecimals = (terms: readonly Decimal[]): Decimal =>
  terms.reduce((all, term) => all.add(term), new DecimalSum()).toString()

export const subtractDecimals = (minuend: Decimal, subtrahend: Decimal): Decimal =>
  addDecimals([minuend, subtrahend.startsWith('-') ? subtrahend.slice(1) : `-${subtrahend}`])

/** @returns negative, 0 or positive, as for a sort */
export function compareDecimals(one: Decimal, other: Decimal): number {
  const difference = subtractDecimals(one, other)
  return isZero(difference) ? 0 : isNegative(difference) ? -1 : 1
}

export const isZero = (decimal: Decimal): boolean => !/[1-9]/.test(decimal)

export const isNegative = (decimal: Decimal): boolean => decimal.startsWith('-') && !isZero(decimal)

export const absolute = (decimal: Decimal): Decimal => decimal.replace('-', '')
