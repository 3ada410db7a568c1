/** Full-text search: positions of matching products. */
import type { DatabaseSync } from 'node:sqlite'
import { remembered } from '../../query/memo.ts'
import { numbers } from '../../query/numbers.ts'
import { marks, total } from './positions.ts'
import { prepared } from '../../query/statements.ts'

const MATCHES = 'SELECT rowid AS n FROM product_texts WHERE product_texts MATCH ? ORDER BY rowid'

/** Ordered by position. */
export function search(db: DatabaseSync, expression: string): Uint32Array {
  return remembered(db, `search ${expression}`, () => numbers(db, MATCHES, expression))
}

/** Products with all words in their names first, each group ordered by position. */
export function searchNamesFirst(db: DatabaseSync, expression: string): Uint32Array {
  return remembered(db, `search names first ${expression}`, () => {
    const all = search(db, expression)
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

export interface FirstPage {
  /** At most `limit`. */
  positions: number[]
  matched: number
}

/** The first results of searchNamesFirst, without reading the rest. */
export function searchFirstPage(db: DatabaseSync, expression: string, limit: number): FirstPage {
  const named = prepared(db, `${MATCHES} LIMIT ?`)
    .all(namesOnly(expression), limit)
    .map(({ n }) => Number(n))
  if (named.length === limit) return { positions: named, matched: countFound(db, expression) }
  // All name matches are known by now.
  const all = search(db, expression)
  const others = [...all.subarray(0, limit)].filter((position) => !named.includes(position))
  return { positions: [...named, ...others].slice(0, limit), matched: all.length }
}

function countFound(db: DatabaseSync, expression: string): number {
  return remembered(db, `number found ${expression}`, () => {
    const counted = prepared(db, 'SELECT count(*) AS n FROM product_texts WHERE product_texts MATCH ?').get(expression)
    return Number(counted?.['n'])
  })
}

/** Restricts a search to the names. */
const namesOnly = (expression: string): string => `{name short_name} : (${expression})`
