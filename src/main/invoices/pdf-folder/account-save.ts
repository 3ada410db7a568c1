import { today } from '../../../shared/models/day.ts'
import { EVERY_INVOICE, type Invoice } from '../../../shared/models/invoice.ts'
import type { FolderProblem } from '../../../shared/models/pdf-folder.ts'
import { hostErrorOf } from '../pdf/circuit-breaker.ts'
import { parsePattern, pathFor, shownPath, type FilePattern } from '../pdf/pdf-names.ts'
import { PdfSource } from '../pdf/pdf-source.ts'
import type { AccountWork } from '../../accounts/account.ts'
import type { SavedPdfEntry } from '../../ports/index.ts'
import type { FetchDelays } from './fetch-delays.ts'
import type { PdfSaverParts } from './pdf-folder-parts.ts'

export interface SaveOutcome {
  saved: number
  /** PDFs to save that weren't. */
  left: number
  /** Of these, the ones that couldn't be fetched. */
  notFetched: number
  problem: FolderProblem | null
  /** Its turn is over, and others are due. */
  isPaused: boolean
}

/** In milliseconds: then other accounts that are due get their turn, however slowly this one's provider sends. */
const LONGEST_TURN_MS = 60_000
/** After so many in a row, the rest waits for the next refresh. */
const MOST_ERRORS_IN_ROW = 3
/** PDFs that aren't there, of one run: the provider gets few requests in vain. */
const MOST_FAILURES = 20

const ISSUED_FIRST = { sort: 'issued', descending: false } as const

interface Unsaved {
  key: string
  begun: SavedPdfEntry | null
}

/** Saves what isn't there yet of one account, oldest first, one file at a time. */
export class AccountSave {
  readonly #parts: PdfSaverParts
  readonly #work: AccountWork
  readonly #delays: FetchDelays
  readonly #pdfs: PdfSource
  readonly #showProgress: (counts: { done: number; total: number }) => void
  readonly #outcome: SaveOutcome = { saved: 0, left: 0, notFetched: 0, problem: null, isPaused: false }
  readonly #areOthersDue: () => boolean
  readonly #begunAt: number
  /** No number is left for these: their PDFs aren't fetched. */
  readonly #fullNames = new Set<string>()
  #failures = 0
  #folderErrors = 0
  #isEnded = false

  constructor(
    parts: PdfSaverParts,
    work: AccountWork,
    delays: FetchDelays,
    saver: { showProgress: (counts: { done: number; total: number }) => void; areOthersDue: () => boolean }
  ) {
    this.#parts = parts
    this.#work = work
    this.#delays = delays
    this.#pdfs = new PdfSource(parts)
    this.#showProgress = saver.showProgress
    this.#areOthersDue = saver.areOthersDue
    this.#begunAt = parts.clock.uptime()
  }

  /** @throws CANCELLED, and the errors of reading the account's storage */
  async run(byUser: boolean): Promise<SaveOutcome> {
    const { record, settings, links, folderFiles } = this.#parts
    const { folder, problem } = record()
    const { pattern } = parsePattern(settings().pdfFolderPattern)
    if (folder === null || !pattern) return this.#outcome
    // Links expire. After a refresh they are fresh.
    if (byUser) await links.refresh(this.#work)
    const invoices = await this.#chooseInvoices()
    const unsaved = await this.#work.wait(this.#work.storage.savedPdfs.unsaved([...invoices.keys()]))
    if (!unsaved) return this.#outcome
    this.#outcome.left = unsaved.length
    if (unsaved.length === 0 && !problem) return this.#outcome
    this.#outcome.problem = await folderFiles.check(folder)
    if (!this.#outcome.problem) await this.#saveEach(unsaved, invoices, { folder, pattern })
    if (this.#outcome.saved > 0) this.#work.account.touch('invoices')
    return this.#outcome
  }

  /** By their keys, the oldest first. A draft waits until it is issued: its PDF would be another one then. */
  async #chooseInvoices(): Promise<Map<string, Invoice>> {
    const { clock, settings } = this.#parts
    const { storage, wait } = this.#work
    const list = await wait(storage.invoices())
    const query = { ...EVERY_INVOICE, from: settings().pdfFolderFrom, ...ISSUED_FIRST }
    const chosen = await wait(list.choose(query, today(clock.now())))
    const issued = chosen.filter(({ hasPdf, providerStatus }) => hasPdf && !isDraft(providerStatus))
    return new Map(issued.map((invoice) => [invoice.key, invoice]))
  }

  async #saveEach(
    unsaved: readonly Unsaved[],
    invoices: ReadonlyMap<string, Invoice>,
    place: { folder: string; pattern: FilePattern }
  ): Promise<void> {
    for (const [at, { key, begun }] of unsaved.entries()) {
      this.#work.check()
      if (this.#isTurnOver()) {
        this.#outcome.isPaused = true
        return
      }
      this.#showProgress({ done: at, total: unsaved.length })
      const invoice = invoices.get(key)
      if (!invoice) continue
      if (!(begun && (await this.#resume(key, begun)))) await this.#saveOne(invoice, place)
      if (this.#isEnded) return
    }
  }

  #isTurnOver(): boolean {
    return this.#parts.clock.uptime() - this.#begunAt >= LONGEST_TURN_MS && this.#areOthersDue()
  }

  async #saveOne(invoice: Invoice, { folder, pattern }: { folder: string; pattern: FilePattern }): Promise<void> {
    const { folderFiles, accounts, mayAddFile } = this.#parts
    const { account, record: owner, storage, check } = this.#work
    if (!mayAddFile()) return this.#fail('tooMany')
    const name = accounts.nameOf(owner)
    const path = pathFor(pattern, { invoice, account: name, provider: account.line.provider.name })
    if (this.#fullNames.has(shownPath(path))) return
    const bytes = await this.#fetch(invoice.key)
    if (!bytes) {
      this.#outcome.notFetched += 1
      return
    }
    check()
    const entry = { folder, number: invoice.number ?? invoice.key, at: this.#parts.clock.now().toISOString() }
    let begunPath: string | null = null
    const place = { folder, folders: path.folders, name: path.file, bytes }
    const result = await folderFiles.save(place, async (begun) => {
      check()
      await storage.savedPdfs.put(invoice.key, { ...entry, ...begun })
      begunPath = begun.path
    })
    if ('problem' in result) {
      if (result.problem === 'sameName') this.#fullNames.add(shownPath(path))
      this.#fail(result.problem)
    } else await this.#complete(invoice.key, { ...entry, ...result, part: null }, result.path === begunPath)
  }

  /** A crash came between the first and the last step of a save. @returns whether nothing is left to do for now */
  async #resume(key: string, begun: SavedPdfEntry): Promise<boolean> {
    const { part } = begun
    if (part === null) return true
    const result = await this.#parts.folderFiles.resume({ ...begun, part })
    if ('problem' in result) {
      this.#fail(result.problem)
      return true
    }
    if (result.complete) await this.#complete(key, { ...begun, part: null }, true)
    return result.complete
  }

  async #complete(key: string, entry: SavedPdfEntry, isNew: boolean): Promise<void> {
    await this.#work.storage.savedPdfs.put(key, entry)
    this.#outcome.saved += 1
    this.#outcome.left -= 1
    this.#folderErrors = 0
    this.#parts.saved(entry.at, isNew)
  }

  #fail(problem: FolderProblem): void {
    this.#outcome.problem = problem
    // Other names are free.
    if (problem === 'sameName') return
    this.#folderErrors += 1
    // The disk is full for every file. A subfolder that can't be written to may be the only one.
    const isOfFile = problem === 'readOnly' || problem === 'link' || problem === 'other'
    if (!isOfFile || this.#folderErrors >= MOST_ERRORS_IN_ROW) this.#isEnded = true
  }

  /** @returns null if it can't be fetched now @throws CANCELLED */
  async #fetch(key: string): Promise<Uint8Array | null> {
    const { account, storage, wait } = this.#work
    const invoice = { account: account.id, key }
    const mayAsk = !this.#delays.mustWait(account.id) && !this.#delays.hasFailed(invoice)
    // A stored copy needs no request.
    if (!mayAsk || this.#failures >= MOST_FAILURES) return wait(storage.pdf(key))
    const found = await this.#pdfs.read(this.#work, key)
    if ('bytes' in found) return found.bytes
    const { missing } = found
    // The host got no request.
    if (typeof missing === 'string') return null
    if (!this.#delays.askedToWait(account.id, missing) && !hostErrorOf(missing)) {
      this.#delays.failed(invoice)
      this.#failures += 1
    }
    return null
  }
}

const isDraft = (status: string | null): boolean => status?.trim().toLowerCase() === 'draft'
