/** Kept PDFs of invoices, each in a box of its own and found by a mark, within a bound. */
import type { DatabaseSync } from 'node:sqlite'
import type { PdfRoom } from '../core/ports/index.ts'
import { marksBy } from './keyed-hashes.ts'
import { seal, unseal, type BoxLabel } from './encryption.ts'

/** For the PDFs of one account, in bytes. */
export const PDFS_BYTES = 500 * 1024 * 1024
/** However small they are: each save looks through all of their sizes. */
const MOST_PDFS = 20_000

export const hasPdfs = (db: DatabaseSync): boolean => db.prepare('SELECT 1 FROM pdfs LIMIT 1').get() !== undefined

export function pdfInfo(db: DatabaseSync, invoice: string, key: Buffer): { at: string; bytes: number } | null {
  const row = db.prepare('SELECT at, size FROM pdfs WHERE mark = ?').get(markOf(key, invoice))
  return row ? { at: String(row['at']), bytes: Number(row['size']) } : null
}

/** null: there is none, or it is not of this key. */
export function openPdf(db: DatabaseSync, accountId: string, invoice: string, key: Buffer): Uint8Array | null {
  const box = db.prepare('SELECT box FROM pdfs WHERE mark = ?').get(markOf(key, invoice))?.['box']
  return box instanceof Uint8Array ? unseal(key, labelOf(accountId, invoice), box) : null
}

/** @param at ISO 8601 @param most for all of them, in bytes @param count of them @returns false when there is no room for it, and none was to be made */
export function putPdf(
  db: DatabaseSync,
  accountId: string,
  invoice: string,
  key: Buffer,
  { bytes, at }: { bytes: Uint8Array; at: string },
  room: PdfRoom,
  most: number = PDFS_BYTES,
  count: number = MOST_PDFS
): boolean {
  const mark = markOf(key, invoice)
  if (room === 'ifFree') {
    // From the index of sizes alone, and its own by its mark: a look at every row would be one at every box.
    const all = db.prepare('SELECT total(size) AS size, count(*) AS n FROM pdfs').get()
    const own = db.prepare('SELECT total(size) AS size, count(*) AS n FROM pdfs WHERE mark = ?').get(mark)
    const others = (what: 'size' | 'n'): number => Number(all?.[what]) - Number(own?.[what])
    if (others('size') + bytes.byteLength > most || others('n') + 1 > count) return false
  }
  // REPLACE gives the row a new sequence: what is fetched again is young again.
  db.prepare('INSERT OR REPLACE INTO pdfs (mark, at, size, box) VALUES (?, ?, ?, ?)').run(
    mark,
    at,
    bytes.byteLength,
    seal(key, labelOf(accountId, invoice), bytes)
  )
  db.prepare(
    `DELETE FROM pdfs WHERE sequence IN (
       SELECT sequence FROM (
         SELECT sequence, sum(size) OVER newer AS used, count(*) OVER newer AS n FROM pdfs
         WINDOW newer AS (ORDER BY sequence DESC))
       WHERE used > ? OR n > ?)`
  ).run(most, count)
  return true
}

export function dropPdf(db: DatabaseSync, invoice: string, key: Buffer): void {
  db.prepare('DELETE FROM pdfs WHERE mark = ?').run(markOf(key, invoice))
}

/** Of a damaged file, so much at most is taken into a new one, which the start of the app waits for. */
const SALVAGED_BYTES = 100 * 1024 * 1024

/** Those kept last, one at a time, up to a damaged place; in their boxes, which open whole or not at all. */
export function salvagePdfs(from: DatabaseSync, to: DatabaseSync): void {
  const before = from.prepare('SELECT * FROM pdfs WHERE sequence < ? ORDER BY sequence DESC LIMIT 1')
  const put = to.prepare('INSERT OR IGNORE INTO pdfs (sequence, mark, at, size, box) VALUES (?, ?, ?, ?, ?)')
  let room = SALVAGED_BYTES
  let next = before.get(Number.MAX_SAFE_INTEGER)
  while (next && (room -= Number(next['size'])) >= 0) {
    const { sequence, mark, at, size, box } = next
    if (mark instanceof Uint8Array && box instanceof Uint8Array) {
      put.run(Number(sequence), mark, String(at), Number(size), box)
    }
    next = before.get(Number(sequence))
  }
}

const labelOf = (accountId: string, invoice: string): BoxLabel => ({ accountId, topic: 'pdf', part: invoice })

const markOf = (key: Buffer, invoice: string): Buffer => marksBy(key, 'pdf')(invoice)
