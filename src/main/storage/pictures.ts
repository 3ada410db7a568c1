/** Product pictures for offline use, within a size limit. */
import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { Picture } from '../core/ports/index.ts'

/** For all pictures of an account. The oldest are deleted first. */
export const PICTURES_BYTES = 64 * 1024 * 1024

export function picture(db: DatabaseSync, key: string, address: string): Picture | null {
  const row = db.prepare('SELECT type, bytes FROM pictures WHERE hash = ?').get(hashOf(key, address))
  return row ? { type: row['type'] as Picture['type'], bytes: row['bytes'] as Uint8Array } : null
}

/** A `data:` address is not stored: the catalogue holds it, with the picture in it. */
export function putPicture(db: DatabaseSync, key: string, address: string, { type, bytes }: Picture): void {
  if (/^\s*data:/i.test(address)) return
  // REPLACE assigns a new sequence: a picture that is fetched again counts as new.
  db.prepare('INSERT OR REPLACE INTO pictures (hash, type, size, bytes) VALUES (?, ?, ?, ?)').run(
    hashOf(key, address),
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

/** A hash in place of the address, which may be megabytes long. JSON preserves lone surrogates and separates the parts. */
function hashOf(key: string, address: string): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([key, address]))
    .digest()
}
