/** Noise of binary arithmetic: 434.99999999999994 is 435. */

const DIGITS = 13
const MOST_CHANGED = 1e-14

const rounded = (value: number): number => Number(value.toPrecision(DIGITS))

/** Beyond 13 digits there is next to nothing. */
export const isNoise = (value: number): boolean => Math.abs(rounded(value) - value) < Math.abs(value) * MOST_CHANGED

/** With few digits, there is none. */
export const withoutNoise = (value: number): number =>
  String(value).length > DIGITS && isNoise(value) ? rounded(value) : value
