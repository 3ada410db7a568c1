/** Numbered steps of a schema; `PRAGMA user_version` is the number of the latest one that a file went through. */
import type { DatabaseSync } from 'node:sqlite'
import { Damaged } from '../sqlite-error.ts'

export interface Step {
  /** With `leavesNoTrace` it may be run again on a file where it was done already. */
  sql: string
  /** No byte of what the step deletes, or of what was deleted before, stays in the file or its -wal. */
  leavesNoTrace: boolean
}

/** Each step, the first one at index 0. Steps that were released are never changed, only added to. */
export type Migrations = readonly (string | Step)[]

/** Tells our files from any other SQLite database: "PRTS". */
export const APPLICATION_ID = 0x50525453

/** @throws Damaged for a file of a newer version, or of another program */
export function migrate(db: DatabaseSync, migrations: Migrations): void {
  const version = pragma(db, 'user_version')
  if (version > migrations.length) throw new Damaged('written by a newer version')
  if (version > 0 && pragma(db, 'application_id') !== APPLICATION_ID) throw new Damaged('not a file of ours')
  for (const [index, step] of migrations.entries()) {
    if (index < version) continue
    const { sql, leavesNoTrace } = typeof step === 'string' ? { sql: step, leavesNoTrace: false } : step
    const done = `PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${index + 1}`
    // One transaction a step: a crash in between leaves a whole earlier version.
    if (leavesNoTrace && version > 0) {
      db.exec(`BEGIN IMMEDIATE; ${sql}; COMMIT`)
      leaveNoTrace(db)
      // Only now is the step done: after a crash before this it begins again.
      db.exec(done)
    } else db.exec(`BEGIN IMMEDIATE; ${sql}; ${done}; COMMIT`)
  }
}

/**
 * Overwriting what is deleted now would not be enough: earlier deletions left their bytes in free pages and in the gaps of
 * those in use. VACUUM writes the whole file anew, and the -wal, which has pages as they were, is then emptied.
 */
function leaveNoTrace(db: DatabaseSync): void {
  db.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)')
}

function pragma(db: DatabaseSync, pragmaName: string): number {
  return Number(db.prepare(`PRAGMA ${pragmaName}`).get()?.[pragmaName] ?? 0)
}
