/** Exact decimals ("-130.10") on the page, without floating point. */
import type { Invoice } from '../../../../shared/models/invoice.ts'

export const isZero = (amount: string): boolean => /^-?0+(\.0*)?$/.test(amount)

/** The decimals as integers, scaled by the largest number of decimal places. */
export function toScaledIntegers(...amounts: readonly string[]): bigint[] {
  const places = Math.max(...amounts.map((amount) => amount.split('.')[1]?.length ?? 0))
  return amounts.map((amount) => {
    const [before = '0', after = ''] = amount.split('.')
    return BigInt(before + after.padEnd(places, '0'))
  })
}

export function isGreater(one: string, other: string): boolean {
  const [first = 0n, second = 0n] = toScaledIntegers(one, other)
  return first > second
}

/**
 * Providers send a discount without a sign. It gets a minus only if the invoice's own amounts show that it is subtracted from
 * the subtotal, before or after included taxes; otherwise it stays as sent.
 */
export function signedDiscount({ total, subtotal, taxes, discount }: Invoice): string | null {
  if (discount === null || total === null || subtotal === null) return discount
  if (isZero(discount) || discount.startsWith('-')) return discount
  const [whole = 0n, before = 0n, off = 0n, tax = 0n] = toScaledIntegers(total, subtotal, discount, taxes ?? '0')
  const lowers = whole === before - off + tax || whole === before - off
  return lowers ? `-${discount}` : discount
}
