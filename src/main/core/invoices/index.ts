/** Invoices: pages and sums, one invoice, its links and its PDF, and what is chosen of them as a file. */
import type { Output } from '../../../shared/ipc/contract.ts'
import { today } from '../../../shared/models/day-rules.ts'
import type { InvoiceChoice, InvoiceQuery } from '../../../shared/models/invoice.ts'
import type { FreshnessBook } from '../refresh/freshness.ts'
import type { AccountStorage, Clock, Files, InvoiceRecord, Opener, Api, Publisher } from '../ports/index.ts'
import { rawText } from '../raw-text.ts'
import type { Session } from '../session/index.ts'
import type { OpenStore } from '../open-account-storage.ts'
import { createExport, type Export } from './export.ts'
import { createLinks, hostOf, type Links } from './links.ts'
import { createPdf, type Pdf } from './pdf.ts'
import { createRenew } from './refresh-links.ts'

export interface InvoiceParts {
  platform: Api
  session: Session
  store: OpenStore
  freshness: FreshnessBook
  clock: Clock
  publisher: Publisher
  files: Files
  opener: Opener
  /** The app is locked: nothing leaves it. */
  locked: () => boolean
  /** Aborted when the account that is open now is left, or spoken to otherwise: Refresh.whileOpen. */
  whileOpen: () => AbortSignal
  /** Asks the platform for its invoices, or joins who does; what comes of it is in the freshness book: Refresh.run. */
  fetch: () => Promise<void>
  /** Told of errors that no ErrorInfo code describes. */
  report: (error: unknown) => void
}

/** All of it throws UNAUTHORIZED when signed out, KEYCHAIN_* (found 'sealed') while what is saved can't be opened. */
export interface Invoices extends Links, Pdf, Export {
  page(query: InvoiceQuery): Promise<Output<'invoices', 'page'>>
  invoice(key: string): Promise<Output<'invoices', 'invoice'>>
  totals(choice: InvoiceChoice): Promise<Output<'invoices', 'totals'>>
  months(): Promise<Output<'invoices', 'months'>>
}

export function createInvoices(parts: InvoiceParts): Invoices {
  const { platform, session, store, freshness, clock } = parts
  const renew = createRenew(parts)
  const day = (): string => today(clock.now())

  const viewOf = async (
    cache: AccountStorage,
    record: InvoiceRecord
  ): Promise<Output<'invoices', 'invoice'>['view']> => {
    const connection = session.account()?.connection
    const { lines, more } = connection ? platform.invoiceLines(connection, record) : { lines: [], more: 0 }
    return {
      invoice: record.invoice,
      lines,
      moreLines: more,
      pageHost: hostOf(record.pageUrl),
      pdfHost: hostOf(record.pdfUrl),
      savedPdf: await cache.pdfInfo(record.invoice.key),
      raw: rawText(record.raw),
      notes: record.notes ?? []
    }
  }

  return {
    ...createLinks(parts, renew),
    ...createPdf(parts, renew),
    ...createExport(parts, renew),

    page: (query) =>
      store.read(async (cache) => {
        const page = await cache.invoicePage(query, day())
        return { ...page, freshness: freshness.of('invoices', await cache.info('invoices')) }
      }),

    invoice: (key) =>
      store.read(async (cache) => {
        const record = await cache.invoice(key)
        return {
          view: record && (await viewOf(cache, record)),
          freshness: freshness.of('invoices', await cache.info('invoices'))
        }
      }),

    totals: (choice) => store.read((cache) => cache.invoiceTotals(choice, day())),
    months: () => store.read((cache) => cache.invoiceMonths(day()))
  }
}
