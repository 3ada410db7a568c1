/** Builds the archive for the accountant: the available PDFs, two CSVs of the invoices, and a CSV of the missing PDFs. */
import { toErrorInfo } from '../../../shared/ipc/error.ts'
import type { CsvFormat } from '../../../shared/models/csv-format.ts'
import type { Invoice, MissingAccount } from '../../../shared/models/invoice.ts'
import type { CoreParts } from '../core-parts.ts'
import type { ArchiveEntry } from '../ports/index.ts'
import type { CsvTable } from '../csv.ts'
import { accountingTable, isForAccounting, type AccountingRow } from './accounting-table.ts'
import { invoiceTable, missingAccountText, missingTable, missingText } from './csv-tables.ts'
import type { InvoiceRow, MissingRow } from './csv-tables.ts'
import type { ExportAccounts, ExportedInvoice } from './export-accounts.ts'
import { folderName, pdfName, UniqueNames } from './pdf-names.ts'
import { PdfSource, type PdfAnswer } from './pdf-source.ts'

const FOLDER = 'pdf/'

/** PDFs fetched while the one before is written. At most three are in memory. */
const READ_AHEAD = 2

/** The CSV files of an archive, row by row. */
export class ArchiveTables {
  readonly #invoices: CsvTable<InvoiceRow>
  readonly #accounting: CsvTable<AccountingRow>
  readonly #missing: CsvTable<MissingRow>
  readonly #rows: Record<'invoices' | 'accounting' | 'missing', string[]>

  /** @param withAccount the invoices are of several accounts */
  constructor(format: CsvFormat, withAccount: boolean) {
    this.#invoices = invoiceTable(format, true, withAccount)
    this.#accounting = accountingTable(format)
    this.#missing = missingTable(format, withAccount)
    this.#rows = {
      invoices: [this.#invoices.header],
      accounting: [this.#accounting.header],
      missing: [this.#missing.header]
    }
  }

  /** @param pdf the name of its file; null without one */
  addInvoice({ invoice, account, accountName, supplier }: ExportedInvoice, pdf: string | null): void {
    this.#rows.invoices.push(this.#invoices.row({ invoice, account, pdf }))
    if (!isForAccounting(invoice)) return
    this.#rows.accounting.push(this.#accounting.row({ invoice, account: accountName, supplier, pdf }))
  }

  addMissing({ invoice, account }: ExportedInvoice, why: string): void {
    this.#rows.missing.push(this.#missing.row({ invoice, account, why }))
  }

  /** A whole account that isn't in the archive, if it lacks one. */
  addMissingAccount(account: string, missing: Pick<MissingAccount, 'why'>): void {
    const why = missingAccountText(missing)
    if (why !== null) this.#rows.missing.push(this.#missing.row({ invoice: null, account, why }))
  }

  entries(modified: Date): ArchiveEntry[] {
    return Object.entries(this.#rows).map(([name, rows]) => ({ name: `${name}.csv`, modified, content: rows.join('') }))
  }
}

/** PDFs come first: the CSVs name the files that were found. */
export async function* archiveEntries(
  invoices: readonly ExportedInvoice[],
  readPdf: (exported: ExportedInvoice) => Promise<PdfAnswer>,
  tables: ArchiveTables,
  now: Date,
  found: (what: 'pdf' | 'missing') => void
): AsyncGenerator<ArchiveEntry> {
  const names = new PdfPaths()
  const readAhead = invoices.slice(0, READ_AHEAD).map(startFetch)
  for (const [place, exported] of invoices.entries()) {
    const pdf = await readAhead.shift()
    const next = invoices[place + READ_AHEAD]
    if (next) readAhead.push(startFetch(next))
    if (pdf && 'bytes' in pdf) {
      const name = names.add(exported)
      tables.addInvoice(exported, name)
      found('pdf')
      yield { name: FOLDER + name, modified: dateOf(exported.invoice, now), content: pdf.bytes }
    } else if (pdf) {
      tables.addInvoice(exported, null)
      tables.addMissing(exported, missingText(pdf.missing, pdf.host))
      found('missing')
    }
  }
  yield* tables.entries(now)

  function startFetch(exported: ExportedInvoice): Promise<PdfAnswer> {
    const work = readPdf(exported)
    // Nobody awaits this one if the archive ends early.
    work.catch(() => undefined)
    return work
  }
}

/** Unique paths in the archive's folder of PDFs. With all accounts, each account has a subfolder. */
export class PdfPaths {
  readonly #folders = new UniqueNames()
  readonly #byAccount = new Map<string, { folder: string; names: UniqueNames }>()

  add({ accountId, account, invoice }: ExportedInvoice): string {
    let known = this.#byAccount.get(accountId)
    if (!known) {
      const folder = account === null ? '' : `${this.#folders.add(folderName(account), '')}/`
      this.#byAccount.set(accountId, (known = { folder, names: new UniqueNames() }))
    }
    return known.folder + known.names.add(pdfName(invoice))
  }
}

/** The day of issue at local noon: times in a ZIP have no time zone. */
function dateOf({ issuedDay }: Invoice, now: Date): Date {
  const at = new Date(`${issuedDay ?? ''}T12:00:00`)
  return Number.isNaN(at.getTime()) ? now : at
}

/** The PDFs of an export, each with its account. */
export class ArchivePdfs {
  readonly #parts: CoreParts
  readonly #accounts: ExportAccounts
  readonly #pdfs: PdfSource

  constructor(parts: CoreParts, accounts: ExportAccounts) {
    this.#parts = parts
    this.#accounts = accounts
    this.#pdfs = new PdfSource(parts)
  }

  /**
   * @throws CANCELLED when the export has to end, and of one account errors of reading the record; others are the reason why the PDF
   * is missing
   */
  async read({ accountId, invoice: { key } }: ExportedInvoice): Promise<PdfAnswer> {
    try {
      return await this.#accounts.workOn(accountId, (work) => this.#pdfs.read(work, key))
    } catch (thrown) {
      this.#accounts.check()
      if (!this.#accounts.areAll) throw thrown
      const credential = this.#parts.accounts.find(accountId)?.line.credential ?? 'signedOut'
      return { missing: credential === 'signedOut' ? 'signedOut' : toErrorInfo(thrown), host: null }
    }
  }
}
