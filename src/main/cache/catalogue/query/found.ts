/** The products that a text finds: their positions. */
import type { DatabaseSync } from 'node:sqlite'
import { remembered } from './memo.ts'
import { numbers } from './positions.ts'
import { namesOnly, otherThanNames } from './search.ts'
import { prepared } from './statements.ts'

const MATCHES = 'SELECT rowid AS n FROM product_texts WHERE product_texts MATCH ? ORDER BY rowid'

/** By position. */
export function found(db: DatabaseSync, expression: string): Uint32Array {
  return remembered(db, `found ${expression}`, () => numbers(db, MATCHES, expression))
}

/** Those first that have all words in what they are called, each kind by position. */
export function foundNamesFirst(db: DatabaseSync, expression: string): Uint32Array {
  return remembered(db, `found, names first ${expression}`, () => {
    const named = numbers(db, MATCHES, namesOnly(expression))
    const others = numbers(db, MATCHES, otherThanNames(expression))
    const both = new Uint32Array(named.length + others.length)
    both.set(named)
    both.set(others, named.length)
    return both
  })
}

/** The first of the same, read only as far as they are wanted. */
export function firstNamesFirst(db: DatabaseSync, expression: string, limit: number): number[] {
  const first = prepared(db, `${MATCHES} LIMIT ?`)
  const named = first.all(namesOnly(expression), limit)
  const others = named.length < limit ? first.all(otherThanNames(expression), limit - named.length) : []
  return [...named, ...others].map(({ n }) => Number(n))
}

export function countFound(db: DatabaseSync, expression: string): number {
  return remembered(db, `number found ${expression}`, () => {
    const counted = prepared(db, 'SELECT count(*) AS n FROM product_texts WHERE product_texts MATCH ?').get(expression)
    return Number(counted?.['n'])
  })
}
