/**
 * Saves new PDFs into a folder that the user chose. This module is always loaded: it keeps the folder and decides when to save.
 * All others of this folder are loaded when they are first needed.
 */
import type { Output } from '../../../shared/ipc/contract.ts'
import { AppError } from '../../../shared/ipc/error.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { countedAccounts, hasTopic, isSample } from '../../../shared/models/account.ts'
import { today, type Day } from '../../../shared/models/day.ts'
import { EVERY_INVOICE, NEWEST_FIRST } from '../../../shared/models/invoice.ts'
import { MOST_FILES_A_DAY, type FolderProblem, type PdfFolderState } from '../../../shared/models/pdf-folder.ts'
import type { SettingsChange } from '../../../shared/models/settings.ts'
import type { Account } from '../../accounts/account.ts'
import { unlessSealed } from '../../accounts/opened-storage.ts'
import { Throttle } from '../../concurrency.ts'
import { parsePattern, pathFor, shownPath, type PatternValues } from '../pdf/pdf-names.ts'
import { NotificationGate } from '../../app/notifications/notification-gate.ts'
import type { PdfFolderRecord } from '../../ports/index.ts'
import type { PdfFolderParts } from './pdf-folder-parts.ts'
import type { PdfSaver } from './pdf-saver.ts'

/** In place of an account's id. */
const OF_FOLDER = 'folder'
const MOST_EXAMPLES = 3

export class PdfFolder {
  readonly #parts: PdfFolderParts
  readonly #gate: NotificationGate
  readonly #throttle: Throttle
  /** As stored; null: not read yet. */
  #record: PdfFolderRecord | null = null
  /** Its settings, as they were applied. */
  #choices: string
  #loading: Promise<PdfSaver> | null = null
  #saver: PdfSaver | null = null
  #isStopped = false

  constructor(parts: PdfFolderParts) {
    this.#parts = parts
    this.#choices = this.#readChoices()
    this.#gate = new NotificationGate(parts)
    this.#throttle = new Throttle(parts.clock, () => parts.publisher.publish('pdfFolder', null))
  }

  state(): PdfFolderState {
    const { folder, problem, lastSavedAt } = this.#readRecord()
    return {
      folder,
      progress: this.#saver?.progress() ?? null,
      problem: problem && { kind: problem.kind, since: problem.since },
      notFetched: this.#saver?.notFetched() ?? 0,
      lastSavedAt
    }
  }

  /** @throws CANCELLED when the app was locked meanwhile */
  async chooseFolder(): Promise<PdfFolderState> {
    const { files, locked } = this.#parts
    const folder = await files.chooseFolder()
    if (folder === null) return this.state()
    if (locked()) throw new AppError('CANCELLED')
    const { folder: before } = this.#readRecord()
    const isOther = folder !== before
    // First: without it, the folder would get every invoice.
    if (before === null) this.#parts.changeSettings({ pdfFolderFrom: this.#today() })
    this.#change({ folder, problem: null, ...(isOther && { newFiles: null }) })
    return this.retry()
  }

  /** @throws BAD_REQUEST */
  checkChange({ pdfFolderOn, pdfFolderPattern }: SettingsChange): void {
    if (pdfFolderOn && this.#readRecord().folder === null) throw new AppError('BAD_REQUEST')
    if (pdfFolderPattern === undefined) return
    if (parsePattern(pdfFolderPattern).problem) throw new AppError('BAD_REQUEST')
  }

  /** Saves what isn't there yet if one of its settings changed. */
  settingsChanged(): void {
    const before = this.#choices
    this.#choices = this.#readChoices()
    if (this.#choices === before) return
    if (!this.#parts.settings().pdfFolderOn) {
      // The user sees the problem again, if it is still there.
      if (this.#readRecord().problem !== null) this.#change({ problem: null })
      this.#saver?.cancel()
    }
    this.retry()
  }

  /**
   * What a pattern makes of an account's newest invoices.
   * @param account null: nobody is signed in
   */
  async preview(account: Account | null, typed: string): Promise<Output<'pdfFolder', 'preview'>> {
    const parsed = parsePattern(typed)
    if (parsed.problem) return { examples: [], problem: parsed.problem }
    const values = (account && (await this.#newestValues(account))) ?? []
    const paths = (values.length > 0 ? values : [this.#exampleValues()]).map((each) => pathFor(parsed.pattern, each))
    return { examples: [...new Set(paths.map(shownPath))], problem: null }
  }

  async #newestValues(account: Account): Promise<PatternValues[] | null> {
    const { line } = account
    const list = await unlessSealed(account.use((storage) => storage.invoices()))
    const query = { ...EVERY_INVOICE, ...NEWEST_FIRST, offset: 0, limit: MOST_EXAMPLES }
    const page = await list?.page(query, this.#today())
    const name = this.#parts.accounts.nameOf(line.account)
    return page?.rows.map((invoice) => ({ invoice, account: name, provider: line.provider.name })) ?? null
  }

  /** Before there are any invoices. */
  #exampleValues(): PatternValues {
    const issuedDay = this.#today()
    const invoice = {
      key: '1',
      number: 'INV-2041',
      issuedDay,
      currency: 'EUR',
      total: '120.00',
      state: 'open'
    } as const
    return { invoice, account: 'Example', provider: 'Example' }
  }

  async saved(): Promise<Output<'pdfFolder', 'saved'>> {
    const { readSavedPdfs } = await import('./saved-pdfs.ts')
    return readSavedPdfs(this.#parts, this.#readRecord().folder)
  }

  /** @throws NOT_FOUND if the file isn't there */
  async reveal(id: string): Promise<void> {
    const { revealSavedPdf } = await import('./saved-pdfs.ts')
    await revealSavedPdf(this.#parts, id)
  }

  /** By the user: PDFs that couldn't be fetched are asked for again. */
  retry(): PdfFolderState {
    this.#save(this.#chosenIds(), true)
    return this.state()
  }

  /** An account's invoices were fetched. */
  invoicesFetched(accountId: string): void {
    if (this.#parts.settings().pdfFolderOn && this.#chosenIds().includes(accountId)) this.#save([accountId], false)
  }

  unlocked(): void {
    this.#saver?.resume()
  }

  /** Call in the step in which everything is erased. The saved files are the user's, and stay. */
  reset(): void {
    this.#saver?.cancel()
    this.#record = null
    this.#throttle.sendNow()
  }

  stop(): void {
    this.#isStopped = true
    this.#saver?.cancel()
  }

  #save(accountIds: readonly string[], byUser: boolean): void {
    const isOn = this.#parts.settings().pdfFolderOn && this.#readRecord().folder !== null
    if (!isOn || this.#isStopped) return
    void this.#loadSaver()
      .then((saver) => {
        if (!this.#isStopped) saver.save(accountIds, byUser)
      })
      .catch(this.#parts.report)
  }

  #loadSaver(): Promise<PdfSaver> {
    this.#loading ??= this.#createSaver()
    return this.#loading
  }

  async #createSaver(): Promise<PdfSaver> {
    const [{ PdfSaver }, files] = await Promise.all([import('./pdf-saver.ts'), this.#parts.loadFolderFiles()])
    this.#saver = new PdfSaver({
      ...this.#parts,
      folderFiles: files,
      record: () => this.#readRecord(),
      isChosen: (id) => this.#chosenIds().includes(id),
      mayAddFile: () => this.#filesToday() < MOST_FILES_A_DAY,
      saved: (at, isNew) => this.#noteSaved(at, isNew),
      found: (problem) => this.#noteProblem(problem),
      changed: () => this.#throttle.sendSoon()
    })
    return this.#saver
  }

  /** Without the sample while there are real accounts, as for notifications. */
  #chosenIds(): string[] {
    const { pdfFolderAccounts: accounts } = this.#parts.settings()
    return countedAccounts(this.#gate.signedIn(), isSample)
      .filter(({ provider }) => hasTopic(provider, 'invoices'))
      .map(({ account }) => account.id)
      .filter((id) => accounts === null || accounts.includes(id))
  }

  /** Since a save began that has yet to notice it. */
  get #isErased(): boolean {
    return this.#readRecord().folder === null
  }

  /** Comparable. */
  #readChoices(): string {
    const { pdfFolderOn, pdfFolderPattern, pdfFolderAccounts, pdfFolderFrom } = this.#parts.settings()
    return JSON.stringify([pdfFolderOn, pdfFolderPattern, pdfFolderAccounts, pdfFolderFrom])
  }

  #noteSaved(at: string, isNew: boolean): void {
    if (this.#isErased) return
    const files = this.#filesToday() + (isNew ? 1 : 0)
    this.#change({ lastSavedAt: at, newFiles: { day: this.#today(), files } })
  }

  /** New ones in the chosen folder. */
  #filesToday(): number {
    const { newFiles } = this.#readRecord()
    return newFiles?.day === this.#today() ? newFiles.files : 0
  }

  #today(): Day {
    return today(this.#parts.clock.now())
  }

  /** Said once, until files can be saved again: in the window, or by a notification if it isn't on screen. */
  #noteProblem(kind: FolderProblem | null): void {
    const { clock, onScreen } = this.#parts
    const { problem: before } = this.#readRecord()
    if (this.#isErased) return
    if (kind === null) {
      if (before) this.#change({ problem: null })
      return
    }
    const known = before?.kind === kind ? before : { kind, since: clock.now().toISOString(), notified: false }
    const notified = known.notified || onScreen() || this.#notify(kind)
    if (known !== before || notified !== known.notified) this.#change({ problem: { ...known, notified } })
  }

  /** @returns false if it was postponed */
  #notify(kind: FolderProblem): boolean {
    const { notifier, settings, openSettings } = this.#parts
    if (!settings().notify || !notifier.supported() || this.#gate.isPostponed(OF_FOLDER)) return false
    const notice = { title: t('pdfFolder.notification.title'), body: t(`pdfFolder.notification.body.${kind}`) }
    this.#gate.shown(OF_FOLDER)
    notifier.show(notice, { clicked: openSettings, failed: () => this.#notificationFailed() })
    return true
  }

  #notificationFailed(): void {
    this.#gate.refused()
    const { problem } = this.#readRecord()
    if (problem) this.#change({ problem: { ...problem, notified: false } })
  }

  #readRecord(): PdfFolderRecord {
    const { registry } = this.#parts
    this.#record ??= registry.pdfFolder() ?? { folder: null, problem: null, lastSavedAt: null }
    return this.#record
  }

  #change(change: Partial<PdfFolderRecord>): void {
    this.#record = { ...this.#readRecord(), ...change }
    this.#parts.registry.savePdfFolder(this.#record)
    this.#throttle.sendSoon()
    if (change.problem !== undefined) this.#parts.publisher.publish('status', null)
  }
}
