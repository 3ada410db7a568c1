import type { DatabaseSync } from 'node:sqlite'
import { MOST_ORDERS, type ProviderSort, type StoredOrder } from '../../../shared/models/product.ts'
import { parse } from '../query.ts'
import { readEdition } from './list-info.ts'

const SELECT = 'SELECT id, sort, reverse, fetched_at, edition FROM provider_orders'

export function orders(db: DatabaseSync): StoredOrder[] {
  return db.prepare(`${SELECT} ORDER BY fetched_at DESC, id DESC`).all().map(toStoredOrder)
}

export function findOrder(db: DatabaseSync, { key, reverse }: ProviderSort): { id: number; order: StoredOrder } | null {
  const found = db.prepare(`${SELECT} WHERE sort = ? AND reverse = ?`).get(JSON.stringify(key), Number(reverse))
  return found ? { id: Number(found['id']), order: toStoredOrder(found) } : null
}

export function dropOrder(db: DatabaseSync, { key, reverse }: ProviderSort): void {
  db.prepare('DELETE FROM provider_orders WHERE sort = ? AND reverse = ?').run(JSON.stringify(key), Number(reverse))
}

/** Beyond MOST_ORDERS, the oldest are deleted. @param keys unique; a product that is not stored keeps its place for later */
export function putOrder(db: DatabaseSync, order: Omit<StoredOrder, 'edition'>, keys: readonly string[]): void {
  dropOrder(db, order)
  const { lastInsertRowid } = db
    .prepare('INSERT INTO provider_orders (sort, reverse, fetched_at, edition) VALUES (?, ?, ?, ?)')
    .run(JSON.stringify(order.key), Number(order.reverse), order.fetchedAt, readEdition(db))
  const put = db.prepare('INSERT INTO provider_positions (order_id, key, place) VALUES (?, ?, ?)')
  // Inserting in the order of the primary key takes half the time.
  const rows = [...keys.entries()].map(([place, key]) => ({ key: JSON.stringify(key), place }))
  for (const { key, place } of rows.sort((a, b) => (a.key < b.key ? -1 : 1))) put.run(lastInsertRowid, key, place)
  db.prepare(
    `DELETE FROM provider_orders WHERE id NOT IN
       (SELECT id FROM provider_orders ORDER BY fetched_at DESC, id DESC LIMIT ?)`
  ).run(MOST_ORDERS)
}

function toStoredOrder(row: Record<string, unknown>): StoredOrder {
  return {
    key: parse<string>(row['sort']),
    reverse: row['reverse'] === 1,
    fetchedAt: String(row['fetched_at']),
    edition: Number(row['edition'])
  }
}
