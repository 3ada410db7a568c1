/** Product pictures of one account, not encrypted: the provider shows them to everybody. */
import { createHash } from 'node:crypto'
import type { Picture } from '../../ports/index.ts'
import type { Store } from '../../storage/store.ts'

/** For all pictures of an account. The oldest are deleted first. */
export const PICTURES_BYTES = 64 * 1024 * 1024

export class PictureStore {
  readonly #store: Store

  constructor(store: Store) {
    this.#store = store
  }

  read(key: string, address: string): Picture | null {
    const find = 'SELECT type, bytes FROM pictures WHERE hash = ?'
    const row = this.#store.read((db) => db.prepare(find).get(hashOf(key, address)))
    return row ? { type: row['type'] as Picture['type'], bytes: row['bytes'] as Uint8Array } : null
  }

  save(key: string, address: string, { type, bytes }: Picture): void {
    this.#store.change((db) => {
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
    })
  }
}

/** In place of the address, which may be megabytes long. JSON preserves lone surrogates and separates the parts. */
const hashOf = (key: string, address: string): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([key, address]))
    .digest()
