import type { Input, Output } from '../../../shared/ipc/contract.ts'
import { AppError } from '../../../shared/ipc/error.ts'
import { today } from '../../../shared/models/day.ts'
import type { ExportProgress, Invoice, InvoiceChoice } from '../../../shared/models/invoice.ts'
import { Throttle, inSlices } from '../../concurrency.ts'
import { startOperation, type OpenAccountParts } from '../open-account.ts'
import { createCalendar, isInCalendar } from './calendar.ts'
import { archiveEntries, createPdfSource } from './archive.ts'
import { invoiceTable } from './csv-tables.ts'
import type { RefreshLinks } from './links.ts'

type Wanted = Input<'invoices', 'exportFile'>

interface Running {
  abort: AbortController
  progress: ExportProgress | null
}

/** Rows handled before other work on the thread gets its turn. */
const BATCH = 100

export interface InvoiceParts extends OpenAccountParts {
  /** BCP 47, of the user's system. */
  locale: string
  /** In hexadecimal digits. */
  sha256: (text: string) => string
}

export function createExport(parts: InvoiceParts, refreshLinks: RefreshLinks) {
  const { clock, files, freshness, publisher, locale, sha256 } = parts
  const throttle = new Throttle(clock, () => publisher.publish('exportChanged'))
  let running: Running | null = null

  const turn = (): Promise<void> => new Promise((resolve) => void clock.after(0, resolve))

  return {
    /** No file is written when the user cancels, another account is opened or the app is locked. */
    async exportFile(wanted: Wanted): Promise<Output<'invoices', 'exportFile'>> {
      if (running) throw new AppError('BAD_REQUEST')
      const abort = new AbortController()
      const operation = startOperation(parts, abort.signal)
      const current: Running = { abort, progress: null }
      running = current
      const progress: ExportProgress = { done: 0, total: 0, pdfs: 0, missing: 0 }

      /** The invoices as they are now: a later refresh doesn't change the export. */
      const start = async (): Promise<Invoice[]> => {
        operation.check()
        current.progress = progress
        throttle.sendNow()
        if (wanted.kind === 'zip') await refreshLinks(operation)
        const { choice, order, keys, kind } = wanted
        const query = { ...choice, ...order, ...(keys && { keys }) }
        const chosen = operation.storage.chosenInvoices(query, today(clock.now()), locale)
        const all = await operation.wait(chosen)
        const invoices = kind === 'ics' ? all.filter(isInCalendar) : all
        progress.total = invoices.length
        throttle.sendSoon()
        return invoices
      }
      /** In batches: other work on the thread gets its turn while one is made and while it is written. */
      const rows = async function* (invoices: readonly Invoice[], textOf: (invoice: Invoice) => string) {
        for (let from = 0; from < invoices.length; from += BATCH) {
          const span = invoices.slice(from, from + BATCH)
          progress.done += span.length
          throttle.sendSoon()
          yield await inSlices(joinedTexts(span, textOf), operation.check)
          operation.check()
        }
      }
      const table = async function* (): AsyncGenerator<string> {
        const invoices = await start()
        const { header, row } = invoiceTable(false)
        yield header
        yield* rows(invoices, (invoice) => row({ invoice, pdf: null }))
      }
      const calendar = async function* (): AsyncGenerator<string> {
        const invoices = await start()
        const { id, email, connection } = operation.account
        const profile = email === null ? await operation.wait(operation.storage.profile()) : null
        const owner = { id, email, profile: profile?.value ?? null, baseAddress: connection.baseAddress }
        const { header, event, footer } = createCalendar(owner, { now: clock.now(), locale, sha256 })
        yield header
        yield* rows(invoices, event)
        yield footer
      }
      const archive = async function* () {
        const invoices = await start()
        const pdfOf = createPdfSource(parts, operation)
        let fetched = 0
        const source: typeof pdfOf = async (key) => {
          if ((fetched += 1) % BATCH === 0) await operation.wait(turn())
          return pdfOf(key)
        }
        yield* archiveEntries(invoices, source, clock.now(), (what) => {
          operation.check()
          progress.done += 1
          progress[what === 'pdf' ? 'pdfs' : 'missing'] += 1
          throttle.sendSoon()
        })
        // Everything is written: from now on a cancellation has no effect.
        operation.check()
      }

      const name = `${stemOf(wanted.choice, clock.now())}.${wanted.kind}`
      try {
        const saved = await (wanted.kind === 'zip'
          ? files.saveArchive(name, archive())
          : files.saveStream(name, wanted.kind, wanted.kind === 'csv' ? table() : calendar()))
        return { name: saved, invoices: progress.done, pdfs: progress.pdfs, missing: progress.missing }
      } finally {
        // Aborts the PDFs that are still being fetched.
        abort.abort()
        running = null
        if (current.progress) throttle.sendNow()
        if (progress.pdfs > 0) freshness.touch('invoices')
      }
    },
    /** null: no export runs, or the user is still choosing a file. */
    exportProgress: (): ExportProgress | null => (running?.progress ? { ...running.progress } : null),
    cancelExport: (): void => running?.abort.abort()
  }
}

function* joinedTexts(invoices: readonly Invoice[], textOf: (invoice: Invoice) => string): Generator<void, string> {
  let texts = ''
  for (const invoice of invoices) {
    texts += textOf(invoice)
    yield
  }
  return texts
}

function stemOf({ from, to }: InvoiceChoice, now: Date): string {
  const days = [from && `from-${from}`, to && `to-${to}`].filter((part) => part !== null && part !== '')
  return ['portside-invoices', ...(days.length > 0 ? days : [today(now)])].join('-')
}
