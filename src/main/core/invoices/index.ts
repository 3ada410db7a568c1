/** Invoices: pages, one invoice, and its links. */
import { Fault } from '../../../shared/ipc/failure.ts'
import type { Output } from '../../../shared/ipc/contract.ts'
import type { InvoiceQuery } from '../../../shared/model/invoice.ts'
import type { FreshnessBook } from '../freshness.ts'
import type { Opener } from '../ports.ts'
import { rawText } from '../raw-text.ts'
import type { OpenStore } from '../store.ts'

/** All of it throws UNAUTHORIZED when signed out, VAULT_* (found 'sealed') while what is saved can't be opened. */
export interface Invoices {
  page(query: InvoiceQuery): Promise<Output<'invoices', 'page'>>
  invoice(key: string): Promise<Output<'invoices', 'invoice'>>
  openLink(key: string, which: 'page' | 'pdf'): Promise<Output<'invoices', 'openLink'>>
}

export function createInvoices(store: OpenStore, freshness: FreshnessBook, opener: Opener): Invoices {
  return {
    page: (query) =>
      store.read(async (cache) => {
        const page = await cache.invoicePage(query)
        return { ...page, freshness: freshness.of('invoices', await cache.info('invoices')) }
      }),

    invoice: (key) =>
      store.read(async (cache) => {
        const record = await cache.invoice(key)
        return {
          view: record && { invoice: record.invoice, raw: rawText(record.raw) },
          freshness: freshness.of('invoices', await cache.info('invoices'))
        }
      }),

    async openLink(key, which) {
      const record = await store.read((cache) => cache.invoice(key))
      const address = which === 'page' ? record?.pageUrl : record?.pdfUrl
      if (!address) throw new Fault('NOT_FOUND')
      return { host: await opener.open(address) }
    }
  }
}
