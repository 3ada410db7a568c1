/** Every method throws UNAUTHORIZED when signed out, and KEYCHAIN_* (found 'sealed') while the data can't be decrypted. */
import type { Output } from '../../../shared/ipc/contract.ts'
import { limitText } from '../../../shared/i18n/text-limits.ts'
import { today } from '../../../shared/models/day.ts'
import {
  EVERY_INVOICE,
  OVERVIEW_ROWS,
  type InvoiceChoice,
  type InvoiceColumn,
  type InvoiceQuery
} from '../../../shared/models/invoice.ts'
import type { AccountStorage, InvoiceRecord } from '../ports/index.ts'
import { rawText } from '../catalogue/catalogue.ts'
import { createExport, type InvoiceParts } from './export.ts'
import { createLinks, createRefreshLinks, hostOf } from './links.ts'
import { createPdf } from './pdf.ts'

export type Invoices = ReturnType<typeof createInvoices>

export function createInvoices(parts: InvoiceParts) {
  const { api, session, store, freshness, clock, locale } = parts
  const refreshLinks = createRefreshLinks(parts)
  const day = (): string => today(clock.now())

  const viewOf = async (
    storage: AccountStorage,
    record: InvoiceRecord
  ): Promise<Output<'invoices', 'invoice'>['view']> => {
    const connection = session.account()?.connection
    const { lines, more } = connection ? api.invoiceLines(connection, record) : { lines: [], more: 0 }
    return {
      invoice: record.invoice,
      lines: lines.map((line) => ({ ...line, text: line.text && limitText(line.text) })),
      moreLines: more,
      pageHost: hostOf(record.pageUrl),
      pdfHost: hostOf(record.pdfUrl),
      savedPdf: await storage.pdfInfo(record.invoice.key),
      raw: rawText(record.raw),
      notes: record.notes ?? [],
      receivedAt: record.receivedAt ?? null
    }
  }

  return {
    openLink: createLinks(parts, refreshLinks),
    ...createPdf(parts, refreshLinks),
    ...createExport(parts, refreshLinks),

    page: (query: InvoiceQuery): Promise<Output<'invoices', 'page'>> =>
      store.read(async (storage) => {
        const page = await storage.invoicePage(query, day(), locale)
        return { ...page, freshness: freshness.of('invoices', await storage.info('invoices')) }
      }),

    overview: (): Promise<Output<'invoices', 'overview'>> =>
      store.read(async (storage) => {
        const summary = await storage.invoiceSummary(day())
        const hasDueDays = summary.overdueSince !== null || summary.nextDueDay !== null
        const rows = async (state: 'outstanding' | 'settled', sort: InvoiceColumn, descending: boolean) => {
          const query = { ...EVERY_INVOICE, state, sort, descending, offset: 0, limit: OVERVIEW_ROWS }
          return (await storage.invoicePage(query, day())).rows
        }
        return {
          summary,
          due: await rows('outstanding', hasDueDays ? 'due' : 'issued', false),
          paid: await rows('settled', 'paid', true),
          freshness: freshness.of('invoices', await storage.info('invoices'))
        }
      }),

    invoice: (key: string): Promise<Output<'invoices', 'invoice'>> =>
      store.read(async (storage) => {
        const record = await storage.invoice(key)
        return {
          view: record && (await viewOf(storage, record)),
          freshness: freshness.of('invoices', await storage.info('invoices'))
        }
      }),

    totals: (choice: InvoiceChoice) => store.read((storage) => storage.invoiceTotals(choice, day(), locale)),
    keys: ({ offset, limit, ...list }: InvoiceQuery) =>
      store.read(async (storage) => {
        const chosen = await storage.chosenInvoices(list, day(), locale)
        return { rows: chosen.slice(offset, offset + limit).map(({ key, number }) => ({ key, number })) }
      }),
    months: () => store.read((storage) => storage.invoiceMonths(day()))
  }
}
