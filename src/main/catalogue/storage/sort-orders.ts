/** The provider's sort orders: each has the keys of the products in their places. */
import type { DatabaseSync } from 'node:sqlite'
import { MOST_SORT_ORDERS, type ProviderSort, type StoredSortOrder } from '../../../shared/models/product.ts'
import { parse } from '../../storage/query.ts'
import { readEdition } from './list-info.ts'

const SELECT = 'SELECT id, sort, reverse, fetched_at, edition FROM sort_orders'

export function sortOrders(db: DatabaseSync): StoredSortOrder[] {
  return db.prepare(`${SELECT} ORDER BY fetched_at DESC, id DESC`).all().map(toStoredSortOrder)
}

export function findSortOrder(
  db: DatabaseSync,
  { key, reverse }: ProviderSort
): { id: number; sortOrder: StoredSortOrder } | null {
  const found = db.prepare(`${SELECT} WHERE sort = ? AND reverse = ?`).get(JSON.stringify(key), Number(reverse))
  return found ? { id: Number(found['id']), sortOrder: toStoredSortOrder(found) } : null
}

export function dropSortOrder(db: DatabaseSync, { key, reverse }: ProviderSort): void {
  db.prepare('DELETE FROM sort_orders WHERE sort = ? AND reverse = ?').run(JSON.stringify(key), Number(reverse))
}

/** Beyond MOST_SORT_ORDERS, the oldest are deleted. @param keys unique; a product that is not stored keeps its place for later */
export function putSortOrder(db: DatabaseSync, order: Omit<StoredSortOrder, 'edition'>, keys: readonly string[]): void {
  dropSortOrder(db, order)
  const { lastInsertRowid } = db
    .prepare('INSERT INTO sort_orders (sort, reverse, fetched_at, edition) VALUES (?, ?, ?, ?)')
    .run(JSON.stringify(order.key), Number(order.reverse), order.fetchedAt, readEdition(db))
  const put = db.prepare('INSERT INTO sort_positions (sort_order_id, key, place) VALUES (?, ?, ?)')
  // Inserting in the order of the primary key takes half the time.
  const rows = [...keys.entries()].map(([place, key]) => ({ key: JSON.stringify(key), place }))
  for (const { key, place } of rows.sort((a, b) => (a.key < b.key ? -1 : 1))) put.run(lastInsertRowid, key, place)
  db.prepare(
    `DELETE FROM sort_orders WHERE id NOT IN
       (SELECT id FROM sort_orders ORDER BY fetched_at DESC, id DESC LIMIT ?)`
  ).run(MOST_SORT_ORDERS)
}

function toStoredSortOrder(row: Record<string, unknown>): StoredSortOrder {
  return {
    key: parse<string>(row['sort']),
    reverse: row['reverse'] === 1,
    fetchedAt: String(row['fetched_at']),
    edition: Number(row['edition'])
  }
}
