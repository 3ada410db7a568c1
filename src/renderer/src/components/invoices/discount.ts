/** A discount as it is shown: with the sign that it has in the invoice's sum. */
import type { Invoice } from '../../../../shared/models/invoice.ts'
import { isZero, wholes } from './decimal.ts'

/**
 * Platforms write a discount as what is taken off, without a sign. It gets its minus only where the invoice's own amounts say
 * that it is taken off the subtotal, before or after taxes that are part of it; else it is as the platform wrote it.
 */
export function signedDiscount({ total, subtotal, taxes, discount }: Invoice): string | null {
  if (discount === null || total === null || subtotal === null) return discount
  if (isZero(discount) || discount.startsWith('-')) return discount
  const [whole = 0n, before = 0n, off = 0n, tax = 0n] = wholes(total, subtotal, discount, taxes ?? '0')
  const lowers = whole === before - off + tax || whole === before - off
  return lowers ? `-${discount}` : discount
}
