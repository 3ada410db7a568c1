/** Which list is stored: what was found to be known is known of that one only. */
import type { DatabaseSync } from 'node:sqlite'

export function editionOf(db: DatabaseSync): number {
  return Number(db.prepare("SELECT value FROM meta WHERE name = 'edition'").get()?.['value'] ?? 0)
}

export function putEdition(db: DatabaseSync, edition: number): void {
  db.prepare("INSERT OR REPLACE INTO meta (name, value) VALUES ('edition', ?)").run(String(edition))
}
