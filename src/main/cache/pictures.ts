/** Pictures, kept for offline within a bound. */
import type { DatabaseSync } from 'node:sqlite'
import type { Picture } from '../core/ports.ts'
import { keyText } from './json.ts'

/** Room for pictures of one account, in bytes; the oldest leave first. */
export const PICTURES_BYTES = 64 * 1024 * 1024

export function picture(db: DatabaseSync, key: string, address: string): Picture | null {
  const row = db
    .prepare('SELECT type, bytes FROM pictures WHERE key = ? AND address = ?')
    .get(keyText(key), keyText(address))
  return row ? { type: row['type'] as Picture['type'], bytes: row['bytes'] as Uint8Array } : null
}

export function putPicture(db: DatabaseSync, key: string, address: string, { type, bytes }: Picture): void {
  // REPLACE gives the row a new sequence: a picture fetched again is young again.
  db.prepare('INSERT OR REPLACE INTO pictures (key, address, type, size, bytes) VALUES (?, ?, ?, ?, ?)').run(
    keyText(key),
    keyText(address),
    type,
    bytes.byteLength,
    bytes
  )
  db.prepare(
    `DELETE FROM pictures WHERE sequence IN (
       SELECT sequence FROM (SELECT sequence, sum(size) OVER (ORDER BY sequence DESC) AS used FROM pictures)
       WHERE used > ?)`
  ).run(PICTURES_BYTES)
}
