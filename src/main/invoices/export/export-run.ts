import type { Input } from '../../../shared/ipc/contract.ts'
import { today } from '../../../shared/models/day.ts'
import {
  type AccountantExport,
  type AccountInvoice,
  type ExportKind,
  type ExportProgress,
  type Invoice,
  type MissingReason
} from '../../../shared/models/invoice.ts'
import type { Account } from '../../accounts/account.ts'
import { inSlices, type Throttle } from '../../concurrency.ts'
import type { ArchiveEntry } from '../../ports/index.ts'
import type { AccountLists, AccountListsParts, ReadInvoices } from '../account-lists.ts'
import { accountantInvoices } from './accountant-invoices.ts'
import { archiveEntries, ArchivePdfs, ArchiveTables } from './archive.ts'
import { CALENDAR_FOOTER, CALENDAR_HEADER, calendarEvents, isInCalendar, type CalendarOwner } from './calendar.ts'
import { invoiceTable, missingAccountText, missingText, partialListText } from './csv-tables.ts'
import { ExportAccounts, type ExportedInvoice } from './export-accounts.ts'
import type { InvoiceLinks } from '../invoice-links.ts'
import { searchTexts } from '../search-texts.ts'

/** Of a list that the page shows: which invoices, in which order and format. */
interface ListExport extends Omit<Input<'invoices', 'exportFile'>, 'of'> {
  /** null: all accounts. */
  account: Account | null
}
export type ExportRequest = ListExport | ({ kind: 'accountant' } & AccountantExport)

/** Rows handled before other work on the thread gets its turn. */
const BATCH = 100

const IS_INCLUDED: Record<ExportKind, (invoice: Invoice) => boolean> = {
  csv: () => true,
  zip: () => true,
  ics: isInCalendar
}

export interface InvoiceParts extends AccountListsParts {
  /** BCP 47, of the regional format. */
  locale: () => string
  /** In hexadecimal digits. */
  sha256: (text: string) => string
}

/** Where an export has its invoices from. */
export interface ExportSources {
  links: Pick<InvoiceLinks, 'refresh'>
  /** @param account null: all accounts */
  read: (account: Account | null) => Promise<Pick<ReadInvoices, 'invoices'>>
  accountLists: Pick<AccountLists, 'readChosen'>
}

/** One export: the invoices are chosen once the user has chosen a file, and a later refresh doesn't change them. */
export class ExportRun {
  readonly #parts: InvoiceParts
  readonly #sources: ExportSources
  readonly #request: ExportRequest
  readonly #throttle: Throttle
  readonly #abort = new AbortController()
  readonly #accounts: ExportAccounts
  readonly #accountsWithPdfs = new Set<string>()
  readonly #counts: ExportProgress = { done: 0, total: 0, pdfs: 0, missing: 0 }
  /** null: no archive is written yet. */
  #tables: ArchiveTables | null = null
  /** False while the user chooses a file. */
  #isStarted = false

  /** @throws NOT_FOUND when the account was removed */
  constructor(parts: InvoiceParts, sources: ExportSources, request: ExportRequest, throttle: Throttle) {
    this.#parts = parts
    this.#sources = sources
    this.#request = request
    this.#throttle = throttle
    const scope = request.kind === 'accountant' ? request.accounts : request.account
    this.#accounts = new ExportAccounts(parts, scope, this.#abort.signal)
  }

  /** @returns the name; null when the user cancelled the choice of a file */
  save(): Promise<string | null> {
    const { files, clock } = this.#parts
    const request = this.#request
    const stem = stemOf(request, clock.now())
    switch (request.kind) {
      case 'accountant':
        return files.saveArchive(
          `${stem}.zip`,
          this.#archive((tables) => this.#chooseForAccountant(request, tables), request)
        )
      case 'zip':
        return files.saveArchive(
          `${stem}.zip`,
          this.#archive(() => this.#chooseListed(request), { table: true, pdfs: true })
        )
      case 'ics':
        return files.saveStream(`${stem}.ics`, 'ics', this.#calendar(request))
      case 'csv':
        return files.saveStream(`${stem}.csv`, 'csv', this.#table(request))
    }
  }

  counts(): Readonly<ExportProgress> {
    return this.#counts
  }

  /** What missing.csv says. */
  reasons(): { reasons: MissingReason[]; moreReasons: number } {
    return this.#tables?.reasons.listed() ?? { reasons: [], moreReasons: 0 }
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

  async *#table(request: ListExport): AsyncGenerator<string> {
    this.#begin()
    const invoices = await this.#chooseListed(request)
    const { areSeveral } = this.#accounts
    const { header, row } = invoiceTable(this.#parts.csvFormat(), areSeveral)
    yield header
    yield* this.#rows(invoices, ({ invoice, accountName }) =>
      row({ invoice, account: areSeveral ? accountName : null })
    )
  }

  async *#calendar(request: ListExport): AsyncGenerator<string> {
    const { clock, locale, sha256 } = this.#parts
    const options = { now: clock.now(), locale: locale(), sha256 }
    this.#begin()
    const invoices = await this.#chooseListed(request)
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
      if (!this.#accounts.areSeveral) throw thrown
      this.#parts.report(thrown)
      return null
    }
  }

  async *#archive(
    choose: (tables: ArchiveTables) => Promise<AccountInvoice[]>,
    { table, pdfs: withPdfs }: Pick<AccountantExport, 'table' | 'pdfs'>
  ): AsyncGenerator<ArchiveEntry> {
    const accounts = this.#accounts
    const tables = new ArchiveTables(this.#parts.csvFormat(), table)
    this.#tables = tables
    this.#begin()
    // Links expire, and the accountant needs the latest list.
    await accounts.refreshLinks((work) => this.#sources.links.refresh(work))
    const exported = (await choose(tables)).map((invoice) => accounts.exported(invoice))
    const pdfs = new ArchivePdfs(this.#parts, accounts)
    let reads = 0
    const readPdf: typeof pdfs.read = async (exported) => {
      if ((reads += 1) % BATCH === 0) await accounts.wait(this.#nextTurn())
      const found = await pdfs.read(exported)
      if ('bytes' in found) this.#accountsWithPdfs.add(exported.accountId)
      return found
    }
    yield* archiveEntries(exported, withPdfs ? readPdf : null, tables, this.#parts.clock.now(), (what) => {
      accounts.check()
      this.#counts.done += 1
      if (what === 'pdf') this.#counts.pdfs += 1
      if (what === 'missing') this.#counts.missing += 1
      this.#throttle.sendSoon()
    })
    // Everything is written: from now on a cancellation has no effect.
    accounts.check()
  }

  #begin(): void {
    this.#accounts.begin()
    this.#isStarted = true
    this.#throttle.sendNow()
  }

  async #chooseListed({ account, choice, order, keys, kind }: ListExport): Promise<AccountInvoice[]> {
    const { clock, locale } = this.#parts
    const accounts = this.#accounts
    const query = { ...choice, ...order, ...(keys && { keys }) }
    const { invoices } = await accounts.wait(this.#sources.read(account))
    const all = await accounts.wait(invoices.choose(query, today(clock.now()), searchTexts(locale())))
    return this.#chosen(all.filter(IS_INCLUDED[kind]))
  }

  /** What is left out is named in missing.csv: first the accounts, then their invoices. */
  async #chooseForAccountant(request: AccountantExport, tables: ArchiveTables): Promise<AccountInvoice[]> {
    const accounts = this.#accounts
    const lists = await accounts.wait(this.#sources.accountLists.readChosen(request.accounts))
    for (const { id, missing, partial } of lists.accounts) {
      if (missing) tables.addMissingAccount(accounts.nameOf(id), missingAccountText(missing))
      if (partial) tables.addMissingAccount(accounts.nameOf(id), partialListText(partial))
    }
    const { included, undated } = await accounts.wait(
      accountantInvoices(lists.invoices, request, today(this.#parts.clock.now()))
    )
    for (const invoice of undated) tables.addMissing(accounts.exported(invoice), missingText('noDate', null))
    return this.#chosen(included)
  }

  #chosen(invoices: AccountInvoice[]): AccountInvoice[] {
    this.#counts.total = invoices.length
    this.#throttle.sendSoon()
    return invoices
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

function stemOf(request: ExportRequest, now: Date): string {
  const { from, to } = request.kind === 'accountant' ? request : request.choice
  const days = [from && `from-${from}`, to && `to-${to}`].filter((part) => part !== null && part !== '')
  return [
    request.kind === 'accountant' ? 'portside-accounting' : 'portside-invoices',
    ...(days.length > 0 ? days : [today(now)])
  ].join('-')
}
