import type { Input } from '../../../shared/ipc/contract.ts'
import { today } from '../../../shared/models/day.ts'
import {
  invoiceKey,
  type ExportKind,
  type ExportProgress,
  type Invoice,
  type InvoiceChoice
} from '../../../shared/models/invoice.ts'
import { inSlices, type Throttle } from '../../concurrency.ts'
import { startOperation, type OpenAccountParts, type Operation } from '../open-account.ts'
import type { ArchiveEntry, Storage } from '../ports/index.ts'
import type { Refresh } from '../refresh/refresh.ts'
import { accountingTable, isForAccounting, supplierOf } from './accounting-table.ts'
import { archiveEntries, ArchivePdfs, ArchiveTables } from './archive.ts'
import { createCalendar, isInCalendar } from './calendar.ts'
import { invoiceTable } from './csv-tables.ts'
import { pdfName, UniqueNames } from './file-names.ts'
import type { InvoiceLinks } from './links.ts'
import { searchTexts } from './search-texts.ts'

/** Rows handled before other work on the thread gets its turn. */
const BATCH = 100

const IS_INCLUDED: Record<ExportKind, (invoice: Invoice) => boolean> = {
  csv: () => true,
  accounting: isForAccounting,
  zip: () => true,
  ics: isInCalendar
}

export interface InvoiceParts extends OpenAccountParts, Pick<Storage, 'combineInvoices'> {
  refresh: OpenAccountParts['refresh'] & Pick<Refresh, 'backgroundStatus'>
  /** BCP 47, of the user's system. */
  locale: string
  /** In hexadecimal digits. */
  sha256: (text: string) => string
}

/** One export: the invoices are chosen once the user has chosen a file, and a later refresh doesn't change them. */
export class ExportRun {
  readonly #parts: InvoiceParts
  readonly #links: Pick<InvoiceLinks, 'refresh'>
  readonly #request: Input<'invoices', 'exportFile'>
  readonly #throttle: Throttle
  readonly #abort = new AbortController()
  readonly #operation: Operation
  readonly #counts: ExportProgress = { done: 0, total: 0, pdfs: 0, missing: 0 }
  /** False while the user chooses a file. */
  #isStarted = false

  /** @throws UNAUTHORIZED */
  constructor(
    parts: InvoiceParts,
    links: Pick<InvoiceLinks, 'refresh'>,
    request: Input<'invoices', 'exportFile'>,
    throttle: Throttle
  ) {
    this.#parts = parts
    this.#links = links
    this.#request = request
    this.#throttle = throttle
    this.#operation = startOperation(parts, this.#abort.signal)
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

  /** Also ends the fetching of PDFs. */
  abort(): void {
    this.#abort.abort()
  }

  async *#table(): AsyncGenerator<string> {
    const invoices = await this.#chooseInvoices()
    const { header, row } = invoiceTable(this.#parts.csvFormat(), false)
    yield header
    yield* this.#rows(invoices, (invoice) => row({ invoice, pdf: null }))
  }

  async *#accountingTable(): AsyncGenerator<string> {
    const invoices = await this.#chooseInvoices()
    const { header, row } = accountingTable(this.#parts.csvFormat())
    const supplier = supplierOf(this.#operation.account)
    // As in the archive, so that the two go together.
    const names = new UniqueNames()
    const pdfOf = (invoice: Invoice): string | null => (invoice.hasPdf ? names.add(pdfName(invoice)) : null)
    yield header
    yield* this.#rows(invoices, (invoice) => row({ invoice, supplier, pdf: pdfOf(invoice) }))
  }

  async *#calendar(): AsyncGenerator<string> {
    const { clock, locale, sha256 } = this.#parts
    const { account, storage, wait } = this.#operation
    const invoices = await this.#chooseInvoices()
    const { id, email, connection } = account
    const profile = email === null ? await wait(storage.profile()) : null
    const owner = { id, email, profile: profile?.value ?? null, baseUrl: connection.baseUrl }
    const { header, event, footer } = createCalendar(owner, { now: clock.now(), locale, sha256 })
    yield header
    yield* this.#rows(invoices, event)
    yield footer
  }

  async *#archive(): AsyncGenerator<ArchiveEntry> {
    const invoices = await this.#chooseInvoices()
    const pdfs = new ArchivePdfs(this.#parts, this.#operation)
    let reads = 0
    const readPdf: typeof pdfs.read = async (key) => {
      if ((reads += 1) % BATCH === 0) await this.#operation.wait(this.#nextTurn())
      return pdfs.read(key)
    }
    const tables = new ArchiveTables(this.#parts.csvFormat(), supplierOf(this.#operation.account))
    yield* archiveEntries(invoices, readPdf, tables, this.#parts.clock.now(), (what) => {
      this.#operation.check()
      this.#counts.done += 1
      this.#counts[what === 'pdf' ? 'pdfs' : 'missing'] += 1
      this.#throttle.sendSoon()
    })
    // Everything is written: from now on a cancellation has no effect.
    this.#operation.check()
  }

  async #chooseInvoices(): Promise<Invoice[]> {
    const { clock, locale } = this.#parts
    const { check, wait, storage } = this.#operation
    check()
    this.#isStarted = true
    this.#throttle.sendNow()
    const { choice, order, keys, kind } = this.#request
    if (kind === 'zip') await this.#links.refresh(this.#operation)
    const { id } = this.#operation.account
    const own = keys?.map((key) => ownKeyOf(key, id))
    const query = { ...choice, ...order, ...(own && { keys: own }) }
    const list = await wait(storage.invoices())
    const all = await wait(list.choose(query, today(clock.now()), searchTexts(locale)))
    const invoices = all.filter(IS_INCLUDED[kind])
    this.#counts.total = invoices.length
    this.#throttle.sendSoon()
    return invoices
  }

  /** In batches: other work on the thread gets its turn while one is made and while it is written. */
  async *#rows(invoices: readonly Invoice[], textOf: (invoice: Invoice) => string): AsyncGenerator<string> {
    const { check } = this.#operation
    for (let from = 0; from < invoices.length; from += BATCH) {
      const batch = invoices.slice(from, from + BATCH)
      this.#counts.done += batch.length
      this.#throttle.sendSoon()
      yield await inSlices(joinTexts(batch, textOf), check)
      check()
    }
  }

  #nextTurn(): Promise<void> {
    return new Promise((resolve) => void this.#parts.clock.after(0, resolve))
  }
}

const ownKeyOf = (key: string, account: string): string => {
  const prefix = invoiceKey({ account, key: '' })
  return key.startsWith(prefix) ? key.slice(prefix.length) : key
}

function* joinTexts(invoices: readonly Invoice[], textOf: (invoice: Invoice) => string): Generator<void, string> {
  let texts = ''
  for (const invoice of invoices) {
    texts += textOf(invoice)
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
