/** Builds the archive for the accountant: the available PDFs, two CSVs of the invoices, and a CSV of the missing PDFs. */
import { toErrorInfo, type ErrorInfo } from '../../../shared/ipc/error.ts'
import type { CsvFormat } from '../../../shared/models/csv-format.ts'
import { hasUnusableLink } from '../../../shared/models/freshness.ts'
import type { Invoice } from '../../../shared/models/invoice.ts'
import { hostIn } from '../../../shared/models/connection.ts'
import type { OpenAccountParts, Operation } from '../open-account.ts'
import type { ArchiveEntry } from '../ports/index.ts'
import type { CsvTable } from '../csv.ts'
import { accountingTable, isForAccounting, type AccountingRow } from './accounting-table.ts'
import { hostErrorOf, invoiceTable, missingTable, missingText } from './csv-tables.ts'
import type { HostError, InvoiceRow, Missing, MissingRow } from './csv-tables.ts'
import { UniqueNames, pdfName } from './file-names.ts'
import { linkHost } from './links.ts'
import { fetchPdf } from './pdf.ts'

const FOLDER = 'pdf/'

/** PDFs fetched while the one before is written. At most three are in memory. */
const READ_AHEAD = 2

/** After this many host errors in a row, the host gets no more requests. */
const MAX_HOST_ERRORS = 3

type FoundPdf = { bytes: Uint8Array } | { missing: Missing; host: string | null }

/** The CSV files of an archive, row by row. */
export class ArchiveTables {
  readonly #supplier: string
  readonly #invoices: CsvTable<InvoiceRow>
  readonly #accounting: CsvTable<AccountingRow>
  readonly #missing: CsvTable<MissingRow>
  readonly #rows: Record<'invoices' | 'accounting' | 'missing', string[]>

  constructor(format: CsvFormat, supplier: string) {
    this.#supplier = supplier
    this.#invoices = invoiceTable(format, true)
    this.#accounting = accountingTable(format)
    this.#missing = missingTable(format)
    this.#rows = {
      invoices: [this.#invoices.header],
      accounting: [this.#accounting.header],
      missing: [this.#missing.header]
    }
  }

  /** @param pdf the name of its file; null without one */
  addInvoice(invoice: Invoice, pdf: string | null): void {
    this.#rows.invoices.push(this.#invoices.row({ invoice, pdf }))
    if (isForAccounting(invoice))
      this.#rows.accounting.push(this.#accounting.row({ invoice, supplier: this.#supplier, pdf }))
  }

  addMissing(invoice: Invoice, why: string): void {
    this.#rows.missing.push(this.#missing.row({ invoice, why }))
  }

  entries(modified: Date): ArchiveEntry[] {
    return Object.entries(this.#rows).map(([name, rows]) => ({ name: `${name}.csv`, modified, content: rows.join('') }))
  }
}

/** PDFs come first: the CSVs name the files that were found. */
export async function* archiveEntries(
  invoices: readonly Invoice[],
  readPdf: (key: string) => Promise<FoundPdf>,
  tables: ArchiveTables,
  now: Date,
  found: (what: 'pdf' | 'missing') => void
): AsyncGenerator<ArchiveEntry> {
  const names = new UniqueNames()
  const readAhead = invoices.slice(0, READ_AHEAD).map(startFetch)
  for (const [place, invoice] of invoices.entries()) {
    const pdf = await readAhead.shift()
    const next = invoices[place + READ_AHEAD]
    if (next) readAhead.push(startFetch(next))
    if (pdf && 'bytes' in pdf) {
      const name = names.add(pdfName(invoice))
      tables.addInvoice(invoice, name)
      found('pdf')
      yield { name: FOLDER + name, modified: dateOf(invoice, now), content: pdf.bytes }
    } else if (pdf) {
      tables.addInvoice(invoice, null)
      tables.addMissing(invoice, missingText(pdf.missing, pdf.host))
      found('missing')
    }
  }
  yield* tables.entries(now)

  function startFetch({ key }: Invoice): Promise<FoundPdf> {
    const work = readPdf(key)
    // Nobody awaits this one if the archive ends early.
    work.catch(() => undefined)
    return work
  }
}

/** The day of issue at local noon: times in a ZIP have no time zone. */
function dateOf({ issuedDay }: Invoice, now: Date): Date {
  const at = new Date(`${issuedDay ?? ''}T12:00:00`)
  return Number.isNaN(at.getTime()) ? now : at
}

/** The stored copy of a PDF, else a fetched one. */
export class ArchivePdfs {
  readonly #parts: OpenAccountParts
  readonly #operation: Operation
  readonly #errorsInRow = new Map<string | null, HostError[]>()

  constructor(parts: OpenAccountParts, operation: Operation) {
    this.#parts = parts
    this.#operation = operation
  }

  /** @throws CANCELLED, and errors of reading the record; others are the reason why the PDF is missing */
  async read(key: string): Promise<FoundPdf> {
    const { account, storage, wait } = this.#operation
    const stored = await wait(storage.pdf(key)).catch((thrown: unknown) => {
      this.#errorOf(thrown)
      return null
    })
    if (stored) return { bytes: stored }
    const record = await wait(storage.invoice(key))
    if (!record?.invoice.hasPdf) {
      return { missing: hasUnusableLink(record?.notes ?? []) ? 'unusableLink' : 'noLink', host: null }
    }
    const host = linkHost(record.pdfUrl) ?? hostIn(account.connection.baseUrl)
    const errors = this.#errorsInRow.get(host) ?? []
    const last = errors.at(-1)
    if (last && errors.length >= MAX_HOST_ERRORS) return { missing: last, host }
    try {
      // The user didn't ask for each PDF, so none replaces a copy that they saved.
      const { bytes } = await fetchPdf(this.#parts, this.#operation, record, 'ifFree')
      this.#errorsInRow.delete(host)
      return { bytes }
    } catch (thrown) {
      const error = this.#errorOf(thrown)
      const reason = hostErrorOf(error)
      this.#errorsInRow.set(host, reason ? [...(this.#errorsInRow.get(host) ?? []), reason] : [])
      return { missing: error, host }
    }
  }

  /** @throws CANCELLED */
  #errorOf(thrown: unknown): ErrorInfo {
    this.#operation.check()
    this.#parts.report(thrown)
    return toErrorInfo(thrown)
  }
}
