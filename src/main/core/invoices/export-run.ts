import type { Input } from '../../../shared/ipc/contract.ts'
import { today } from '../../../shared/models/day.ts'
import {
  type AccountInvoice,
  type ExportKind,
  type ExportProgress,
  type Invoice,
  type InvoiceChoice,
  type MissingAccount
} from '../../../shared/models/invoice.ts'
import type { Account } from '../../accounts/account.ts'
import { inSlices, type Throttle } from '../../concurrency.ts'
import type { ArchiveEntry } from '../ports/index.ts'
import { accountingTable, isForAccounting } from './accounting-table.ts'
import type { AccountListsParts, ReadInvoicesOf } from './account-lists.ts'
import { archiveEntries, ArchivePdfs, ArchiveTables, PdfPaths } from './archive.ts'
import { CALENDAR_FOOTER, CALENDAR_HEADER, calendarEvents, isInCalendar, type CalendarOwner } from './calendar.ts'
import { invoiceTable } from './csv-tables.ts'
import { ExportAccounts, type ExportedInvoice } from './export-accounts.ts'
import type { InvoiceLinks } from './links.ts'
import { searchTexts } from './search-texts.ts'

/** Which invoices, in which order and format. */
export type ExportRequest = Omit<Input<'invoices', 'exportFile'>, 'of'>

/** Rows handled before other work on the thread gets its turn. */
const BATCH = 100

const IS_INCLUDED: Record<ExportKind, (invoice: Invoice) => boolean> = {
  csv: () => true,
  accounting: isForAccounting,
  zip: () => true,
  ics: isInCalendar
}

export interface InvoiceParts extends AccountListsParts {
  /** BCP 47, of the regional format. */
  locale: () => string
  /** In hexadecimal digits. */
  sha256: (text: string) => string
}

/** One export: the invoices are chosen once the user has chosen a file, and a later refresh doesn't change them. */
export class ExportRun {
  readonly #parts: InvoiceParts
  readonly #links: Pick<InvoiceLinks, 'refresh'>
  readonly #read: ReadInvoicesOf
  /** null: all accounts. */
  readonly #account: Account | null
  readonly #request: ExportRequest
  readonly #throttle: Throttle
  readonly #abort = new AbortController()
  readonly #accounts: ExportAccounts
  readonly #accountsWithPdfs = new Set<string>()
  readonly #counts: ExportProgress = { done: 0, total: 0, pdfs: 0, missing: 0 }
  /** False while the user chooses a file. */
  #isStarted = false

  constructor(
    parts: InvoiceParts,
    links: Pick<InvoiceLinks, 'refresh'>,
    read: ReadInvoicesOf,
    account: Account | null,
    request: ExportRequest,
    throttle: Throttle
  ) {
    this.#parts = parts
    this.#links = links
    this.#read = read
    this.#account = account
    this.#request = request
    this.#throttle = throttle
    this.#accounts = new ExportAccounts(parts, account, this.#abort.signal)
  }

  /** @returns the name; null when the user cancelled the choice of a file */
  save(): Promise<string | null> {
    const { files, clock } = this.#parts
    const { choice, kind } = this.#request
    const stem = stemOf(kind, choice, clock.now())
    switch (kind) {
      case 'zip':
        return files.saveArchive(`${stem}.zip`, this.#archive())
      case 'ics':
        return files.saveStream(`${stem}.ics`, 'ics', this.#calendar())
      case 'accounting':
        return files.saveStream(`${stem}.csv`, 'csv', this.#accountingTable())
      case 'csv':
        return files.saveStream(`${stem}.csv`, 'csv', this.#table())
    }
  }

  counts(): Readonly<ExportProgress> {
    return this.#counts
  }

  isStarted(): boolean {
    return this.#isStarted
  }

  /** Their PDFs are in the archive. */
  accountsWithPdfs(): Iterable<string> {
    return this.#accountsWithPdfs
  }

  /** Also ends the fetching of PDFs. */
  abort(): void {
    this.#abort.abort()
  }

  async *#table(): AsyncGenerator<string> {
    const { invoices } = await this.#chooseInvoices()
    const { header, row } = invoiceTable(this.#parts.csvFormat(), false, this.#accounts.areAll)
    yield header
    yield* this.#rows(invoices, ({ invoice, account }) => row({ invoice, account, pdf: null }))
  }

  async *#accountingTable(): AsyncGenerator<string> {
    const { invoices } = await this.#chooseInvoices()
    const { header, row } = accountingTable(this.#parts.csvFormat())
    // As in the archive, so that the two go together.
    const names = new PdfPaths()
    yield header
    yield* this.#rows(invoices, (exported) => {
      const { invoice, accountName: account, supplier } = exported
      return row({ invoice, account, supplier, pdf: invoice.hasPdf ? names.add(exported) : null })
    })
  }

  async *#calendar(): AsyncGenerator<string> {
    const { clock, locale, sha256 } = this.#parts
    const options = { now: clock.now(), locale: locale(), sha256 }
    const { invoices } = await this.#chooseInvoices()
    const events = new Map<string, ReturnType<typeof calendarEvents>>()
    for (const id of new Set(invoices.map(({ account }) => account))) {
      const owner = await this.#calendarOwner(id)
      if (owner) events.set(id, calendarEvents(owner, options))
    }
    yield CALENDAR_HEADER
    yield* this.#rows(invoices, ({ accountId, invoice }) => events.get(accountId)?.(invoice) ?? '')
    yield CALENDAR_FOOTER
  }

  /** null: of all accounts, this one was signed out or removed meanwhile. */
  async #calendarOwner(accountId: string): Promise<CalendarOwner | null> {
    try {
      return await this.#accounts.workOn(accountId, async ({ record, storage, wait }) => {
        const { id, email, connection } = record
        const profile = email === null ? await wait(storage.profile()) : null
        return { id, email, profile: profile?.value ?? null, baseUrl: connection.baseUrl }
      })
    } catch (thrown) {
      this.#accounts.check()
      if (!this.#accounts.areAll) throw thrown
      this.#parts.report(thrown)
      return null
    }
  }

  async *#archive(): AsyncGenerator<ArchiveEntry> {
    const accounts = this.#accounts
    const { invoices, missing } = await this.#chooseInvoices()
    const exported = invoices.map((invoice) => accounts.exported(invoice))
    const tables = new ArchiveTables(this.#parts.csvFormat(), accounts.areAll)
    for (const account of missing) tables.addMissingAccount(accounts.nameOf(account.id), account)
    const pdfs = new ArchivePdfs(this.#parts, accounts)
    let reads = 0
    const readPdf: typeof pdfs.read = async (exported) => {
      if ((reads += 1) % BATCH === 0) await accounts.wait(this.#nextTurn())
      const found = await pdfs.read(exported)
      if ('bytes' in found) this.#accountsWithPdfs.add(exported.accountId)
      return found
    }
    yield* archiveEntries(exported, readPdf, tables, this.#parts.clock.now(), (what) => {
      accounts.check()
      this.#counts.done += 1
      this.#counts[what === 'pdf' ? 'pdfs' : 'missing'] += 1
      this.#throttle.sendSoon()
    })
    // Everything is written: from now on a cancellation has no effect.
    accounts.check()
  }

  async #chooseInvoices(): Promise<{ invoices: AccountInvoice[]; missing: MissingAccount[] }> {
    const { clock, locale } = this.#parts
    const accounts = this.#accounts
    accounts.begin()
    this.#isStarted = true
    this.#throttle.sendNow()
    const { choice, order, keys, kind } = this.#request
    if (kind === 'zip') await accounts.refreshLinks((work) => this.#links.refresh(work))
    const query = { ...choice, ...order, ...(keys && { keys }) }
    const { invoices: list, missing } = await accounts.wait(this.#read(this.#account))
    const all = await accounts.wait(list.choose(query, today(clock.now()), searchTexts(locale())))
    const invoices = all.filter(IS_INCLUDED[kind])
    this.#counts.total = invoices.length
    this.#throttle.sendSoon()
    return { invoices, missing }
  }

  /** In batches: other work on the thread gets its turn while one is made and while it is written. */
  async *#rows(
    invoices: readonly AccountInvoice[],
    textOf: (exported: ExportedInvoice) => string
  ): AsyncGenerator<string> {
    const accounts = this.#accounts
    for (let from = 0; from < invoices.length; from += BATCH) {
      const batch = invoices.slice(from, from + BATCH).map((invoice) => accounts.exported(invoice))
      this.#counts.done += batch.length
      this.#throttle.sendSoon()
      yield await inSlices(joinTexts(batch, textOf), () => accounts.check())
      accounts.check()
    }
  }

  #nextTurn(): Promise<void> {
    return new Promise((resolve) => void this.#parts.clock.after(0, resolve))
  }
}

function* joinTexts(
  invoices: readonly ExportedInvoice[],
  textOf: (exported: ExportedInvoice) => string
): Generator<void, string> {
  let texts = ''
  for (const exported of invoices) {
    texts += textOf(exported)
    yield
  }
  return texts
}

function stemOf(kind: ExportKind, { from, to }: InvoiceChoice, now: Date): string {
  const days = [from && `from-${from}`, to && `to-${to}`].filter((part) => part !== null && part !== '')
  return [
    kind === 'accounting' ? 'portside-accounting' : 'portside-invoices',
    ...(days.length > 0 ? days : [today(now)])
  ].join('-')
}
