/** Builds the archive for the accountant: the available PDFs, a CSV of all invoices, and a CSV of the missing PDFs. */
import type { Invoice } from '../../../shared/models/invoice.ts'
import type { ArchiveEntry } from '../ports/index.ts'
import { createNames, pdfName } from './file-names.ts'
import { hostOf } from './links.ts'
import { missingText } from './missing-pdfs.ts'
import type { ArchiveRecord, PdfSource } from './pdf-source.ts'
import { invoiceLine, invoicesHeader, missingHeader, missingLine } from './csv-rows.ts'

const FOLDER = 'pdf/'

/** PDFs fetched while the one before is written. At most three are in memory. */
const READ_AHEAD = 2

/**
 * PDFs come first: the CSVs name the files that were found.
 * @param report called for each invoice
 */
export async function* archiveEntries(
  records: readonly ArchiveRecord[],
  source: PdfSource,
  now: Date,
  report: (what: 'pdf' | 'missing') => void
): AsyncGenerator<ArchiveEntry> {
  const nameFor = createNames()
  const lines = [invoicesHeader(true)]
  const missing = [missingHeader()]
  const readAhead = records.slice(0, READ_AHEAD).map(startFetch)
  for (const [place, { invoice, pdfUrl }] of records.entries()) {
    const found = await readAhead.shift()
    const next = records[place + READ_AHEAD]
    if (next) readAhead.push(startFetch(next))
    if (found && 'bytes' in found) {
      const name = nameFor(pdfName(invoice))
      lines.push(invoiceLine(invoice, name))
      report('pdf')
      yield { name: FOLDER + name, modified: dateOf(invoice, now), content: found.bytes }
    } else if (found) {
      lines.push(invoiceLine(invoice, null))
      missing.push(missingLine(invoice, missingText(found.missing, hostOf(pdfUrl))))
      report('missing')
    }
  }
  const sheet = (name: string, rows: string[]) => ({ name: `${name}.csv`, modified: now, content: rows.join('') })
  yield sheet('invoices', lines)
  yield sheet('missing', missing)

  function startFetch(record: ArchiveRecord): ReturnType<PdfSource> {
    const work = source(record)
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
