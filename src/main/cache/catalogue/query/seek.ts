/** Typing in the list: the next row whose name begins so. */
import type { DatabaseSync } from 'node:sqlite'
import type { ProductSeek } from '../../../../shared/model/product.ts'
import { nameOrder } from '../../order.ts'
import { productPage } from './page.ts'

export function seek(db: DatabaseSync, { choice, prefix, from }: ProductSeek): number | null {
  const wanted = nameOrder(prefix)
  const { matched } = productPage(db, { ...choice, offset: 0, limit: 1 })
  if (wanted === null) return null
  for (let step = 0; step < matched; step += 200) {
    const offset = (from + step) % matched
    const { rows } = productPage(db, { ...choice, offset, limit: 200 })
    const at = rows.findIndex(({ name, shortName }) => nameOrder(name || shortName)?.startsWith(wanted))
    if (at >= 0) return offset + at
  }
  return null
}
