/** Orders of the platform's, kept for offline. */
import type { DatabaseSync } from 'node:sqlite'
import { MOST_ORDERS, type ProviderSort, type StoredOrder } from '../../../../shared/models/product.ts'
import { keyText, parse } from '../../json-column.ts'
import { readEdition } from '../version.ts'
import { prepared } from '../../query/statements.ts'

/** The one fetched last first. */
export function orders(db: DatabaseSync): StoredOrder[] {
  return prepared(
    db,
    'SELECT sort, reverse, fetched_at, edition FROM provider_orders ORDER BY fetched_at DESC, id DESC'
  )
    .all()
    .map(storedOf)
}

/** Null: none is stored. */
export function orderOf(db: DatabaseSync, { key, reverse }: ProviderSort): { id: number; order: StoredOrder } | null {
  const found = prepared(
    db,
    'SELECT id, sort, reverse, fetched_at, edition FROM provider_orders WHERE sort = ? AND reverse = ?'
  ).get(keyText(key), Number(reverse))
  return found ? { id: Number(found['id']), order: storedOf(found) } : null
}

export function dropOrder(db: DatabaseSync, { key, reverse }: ProviderSort): void {
  db.prepare('DELETE FROM provider_orders WHERE sort = ? AND reverse = ?').run(keyText(key), Number(reverse))
}

/**
 * Puts an order in place of the one of the same name; beyond MOST_ORDERS, those fetched longest ago leave.
 * @param keys of products, each once; one that is not stored has its place should it come
 */
export function putOrder(db: DatabaseSync, order: Omit<StoredOrder, 'edition'>, keys: readonly string[]): void {
  dropOrder(db, order)
  const added = db
    .prepare('INSERT INTO provider_orders (sort, reverse, fetched_at, edition) VALUES (?, ?, ?, ?)')
    .run(keyText(order.key), Number(order.reverse), order.fetchedAt, readEdition(db))
  const put = db.prepare('INSERT INTO provider_positions (order_id, key, place) VALUES (?, ?, ?)')
  // In the order of the table's own index, which takes half the time.
  const rows = Array.from(keys, (key, place) => ({ key: keyText(key), place })).sort((a, b) => (a.key < b.key ? -1 : 1))
  for (const { key, place } of rows) put.run(added.lastInsertRowid, key, place)
  db.prepare(
    `DELETE FROM provider_orders WHERE id NOT IN
       (SELECT id FROM provider_orders ORDER BY fetched_at DESC, id DESC LIMIT ?)`
  ).run(MOST_ORDERS)
}

function storedOf(row: Record<string, unknown>): StoredOrder {
  return {
    key: parse<string>(row['sort']),
    reverse: row['reverse'] === 1,
    fetchedAt: String(row['fetched_at']),
    edition: Number(row['edition'])
  }
}
