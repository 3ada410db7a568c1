/** What an error means for the file it came from. SQLite's result codes: https://sqlite.org/rescode.html */

/**
 * damaged: the file is not, or no longer, a database of ours; unwritable: the place can't be written to, so that only
 * memory is left; refused: busy, or a rule of the schema broken: the file is fine; null: no problem of storage at all.
 */
export type Trouble = 'damaged' | 'unwritable' | 'refused' | null

const DAMAGED = new Set([
  11, // CORRUPT, also what a truncated file gives
  26 // NOTADB
])
const UNWRITABLE = new Set([
  3, // PERM
  8, // READONLY
  10, // IOERR
  13, // FULL
  14 // CANTOPEN
])

/** The file opened and satisfies SQLite, but its contents are not what this program writes. */
export class Damaged extends Error {
  override readonly name = 'Damaged'
}

export function troubleOf(error: unknown): Trouble {
  if (error instanceof Damaged) return 'damaged'
  if (!(error instanceof Error)) return null
  const { errcode, errno } = error as Error & { errcode?: unknown; errno?: unknown }
  if (typeof errcode === 'number') {
    // The low byte is the primary code: 1544 (READONLY_DIRECTORY) is a kind of 8.
    const primary = errcode & 0xff
    return DAMAGED.has(primary) ? 'damaged' : UNWRITABLE.has(primary) ? 'unwritable' : 'refused'
  }
  // Whatever the file system answers when a folder or file is made ready: the place is not to be had.
  return typeof errno === 'number' ? 'unwritable' : null
}

/** Another connection holds a lock: SQLITE_BUSY. */
export const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' && (error.errcode & 0xff) === 5
