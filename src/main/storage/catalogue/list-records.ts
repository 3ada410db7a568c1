/** A product as the list says it, and as its own address says it: the two may have different fields. */
import { PRODUCT_FIELDS, type Product } from '../../../shared/models/product.ts'
import type { ProductRecord } from '../../core/ports/index.ts'

export type ListRecord = Omit<ProductRecord, 'key'>

/** What is shown of a product of which its own address says something else than the list did. */
export interface Beside {
  shown: ListRecord
  /** The list, as it was when that was fetched. */
  listRecord: ListRecord
}

/**
 * The list came later, so what it says holds, and so does what it no longer says. What only the product's own address said
 * stays: many lists leave out the long texts, and those would be gone offline with every refresh.
 * @returns the list's record itself when there is nothing to add
 */
export function withList({ shown, listRecord }: Beside, list: ListRecord): ListRecord {
  const isOwn = (name: string): boolean => !Object.hasOwn(list.raw, name) && !Object.hasOwn(listRecord.raw, name)
  const own = Object.entries(shown.raw).filter(([name]) => isOwn(name))
  if (own.length === 0) return list
  const raw = Object.fromEntries([...own, ...Object.entries(list.raw)])
  const fields = PRODUCT_FIELDS.flatMap((name) => {
    const from: Product = isOwn(name) ? shown.product : list.product
    return from[name] === undefined ? [] : [[name, from[name]] as const]
  })
  return {
    raw,
    product: Object.fromEntries(fields),
    unknownFields: Object.keys(raw).filter((name) => !PRODUCT_FIELDS.some((field) => field === name)),
    notes: [...list.notes, ...shown.notes.filter(({ field }) => field !== undefined && isOwn(field))]
  }
}
