/** CSV tables of invoices and missing PDFs. Days are the provider's, amounts keep the provider's exact decimals. */
import { t } from '../../../shared/i18n/translate.ts'
import type { ErrorInfo } from '../../../shared/ipc/error.ts'
import type { CsvFormat } from '../../../shared/models/csv-format.ts'
import { dayOf } from '../../../shared/models/day.ts'
import type { PartialList } from '../../../shared/models/freshness.ts'
import { invoiceFields } from '../../../shared/models/fields.ts'
import { paymentMethodOf, statusSaid, toPay } from '../../../shared/models/invoice.ts'
import type { Invoice, InvoiceField, MissingAccount } from '../../../shared/models/invoice.ts'
import { csvTable, exact, identifier, type CsvTable, type CsvTableColumn, type CsvValue } from '../../csv.ts'
import type { HostError } from '../pdf/circuit-breaker.ts'

export interface InvoiceRow {
  invoice: Invoice
  /** Absent or null: the table is of one account. */
  account?: string | null
}

function methodName(method: string | null): string | null {
  const known = method === null ? null : paymentMethodOf(method)
  return known ? t(`invoices.method.${known}`) : method
}

/** A column for each field that has one. A due day that the payment term made is in the column of the provider's due days. */
const invoiceColumns = (): CsvColumn[] =>
  (Object.keys(invoiceFields) as InvoiceField[])
    .filter((field) => 'csv' in invoiceFields[field])
    .flatMap((field): CsvColumn[] => {
      const column: CsvColumn = [
        t(`invoices.column.${invoiceFields[field].column}`),
        ({ invoice }) => valueOf(invoice, field)
      ]
      if (field === 'number') return [column, [t('export.column.key'), ({ invoice }) => identifier(invoice.key)]]
      if (field !== 'dueAt') return [column]
      const dueBy: CsvColumn = [
        t('export.column.dueBy'),
        ({ invoice }) => invoice.dueBy && t(`export.dueBy.${invoice.dueBy}`)
      ]
      return [column, dueBy]
    })

type CsvColumn = CsvTableColumn<InvoiceRow>

function valueOf(invoice: Invoice, field: InvoiceField): CsvValue {
  if (field === 'number') return identifier(invoice.number)
  if (field === 'issuedAt') return invoice.issuedDay
  if (field === 'dueAt') return invoice.dueDay
  // An open invoice without a stated remainder remains in full. For other invoices, only the provider's amount is written.
  if (field === 'remaining' && invoice.state === 'open') return exact(toPay(invoice))
  if (field === 'providerStatus') return statusSaid(invoice)
  const value = invoice[field]
  switch (invoiceFields[field].type) {
    case 'amount':
      return exact(value)
    case 'date':
      return dayOf(value) ?? value
    case 'method':
      return methodName(value)
    case 'state':
      return t(`invoices.state.${invoice.state}`)
    case 'kind':
      return invoice.kind && t(`invoices.kind.${invoice.kind}`)
    default:
      return value
  }
}

export const invoiceTable = (format: CsvFormat, withAccount = false): CsvTable<InvoiceRow> =>
  csvTable<InvoiceRow>([...(withAccount ? [accountColumn<InvoiceRow>()] : []), ...invoiceColumns()], format)

const accountColumn = <Row extends { account?: string | null }>(): CsvTableColumn<Row> => [
  t('export.column.account'),
  ({ account }) => account
]

/**
 * Why a PDF is missing. 'noLink': the provider sent no link; 'unusableLink': one that isn't https; 'signedOut': its account was signed
 * out during the export. HostError: the PDF was not requested. 'noDate': the invoice has none, so its period isn't known.
 */
export type Missing = 'noLink' | 'unusableLink' | 'signedOut' | 'noDate' | HostError | ErrorInfo

export function missingText(missing: Missing, host: string | null): string {
  const where = { host: host ?? t('error.thisProvider') }
  if (typeof missing === 'string') return t(`export.missing.${missing}`, where)
  if (missing.host !== undefined) where.host = missing.host
  if (missing.found === 'notPdf' || missing.found === 'opensInBrowser')
    return t(`export.missing.${missing.found}`, where)
  if (missing.found === 'address' || missing.found === 'privateAddress') return t('export.missing.address', where)
  if (missing.found === 'noPdf' || missing.found === 'redirects' || missing.found === 'expired')
    return t(`error.found.${missing.found}`, where)
  if (missing.code === 'FORBIDDEN' || missing.code === 'SERVER' || missing.code === 'RATE_LIMITED')
    return t(`export.missing.${missing.code}`, where)
  return t(`error.${missing.code}.sentence`, where)
}

/** Why an account's invoices aren't in an archive, or not all of them. */
export const missingAccountText = ({ why }: Pick<MissingAccount, 'why'>): string => t(`export.missingAccount.${why}`)

export const partialListText = ({ received, total }: PartialList): string =>
  t('export.missingAccount.partial', {
    received:
      total === null
        ? t('ui.record.partial.more', { count: received }, received)
        : t('ui.record.partial.of', { count: received, total }, received)
  })

export interface MissingRow {
  /** null: it is about the whole account. */
  invoice: Invoice | null
  account: string
  why: string
}

export const missingTable = (format: CsvFormat): CsvTable<MissingRow> =>
  csvTable<MissingRow>(
    [
      accountColumn<MissingRow>(),
      [t('invoices.column.number'), ({ invoice }) => identifier(invoice?.number ?? null)],
      [t('export.column.key'), ({ invoice }) => identifier(invoice?.key ?? null)],
      [t('invoices.column.issued'), ({ invoice }) => invoice?.issuedDay ?? null],
      [t('invoices.column.total'), ({ invoice }) => exact(invoice?.total ?? null)],
      [t('invoices.column.currency'), ({ invoice }) => invoice?.currency ?? null],
      [t('export.column.why'), ({ why }) => why]
    ],
    format
  )
