/** Which PDFs were saved into the user's folder: entries are encrypted, and found by a keyed hash of the invoice. */
import { setImmediate } from 'node:timers/promises'
import type { DatabaseSync } from 'node:sqlite'
import { AppError } from '../../../shared/ipc/error.ts'
import type { SavedPdfEntry, SavedPdfs } from '../../ports/index.ts'
import type { DataKey } from '../../storage/data-key.ts'
import { copyRows } from '../../storage/database.ts'
import { createKeyedHash, decrypt, encrypt, type EncryptionContext } from '../../storage/encryption.ts'
import { parse } from '../../storage/query.ts'
import type { Store } from '../../storage/store.ts'

/** Twice the invoices that a list has at most. */
const MOST_ENTRIES = 100_000
/** Invoices of one step, which takes a few milliseconds. */
const STEP = 1000

export const copySavedPdfs = (from: DatabaseSync, to: DatabaseSync): void => copyRows(from, to, 'saved_pdfs')

export class SavedPdfTable implements SavedPdfs {
  readonly #accountId: string
  readonly #store: Store
  readonly #dataKey: Pick<DataKey, 'toEncrypt' | 'toDecrypt'>

  constructor(accountId: string, store: Store, dataKey: Pick<DataKey, 'toEncrypt' | 'toDecrypt'>) {
    this.#accountId = accountId
    this.#store = store
    this.#dataKey = dataKey
  }

  async unsaved(keys: readonly string[]): Promise<{ key: string; begun: SavedPdfEntry | null }[] | null> {
    const key = await this.#dataKey.toEncrypt()
    this.#store.returnToFile()
    if (key === null || this.#isInMemory()) return null
    const hash = hashesOf(key)
    const unsaved: { key: string; begun: SavedPdfEntry | null }[] = []
    for (let at = 0; at < keys.length; at += STEP) {
      const step = keys.slice(at, at + STEP)
      const rows = this.#store.read((db) => {
        const find = db.prepare('SELECT sequence, complete FROM saved_pdfs WHERE hash = ?')
        return step.map((invoice) => find.get(hash(invoice)))
      })
      for (const [place, invoice] of step.entries()) {
        const row = rows[place]
        if (!row) unsaved.push({ key: invoice, begun: null })
        else if (row['complete'] === 0) unsaved.push({ key: invoice, begun: this.#read(Number(row['sequence']), key) })
      }
      await setImmediate()
    }
    return unsaved
  }

  async put(invoice: string, entry: SavedPdfEntry): Promise<void> {
    const key = await this.#dataKey.toEncrypt()
    if (key === null || this.#isInMemory()) throw new AppError('STORAGE')
    const hash = hashesOf(key)(invoice)
    const data = encrypt(key, this.#context(hash), JSON.stringify(entry))
    this.#store.change((db) => {
      // REPLACE assigns a new sequence, so the newest comes first, and a file takes two: when it begins and when it is complete.
      db.prepare('INSERT OR REPLACE INTO saved_pdfs (hash, at, complete, data) VALUES (?, ?, ?, ?)').run(
        hash,
        entry.at,
        entry.part === null ? 1 : 0,
        data
      )
      db.prepare('DELETE FROM saved_pdfs WHERE sequence <= (SELECT max(sequence) FROM saved_pdfs) - ?').run(
        MOST_ENTRIES * 2
      )
    })
    // The write failed, and the data moved to memory.
    if (this.#isInMemory()) throw new AppError('STORAGE')
  }

  async newest(limit: number): Promise<{ rows: { row: number; at: string }[]; total: number }> {
    return this.#store.read((db) => {
      const rows = db
        .prepare('SELECT sequence, at FROM saved_pdfs WHERE complete = 1 ORDER BY sequence DESC LIMIT ?')
        .all(limit)
      const total = db.prepare('SELECT count(*) AS n FROM saved_pdfs WHERE complete = 1').get()?.['n']
      return {
        rows: rows.map((row) => ({ row: Number(row['sequence']), at: String(row['at']) })),
        total: Number(total)
      }
    })
  }

  async entry(row: number): Promise<SavedPdfEntry | null> {
    const key = await this.#dataKey.toDecrypt()
    const entry = key && this.#read(row, key)
    return entry?.part === null ? entry : null
  }

  /** @returns null for an entry that this key doesn't open */
  #read(row: number, key: Buffer): SavedPdfEntry | null {
    const find = 'SELECT hash, data FROM saved_pdfs WHERE sequence = ?'
    const { hash, data } = this.#store.read((db) => db.prepare(find).get(row)) ?? {}
    if (!(hash instanceof Uint8Array) || !(data instanceof Uint8Array)) return null
    const content = decrypt(key, this.#context(hash), data)
    return content && parse<SavedPdfEntry>(content.toString())
  }

  #isInMemory(): boolean {
    return this.#store.condition() === 'memory'
  }

  #context(hash: Uint8Array): EncryptionContext {
    return { accountId: this.#accountId, topic: 'savedPdf', part: Buffer.from(hash).toString('hex') }
  }
}

const hashesOf = (key: Buffer): ((invoice: string) => Buffer) => createKeyedHash(key, 'savedPdf')
