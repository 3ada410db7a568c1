/** The stored data of one account: personal data encrypted in its file, pictures in plain, the catalogue in a file of a worker. */
import { createHash } from 'node:crypto'
import { worseCondition } from '../../shared/models/status.ts'
import type { AccountStorage, KeyOf, Picture, StoredInfo } from '../core/ports/index.ts'
import type { CatalogueClient } from './catalogue/catalogue-client.ts'
import type { Schema } from './database.ts'
import { createInvoiceList, storedInvoice, type InvoiceList } from './invoices/invoice-list.ts'
import { copyNotifiedEvents, createNotifiedEvents } from './notified-events.ts'
import { createPdfStore, salvagePdfs } from './pdf-store.ts'
import { copyEncrypted, createPersonalDocuments } from './personal-documents.ts'
import { openStore, type Store } from './store.ts'

const schema: Schema = {
  version: 1,
  sql: `
    CREATE TABLE encrypted (
      topic TEXT NOT NULL,
      part TEXT NOT NULL,            -- see personal-documents.ts
      data BLOB NOT NULL,            -- see encryption.ts
      PRIMARY KEY (topic, part)
    ) STRICT;

    CREATE TABLE pictures (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      hash BLOB NOT NULL UNIQUE,     -- SHA-256 of the product's key and the picture's address
      type TEXT NOT NULL,
      size INTEGER NOT NULL,         -- bytes
      bytes BLOB NOT NULL
    ) STRICT;
    CREATE INDEX pictures_age ON pictures (sequence, size);

    CREATE TABLE pdfs (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      hash BLOB NOT NULL UNIQUE,     -- of the invoice's key, see createKeyedHash
      fetched_at TEXT NOT NULL,      -- ISO 8601
      size INTEGER NOT NULL,         -- bytes of the PDF
      data BLOB NOT NULL             -- see encryption.ts
    ) STRICT;
    CREATE INDEX pdfs_age ON pdfs (sequence, size);

    CREATE TABLE notified_events (
      hash BLOB NOT NULL UNIQUE      -- see createKeyedHash; the hash of no event: events have been stored
    ) STRICT`,
  // Documents and pictures can be fetched again. Notified events can't, and links to PDFs expire.
  salvage(from, to) {
    copyNotifiedEvents(from, to)
    salvagePdfs(from, to)
  },
  secureDelete: false,
  // Pictures and PDFs may be too large for memory. PDFs are read from the file in place.
  copyToMemory(from, to) {
    copyEncrypted(from, to)
    copyNotifiedEvents(from, to)
  }
}

export const openAccountStore = (file: string): Store => openStore(file, schema)

export interface OpenAccount {
  /** Counts users. The last close closes the files, unless data couldn't be written. */
  open(keyOf: KeyOf): AccountStorage
  close(): void
}

export function openAccount(
  accountId: string,
  file: string,
  catalogue: CatalogueClient,
  closed: () => void
): OpenAccount {
  const store = openAccountStore(file)
  const personal = createPersonalDocuments(accountId, store, () => leave())
  let users = 0

  const close = (): void => {
    personal.close()
    store.close()
    catalogue.end()
    closed()
  }
  /** Data that couldn't be written stays in memory until quit, also while another account is open. */
  const leave = (): void => {
    if (users > 0) return
    catalogue.leave()
    if (!personal.leave() && store.condition() !== 'memory') close()
  }

  const invoices = async (): Promise<InvoiceList> => (await personal.read('invoices'))?.value ?? NO_INVOICES
  const storage: Omit<AccountStorage, 'close'> = {
    ...createPdfStore(accountId, file, store, personal),
    ...createNotifiedEvents(store, personal),
    ...createPictureStore(store),

    info: async (topic) => (topic === 'catalogue' ? catalogue.info() : infoOf(await personal.read(topic))),
    confirm: (topic, fetchedAt) =>
      topic === 'catalogue' ? catalogue.confirm(fetchedAt) : personal.confirm(topic, fetchedAt),

    profile: () => personal.read('profile'),
    saveProfile: (value, info) => personal.save('profile', { ...info, value }),

    catalogue,

    saveInvoices: (records, info) =>
      personal.save('invoices', { ...info, value: createInvoiceList(records.map(storedInvoice)) }),
    invoicePage: async (query, today, locale) => (await invoices()).page(query, today, locale),
    invoiceTotals: async (choice, today, locale) => (await invoices()).totals(choice, today, locale),
    invoiceMonths: async (today) => (await invoices()).months(today),
    chosenInvoices: async (query, today, locale) => (await invoices()).choose(query, today, locale),
    invoice: async (key) => (await invoices()).find(key),
    invoiceSummary: async (today) => (await invoices()).summary(today),
    invoiceRecords: async () => (await invoices()).records(),
    invoiceStatuses: async () => (await invoices()).statuses(),

    condition: async () => worseCondition(store.condition(), await catalogue.condition()),
    seal: personal.seal
  }

  return {
    open(keyOf) {
      personal.use(keyOf)
      users += 1
      let isClosed = false
      return {
        ...storage,
        close() {
          if (isClosed) return
          isClosed = true
          users -= 1
          leave()
        }
      }
    },
    close
  }
}

const NO_INVOICES = createInvoiceList([])

const infoOf = (stored: StoredInfo | null): StoredInfo | null =>
  stored && {
    fetchedAt: stored.fetchedAt,
    notes: stored.notes,
    validators: stored.validators,
    partial: stored.partial,
    dayZone: stored.dayZone
  }

/** For all pictures of an account. The oldest are deleted first. */
export const PICTURES_BYTES = 64 * 1024 * 1024

function createPictureStore(store: Store): Pick<AccountStorage, 'picture' | 'savePicture'> {
  /** In place of the address, which may be megabytes long. JSON preserves lone surrogates and separates the parts. */
  const hashOf = (key: string, address: string): Buffer =>
    createHash('sha256')
      .update(JSON.stringify([key, address]))
      .digest()
  return {
    async picture(key, address) {
      const find = 'SELECT type, bytes FROM pictures WHERE hash = ?'
      const row = store.read((db) => db.prepare(find).get(hashOf(key, address)))
      return row ? { type: row['type'] as Picture['type'], bytes: row['bytes'] as Uint8Array } : null
    },
    async savePicture(key, address, { type, bytes }) {
      store.change((db) => {
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
}
