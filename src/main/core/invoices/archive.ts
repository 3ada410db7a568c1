/** What is in the archive for the accountant: the PDFs that could be had, a CSV of all, and a list of what is missing. */
import type { Invoice } from '../../../shared/models/invoice.ts'
import type { ArchiveEntry } from '../ports/index.ts'
import { createNames, pdfName } from './file-names.ts'
import { hostOf } from './links.ts'
import { whyMissing } from './missing-pdfs.ts'
import type { PackRecord, PdfSource } from './pdf-source.ts'
import { invoiceLine, invoicesHeader, missingHeader, missingLine } from './csv-rows.ts'

const FOLDER = 'pdf/'

/** PDFs that are fetched at once, while the one before is written: no more than these three are in memory. */
const AHEAD = 2

/**
 * PDFs come first, because only then it is known which there are.
 * @param told of each invoice that was looked at
 */
export async function* pack(
  records: readonly PackRecord[],
  source: PdfSource,
  now: Date,
  told: (what: 'pdf' | 'missing') => void
): AsyncGenerator<ArchiveEntry> {
  const nameFor = createNames()
  const lines = [invoicesHeader(true)]
  const missing = [missingHeader()]
  const ahead = records.slice(0, AHEAD).map(fetching)
  for (const [place, { invoice, pdfUrl }] of records.entries()) {
    const found = await ahead.shift()
    const next = records[place + AHEAD]
    if (next) ahead.push(fetching(next))
    if (found && 'bytes' in found) {
      const name = nameFor(pdfName(invoice))
      lines.push(invoiceLine(invoice, name))
      told('pdf')
      yield { name: FOLDER + name, modified: dateOf(invoice, now), content: found.bytes }
    } else if (found) {
      lines.push(invoiceLine(invoice, null))
      missing.push(missingLine(invoice, whyMissing(found.missing, hostOf(pdfUrl))))
      told('missing')
    }
  }
  const sheet = (name: string, rows: string[]) => ({ name: `${name}.csv`, modified: now, content: rows.join('') })
  yield sheet('invoices', lines)
  yield sheet('missing', missing)

  function fetching(record: PackRecord): ReturnType<PdfSource> {
    const work = source(record)
    // Should all of it end before, nobody waits for this one.
    work.catch(() => undefined)
    return work
  }
}

/** The day of issue, at noon where the person is: an archive's times have no zone. */
function dateOf({ issuedDay }: Invoice, now: Date): Date {
  const at = new Date(`${issuedDay ?? ''}T12:00:00`)
  return Number.isNaN(at.getTime()) ? now : at
}
