/** The products that a text finds: their positions. */
import type { DatabaseSync } from 'node:sqlite'
import { remembered } from '../../query/memo.ts'
import { numbers } from '../../query/numbers.ts'
import { marks, total } from './positions.ts'
import { namesOnly } from './search-text.ts'
import { prepared } from '../../query/statements.ts'

const MATCHES = 'SELECT rowid AS n FROM product_texts WHERE product_texts MATCH ? ORDER BY rowid'

/** By position. */
export function found(db: DatabaseSync, expression: string): Uint32Array {
  return remembered(db, `found ${expression}`, () => numbers(db, MATCHES, expression))
}

/** Those first that have all words in what they are called, each kind by position. */
export function foundNamesFirst(db: DatabaseSync, expression: string): Uint32Array {
  return remembered(db, `found, names first ${expression}`, () => {
    const all = found(db, expression)
    const named = numbers(db, MATCHES, namesOnly(expression))
    const isNamed = marks(named, total(db))
    const both = new Uint32Array(all.length)
    both.set(named)
    both.set(
      all.filter((position) => isNamed[position] === 0),
      named.length
    )
    return both
  })
}

export interface Beginning {
  /** As many as were asked for, or all that there are. */
  positions: number[]
  matched: number
}

/** The beginning of the same, read only as far as it is wanted. */
export function beginningNamesFirst(db: DatabaseSync, expression: string, limit: number): Beginning {
  const named = prepared(db, `${MATCHES} LIMIT ?`)
    .all(namesOnly(expression), limit)
    .map(({ n }) => Number(n))
  if (named.length === limit) return { positions: named, matched: countFound(db, expression) }
  // Of the first so many, no more are named than are known by now.
  const all = found(db, expression)
  const others = [...all.subarray(0, limit)].filter((position) => !named.includes(position))
  return { positions: [...named, ...others].slice(0, limit), matched: all.length }
}

function countFound(db: DatabaseSync, expression: string): number {
  return remembered(db, `number found ${expression}`, () => {
    const counted = prepared(db, 'SELECT count(*) AS n FROM product_texts WHERE product_texts MATCH ?').get(expression)
    return Number(counted?.['n'])
  })
}
