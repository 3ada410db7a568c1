/** Saved PDFs of one account, each encrypted by itself and found by a keyed hash of its invoice. */
import type { DatabaseSync } from 'node:sqlite'
import { AppError } from '../../shared/ipc/error.ts'
import type { AccountStorage, PdfRoom } from '../core/ports/index.ts'
import { createKeyedHash, decrypt, encrypt, type EncryptionContext } from './encryption.ts'
import type { PersonalDocuments } from './personal-documents.ts'
import { readFrom } from './salvage.ts'
import type { Store } from './store.ts'

/** For all PDFs of an account. */
export const PDFS_BYTES = 500 * 1024 * 1024
/** However small they are: each save adds up all sizes. */
const MOST_PDFS = 20_000
/** Copied from a damaged file at most, because the start of the app waits for it. */
const SALVAGED_BYTES = 100 * 1024 * 1024

type PdfStore = Pick<AccountStorage, 'pdf' | 'pdfInfo' | 'savePdf' | 'dropPdf'>

export function createPdfStore(
  accountId: string,
  file: string,
  store: Store,
  personal: Pick<PersonalDocuments, 'keyToDecrypt' | 'keyToEncrypt'>
): PdfStore {
  const isInMemory = (): boolean => store.condition() === 'memory'
  /** PDFs are too large for memory: from a file that can't be written, they are read in place. */
  const read = <T>(work: (db: DatabaseSync) => T): T | null =>
    store.read((db) => work(db)) ?? (isInMemory() ? readFrom(file, work) : null)
  const infoOf = (invoice: string, key: Buffer) => read((db) => pdfInfo(db, invoice, key))
  const drop = (invoice: string, key: Buffer): void => store.change((db) => deletePdf(db, invoice, key))
  /** Doesn't ask for the key if no PDF is stored. */
  const keyIfAny = async (ask: () => Promise<Buffer | null>): Promise<Buffer | null> =>
    read((db) => hasPdfs(db) || null) ? ask() : null

  return {
    async pdf(invoice) {
      const key = await keyIfAny(personal.keyToDecrypt)
      if (key === null || infoOf(invoice, key) === null) return null
      const content = read((db) => readPdf(db, accountId, invoice, key))
      // Damaged: no key decrypts it.
      if (content === null) drop(invoice, key)
      return content
    },
    async pdfInfo(invoice) {
      // A missing key is no error here: the PDF then counts as not stored.
      const key = await keyIfAny(personal.keyToEncrypt)
      return key && infoOf(invoice, key)
    },
    async savePdf(invoice, bytes, at, room) {
      const key = await personal.keyToEncrypt()
      // In memory it would be gone at quit.
      if (key === null || isInMemory()) return false
      const isSaved = store.change((db) => writePdf(db, accountId, invoice, key, { bytes, at }, room))
      if (!isInMemory()) return isSaved
      // The write failed, and the data moved to memory.
      drop(invoice, key)
      return false
    },
    async dropPdf(invoice) {
      const key = await keyIfAny(personal.keyToDecrypt)
      if (key === null) return
      drop(invoice, key)
      // It is in a file that can't be written.
      if (infoOf(invoice, key) !== null) throw new AppError('STORAGE')
    }
  }
}

const hasPdfs = (db: DatabaseSync): boolean => db.prepare('SELECT 1 FROM pdfs LIMIT 1').get() !== undefined

export function pdfInfo(db: DatabaseSync, invoice: string, key: Buffer): { at: string; bytes: number } | null {
  const row = db.prepare('SELECT fetched_at, size FROM pdfs WHERE hash = ?').get(hashOf(key, invoice))
  return row ? { at: String(row['fetched_at']), bytes: Number(row['size']) } : null
}

/** @returns null if there is none, or the key doesn't decrypt it */
export function readPdf(db: DatabaseSync, accountId: string, invoice: string, key: Buffer): Uint8Array | null {
  const data = db.prepare('SELECT data FROM pdfs WHERE hash = ?').get(hashOf(key, invoice))?.['data']
  return data instanceof Uint8Array ? decrypt(key, contextOf(accountId, invoice), data) : null
}

/**
 * Saves a PDF and deletes the oldest ones beyond the limits.
 * @param maxBytes of all PDFs @param maxCount of all PDFs
 * @returns false if `room` is 'ifFree' and there is no room
 */
export function writePdf(
  db: DatabaseSync,
  accountId: string,
  invoice: string,
  key: Buffer,
  { bytes, at }: { bytes: Uint8Array; at: string },
  room: PdfRoom,
  maxBytes: number = PDFS_BYTES,
  maxCount: number = MOST_PDFS
): boolean {
  const hash = hashOf(key, invoice)
  if (room === 'ifFree') {
    // Two queries, each on an index: a scan of the table would read every PDF.
    const all = db.prepare('SELECT total(size) AS size, count(*) AS n FROM pdfs').get()
    const own = db.prepare('SELECT total(size) AS size, count(*) AS n FROM pdfs WHERE hash = ?').get(hash)
    const others = (column: 'size' | 'n'): number => Number(all?.[column]) - Number(own?.[column])
    if (others('size') + bytes.byteLength > maxBytes || others('n') + 1 > maxCount) return false
  }
  // REPLACE assigns a new sequence: a PDF that is fetched again counts as new.
  db.prepare('INSERT OR REPLACE INTO pdfs (hash, fetched_at, size, data) VALUES (?, ?, ?, ?)').run(
    hash,
    at,
    bytes.byteLength,
    encrypt(key, contextOf(accountId, invoice), bytes)
  )
  db.prepare(
    `DELETE FROM pdfs WHERE sequence IN (
       SELECT sequence FROM (
         SELECT sequence, sum(size) OVER newer AS used, count(*) OVER newer AS n FROM pdfs
         WINDOW newer AS (ORDER BY sequence DESC))
       WHERE used > ? OR n > ?)`
  ).run(maxBytes, maxCount)
  return true
}

function deletePdf(db: DatabaseSync, invoice: string, key: Buffer): void {
  db.prepare('DELETE FROM pdfs WHERE hash = ?').run(hashOf(key, invoice))
}

/** Copies the newest PDFs, one at a time, up to a damaged place. */
export function salvagePdfs(from: DatabaseSync, to: DatabaseSync): void {
  const before = from.prepare('SELECT * FROM pdfs WHERE sequence < ? ORDER BY sequence DESC LIMIT 1')
  const put = to.prepare('INSERT OR IGNORE INTO pdfs (sequence, hash, fetched_at, size, data) VALUES (?, ?, ?, ?, ?)')
  let room = SALVAGED_BYTES
  let next = before.get(Number.MAX_SAFE_INTEGER)
  while (next && (room -= Number(next['size'])) >= 0) {
    const { sequence, hash, fetched_at: at, size, data } = next
    if (hash instanceof Uint8Array && data instanceof Uint8Array) {
      put.run(Number(sequence), hash, String(at), Number(size), data)
    }
    next = before.get(Number(sequence))
  }
}

const contextOf = (accountId: string, invoice: string): EncryptionContext => ({
  accountId,
  topic: 'pdf',
  part: invoice
})

const hashOf = (key: Buffer, invoice: string): Buffer => createKeyedHash(key, 'pdf')(invoice)
