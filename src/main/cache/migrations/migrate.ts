/** Numbered steps of a schema; `PRAGMA user_version` is the number of the latest one that a file went through. */
import type { DatabaseSync } from 'node:sqlite'
import { Damaged } from '../sqlite-error.ts'

/** SQL of each step, the first one at index 0. Steps that were released are never changed, only added to. */
export type Migrations = readonly string[]

/** Tells our files from any other SQLite database: "PRTS". */
const APPLICATION_ID = 0x50525453

/** @throws Damaged for a file of a newer version, or of another program */
export function migrate(db: DatabaseSync, migrations: Migrations): void {
  const version = pragma(db, 'user_version')
  if (version > migrations.length) throw new Damaged('written by a newer version')
  if (version > 0 && pragma(db, 'application_id') !== APPLICATION_ID) throw new Damaged('not a file of ours')
  for (const [index, sql] of migrations.entries()) {
    if (index < version) continue
    // One transaction a step: a crash in between leaves a whole earlier version.
    db.exec(
      `BEGIN IMMEDIATE; ${sql}; PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${index + 1}; COMMIT`
    )
  }
}

function pragma(db: DatabaseSync, pragmaName: string): number {
  return Number(db.prepare(`PRAGMA ${pragmaName}`).get()?.[pragmaName] ?? 0)
}
