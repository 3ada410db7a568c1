/** The answer of `portside invoices`: as tables, and as JSON (docs/command-line.md). */
import { ageText, joined, moneyText, oneLine } from '../../shared/i18n/format.ts'
import { owedText } from '../../shared/i18n/owed-text.ts'
import { localesFor, t } from '../../shared/i18n/translate.ts'
import { otherPaperOf, statusSaid, toPay, type Invoice } from '../../shared/models/invoice.ts'
import { isOverdue } from '../../shared/models/overdue.ts'
import { isAllKnown } from '../../shared/models/owed.ts'
import { countsOf, type AccountProblem, type FoundInvoices } from './find-invoices.ts'
import { partialText } from './output.ts'
import type { PdfResult } from './pdf-export.ts'
import { tableText, type TextColumn } from './table.ts'

/** What is printed of one account. */
export interface AccountReport {
  name: string
  isSample: boolean
  problem: AccountProblem | null
  listed: ListedInvoices | null
}

export interface ListedInvoices extends Omit<FoundInvoices, 'list'> {
  invoices: readonly Invoice[]
  /** Of those that were chosen without their date. null: every date counts. */
  withoutDate: number | null
  /** By the invoice's key; null: no PDFs were asked for. */
  pdfs: ReadonlyMap<string, PdfResult> | null
}

export interface ReportContext {
  locale: string
  now: Date
  /** Local. */
  today: string
  /** null: not a terminal. */
  columns: number | null
  isFetched: boolean
}

export function accountText(report: AccountReport, isOnly: boolean, context: ReportContext): string {
  const { listed, name, isSample } = report
  if (listed === null) return ''
  const heading = isSample ? t('tray.sample') : isOnly ? null : oneLine(name)
  const table = listed.invoices.length === 0 ? '' : tableText(columnsOf(listed.invoices, context), context.columns)
  return `${heading === null ? '' : `${heading}\n`}${table}${lastLine(report, listed, context)}\n`
}

/** What the account has, and how old that is. */
function lastLine(
  { isSample }: AccountReport,
  listed: ListedInvoices,
  { locale, now, isFetched }: ReportContext
): string {
  const { invoices, owed, total, partial, fetchedAt } = listed
  const age = ageText(fetchedAt, now.getTime(), localesFor(locale)) ?? t('tray.justNow')
  return joined([
    invoices.length < total && t('cli.listed', { n: invoices.length, total }, invoices.length),
    owedText(owed, { locale }),
    partialText(partial),
    !isFetched && !isSample && t('cli.saved', { age })
  ])
}

function columnsOf(invoices: readonly Invoice[], { locale, today }: ReportContext): TextColumn[] {
  const money = (amount: string | null, { currency }: Invoice): string =>
    amount === null ? '' : moneyText({ amount, currency }, locale)
  const column = (heading: string, cell: (invoice: Invoice) => string): TextColumn => ({
    heading,
    cells: invoices.map((invoice) => cell(invoice))
  })
  return [
    { ...column(t('invoices.column.number'), ({ number, key }) => number ?? key), least: 8 },
    { ...column(t('invoices.column.issued'), dayCell('issued')), leaves: 4 },
    { ...column(t('invoices.column.due'), dayCell('due')), leaves: 3 },
    { ...column(t('invoices.column.state'), (invoice) => stateText(invoice, today)), least: 7, leaves: 2 },
    { ...column(t('invoices.column.total'), (invoice) => money(invoice.total, invoice)), isRight: true },
    {
      ...column(t('invoices.column.remaining'), (invoice) =>
        invoice.state === 'open' ? money(toPay(invoice), invoice) : ''
      ),
      isRight: true,
      leaves: 1
    }
  ]
}

/** A date that can't be read stands there as it came. */
const dayCell =
  (which: 'issued' | 'due') =>
  ({ issuedDay, issuedAt, dueDay, dueAt }: Invoice): string =>
    which === 'issued' ? (issuedDay ?? issuedAt ?? '') : (dueDay ?? dueAt ?? '')

function stateText(invoice: Invoice, today: string): string {
  const { state, statusIsNumber } = invoice
  const [status, otherPaper] = [statusSaid(invoice), otherPaperOf(invoice)]
  if (isOverdue(invoice, today)) return t('invoices.state.overdue')
  if (otherPaper !== null) return t(`invoices.kind.${otherPaper}`)
  if (invoice.calledOverdue) return `${t(`invoices.state.${state}`)} (${t('invoices.calledOverdue')})`
  if (state !== 'unknown') return t(`invoices.state.${state}`)
  if (!status) return t('invoices.noStatus')
  return statusIsNumber ? t('invoices.statusNumber', { status }) : status
}

/** What standard error says of an account: why the answer may lack something. Without the account's name. */
export function gapsOf({ listed, problem }: AccountReport, state: string): string[] {
  if (problem !== null) return [problem.sentence]
  if (listed === null) return []
  const { owed, partial, withoutDate } = listed
  const { unknown, dueUnread } = owed
  return [
    ...(partial === null ? [] : [t('cli.partial', { part: partialText(partial) ?? '' })]),
    ...(state !== 'all' && unknown > 0 ? [t('cli.unknownStates', { n: unknown }, unknown)] : []),
    ...(state === 'overdue' && dueUnread > 0
      ? [t('ui.common.sentence', { text: t('summary.dueUnread', { n: dueUnread }, dueUnread) })]
      : []),
    ...(withoutDate ? [t('cli.withoutDate', { n: withoutDate }, withoutDate)] : [])
  ]
}

export function accountJson({ name, isSample, problem, listed }: AccountReport, today: string): object {
  if (listed === null) return { account: name, sample: isSample, error: problem }
  const { invoices, owed, fetchedAt, partial, withoutDate, pdfs } = listed
  return {
    account: name,
    sample: isSample,
    fetchedAt,
    partial,
    allKnown: isAllKnown(owed),
    withoutDate: withoutDate ?? 0,
    ...countsOf(listed),
    invoices: invoices.map((invoice) => invoiceJson(invoice, today, pdfs))
  }
}

function invoiceJson(invoice: Invoice, today: string, pdfs: ListedInvoices['pdfs']): object {
  const {
    key,
    number,
    state,
    kind,
    providerStatus,
    otherWords,
    calledOverdue,
    issuedDay,
    dueDay,
    dueBy,
    dueUnread,
    paidAt,
    hasPdf
  } = invoice
  return {
    key,
    number,
    state,
    kind,
    overdue: isOverdue(invoice, today),
    calledOverdue,
    providerStatus,
    otherWords,
    issued: issuedDay,
    due: dueDay,
    dueBy,
    dueUnread,
    paidAt,
    currency: invoice.currency,
    total: invoice.total,
    toPay: state === 'open' ? toPay(invoice) : null,
    hasPdf,
    ...(pdfs && { pdf: pdfs.get(key) ?? null })
  }
}
