/** Files set aside that were written when personal documents were still plain. */
import { closeSync, openSync, readSync } from 'node:fs'
import { APPLICATION_ID } from './migrations/migrate.ts'
import { FIRST_SEALED_VERSION } from './migrations/account/index.ts'
import { asidesOf, removeAside } from './files.ts'
import { troubleOf } from './sqlite-error.ts'

/** Deletes those that by their header are of such a version. What can't be deleted now is met again at the next opening. */
export function dropPlainAsides(file: string): void {
  try {
    for (const aside of asidesOf(file)) if (mayBePlain(aside)) removeAside(aside)
  } catch (error) {
    if (troubleOf(error) === null) throw error
  }
}

/** Places in the header: https://sqlite.org/fileformat.html#the_database_header */
const HEADER_BYTES = 100
const VERSION_AT = 60
const APPLICATION_AT = 68

function mayBePlain(file: string): boolean {
  const header = Buffer.alloc(HEADER_BYTES)
  const handle = openSync(file, 'r')
  try {
    readSync(handle, header)
  } finally {
    closeSync(handle)
  }
  if (header.toString('latin1', 0, 16) !== 'SQLite format 3\0') return false
  const application = header.readUInt32BE(APPLICATION_AT)
  // Without a number yet: all that was ever written is in the -wal beside it.
  return (application === APPLICATION_ID || application === 0) && header.readUInt32BE(VERSION_AT) < FIRST_SEALED_VERSION
}
