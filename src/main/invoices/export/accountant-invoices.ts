/** Which invoices the accountant gets of a period. */
import {
  EVERY_INVOICE,
  type AccountantShare,
  type AccountInvoice,
  type InvoiceOrder,
  type Period
} from '../../../shared/models/invoice.ts'
import type { CombinedInvoices } from '../../ports/index.ts'
import { isForAccounting } from './accounting-table.ts'
import type { ChosenInvoices } from '../account-lists.ts'

const OLDEST_FIRST: InvoiceOrder = { sort: 'issued', descending: false }

export interface AccountantInvoices {
  included: AccountInvoice[]
  /** Without a date: they may belong to the period or not. */
  undated: AccountInvoice[]
}

export async function accountantInvoices(
  invoices: CombinedInvoices,
  { from, to }: Period,
  today: string
): Promise<AccountantInvoices> {
  const all = (await invoices.choose({ ...EVERY_INVOICE, ...OLDEST_FIRST }, today)).filter(isForAccounting)
  if (from === null && to === null) return { included: all, undated: [] }
  const isIncluded = ({ issuedDay: day }: AccountInvoice): boolean =>
    day !== null && (from === null || day >= from) && (to === null || day <= to)
  return { included: all.filter(isIncluded), undated: all.filter(({ issuedDay }) => issuedDay === null) }
}

export async function accountantShares(
  { invoices, accounts }: ChosenInvoices,
  period: Period,
  today: string
): Promise<AccountantShare[]> {
  const { included, undated } = await accountantInvoices(invoices, period, today)
  const counts = { included: countsOf(included), undated: countsOf(undated) }
  return accounts.map(({ id, missing, partial }) => ({
    id,
    invoices: counts.included.get(id) ?? 0,
    undated: counts.undated.get(id) ?? 0,
    missing,
    partial
  }))
}

/** By account. */
function countsOf(invoices: readonly AccountInvoice[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { account } of invoices) counts.set(account, (counts.get(account) ?? 0) + 1)
  return counts
}
