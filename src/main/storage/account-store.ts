/** The stored data of one account: personal data encrypted in its file, pictures in plain, the catalogue in a file of a worker. */
import type { AccountStorage } from '../core/ports/index.ts'
import { worse } from '../core/summary/status.ts'
import type { CatalogueClient } from './catalogue/client.ts'
import type { Schema } from './database.ts'
import { copyEncrypted } from './encrypted-blobs.ts'
import { invoiceMonths } from './invoices/months.ts'
import { invoiceKeys, invoicePage } from './invoices/page.ts'
import { allInvoices, invoice, replaceInvoices } from './invoices/rows.ts'
import { invoiceStatuses } from './invoices/statuses.ts'
import { invoiceSummary } from './invoices/summary.ts'
import { invoiceTotals } from './invoices/totals.ts'
import { copyNotifiedEvents, createNotifiedEvents } from './notified-events.ts'
import { createPdfStore, salvagePdfs } from './pdf-store.ts'
import type { Personal } from './personal.ts'
import { picture, putPicture } from './pictures.ts'
import { openStore, type Store } from './store.ts'
import { info, profile, putInfo, putProfile } from './topics.ts'

export const accountFileSchema: Schema = {
  version: 1,
  sql: `
    CREATE TABLE encrypted (
      topic TEXT NOT NULL,
      part TEXT NOT NULL,            -- 'document', 'about'
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
      hash BLOB NOT NULL UNIQUE,     -- of the invoice's key, see keyed-hashes.ts
      fetched_at TEXT NOT NULL,      -- ISO 8601
      size INTEGER NOT NULL,         -- bytes of the PDF
      data BLOB NOT NULL             -- see encryption.ts
    ) STRICT;
    CREATE INDEX pdfs_age ON pdfs (sequence, size);

    CREATE TABLE notified_events (
      hash BLOB NOT NULL UNIQUE      -- see keyed-hashes.ts; the hash of no event: events have been stored
    ) STRICT`,
  // Documents and pictures can be fetched again. Notified events can't, and links to PDFs expire.
  salvage(from, to) {
    copyNotifiedEvents(from, to)
    salvagePdfs(from, to)
  },
  // Personal data is encrypted, and overwriting would slow down each save.
  secureDelete: false,
  /** Pictures and PDFs may be too large for memory. PDFs are read from the file in place. */
  copyToMemory(from, to) {
    copyEncrypted(from, to)
    copyNotifiedEvents(from, to)
  }
}

export const openAccountStore = (file: string): Store => openStore(file, accountFileSchema)

export interface AccountParts {
  accountId: string
  file: string
  store: Store
  personal: Personal
  catalogue: CatalogueClient
}

export function accountStorage({
  accountId,
  file,
  store,
  personal,
  catalogue
}: AccountParts): Omit<AccountStorage, 'close'> {
  return {
    ...createPdfStore(accountId, file, store, personal),
    ...createNotifiedEvents(store, personal),

    info: async (topic) => (topic === 'catalogue' ? catalogue.info() : personal.read(topic, (db) => info(db, topic))),
    confirm: async (topic, fetchedAt) =>
      topic === 'catalogue' ? catalogue.confirm(fetchedAt) : personal.confirm(topic, fetchedAt),

    profile: () => personal.read('profile', profile),
    saveProfile: (value, about) =>
      personal.save('profile', (db) => {
        putProfile(db, value)
        putInfo(db, 'profile', about)
      }),

    catalogue,

    saveInvoices: (records, about) =>
      personal.save('invoices', (db) => {
        replaceInvoices(db, records)
        putInfo(db, 'invoices', about)
      }),
    invoicePage: (query, today) => personal.read('invoices', (db) => invoicePage(db, query, today)),
    invoiceTotals: (choice, today) => personal.read('invoices', (db) => invoiceTotals(db, choice, today)),
    invoiceMonths: (today) => personal.read('invoices', (db) => invoiceMonths(db, today)),
    invoiceKeys: (query, today) => personal.read('invoices', (db) => invoiceKeys(db, query, today)),
    invoice: (key) => personal.read('invoices', (db) => invoice(db, key)),
    invoiceSummary: (today) => personal.read('invoices', (db) => invoiceSummary(db, today)),
    invoiceRecords: () => personal.read('invoices', allInvoices),
    invoiceStatuses: () => personal.read('invoices', invoiceStatuses),

    picture: async (key, address) => store.read((db) => picture(db, key, address)),
    savePicture: async (key, address, one) => store.change((db) => putPicture(db, key, address, one)),

    condition: async () => worse(store.condition(), await catalogue.condition()),
    seal: personal.seal
  }
}
