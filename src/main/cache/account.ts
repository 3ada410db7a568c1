/** The stored data of one account, over one file. */
import type { AccountCache } from '../core/ports.ts'
import type { Schema } from './database.ts'
import { allInvoices, invoice, invoicePage, invoiceStatuses, invoiceSummary, replaceInvoices } from './invoices.ts'
import { accountMigrations } from './migrations/account/index.ts'
import { picture, putPicture } from './pictures.ts'
import { productPage } from './product-page.ts'
import { allProducts, product, putProduct, replaceProducts } from './products.ts'
import { openStore, type Store } from './store.ts'
import { confirm, dropValidators, info, profile, putInfo, putProfile } from './topics.ts'

const schema: Schema = {
  migrations: accountMigrations,
  // All of it comes from the platform and is fetched again.
  salvage: false,
  wipe: false,
  /** All but the pictures, which may be too many for memory. */
  carryOver(from, to) {
    const known = profile(from)
    if (known) {
      putProfile(to, known.value)
      putInfo(to, 'profile', known)
    }
    const invoices = info(from, 'invoices')
    if (invoices) {
      replaceInvoices(to, allInvoices(from))
      putInfo(to, 'invoices', invoices)
    }
    const catalogue = info(from, 'catalogue')
    if (catalogue) {
      replaceProducts(to, allProducts(from))
      putInfo(to, 'catalogue', catalogue)
    }
  }
}

export function openAccountStore(file: string): Store {
  return openStore(file, schema)
}

/** Promises, although the work is done when they are made: a worker thread can take over without a change to core. */
export function accountCache(store: Store): AccountCache {
  return {
    info: async (topic) => store.read((db) => info(db, topic)),
    confirm: async (topic, fetchedAt) => store.change((db) => confirm(db, topic, fetchedAt)),

    profile: async () => store.read(profile),
    saveProfile: async (value, about) =>
      store.change((db) => {
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

    saveInvoices: async (records, about) =>
      store.change((db) => {
        replaceInvoices(db, records)
        putInfo(db, 'invoices', about)
      }),
    invoicePage: async (query) => store.read((db) => invoicePage(db, query)),
    invoice: async (key) => store.read((db) => invoice(db, key)),
    invoiceSummary: async () => store.read(invoiceSummary),
    invoiceRecords: async () => store.read(allInvoices),
    invoiceStatuses: async () => store.read(invoiceStatuses),

    picture: async (key, address) => store.read((db) => picture(db, key, address)),
    savePicture: async (key, address, one) => store.change((db) => putPicture(db, key, address, one)),

    condition: store.condition,
    close: store.close
  }
}
