/** The stored data of one account: personal data encrypted in its file, pictures in plain, the catalogue in a file of a worker. */
import type { AccountStorage, StoredInfo } from '../core/ports/index.ts'
import { worse } from '../core/summary/status.ts'
import type { CatalogueClient } from './catalogue/client.ts'
import type { Schema } from './database.ts'
import { createInvoiceList, type InvoiceList } from './invoices/invoice-list.ts'
import { storedInvoice } from './invoices/stored-invoice.ts'
import { copyNotifiedEvents, createNotifiedEvents } from './notified-events.ts'
import { createPdfStore, salvagePdfs } from './pdf-store.ts'
import { copyEncrypted, type PersonalDocuments } from './personal-documents.ts'
import { picture, putPicture } from './pictures.ts'
import { openStore, type Store } from './store.ts'

export const accountFileSchema: Schema = {
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
  personal: PersonalDocuments
  catalogue: CatalogueClient
}

export function accountStorage({
  accountId,
  file,
  store,
  personal,
  catalogue
}: AccountParts): Omit<AccountStorage, 'close'> {
  const invoices = async (): Promise<InvoiceList> => (await personal.read('invoices'))?.value ?? NO_INVOICES
  return {
    ...createPdfStore(accountId, file, store, personal),
    ...createNotifiedEvents(store, personal),

    info: async (topic) => (topic === 'catalogue' ? catalogue.info() : infoOf(await personal.read(topic))),
    confirm: async (topic, fetchedAt) =>
      topic === 'catalogue' ? catalogue.confirm(fetchedAt) : personal.confirm(topic, fetchedAt),

    profile: () => personal.read('profile'),
    saveProfile: (value, info) => personal.save('profile', { ...info, value }),

    catalogue,

    saveInvoices: (records, info) =>
      personal.save('invoices', { ...info, value: createInvoiceList(records.map(storedInvoice)) }),
    invoicePage: async (query, today) => (await invoices()).page(query, today),
    invoiceTotals: async (choice, today) => (await invoices()).totals(choice, today),
    invoiceMonths: async (today) => (await invoices()).months(today),
    invoiceKeys: async (query, today) => (await invoices()).keys(query, today),
    invoice: async (key) => (await invoices()).find(key),
    invoiceSummary: async (today) => (await invoices()).summary(today),
    invoiceRecords: async () => (await invoices()).records(),
    invoiceStatuses: async () => (await invoices()).statuses(),

    picture: async (key, address) => store.read((db) => picture(db, key, address)),
    savePicture: async (key, address, one) => store.change((db) => putPicture(db, key, address, one)),

    condition: async () => worse(store.condition(), await catalogue.condition()),
    seal: personal.seal
  }
}

const NO_INVOICES = createInvoiceList([])

const infoOf = (stored: StoredInfo | null): StoredInfo | null =>
  stored && { fetchedAt: stored.fetchedAt, notes: stored.notes, validators: stored.validators }
