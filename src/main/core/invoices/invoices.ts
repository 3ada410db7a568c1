import type { Output } from '../../../shared/ipc/contract.ts'
import { AppError } from '../../../shared/ipc/error.ts'
import { limitText } from '../../../shared/i18n/text-limits.ts'
import { hasOtherAccounts } from '../../../shared/models/account.ts'
import { today } from '../../../shared/models/day.ts'
import type { Freshness } from '../../../shared/models/freshness.ts'
import {
  EVERY_INVOICE,
  invoiceKey,
  OVERVIEW_ROWS,
  type InvoiceChoice,
  type InvoiceColumn,
  type InvoiceMonths,
  type InvoiceQuery,
  type InvoiceRef,
  type InvoiceTotals,
  type InvoiceView
} from '../../../shared/models/invoice.ts'
import type { InvoiceRecord, SearchTexts, StoredInfo } from '../ports/index.ts'
import { rawText } from '../catalogue/catalogue.ts'
import { withAccount, type Operation } from '../open-account.ts'
import { AccountLists, type ReadInvoices } from './account-lists.ts'
import type { InvoiceParts } from './export-run.ts'
import { InvoiceExport } from './export.ts'
import { linkHost, InvoiceLinks } from './links.ts'
import { InvoicePdfs } from './pdf.ts'
import { searchTexts } from './search-texts.ts'

/**
 * The open account's invoices, or those of all accounts (the setting `allAccounts`). Every method throws UNAUTHORIZED when signed
 * out, and KEYCHAIN_* (found 'sealed') while the data can't be decrypted; lists of all accounts name it as missing instead.
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
    this.export = new InvoiceExport(parts, this.links, {
      areAll: () => this.#areAll,
      read: (areAll) => this.#read(async (read) => read, areAll)
    })
  }

  /** The invoice that a key means: that of the account it names, else the open account's, as in a `portside://` link. */
  refOf(key: string): InvoiceRef {
    const { session } = this.#parts
    const slash = key.indexOf('/')
    const named = session.line(key.slice(0, Math.max(slash, 0)))
    if (named) return { account: named.account.id, key: key.slice(slash + 1) }
    const open = session.account()
    if (!open) throw new AppError('UNAUTHORIZED')
    return { account: open.id, key }
  }

  page(query: InvoiceQuery): Promise<Output<'invoices', 'page'>> {
    return this.#read(async ({ invoices, freshness, missing }) => ({
      ...(await invoices.page(query, this.#today(), this.#searchTexts)),
      freshness,
      missing
    }))
  }

  overview(): Promise<Output<'invoices', 'overview'>> {
    return this.#read(async ({ invoices, freshness, missing }) => {
      const summary = await invoices.summary(this.#today())
      const hasDueDays = summary.overdueSince !== null || summary.nextDueDay !== null
      const rows = async (state: 'outstanding' | 'settled', sort: InvoiceColumn, descending: boolean) => {
        const query = { ...EVERY_INVOICE, state, sort, descending, offset: 0, limit: OVERVIEW_ROWS }
        return (await invoices.page(query, this.#today())).rows
      }
      return {
        summary,
        due: await rows('outstanding', hasDueDays ? 'due' : 'issued', false),
        paid: await rows('settled', 'paid', true),
        freshness,
        missing
      }
    })
  }

  async invoice({ account, key }: InvoiceRef): Promise<Output<'invoices', 'invoice'>> {
    return withAccount(this.#parts, account, async (operation) => {
      const { storage, wait } = operation
      const record = await wait(storage.invoice(key))
      return {
        view: record && (await this.#viewOf(operation, record)),
        freshness: this.#freshnessOf(account, await wait(storage.info('invoices')))
      }
    })
  }

  totals(choice: InvoiceChoice): Promise<InvoiceTotals> {
    return this.#read(({ invoices }) => invoices.totals(choice, this.#today(), this.#searchTexts))
  }

  keys(query: InvoiceQuery): Promise<Output<'invoices', 'keys'>> {
    return this.#read(async ({ invoices }) => {
      const { rows } = await invoices.page(query, this.#today(), this.#searchTexts)
      return { rows: rows.map(({ key, number }) => ({ key, number })) }
    })
  }

  months(): Promise<InvoiceMonths> {
    return this.#read(({ invoices }) => invoices.months(this.#today()))
  }

  /** Reads the invoices of the accounts that lists show. */
  async #read<T>(work: (read: ReadInvoices) => Promise<T>, areAll = this.#areAll): Promise<T> {
    const { store, session, combineInvoices } = this.#parts
    if (areAll) {
      const all = await this.accountLists.read()
      return all ? work(all) : this.#read(work, areAll)
    }
    return store.read(async (storage) => {
      const account = session.account()?.id ?? ''
      const invoices = combineInvoices([{ account, invoices: await storage.invoices() }])
      return work({ invoices, freshness: this.#freshnessOf(account, await storage.info('invoices')), missing: [] })
    })
  }

  get #areAll(): boolean {
    const { session, settings } = this.#parts
    // Without other accounts, a list says why it can't be read.
    return settings().allAccounts && hasOtherAccounts(session.state().accounts, session.account()?.id)
  }

  get #searchTexts(): SearchTexts {
    return searchTexts(this.#parts.locale())
  }

  #today(): string {
    return today(this.#parts.clock.now())
  }

  #freshnessOf(accountId: string, info: StoredInfo | null): Freshness {
    const { session, freshness, refresh } = this.#parts
    const open = freshness.of('invoices', info)
    return session.account()?.id === accountId ? open : { ...open, ...refresh.backgroundStatus(accountId) }
  }

  async #viewOf({ account, storage, wait }: Operation, record: InvoiceRecord): Promise<InvoiceView> {
    const { lines, more } = this.#parts.api.invoiceLines(account.connection, record)
    const { key } = record.invoice
    return {
      invoice: { ...record.invoice, account: account.id, key: invoiceKey({ account: account.id, key }) },
      lines: lines.map((line) => ({ ...line, text: line.text && limitText(line.text) })),
      moreLines: more,
      pageHost: linkHost(record.pageUrl),
      pdfHost: linkHost(record.pdfUrl),
      savedPdf: await wait(storage.pdfInfo(key)),
      raw: rawText(record.raw),
      notes: record.notes ?? [],
      receivedAt: record.receivedAt ?? null
    }
  }
}
