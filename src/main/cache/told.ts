/**
 * Facts that the person was told of, as digests: nothing can be read in them. They have no key, so whoever has the file can try
 * whether a fact that they guess is among them (docs/security.md).
 */
import { hash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { readableRows } from './carry.ts'
import { prepared } from './query/statements.ts'

/** Of SHA-256: two facts of one account that share it are not to be met. */
const MARK_BYTES = 16

/**
 * Facts of an account that are remembered, beyond which the oldest are forgotten: those of 125,000 open invoices, so that no list
 * that an account really has comes to more. Some 30 MB.
 */
const MOST_TOLD = 500_000

/** As they are, in the order in which they were noted. */
export function copyTold(from: DatabaseSync, to: DatabaseSync): void {
  const put = to.prepare('INSERT OR IGNORE INTO told (mark) VALUES (?)')
  const rows = readableRows(from, 'told').sort((one, other) => Number(one['at']) - Number(other['at']))
  for (const { mark } of rows) if (mark instanceof Uint8Array) put.run(mark)
}

/** Whether anything was ever noted. */
export function isNoted(db: DatabaseSync, accountId: string): boolean {
  return isTold(db, markOf(accountId))
}

export function untold(db: DatabaseSync, accountId: string, facts: readonly string[]): string[] {
  return facts.filter((fact) => !isTold(db, markOf(accountId, fact)))
}

/** @param most facts that are remembered */
export function noteTold(db: DatabaseSync, accountId: string, facts: readonly string[], most = MOST_TOLD): void {
  const put = prepared(db, 'INSERT OR IGNORE INTO told (mark) VALUES (?)')
  for (const fact of facts) put.run(markOf(accountId, fact))
  // That anything was ever noted is the oldest of all, and stays.
  const forget = prepared(db, 'DELETE FROM told WHERE rowid <= (SELECT max(rowid) FROM told) - ? AND mark <> ?')
  forget.run(most, markOf(accountId))
}

/** From now on what isn't noted is news: call when all of what there was at first is. */
export function noteAccount(db: DatabaseSync, accountId: string): void {
  prepared(db, 'INSERT OR IGNORE INTO told (mark) VALUES (?)').run(markOf(accountId))
}

const isTold = (db: DatabaseSync, mark: Buffer): boolean =>
  prepared(db, 'SELECT 1 FROM told WHERE mark = ?').get(mark) !== undefined

/** JSON, so that no two facts come to the same text. */
const markOf = (accountId: string, ...fact: string[]): Buffer =>
  hash('sha256', JSON.stringify([accountId, 'told', ...fact]), 'buffer').subarray(0, MARK_BYTES)
