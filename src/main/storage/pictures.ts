/** Pictures, kept for offline within a bound. */
import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { Picture } from '../core/ports/index.ts'

/** Room for pictures of one account, in bytes; the oldest leave first. */
export const PICTURES_BYTES = 64 * 1024 * 1024

export function picture(db: DatabaseSync, key: string, address: string): Picture | null {
  const row = db.prepare('SELECT type, bytes FROM pictures WHERE mark = ?').get(markOf(key, address))
  return row ? { type: row['type'] as Picture['type'], bytes: row['bytes'] as Uint8Array } : null
}

/** A `data:` address has its picture in it, and the catalogue has the address: none of them is stored. */
export function putPicture(db: DatabaseSync, key: string, address: string, { type, bytes }: Picture): void {
  if (/^\s*data:/i.test(address)) return
  // REPLACE gives the row a new sequence: a picture fetched again is young again.
  db.prepare('INSERT OR REPLACE INTO pictures (mark, type, size, bytes) VALUES (?, ?, ?, ?)').run(
    markOf(key, address),
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

/**
 * A digest in place of the texts: a platform writes them as long as it likes, and the bound counts the bytes of pictures.
 * JSON keeps halves of characters, and where the key ends.
 */
function markOf(key: string, address: string): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([key, address]))
    .digest()
}
