/** A product as the list says it, and as its own address says it: the two may have different fields. */
import { PRODUCT_FIELDS, type Product } from '../../../shared/model/product.ts'
import type { ProductRecord } from '../../core/ports.ts'

export type ListedRecord = Omit<ProductRecord, 'key'>

/**
 * The list came later, so what it says holds; what only the product's own address said stays. Many lists leave out the long
 * texts, and those would be gone offline with every refresh.
 * @returns the list's record itself when there is nothing to add
 */
export function withList(shown: ListedRecord, list: ListedRecord): ListedRecord {
  const own = Object.keys(shown.raw).filter((name) => !Object.hasOwn(list.raw, name))
  if (own.length === 0) return list
  const raw = { ...shown.raw, ...list.raw }
  const fields = PRODUCT_FIELDS.flatMap((name) => {
    const from: Product = Object.hasOwn(list.raw, name) ? list.product : shown.product
    return from[name] === undefined ? [] : [[name, from[name]] as const]
  })
  return {
    raw,
    product: Object.fromEntries(fields),
    unknownFields: Object.keys(raw).filter((name) => !PRODUCT_FIELDS.some((field) => field === name)),
    notes: [...list.notes, ...shown.notes.filter(({ field }) => field !== undefined && own.includes(field))]
  }
}
