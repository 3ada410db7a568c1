/** Errors of storage by their kind. SQLite's result codes: https://sqlite.org/rescode.html */

/** unwritable: data stays in memory. rejected: the file is busy, or a constraint failed. null: no error of storage. */
type StorageProblem = 'damaged' | 'unwritable' | 'rejected' | null

const DAMAGED = new Set([
  11, // CORRUPT, also for a truncated file
  18, // TOOBIG: a value is longer than SQLite returns, and the app writes none
  26 // NOTADB
])
const UNWRITABLE = new Set([
  3, // PERM
  8, // READONLY
  10, // IOERR
  13, // FULL
  14 // CANTOPEN
])

/** These have the generic code 1: invalid JSON in SQLite's JSON functions, and a schema whose text is damaged. */
const DAMAGED_MESSAGE = /^(malformed JSON$|no such (column|table|collation sequence|function|module): )/
/** node:sqlite can't return such a number, and the app writes none. */
const LARGE_NUMBER = /^Value is too large to be represented as a JavaScript number/
/** Nor such a text. */
const LONG_TEXT = 'ERR_STRING_TOO_LONG'

/** SQLite can open the file, but this version of the program can't have written its contents. */
export class Damaged extends Error {
  override readonly name = 'Damaged'
}

export function classify(error: unknown): StorageProblem {
  if (error instanceof Damaged) return 'damaged'
  if (!(error instanceof Error)) return null
  if (error instanceof RangeError && LARGE_NUMBER.test(error.message)) return 'damaged'
  const { code, errcode, errno } = error as Error & { code?: unknown; errcode?: unknown; errno?: unknown }
  if (code === LONG_TEXT) return 'damaged'
  if (typeof errcode === 'number') {
    // The low byte is the primary code: 1544 (READONLY_DIRECTORY) is a kind of 8.
    const primary = errcode & 0xff
    const isDamaged = DAMAGED.has(primary) || DAMAGED_MESSAGE.test(error.message)
    return isDamaged ? 'damaged' : UNWRITABLE.has(primary) ? 'unwritable' : 'rejected'
  }
  return typeof errno === 'number' ? 'unwritable' : null
}
