/** `portside invoices`: lists the invoices of the accounts, or saves their PDFs. */
import { t } from '../../shared/i18n/translate.ts'
import { oneLine } from '../../shared/i18n/format.ts'
import { today } from '../../shared/models/day.ts'
import type { AccountRecord } from '../../shared/models/account.ts'
import { EVERY_INVOICE, NEWEST_FIRST, type Invoice, type InvoiceChoice } from '../../shared/models/invoice.ts'
import type { InvoiceList } from '../invoices/storage/invoice-list.ts'
import { chooseAccounts, type NamedAccount } from './choose-account.ts'
import type { CommandAnswer, CommandParts } from './command.ts'
import { EXIT, type ExitCode } from './commands.ts'
import { createSources, fetchInTurn, findInvoices, type AccountAnswer } from './find-invoices.ts'
import { accountJson, accountText, gapsOf, type AccountReport, type ReportContext } from './invoice-report.ts'
import { jsonEnd, jsonStart, jsonText } from './output.ts'
import { PdfExport, type PdfResult } from './pdf-export.ts'
import { nobodyIn, readAccounts, unavailableAnswer, warnOfUnread } from './saved-data.ts'

const STATES: Readonly<Record<string, InvoiceChoice['state']>> = {
  open: 'outstanding',
  overdue: 'overdue',
  paid: 'settled',
  all: 'all'
}

export async function listInvoices(parts: CommandParts): Promise<CommandAnswer> {
  const { dataFolder, options, warn } = parts
  const saved = readAccounts(dataFolder)
  if (typeof saved === 'string') return unavailableAnswer('invoices', saved, parts)
  const chosen = chooseAccounts(saved.accounts, options.account)
  warnOfUnread(saved, chosen, parts)
  if ('error' in chosen) {
    warn(chosen.error)
    return { exitCode: EXIT.usage, text: '' }
  }
  const isAllSignedOut = chosen.every(({ account }) => account.signedOut)
  if (isAllSignedOut && options.account === undefined) return unavailableAnswer('invoices', nobodyIn(saved), parts)
  const sources = createSources(parts, { fetch: options.fetch !== undefined })
  const folder = options['save-pdfs']
  const saver = folder === undefined ? null : new PdfExport(folder, { ...parts, ...sources })
  if (saver && !(await saver.prepare())) {
    warn(saver.problem() ?? '')
    return { exitCode: EXIT.cannotSave, text: '' }
  }
  const isWhole = saved.isWhole || options.account !== undefined
  return new InvoiceListing(parts, sources, { saver, isWhole }).answer(chosen)
}

type Sources = ReturnType<typeof createSources>

/** Prints one account after the other: a list of invoices may have megabytes. */
class InvoiceListing {
  readonly #parts: CommandParts
  readonly #sources: Sources
  readonly #saver: PdfExport | null
  readonly #context: ReportContext
  #isComplete: boolean

  /** @param isWhole false: accounts are missing, which can't be read */
  constructor(
    parts: CommandParts,
    sources: Sources,
    { saver, isWhole }: { saver: PdfExport | null; isWhole: boolean }
  ) {
    const { locale, columns } = parts
    const { now, fetch: isFetched } = sources
    this.#parts = parts
    this.#sources = sources
    this.#saver = saver
    this.#isComplete = isWhole
    this.#context = { locale, columns, now, today: today(now), isFetched }
  }

  async answer(chosen: readonly NamedAccount[]): Promise<CommandAnswer> {
    const { options, print } = this.#parts
    const isJson = options.json !== undefined
    const fetched = this.#sources.fetch ? fetchInTurn(chosen, this.#sources) : []
    if (isJson) await print(this.#jsonHead())
    const separator = isJson ? ',' : this.#saver ? '' : '\n'
    let isFirst = true
    const isOnly = chosen.length === 1 && this.#isComplete
    for (const [place, named] of chosen.entries()) {
      const answer = await (fetched[place] ?? findInvoices(named, this.#sources))
      const report = await this.#reportOf(answer, named.account)
      this.#warnOfGaps(report, isOnly)
      const text = isJson ? jsonText(accountJson(report, this.#context.today)) : this.#textOf(report, isOnly)
      if (text === '') continue
      if (!isFirst) await print(separator)
      isFirst = false
      await print(text)
    }
    const exitCode = this.#end()
    const complete = exitCode === EXIT.done
    return { exitCode, text: isJson ? `${jsonEnd({ complete, exitCode })}\n` : '' }
  }

  async #reportOf({ name, isSample, found, problem }: AccountAnswer, account: AccountRecord): Promise<AccountReport> {
    if (found === null) return { name, isSample, problem, listed: null }
    const { today: day } = this.#context
    const { state = 'all', since } = this.#parts.options
    const choice = { ...EVERY_INVOICE, ...NEWEST_FIRST, state: STATES[state] ?? 'all' }
    const ofEveryDay = await found.list.choose(choice, day)
    const invoices = since === undefined ? ofEveryDay : await found.list.choose({ ...choice, from: since }, day)
    const withoutDate = since === undefined ? 0 : ofEveryDay.filter(({ issuedDay }) => issuedDay === null).length
    const { owed, total, fetchedAt, partial } = found
    const pdfs = this.#saver && (await this.#savePdfs(this.#saver, account, invoices, found.list))
    return { name, isSample, problem, listed: { invoices, withoutDate, owed, total, fetchedAt, partial, pdfs } }
  }

  async #savePdfs(
    saver: PdfExport,
    account: AccountRecord,
    invoices: readonly Invoice[],
    list: InvoiceList
  ): Promise<ReadonlyMap<string, PdfResult>> {
    const results = new Map<string, PdfResult>()
    for (const { key } of invoices) {
      const record = list.find(key)
      const result = record && (await saver.save(account, record))
      if (result) results.set(key, result)
    }
    return results
  }

  #textOf(report: AccountReport, isOnly: boolean): string {
    return this.#saver ? savedFilesText(report) : accountText(report, isOnly, this.#context)
  }

  #jsonHead(): string {
    const { state = 'all', since = null, account = null } = this.#parts.options
    const { now, fetch } = this.#sources
    const source = fetch ? 'provider' : 'saved'
    const head = { version: 1, kind: 'invoices', source, at: now.toISOString(), filter: { state, since, account } }
    return jsonStart(head, 'accounts')
  }

  #warnOfGaps(report: AccountReport, isOnly: boolean): void {
    const { state = 'all', account } = this.#parts.options
    for (const sentence of gapsOf(report, state)) {
      this.#parts.warn(isOnly ? sentence : t('quickCheck.account', { label: oneLine(report.name), text: sentence }))
      // The user signed out of it, so it isn't missed unless it was asked for.
      if (report.problem?.code !== 'signedOut' || account !== undefined) this.#isComplete = false
    }
  }

  /** Says what became of the PDFs. */
  #end(): ExitCode {
    const { warn } = this.#parts
    if (this.#saver) {
      const { notStored, failed } = this.#saver.counts()
      for (const sentence of this.#saver.sentences()) warn(sentence)
      if (this.#saver.problem() !== null) return EXIT.cannotSave
      if (notStored + failed > 0) this.#isComplete = false
    }
    return this.#isComplete ? EXIT.done : EXIT.incomplete
  }
}

/** A path a line, for other programs. */
function savedFilesText({ listed }: AccountReport): string {
  const results = [...(listed?.pdfs?.values() ?? [])]
  return results.map((result) => (result.state === 'saved' ? `${result.file}\n` : '')).join('')
}
