/** The stored data of one account: what is personal sealed in its file and open in memory, pictures plain, the catalogue apart. */
import { copyBoxes } from './boxes.ts'
import type { AccountCache } from '../core/ports.ts'
import { worse } from '../core/status.ts'
import type { CatalogueFile } from './catalogue/client.ts'
import type { Schema } from './database.ts'
import { allInvoices, invoice, invoicePage, invoiceStatuses, invoiceSummary, replaceInvoices } from './invoices.ts'
import { accountMigrations } from './migrations/account/index.ts'
import type { Personal } from './personal.ts'
import { picture, putPicture } from './pictures.ts'
import { dropPlainAsides } from './plain-asides.ts'
import { openStore, type Store } from './store.ts'
import { info, profile, putInfo, putProfile } from './topics.ts'

const schema: Schema = {
  migrations: accountMigrations,
  // All of it comes from the platform and is fetched again.
  salvage: false,
  // What is personal is in boxes, and overwriting would make each save of the catalogue dearer.
  wipe: false,
  /** All but the pictures, which may be too many for memory. */
  carryOver: copyBoxes
}

export function openAccountStore(file: string): Store {
  const store = openStore(file, schema)
  dropPlainAsides(file)
  return store
}

/** Promises, although what is not the catalogue's is done when they are made. */
export function accountCache(store: Store, personal: Personal, catalogue: CatalogueFile): Omit<AccountCache, 'close'> {
  return {
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
    invoicePage: (query) => personal.read('invoices', (db) => invoicePage(db, query)),
    invoice: (key) => personal.read('invoices', (db) => invoice(db, key)),
    invoiceSummary: () => personal.read('invoices', invoiceSummary),
    invoiceRecords: () => personal.read('invoices', allInvoices),
    invoiceStatuses: () => personal.read('invoices', invoiceStatuses),

    picture: async (key, address) => store.read((db) => picture(db, key, address)),
    savePicture: async (key, address, one) => store.change((db) => putPicture(db, key, address, one)),

    condition: async () => worse(store.condition(), await catalogue.condition()),
    seal: personal.seal
  }
}
