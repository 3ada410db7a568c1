/** What is chosen of the invoices, as a CSV file or as an archive with their PDFs. */
import type { Input, Output } from '../../../shared/ipc/contract.ts'
import { AppError } from '../../../shared/ipc/error.ts'
import { today } from '../../../shared/models/day-rules.ts'
import type { ExportProgress, InvoiceChoice } from '../../../shared/models/invoice.ts'
import { createThrottle } from '../concurrency/throttle.ts'
import { startOperation, type Operation } from '../open-account.ts'
import type { InvoiceParts } from './index.ts'
import { pack } from './archive.ts'
import { createFetchPdf } from './pdf.ts'
import { createPdfSource, type PackRecord, type PdfSource } from './pdf-source.ts'
import type { Renew } from './refresh-links.ts'
import { invoiceLine, invoicesHeader } from './csv-rows.ts'

type Wanted = Input<'invoices', 'exportFile'>

export interface Export {
  /**
   * One at a time: BAD_REQUEST while another one is under way.
   * @throws CANCELLED when it was ended, the account left or the app locked: nothing is written then. STORAGE
   */
  exportFile(wanted: Wanted): Promise<Output<'invoices', 'exportFile'>>
  /** null: none is under way, or the person is still asked where to. */
  exportProgress(): ExportProgress | null
  /** Ends the one that is under way. */
  cancelExport(): void
}

interface Running {
  abort: AbortController
  progress: ExportProgress | null
}

/** So many are read, looked at or written as lines before others get their turn. */
const SPAN = 100

export function createExport(parts: InvoiceParts, renew: Renew): Export {
  const { clock, files, freshness, publisher } = parts
  const fetchPdf = createFetchPdf(parts)
  const throttle = createThrottle(clock, () => publisher.publish('exportChanged'))
  let running: Running | null = null

  const turn = (): Promise<void> => new Promise((resolve) => void clock.after(0, resolve))

  /** As they are now: what a refresh changes meanwhile is not in it. */
  const chosen = async ({ storage, wait }: Operation, { choice, order }: Wanted): Promise<PackRecord[]> => {
    const keys = await wait(storage.invoiceKeys({ ...choice, ...order }, today(clock.now())))
    const records: PackRecord[] = []
    for (const [place, key] of keys.entries()) {
      if (place % SPAN === SPAN - 1) await wait(turn())
      const record = await wait(storage.invoice(key))
      if (record) records.push({ invoice: record.invoice, pdfUrl: record.pdfUrl })
    }
    return records
  }

  return {
    async exportFile(wanted) {
      if (running) throw new AppError('BAD_REQUEST')
      const abort = new AbortController()
      const operation = startOperation(parts, abort.signal)
      const mine: Running = { abort, progress: null }
      running = mine
      const progress: ExportProgress = { done: 0, total: 0, pdfs: 0, missing: 0 }

      const start = async (): Promise<PackRecord[]> => {
        operation.check()
        mine.progress = progress
        throttle.now()
        if (wanted.kind === 'zip') await renew(operation)
        const records = await chosen(operation, wanted)
        progress.total = records.length
        throttle.soon()
        return records
      }
      const table = async function* (): AsyncGenerator<string> {
        const records = await start()
        yield invoicesHeader(false)
        for (let from = 0; from < records.length; from += SPAN) {
          operation.check()
          const span = records.slice(from, from + SPAN)
          progress.done += span.length
          throttle.soon()
          yield span.map(({ invoice }) => invoiceLine(invoice)).join('')
        }
      }
      const archive = async function* () {
        const records = await start()
        const pdfOf = createPdfSource(parts, operation, fetchPdf)
        let looked = 0
        const source: PdfSource = async (record) => {
          if ((looked += 1) % SPAN === 0) await operation.wait(turn())
          return pdfOf(record)
        }
        yield* pack(records, source, clock.now(), (what) => {
          operation.check()
          progress.done += 1
          progress[what === 'pdf' ? 'pdfs' : 'missing'] += 1
          throttle.soon()
        })
        // The last of it is written: after that nothing ends it any more.
        operation.check()
      }

      const name = `${stemOf(wanted.choice, clock.now())}.${wanted.kind}`
      try {
        const saved = await (wanted.kind === 'csv'
          ? files.saveStream(name, 'csv', table())
          : files.saveArchive(name, archive()))
        return { name: saved, invoices: progress.done, pdfs: progress.pdfs, missing: progress.missing }
      } finally {
        // What of it is still being fetched is for nobody.
        abort.abort()
        running = null
        if (mine.progress) throttle.now()
        if (progress.pdfs > 0) freshness.touch('invoices')
      }
    },
    exportProgress: () => (running?.progress ? { ...running.progress } : null),
    cancelExport: () => running?.abort.abort()
  }
}

/** By the days that were chosen, else by today. */
function stemOf({ from, to }: InvoiceChoice, now: Date): string {
  const days = [from && `from-${from}`, to && `to-${to}`].filter((part) => part !== null && part !== '')
  return ['portside-invoices', ...(days.length > 0 ? days : [today(now)])].join('-')
}
