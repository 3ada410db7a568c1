import type { Output } from '../../../shared/ipc/contract.ts'
import { limitText } from '../../../shared/i18n/text-limits.ts'
import { today } from '../../../shared/models/day.ts'
import type { Freshness } from '../../../shared/models/freshness.ts'
import {
  EVERY_INVOICE,
  OVERVIEW_ROWS,
  type InvoiceChoice,
  type InvoiceColumn,
  type InvoiceMonths,
  type InvoiceQuery,
  type InvoiceTotals
} from '../../../shared/models/invoice.ts'
import type { AccountStorage, InvoiceRecord } from '../ports/index.ts'
import { rawText } from '../catalogue/catalogue.ts'
import type { InvoiceParts } from './export-run.ts'
import { InvoiceExport } from './export.ts'
import { linkHost, InvoiceLinks } from './links.ts'
import { InvoicePdfs } from './pdf.ts'
import { searchTexts } from './search-texts.ts'

/**
 * The open account's invoices. Every method throws UNAUTHORIZED when signed out, and KEYCHAIN_* (found 'sealed') while the data
 * can't be decrypted.
 */
export class Invoices {
  readonly links: InvoiceLinks
  readonly pdfs: InvoicePdfs
  readonly export: InvoiceExport
  readonly #parts: InvoiceParts

  constructor(parts: InvoiceParts) {
    this.#parts = parts
    this.links = new InvoiceLinks(parts)
    this.pdfs = new InvoicePdfs(parts, this.links)
    this.export = new InvoiceExport(parts, this.links)
  }

  page(query: InvoiceQuery): Promise<Output<'invoices', 'page'>> {
    return this.#parts.store.read(async (storage) => {
      const page = await storage.invoicePage(query, this.#today(), searchTexts(this.#parts.locale))
      return { ...page, freshness: await this.#freshness(storage) }
    })
  }

  overview(): Promise<Output<'invoices', 'overview'>> {
    return this.#parts.store.read(async (storage) => {
      const summary = await storage.invoiceSummary(this.#today())
      const hasDueDays = summary.overdueSince !== null || summary.nextDueDay !== null
      const rows = async (state: 'outstanding' | 'settled', sort: InvoiceColumn, descending: boolean) => {
        const query = { ...EVERY_INVOICE, state, sort, descending, offset: 0, limit: OVERVIEW_ROWS }
        return (await storage.invoicePage(query, this.#today())).rows
      }
      return {
        summary,
        due: await rows('outstanding', hasDueDays ? 'due' : 'issued', false),
        paid: await rows('settled', 'paid', true),
        freshness: await this.#freshness(storage)
      }
    })
  }

  invoice(key: string): Promise<Output<'invoices', 'invoice'>> {
    return this.#parts.store.read(async (storage) => {
      const record = await storage.invoice(key)
      return {
        view: record && (await this.#viewOf(storage, record)),
        freshness: await this.#freshness(storage)
      }
    })
  }

  totals(choice: InvoiceChoice): Promise<InvoiceTotals> {
    return this.#parts.store.read((storage) =>
      storage.invoiceTotals(choice, this.#today(), searchTexts(this.#parts.locale))
    )
  }

  keys({ offset, limit, ...list }: InvoiceQuery): Promise<Output<'invoices', 'keys'>> {
    return this.#parts.store.read(async (storage) => {
      const chosen = await storage.chosenInvoices(list, this.#today(), searchTexts(this.#parts.locale))
      return { rows: chosen.slice(offset, offset + limit).map(({ key, number }) => ({ key, number })) }
    })
  }

  months(): Promise<InvoiceMonths> {
    return this.#parts.store.read((storage) => storage.invoiceMonths(this.#today()))
  }

  #today(): string {
    return today(this.#parts.clock.now())
  }

  async #freshness(storage: AccountStorage): Promise<Freshness> {
    return this.#parts.freshness.of('invoices', await storage.info('invoices'))
  }

  async #viewOf(storage: AccountStorage, record: InvoiceRecord): Promise<Output<'invoices', 'invoice'>['view']> {
    const { api, session } = this.#parts
    const connection = session.account()?.connection
    const { lines, more } = connection ? api.invoiceLines(connection, record) : { lines: [], more: 0 }
    return {
      invoice: record.invoice,
      lines: lines.map((line) => ({ ...line, text: line.text && limitText(line.text) })),
      moreLines: more,
      pageHost: linkHost(record.pageUrl),
      pdfHost: linkHost(record.pdfUrl),
      savedPdf: await storage.pdfInfo(record.invoice.key),
      raw: rawText(record.raw),
      notes: record.notes ?? [],
      receivedAt: record.receivedAt ?? null
    }
  }
}
