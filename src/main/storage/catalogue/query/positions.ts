/** Positions of products, thousands at a time. */
import type { DatabaseSync } from 'node:sqlite'
import { prepared } from '../../query/statements.ts'

/** Products stored. */
export function total(db: DatabaseSync): number {
  // Positions are dense from 0, so the last one tells the number without counting.
  const last = prepared(db, 'SELECT max(position) AS last FROM products').get()?.['last']
  return typeof last === 'number' ? last + 1 : 0
}

/** One byte for each product stored, 1 where it is among these. */
export function marks(among: Uint32Array, count: number): Uint8Array {
  const marked = new Uint8Array(count)
  for (const position of among) marked[position] = 1
  return marked
}

export function* range(from: number, to: number): Generator<number> {
  for (let at = from; at < to; at += 1) yield at
}
