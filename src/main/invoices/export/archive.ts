/** Builds the archive for the accountant: the available PDFs, the accounting table, and a table of what is missing. */
import { toErrorInfo } from '../../../shared/ipc/error.ts'
import type { CsvFormat } from '../../../shared/models/csv-format.ts'
import { MOST_NUMBERS, MOST_REASONS, type Invoice, type MissingReason } from '../../../shared/models/invoice.ts'
import type { CoreParts } from '../../core-parts.ts'
import type { ArchiveEntry } from '../../ports/index.ts'
import type { CsvTable } from '../../csv.ts'
import { accountingTable, isForAccounting, type AccountingRow } from './accounting-table.ts'
import { missingTable, missingText } from './csv-tables.ts'
import type { MissingRow } from './csv-tables.ts'
import type { ExportAccounts, ExportedInvoice } from './export-accounts.ts'
import { folderName, pdfName, UniqueNames } from '../pdf/pdf-names.ts'
import { PdfSource, type PdfAnswer } from '../pdf/pdf-source.ts'

const FOLDER = 'pdf/'

/** PDFs fetched while the one before is written. At most three are in memory. */
const READ_AHEAD = 2

/** The CSV files of an archive, row by row. */
export class ArchiveTables {
  readonly reasons = new MissingReasons()
  /** null: it isn't wanted. */
  readonly #accounting: CsvTable<AccountingRow> | null
  readonly #missing: CsvTable<MissingRow>
  readonly #rows: { accounting: string[]; missing: string[] }

  constructor(format: CsvFormat, withAccounting: boolean) {
    this.#accounting = withAccounting ? accountingTable(format) : null
    this.#missing = missingTable(format)
    this.#rows = { accounting: this.#accounting ? [this.#accounting.header] : [], missing: [this.#missing.header] }
  }

  /** @param pdf the name of its file; null without one */
  addInvoice({ invoice, accountName: account, supplier }: ExportedInvoice, pdf: string | null): void {
    if (!this.#accounting || !isForAccounting(invoice)) return
    this.#rows.accounting.push(this.#accounting.row({ invoice, account, supplier, pdf }))
  }

  addMissing({ invoice, accountName: account }: ExportedInvoice, why: string): void {
    this.#add({ invoice, account, why })
  }

  /** About a whole account. */
  addMissingAccount(account: string, why: string): void {
    this.#add({ invoice: null, account, why })
  }

  entries(modified: Date): ArchiveEntry[] {
    return Object.entries(this.#rows)
      .filter(([, rows]) => rows.length > 0)
      .map(([name, rows]) => ({ name: `${name}.csv`, modified, content: rows.join('') }))
  }

  #add(row: MissingRow): void {
    this.#rows.missing.push(this.#missing.row(row))
    this.reasons.add(row)
  }
}

/** Groups the rows of missing.csv by account and reason, for the page. */
class MissingReasons {
  readonly #reasons = new Map<string, MissingReason>()
  /** Rows beyond MOST_REASONS. */
  #more = 0

  add({ account, why, invoice }: MissingRow): void {
    const group = `${account}\n${why}`
    const known = this.#reasons.get(group)
    if (known) {
      if (invoice) known.invoices = withInvoice(known.invoices, invoice)
    } else if (this.#reasons.size < MOST_REASONS) {
      this.#reasons.set(group, { account, why, invoices: invoice && withInvoice(null, invoice) })
    } else this.#more += 1
  }

  listed(): { reasons: MissingReason[]; moreReasons: number } {
    return { reasons: [...this.#reasons.values()], moreReasons: this.#more }
  }
}

function withInvoice(
  known: MissingReason['invoices'],
  { key, number }: Invoice
): NonNullable<MissingReason['invoices']> {
  const { count, numbers } = known ?? { count: 0, numbers: [] }
  return { count: count + 1, numbers: count < MOST_NUMBERS ? [...numbers, number ?? key] : numbers }
}

/**
 * PDFs come first: the tables name the files that were found.
 * @param readPdf null: PDFs aren't wanted
 */
export async function* archiveEntries(
  invoices: readonly ExportedInvoice[],
  readPdf: ((exported: ExportedInvoice) => Promise<PdfAnswer>) | null,
  tables: ArchiveTables,
  now: Date,
  done: (what: 'pdf' | 'missing' | 'noPdfWanted') => void
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
      done('pdf')
      yield { name: FOLDER + name, modified: dateOf(exported.invoice, now), content: pdf.bytes }
    } else {
      tables.addInvoice(exported, null)
      if (pdf) tables.addMissing(exported, missingText(pdf.missing, pdf.host))
      done(pdf ? 'missing' : 'noPdfWanted')
    }
  }
  yield* tables.entries(now)

  function startFetch(exported: ExportedInvoice): Promise<PdfAnswer> | null {
    const work = readPdf?.(exported) ?? null
    // Nobody awaits this one if the archive ends early.
    work?.catch(() => undefined)
    return work
  }
}

/** Unique paths in the archive's folder of PDFs, where each account has a folder. */
class PdfPaths {
  readonly #folders = new UniqueNames()
  readonly #byAccount = new Map<string, { folder: string; names: UniqueNames }>()

  add({ accountId, accountName, invoice }: ExportedInvoice): string {
    let known = this.#byAccount.get(accountId)
    if (!known) {
      const folder = `${this.#folders.add(folderName(accountName), '')}/`
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
      if (!this.#accounts.areSeveral) throw thrown
      const credential = this.#parts.accounts.find(accountId)?.line.credential ?? 'signedOut'
      return { missing: credential === 'signedOut' ? 'signedOut' : toErrorInfo(thrown), host: null }
    }
  }
}
