/** Which records are stored under which bytes, so that what came before is not read again. */
import { hash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { ReadingNote } from '../../../shared/model/freshness.ts'
import { parse } from '../json.ts'
import type { ListedRecord } from './listed.ts'

interface Known {
  position: number
  id: string | null
  notes: ReadingNote[] | null
}

export interface KnownPrints {
  /** A record that is stored under these bytes, and that nobody claimed before; null: there is none. */
  claim(print: Uint8Array): Known | null
  /** Nothing is claimed. */
  restart(): void
}

/** Of the digest of what was secret: enough to tell another token, and too little to try out what it may have been. */
const SECRETS_DIGITS = 4

/**
 * By what records were read. With other readers the same bytes come to something else, and so they do with another secret
 * to be blotted out.
 */
export function readBy(version: string, secrets: readonly string[]): string {
  return `${version} ${hash('sha256', JSON.stringify(secrets)).slice(0, SECRETS_DIGITS)}`
}

/** None, when they were read otherwise. Takes all that it needs with it: the database may be another one later. */
export function knownPrints(db: DatabaseSync, by: string): KnownPrints {
  const byPrint = new Map<string, number[]>()
  const ids = new Map<number, string>()
  const notes = new Map<number, ReadingNote[]>()
  const claims = new Map<string, number>()
  if (db.prepare("SELECT value FROM meta WHERE name = 'read_by'").get()?.['value'] === by) {
    const rows = db.prepare(
      'SELECT position, print, given_id, notes, listed FROM product_records WHERE print IS NOT NULL ORDER BY position'
    )
    for (const row of rows.iterate()) {
      const position = Number(row['position'])
      const text = textOf(row['print'] as Uint8Array)
      const before = byPrint.get(text)
      if (before) before.push(position)
      else byPrint.set(text, [position])
      // The bytes are the list's: what the product's own address said of it is not in them.
      const listed = row['listed'] === null ? null : parse<ListedRecord>(row['listed'])
      const id = listed ? listed.product.id : row['given_id'] === null ? undefined : parse<string>(row['given_id'])
      const met = listed ? listed.notes : row['notes'] === null ? [] : parse<ReadingNote[]>(row['notes'])
      if (id !== undefined) ids.set(position, id)
      if (met.length > 0) notes.set(position, met)
    }
  }

  return {
    claim(print) {
      const text = textOf(print)
      const count = claims.get(text) ?? 0
      const position = byPrint.get(text)?.[count]
      if (position === undefined) return null
      claims.set(text, count + 1)
      return { position, id: ids.get(position) ?? null, notes: notes.get(position) ?? null }
    },
    restart: () => claims.clear()
  }
}

export function putReadBy(db: DatabaseSync, by: string): void {
  db.prepare("INSERT OR REPLACE INTO meta (name, value) VALUES ('read_by', ?)").run(by)
}

/** One character for each byte: a Map compares texts, not bytes. */
const textOf = (print: Uint8Array): string =>
  Buffer.from(print.buffer, print.byteOffset, print.byteLength).toString('latin1')
