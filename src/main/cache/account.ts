/** The stored data of one account: the catalogue plain in its file, what is personal sealed there and open in memory. */
import { copyBoxes } from './boxes.ts'
import type { AccountCache } from '../core/ports.ts'
import type { Schema } from './database.ts'
import { allInvoices, invoice, invoicePage, invoiceStatuses, invoiceSummary, replaceInvoices } from './invoices.ts'
import { accountMigrations } from './migrations/account/index.ts'
import type { Personal } from './personal.ts'
import { picture, putPicture } from './pictures.ts'
import { dropPlainAsides } from './plain-asides.ts'
import { productPage } from './product-page.ts'
import { allProducts, product, putProduct, replaceProducts } from './products.ts'
import { openStore, type Store } from './store.ts'
import { confirm, dropValidators, info, profile, putInfo, putProfile } from './topics.ts'

const schema: Schema = {
  migrations: accountMigrations,
  // All of it comes from the platform and is fetched again.
  salvage: false,
  // What is personal is in boxes, and overwriting would make each save of the catalogue dearer.
  wipe: false,
  /** All but the pictures, which may be too many for memory. Of an earlier version, what is personal stays behind. */
  carryOver(from, to) {
    copyBoxes(from, to)
    const catalogue = info(from, 'catalogue')
    if (catalogue) {
      replaceProducts(to, allProducts(from))
      putInfo(to, 'catalogue', catalogue)
    }
  }
}

export function openAccountStore(file: string): Store {
  const store = openStore(file, schema)
  dropPlainAsides(file)
  return store
}

/** Promises, although most work is done when they are made: a worker thread can take over without a change to core. */
export function accountCache(store: Store, personal: Personal): Omit<AccountCache, 'close'> {
  return {
    info: async (topic) =>
      topic === 'catalogue' ? store.read((db) => info(db, topic)) : personal.read(topic, (db) => info(db, topic)),
    confirm: async (topic, fetchedAt) =>
      topic === 'catalogue' ? store.change((db) => confirm(db, topic, fetchedAt)) : personal.confirm(topic, fetchedAt),

    profile: () => personal.read('profile', profile),
    saveProfile: (value, about) =>
      personal.save('profile', (db) => {
        putProfile(db, value)
        putInfo(db, 'profile', about)
      }),

    saveProducts: async (records, about) =>
      store.change((db) => {
        replaceProducts(db, records)
        putInfo(db, 'catalogue', about)
      }),
    saveProduct: async (record) =>
      store.change((db) => {
        // Should the platform go back to the list that the validators are of, this product would stay as it is now.
        if (putProduct(db, record)) dropValidators(db, 'catalogue')
      }),
    productPage: async (query) => store.read((db) => productPage(db, query)),
    product: async (key) => store.read((db) => product(db, key)),

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

    condition: store.condition,
    seal: personal.seal
  }
}
