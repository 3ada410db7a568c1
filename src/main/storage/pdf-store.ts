/** Saved PDFs of one account, each encrypted by itself and found by a keyed hash of its invoice. */
import type { DatabaseSync } from 'node:sqlite'
import { AppError } from '../../shared/ipc/error.ts'
import type { AccountStorage } from '../core/ports/index.ts'
import { createKeyedHash, decrypt, encrypt } from './encryption.ts'
import type { PersonalDocuments } from './personal-documents.ts'
import { readFrom } from './database.ts'
import type { Store } from './store.ts'

/** For all PDFs of an account. The number is limited, too, because each save adds up all sizes. */
const LIMITS = { bytes: 500 * 1024 * 1024, count: 20_000 }
/** Copied from a damaged file at most, because the start of the app waits for it. */
const SALVAGED_BYTES = 100 * 1024 * 1024

type PdfStore = Pick<AccountStorage, 'pdf' | 'pdfInfo' | 'savePdf' | 'dropPdf'>

export function createPdfStore(
  accountId: string,
  file: string,
  store: Store,
  personal: Pick<PersonalDocuments, 'keyToDecrypt' | 'keyToEncrypt'>,
  limits = LIMITS
): PdfStore {
  const isInMemory = (): boolean => store.condition() === 'memory'
  const context = (invoice: string) => ({ accountId, topic: 'pdf', part: invoice })
  const hashOf = (key: Buffer, invoice: string): Buffer => createKeyedHash(key, 'pdf')(invoice)

  /** PDFs are too large for memory: from a file that can't be written, they are read in place. */
  const read = (sql: string, ...values: Buffer[]): Record<string, unknown> | null => {
    const find = (db: DatabaseSync) => db.prepare(sql).get(...values) ?? null
    return store.read(find) ?? (isInMemory() ? readFrom(file, find) : null)
  }
  const infoOf = (invoice: string, key: Buffer): { at: string; bytes: number } | null => {
    const row = read('SELECT fetched_at, size FROM pdfs WHERE hash = ?', hashOf(key, invoice))
    return row && { at: String(row['fetched_at']), bytes: Number(row['size']) }
  }
  const drop = (invoice: string, key: Buffer): void =>
    store.change((db) => void db.prepare('DELETE FROM pdfs WHERE hash = ?').run(hashOf(key, invoice)))
  /** Doesn't ask for the key if no PDF is stored. */
  const keyIfAny = async (ask: () => Promise<Buffer | null>): Promise<Buffer | null> =>
    read('SELECT 1 FROM pdfs LIMIT 1') ? ask() : null

  return {
    async pdf(invoice) {
      const key = await keyIfAny(personal.keyToDecrypt)
      const data = key && read('SELECT data FROM pdfs WHERE hash = ?', hashOf(key, invoice))?.['data']
      if (!key || !(data instanceof Uint8Array)) return null
      const content = decrypt(key, context(invoice), data)
      if (content === null) drop(invoice, key)
      return content
    },
    async pdfInfo(invoice) {
      const key = await keyIfAny(personal.keyToEncrypt)
      return key && infoOf(invoice, key)
    },
    async savePdf(invoice, bytes, at, room) {
      const key = await personal.keyToEncrypt()
      // In memory it would be gone at quit.
      if (key === null || isInMemory()) return false
      const hash = hashOf(key, invoice)
      const isSaved = store.change((db) => {
        if (room === 'ifFree' && !hasRoom(db, hash, bytes.byteLength, limits)) return false
        // REPLACE assigns a new sequence: a PDF that is fetched again counts as new.
        db.prepare('INSERT OR REPLACE INTO pdfs (hash, fetched_at, size, data) VALUES (?, ?, ?, ?)').run(
          hash,
          at,
          bytes.byteLength,
          encrypt(key, context(invoice), bytes)
        )
        db.prepare(
          `DELETE FROM pdfs WHERE sequence IN (
             SELECT sequence FROM (
               SELECT sequence, sum(size) OVER newer AS used, count(*) OVER newer AS n FROM pdfs
               WINDOW newer AS (ORDER BY sequence DESC))
             WHERE used > ? OR n > ?)`
        ).run(limits.bytes, limits.count)
        return true
      })
      if (!isInMemory()) return isSaved
      // The write failed, and the data moved to memory.
      drop(invoice, key)
      return false
    },
    async dropPdf(invoice) {
      const key = await keyIfAny(personal.keyToDecrypt)
      if (key === null) return
      drop(invoice, key)
      if (infoOf(invoice, key) !== null) throw new AppError('STORAGE')
    }
  }
}

function hasRoom(db: DatabaseSync, hash: Buffer, bytes: number, limits: typeof LIMITS): boolean {
  // Two queries, each on an index: a scan of the table would read every PDF.
  const all = db.prepare('SELECT total(size) AS size, count(*) AS n FROM pdfs').get()
  const own = db.prepare('SELECT total(size) AS size, count(*) AS n FROM pdfs WHERE hash = ?').get(hash)
  const others = (column: 'size' | 'n'): number => Number(all?.[column]) - Number(own?.[column])
  return others('size') + bytes <= limits.bytes && others('n') + 1 <= limits.count
}

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
