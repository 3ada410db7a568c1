import type { Input, Output } from '../../shared/ipc/contract.ts'
import { limitText, rawText } from '../../shared/i18n/text-limits.ts'
import { today } from '../../shared/models/day.ts'
import {
  EVERY_INVOICE,
  invoiceKey,
  OVERVIEW_ROWS,
  type AccountantShare,
  type InvoiceChoice,
  type InvoiceMonths,
  type InvoiceQuery,
  type InvoiceRef,
  type InvoiceSort,
  type InvoiceTotals,
  type InvoiceView
} from '../../shared/models/invoice.ts'
import type { InvoiceRecord, SearchTexts } from '../ports/index.ts'
import type { Account, AccountWork } from '../accounts/account.ts'
import { accountantShares } from './export/accountant-invoices.ts'
import { AccountLists, type ReadInvoices } from './account-lists.ts'
import type { InvoiceParts } from './export/export-run.ts'
import { InvoiceExport } from './export/invoice-export.ts'
import { linkHost, InvoiceLinks } from './invoice-links.ts'
import { InvoicePdfs } from './pdf/pdf.ts'
import { searchTexts } from './search-texts.ts'

/**
 * The invoices of one account, or of all (null). Every method throws KEYCHAIN_* (found 'sealed') while the data can't be decrypted;
 * lists of all accounts name it as missing instead.
 */
export class Invoices {
  readonly links: InvoiceLinks
  readonly pdfs: InvoicePdfs
  readonly export: InvoiceExport
  readonly accountLists: AccountLists
  readonly #parts: InvoiceParts

  constructor(parts: InvoiceParts) {
    this.#parts = parts
    this.links = new InvoiceLinks(parts)
    this.pdfs = new InvoicePdfs(parts, this.links)
    this.accountLists = new AccountLists(parts)
    const { links, accountLists } = this
    this.export = new InvoiceExport(parts, { links, accountLists, read: (account) => this.#read(account) })
  }

  async page(account: Account | null, query: InvoiceQuery): Promise<Output<'invoices', 'page'>> {
    const { invoices, freshness, missing } = await this.#read(account)
    const today = this.#today()
    const page = await invoices.page(query, today, this.#searchTexts)
    return { ...page, summary: await invoices.summary(today), freshness, missing }
  }

  async overview(account: Account | null): Promise<Output<'invoices', 'overview'>> {
    const { invoices, freshness, missing } = await this.#read(account)
    const summary = await invoices.summary(this.#today())
    const rows = async (state: 'outstanding' | 'settled', sort: InvoiceSort, descending: boolean) => {
      const query = { ...EVERY_INVOICE, state, sort, descending, offset: 0, limit: OVERVIEW_ROWS }
      return (await invoices.page(query, this.#today())).rows
    }
    return {
      summary,
      due: await rows('outstanding', 'urgency', false),
      paid: await rows('settled', 'paid', true),
      freshness,
      missing
    }
  }

  async invoice(invoice: InvoiceRef): Promise<Output<'invoices', 'invoice'>> {
    const account = this.#parts.accounts.get(invoice.account)
    return account.work(async (work) => {
      const { storage, wait } = work
      const record = await wait(storage.invoice(invoice.key))
      return {
        view: record && (await this.#viewOf(work, record)),
        freshness: account.freshness('invoices', await wait(storage.info('invoices')))
      }
    })
  }

  async totals(account: Account | null, choice: InvoiceChoice): Promise<InvoiceTotals> {
    return (await this.#read(account)).invoices.totals(choice, this.#today(), this.#searchTexts)
  }

  async keys(account: Account | null, query: InvoiceQuery): Promise<Output<'invoices', 'keys'>> {
    const { rows } = await (await this.#read(account)).invoices.page(query, this.#today(), this.#searchTexts)
    return { rows: rows.map(({ key, number }) => ({ key, number })) }
  }

  async previewForAccountant({
    accounts,
    ...period
  }: Input<'invoices', 'previewForAccountant'>): Promise<AccountantShare[]> {
    return accountantShares(await this.accountLists.readChosen(accounts), period, this.#today())
  }

  async months(account: Account | null): Promise<InvoiceMonths> {
    return (await this.#read(account)).invoices.months(this.#today())
  }

  async #read(account: Account | null): Promise<ReadInvoices> {
    if (account === null) return this.accountLists.read()
    return account.use(async (storage) => {
      const info = await storage.info('invoices')
      const invoices = await storage.invoices()
      // Without a list that was fetched, nothing is known of what is owed.
      const lists = info ? [{ account: account.id, invoices, partial: info.partial ?? null }] : []
      return {
        invoices: this.#parts.combineInvoices(lists, false),
        freshness: account.freshness('invoices', info),
        missing: []
      }
    })
  }

  get #searchTexts(): SearchTexts {
    return searchTexts(this.#parts.locale())
  }

  #today(): string {
    return today(this.#parts.clock.now())
  }

  async #viewOf({ account, record: owner, storage, wait }: AccountWork, record: InvoiceRecord): Promise<InvoiceView> {
    const { lines, more } = this.#parts.api.invoiceLines(owner.connection, record)
    const { key } = record.invoice
    return {
      invoice: { ...record.invoice, account: account.id, key: invoiceKey({ account: account.id, key }) },
      lines: lines.map((line) => ({ ...line, text: line.text && limitText(line.text) })),
      moreLines: more,
      pageHost: linkHost(record.pageUrl),
      pdfHost: linkHost(record.pdfUrl),
      keptPdf: await wait(storage.keptPdfInfo(key)),
      raw: rawText(record.raw),
      notes: record.notes ?? [],
      receivedAt: record.receivedAt ?? null
    }
  }
}
