/** The stored data of one account: what is personal sealed in its file and open in memory, pictures plain, the catalogue apart. */
import { copyBoxes } from './encrypted-blobs.ts'
import type { AccountStorage } from '../core/ports/index.ts'
import { worse } from '../core/summary/status.ts'
import type { CatalogueFile } from './catalogue/client.ts'
import type { Schema } from './database.ts'
import { invoiceMonths } from './invoices/months.ts'
import { invoiceKeys, invoicePage } from './invoices/page.ts'
import { allInvoices, invoice, replaceInvoices } from './invoices/rows.ts'
import { invoiceStatuses } from './invoices/statuses.ts'
import { invoiceSummary } from './invoices/summary.ts'
import { invoiceTotals } from './invoices/totals.ts'
import { accountMigrations } from './migrations/account/index.ts'
import { pdfDrawer } from './pdf-store.ts'
import { salvagePdfs } from './pdfs.ts'
import type { Personal } from './personal.ts'
import { picture, putPicture } from './pictures.ts'
import { dropPlainAsides } from './quarantine.ts'
import { openStore, type Store } from './store.ts'
import { copyTold, toldFacts } from './notified-events.ts'
import { info, profile, putInfo, putProfile } from './topics.ts'

const schema: Schema = {
  migrations: accountMigrations,
  // Documents and pictures are fetched again. What the person was told is known nowhere else, and links to PDFs end.
  salvage(from, to) {
    copyTold(from, to)
    salvagePdfs(from, to)
  },
  // What is personal is in boxes, and overwriting would make each save of the catalogue dearer.
  wipe: false,
  /** All but pictures and PDFs, which may be too many for memory; PDFs are read from the file as it is. */
  carryOver(from, to) {
    copyBoxes(from, to)
    copyTold(from, to)
  }
}

export function openAccountStore(file: string): Store {
  const store = openStore(file, schema)
  dropPlainAsides(file)
  return store
}

export interface AccountParts {
  accountId: string
  file: string
  store: Store
  personal: Personal
  catalogue: CatalogueFile
}

/** Promises, although most of what is not the catalogue's is done when they are made. */
export function accountStorage({
  accountId,
  file,
  store,
  personal,
  catalogue
}: AccountParts): Omit<AccountStorage, 'close'> {
  return {
    ...pdfDrawer(accountId, file, store, personal),
    ...toldFacts(store, personal),

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
