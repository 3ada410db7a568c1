/** Sets of product positions. */
import type { DatabaseSync } from 'node:sqlite'
import { prepared } from '../../query/statements.ts'

/** Number of stored products. */
export function total(db: DatabaseSync): number {
  // Positions have no gaps, so no count is needed.
  const last = prepared(db, 'SELECT max(position) AS last FROM products').get()?.['last']
  return typeof last === 'number' ? last + 1 : 0
}

/** One byte per stored product: 1 for the given positions. */
export function marks(among: Uint32Array, count: number): Uint8Array {
  const marked = new Uint8Array(count)
  for (const position of among) marked[position] = 1
  return marked
}

export function* range(from: number, to: number): Generator<number> {
  for (let at = from; at < to; at += 1) yield at
}
