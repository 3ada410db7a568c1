/** All positions in a sort order. Results are remembered. */
import type { DatabaseSync } from 'node:sqlite'
import type { PRODUCT_SORTS } from '../../../../shared/models/product.ts'
import { parse } from '../../json-column.ts'
import { remembered } from '../../query/memo.ts'
import { numbers } from '../../query/numbers.ts'
import { marks, total } from './positions.ts'
import { prepared } from '../../query/statements.ts'

/** The sorted column, and whether the largest value comes first. */
const COLUMNS = {
  name: { column: 'name_order', largestFirst: false },
  weight: { column: 'weight', largestFirst: false },
  newest: { column: 'created_at', largestFirst: true },
  updated: { column: 'updated_at', largestFirst: true }
} satisfies Partial<Record<(typeof PRODUCT_SORTS)[number], { column: string; largestFirst: boolean }>>

/** Products without a value come last, also if reversed. Equal ones stay in the provider's order. */
export function sortBy(db: DatabaseSync, sort: keyof typeof COLUMNS, reverse: boolean): Uint32Array {
  const { column, largestFirst } = COLUMNS[sort]
  return remembered(db, `sorted by ${sort} ${String(reverse)}`, () =>
    complete(largestFirst === reverse ? ascending(db, column) : descending(db, column), total(db))
  )
}

function ascending(db: DatabaseSync, column: string): Uint32Array {
  return numbers(db, `SELECT position AS n FROM products WHERE ${column} IS NOT NULL ORDER BY ${column}, position`)
}

/** Largest first, equal values in the provider's order: SQLite would sort all rows for it, so this reverses the index order. */
function descending(db: DatabaseSync, column: string): Uint32Array {
  // Marks where a value changes: the values of long names could exceed the longest text.
  const read = prepared(
    db,
    `SELECT json_group_array(n) AS positions, json_group_array(begins) AS all_begin FROM (
       SELECT position AS n, ${column} IS NOT lag(${column}) OVER (ORDER BY ${column}, position) AS begins
       FROM products WHERE ${column} IS NOT NULL ORDER BY ${column}, position)`
  ).get()
  const positions = parse<number[]>(read?.['positions'])
  const begins = parse<number[]>(read?.['all_begin'])
  const all = new Uint32Array(positions.length)
  let place = 0
  for (let to = positions.length; to > 0;) {
    let from = to - 1
    while (from > 0 && !begins[from]) from -= 1
    for (let at = from; at < to; at += 1) all[place++] = positions[at] ?? 0
    to = from
  }
  return all
}

/** In a provider's order. @param order see provider_orders.id */
export function sortByProvider(db: DatabaseSync, order: number): Uint32Array {
  return remembered(db, `placed by ${order}`, () =>
    complete(
      numbers(
        db,
        `SELECT position AS n FROM provider_positions CROSS JOIN products USING (key) WHERE order_id = ? ORDER BY place`,
        order
      ),
      total(db)
    )
  )
}

/** Appends positions that the order lacks. */
function complete(order: Uint32Array, count: number): Uint32Array {
  const all = new Uint32Array(count)
  all.set(order)
  const placed = marks(order, count)
  let next = order.length
  for (let position = 0; next < count; position += 1) if (!placed[position]) all[next++] = position
  return all
}
