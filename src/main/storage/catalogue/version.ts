/** The number of the stored list. It changes with every different list. */
import type { DatabaseSync } from 'node:sqlite'

export function readEdition(db: DatabaseSync): number {
  return Number(db.prepare("SELECT value FROM meta WHERE name = 'edition'").get()?.['value'] ?? 0)
}

export function writeEdition(db: DatabaseSync, edition: number): void {
  db.prepare("INSERT OR REPLACE INTO meta (name, value) VALUES ('edition', ?)").run(String(edition))
}
