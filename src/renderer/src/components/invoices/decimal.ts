/** Exact decimals ("-130.10") compared on the page, without floating point. */

export const isZero = (amount: string): boolean => /^-?0+(\.0*)?$/.test(amount)

/** The decimals as whole numbers of the smallest place that any of them has. */
export function wholes(...amounts: readonly string[]): bigint[] {
  const places = Math.max(...amounts.map((amount) => amount.split('.')[1]?.length ?? 0))
  return amounts.map((amount) => {
    const [before = '0', after = ''] = amount.split('.')
    return BigInt(before + after.padEnd(places, '0'))
  })
}

/** Whether one decimal is above the other. */
export function isAbove(one: string, other: string): boolean {
  const [first = 0n, second = 0n] = wholes(one, other)
  return first > second
}
