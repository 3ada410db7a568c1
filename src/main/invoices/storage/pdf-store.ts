/** Kept copies of the PDFs of one account, each encrypted by itself and found by a keyed hash of its invoice. */
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { AppError } from '../../../shared/ipc/error.ts'
import { freeBytesNow, hasRoom } from '../../free-space.ts'
import type { PdfRoom } from '../../ports/index.ts'
import type { DataKey } from '../../storage/data-key.ts'
import { readFrom } from '../../storage/database.ts'
import { createKeyedHash, decrypt, encrypt, type EncryptionContext } from '../../storage/encryption.ts'
import type { Store } from '../../storage/store.ts'

/** For all PDFs of an account. The number is limited, too, because each save adds up all sizes. */
const LIMITS = { bytes: 500 * 1024 * 1024, count: 20_000 }
/** Copied from a damaged file at most, because the start of the app waits for it. */
const SALVAGED_BYTES = 100 * 1024 * 1024

export class PdfStore {
  readonly #accountId: string
  readonly #file: string
  readonly #store: Store
  readonly #dataKey: Pick<DataKey, 'toEncrypt' | 'toDecrypt'>
  readonly #limits: typeof LIMITS

  constructor(
    accountId: string,
    file: string,
    store: Store,
    dataKey: Pick<DataKey, 'toEncrypt' | 'toDecrypt'>,
    limits = LIMITS
  ) {
    this.#accountId = accountId
    this.#file = file
    this.#store = store
    this.#dataKey = dataKey
    this.#limits = limits
  }

  async read(invoice: string): Promise<Uint8Array | null> {
    const key = this.#isEmpty() ? null : await this.#dataKey.toDecrypt()
    const data = key && this.#find('SELECT data FROM pdfs WHERE hash = ?', hashOf(key, invoice))?.['data']
    if (!key || !(data instanceof Uint8Array)) return null
    const content = decrypt(key, this.#context(invoice), data)
    if (content === null) this.#delete(invoice, key)
    return content
  }

  async info(invoice: string): Promise<{ at: string; bytes: number } | null> {
    const key = this.#isEmpty() ? null : await this.#dataKey.toEncrypt()
    return key && this.#infoOf(invoice, key)
  }

  async save(invoice: string, bytes: Uint8Array, at: string, room: PdfRoom): Promise<boolean> {
    const key = await this.#dataKey.toEncrypt()
    this.#store.returnToFile()
    // In memory it would be gone at quit.
    if (key === null || this.#isInMemory()) return false
    if (!hasRoom(freeBytesNow(dirname(this.#file)), bytes.byteLength)) return false
    const isSaved = this.#store.change((db) => {
      if (room === 'ifFree' && !isWithinLimits(db, hashOf(key, invoice), bytes.byteLength, this.#limits)) return false
      // REPLACE assigns a new sequence: a PDF that is fetched again counts as new.
      db.prepare('INSERT OR REPLACE INTO pdfs (hash, fetched_at, size, data) VALUES (?, ?, ?, ?)').run(
        hashOf(key, invoice),
        at,
        bytes.byteLength,
        encrypt(key, this.#context(invoice), bytes)
      )
      db.prepare(
        `DELETE FROM pdfs WHERE sequence IN (
           SELECT sequence FROM (
             SELECT sequence, sum(size) OVER newer AS used, count(*) OVER newer AS n FROM pdfs
             WINDOW newer AS (ORDER BY sequence DESC))
           WHERE used > ? OR n > ?)`
      ).run(this.#limits.bytes, this.#limits.count)
      return true
    })
    if (!this.#isInMemory()) return isSaved
    // The write failed, and the data moved to memory.
    this.#delete(invoice, key)
    return false
  }

  async drop(invoice: string): Promise<void> {
    const key = this.#isEmpty() ? null : await this.#dataKey.toDecrypt()
    if (key === null) return
    this.#delete(invoice, key)
    if (this.#infoOf(invoice, key) !== null) throw new AppError('STORAGE')
  }

  #infoOf(invoice: string, key: Buffer): { at: string; bytes: number } | null {
    const row = this.#find('SELECT fetched_at, size FROM pdfs WHERE hash = ?', hashOf(key, invoice))
    return row && { at: String(row['fetched_at']), bytes: Number(row['size']) }
  }

  #delete(invoice: string, key: Buffer): void {
    this.#store.change((db) => void db.prepare('DELETE FROM pdfs WHERE hash = ?').run(hashOf(key, invoice)))
  }

  /** Then nobody is asked for the key. */
  #isEmpty(): boolean {
    return this.#find('SELECT 1 FROM pdfs LIMIT 1') === null
  }

  /** PDFs are too large for memory: from a file that can't be written, they are read in place. */
  #find(sql: string, ...values: Buffer[]): Record<string, unknown> | null {
    const find = (db: DatabaseSync) => db.prepare(sql).get(...values) ?? null
    return this.#store.read(find) ?? (this.#isInMemory() ? readFrom(this.#file, find) : null)
  }

  #isInMemory(): boolean {
    return this.#store.condition() === 'memory'
  }

  #context(invoice: string): EncryptionContext {
    return contextOf(this.#accountId, invoice)
  }
}

/** From the file of an account that this process doesn't own. @returns null if there is no copy that this key opens */
export function readPdf(db: DatabaseSync, accountId: string, key: Buffer, invoice: string): Uint8Array | null {
  const data = db.prepare('SELECT data FROM pdfs WHERE hash = ?').get(hashOf(key, invoice))?.['data']
  return data instanceof Uint8Array ? decrypt(key, contextOf(accountId, invoice), data) : null
}

const contextOf = (accountId: string, invoice: string): EncryptionContext => ({
  accountId,
  topic: 'pdf',
  part: invoice
})

const hashOf = (key: Buffer, invoice: string): Buffer => createKeyedHash(key, 'pdf')(invoice)

function isWithinLimits(db: DatabaseSync, hash: Buffer, bytes: number, limits: typeof LIMITS): boolean {
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
