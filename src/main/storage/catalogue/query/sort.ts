/** All products in an order: positions, which are remembered. */
import type { DatabaseSync } from 'node:sqlite'
import type { PRODUCT_SORTS } from '../../../../shared/models/product.ts'
import { parse } from '../../json-column.ts'
import { remembered } from '../../query/memo.ts'
import { numbers } from '../../query/numbers.ts'
import { marks, total } from './positions.ts'
import { prepared } from '../../query/statements.ts'

/** Column to sort by, and whether the largest comes first when not reversed. */
const COLUMNS = {
  name: { column: 'name_order', largestFirst: false },
  weight: { column: 'weight', largestFirst: false },
  newest: { column: 'created_at', largestFirst: true },
  updated: { column: 'updated_at', largestFirst: true }
} satisfies Partial<Record<(typeof PRODUCT_SORTS)[number], { column: string; largestFirst: boolean }>>

/** What has no value comes last either way; equals stay in the platform's order. */
export function sortedBy(db: DatabaseSync, sort: keyof typeof COLUMNS, reverse: boolean): Uint32Array {
  const { column, largestFirst } = COLUMNS[sort]
  return remembered(db, `sorted by ${sort} ${String(reverse)}`, () =>
    completed(largestFirst === reverse ? rising(db, column) : falling(db, column), total(db))
  )
}

function rising(db: DatabaseSync, column: string): Uint32Array {
  return numbers(db, `SELECT position AS n FROM products WHERE ${column} IS NOT NULL ORDER BY ${column}, position`)
}

/** The largest first, equals as they are: for that SQLite would sort all of them, where rising is what an index has. */
function falling(db: DatabaseSync, column: string): Uint32Array {
  // Where another value begins, not the values: those of long names would be more than a text can hold.
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

/** In an order of the platform's. @param order see provider_orders.id */
export function placedBy(db: DatabaseSync, order: number): Uint32Array {
  return remembered(db, `placed by ${order}`, () =>
    completed(
      numbers(
        db,
        `SELECT position AS n FROM provider_positions CROSS JOIN products USING (key) WHERE order_id = ? ORDER BY place`,
        order
      ),
      total(db)
    )
  )
}

/** What is not in the order comes last, as the platform lists it. */
function completed(order: Uint32Array, count: number): Uint32Array {
  const all = new Uint32Array(count)
  all.set(order)
  const placed = marks(order, count)
  let next = order.length
  for (let position = 0; next < count; position += 1) if (!placed[position]) all[next++] = position
  return all
}
