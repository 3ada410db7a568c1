/** Errors of storage by their kind. SQLite's result codes: https://sqlite.org/rescode.html */

/** unwritable: data stays in memory. rejected: the file is busy, or a constraint failed. null: no error of storage. */
type StorageProblem = 'damaged' | 'unwritable' | 'rejected' | null

const DAMAGED = new Set([
  11, // CORRUPT, also for a truncated file
  26 // NOTADB
])
const UNWRITABLE = new Set([
  3, // PERM
  8, // READONLY
  10, // IOERR
  13, // FULL
  14 // CANTOPEN
])

/** SQLite's JSON functions report invalid JSON with the generic code 1, so only the message identifies it. */
const MALFORMED_JSON = 'malformed JSON'

/** SQLite can open the file, but this version of the program can't have written its contents. */
export class Damaged extends Error {
  override readonly name = 'Damaged'
  readonly isOutdated: boolean
  constructor(message: string, isOutdated = false) {
    super(message)
    this.isOutdated = isOutdated
  }
}

export function classify(error: unknown): StorageProblem {
  if (error instanceof Damaged) return 'damaged'
  if (!(error instanceof Error)) return null
  const { errcode, errno } = error as Error & { errcode?: unknown; errno?: unknown }
  if (typeof errcode === 'number') {
    // The low byte is the primary code: 1544 (READONLY_DIRECTORY) is a kind of 8.
    const primary = errcode & 0xff
    const isDamaged = DAMAGED.has(primary) || error.message === MALFORMED_JSON
    return isDamaged ? 'damaged' : UNWRITABLE.has(primary) ? 'unwritable' : 'rejected'
  }
  return typeof errno === 'number' ? 'unwritable' : null
}
