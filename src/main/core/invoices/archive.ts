/** Builds the archive for the accountant: the available PDFs, a CSV of all invoices, and a CSV of the missing PDFs. */
import { toErrorInfo } from '../../../shared/ipc/error.ts'
import { hasUnusableLink } from '../../../shared/models/freshness.ts'
import type { Invoice } from '../../../shared/models/invoice.ts'
import type { CoreParts } from '../core-parts.ts'
import type { Operation } from '../open-account.ts'
import type { ArchiveEntry } from '../ports/index.ts'
import { hostErrorOf, invoiceTable, missingTable, missingText, type HostError, type Missing } from './csv-tables.ts'
import { createNames, pdfName } from './file-names.ts'
import { hostOf } from './links.ts'
import { fetchPdf } from './pdf.ts'

const FOLDER = 'pdf/'

/** PDFs fetched while the one before is written. At most three are in memory. */
const READ_AHEAD = 2

/** After this many host errors in a row, the host gets no more requests. */
const MAX_HOST_ERRORS = 3

/** @throws CANCELLED only; other errors are the reason why the PDF is missing */
type PdfSource = (key: string) => Promise<{ bytes: Uint8Array } | { missing: Missing; host: string | null }>

/** PDFs come first: the CSVs name the files that were found. */
export async function* archiveEntries(
  invoices: readonly Invoice[],
  source: PdfSource,
  now: Date,
  found: (what: 'pdf' | 'missing') => void
): AsyncGenerator<ArchiveEntry> {
  const nameFor = createNames()
  const table = invoiceTable(true)
  const missing = missingTable()
  const rows = [table.header]
  const missingRows = [missing.header]
  const readAhead = invoices.slice(0, READ_AHEAD).map(startFetch)
  for (const [place, invoice] of invoices.entries()) {
    const pdf = await readAhead.shift()
    const next = invoices[place + READ_AHEAD]
    if (next) readAhead.push(startFetch(next))
    if (pdf && 'bytes' in pdf) {
      const name = nameFor(pdfName(invoice))
      rows.push(table.row({ invoice, pdf: name }))
      found('pdf')
      yield { name: FOLDER + name, modified: dateOf(invoice, now), content: pdf.bytes }
    } else if (pdf) {
      rows.push(table.row({ invoice, pdf: null }))
      missingRows.push(missing.row({ invoice, why: missingText(pdf.missing, pdf.host) }))
      found('missing')
    }
  }
  yield { name: 'invoices.csv', modified: now, content: rows.join('') }
  yield { name: 'missing.csv', modified: now, content: missingRows.join('') }

  function startFetch({ key }: Invoice): ReturnType<PdfSource> {
    const work = source(key)
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

export function createPdfSource(parts: CoreParts, operation: Operation): PdfSource {
  const errorsInRow = new Map<string | null, HostError[]>()
  const errorOf = (thrown: unknown) => {
    operation.check()
    parts.report(thrown)
    return toErrorInfo(thrown)
  }
  return async (key) => {
    const stored = await operation.wait(operation.storage.pdf(key)).catch((thrown: unknown) => {
      errorOf(thrown)
      return null
    })
    if (stored) return { bytes: stored }
    const record = await operation.wait(operation.storage.invoice(key))
    const host = hostOf(record?.pdfUrl ?? null)
    if (!record?.pdfUrl) {
      return { missing: hasUnusableLink(record?.notes ?? []) ? 'unusableLink' : 'noLink', host }
    }
    const before = errorsInRow.get(host) ?? []
    const last = before.at(-1)
    if (last && before.length >= MAX_HOST_ERRORS) return { missing: last, host }
    try {
      // The user didn't ask for each PDF, so none replaces a copy that they saved.
      const { bytes } = await fetchPdf(parts, operation, record, 'ifFree')
      errorsInRow.delete(host)
      return { bytes }
    } catch (thrown) {
      const error = errorOf(thrown)
      const reason = hostErrorOf(error)
      errorsInRow.set(host, reason ? [...(errorsInRow.get(host) ?? []), reason] : [])
      return { missing: error, host }
    }
  }
}
