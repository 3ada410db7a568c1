/** Merges two records of a product: from the list and from the product's own URL. They may have different fields. */
import { PRODUCT_FIELDS, type Product } from '../../../shared/models/product.ts'
import type { ProductRecord } from '../../core/ports/index.ts'

export type ListRecord = Omit<ProductRecord, 'key'>

/** A product whose own URL returned another record than the list. */
export interface ShownRecord {
  shown: ListRecord
  /** The list's record at that time. */
  listRecord: ListRecord
}

/**
 * The newer list wins, also with fields that it no longer has. Fields that only the product's own URL returned stay: many lists
 * omit the long texts, which would be lost offline with every refresh.
 * @returns the list's record itself if there is nothing to add
 */
export function mergeWithList({ shown, listRecord }: ShownRecord, list: ListRecord): ListRecord {
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
