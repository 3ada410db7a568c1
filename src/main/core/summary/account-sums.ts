/** Sums over accounts. */
import { countedAccounts, isSample } from '../../../shared/models/account.ts'
import { sumsByCurrency, type Money, type OpenDetails, type OpenSum } from '../../../shared/models/invoice.ts'
import type { AccountInvoices } from './account-invoices.ts'

/** Sums per currency. */
export type OpenSums = Pick<OpenDetails, OpenSum | 'moreCurrencies'>

/** Accounts in the totals. Sample data doesn't count beside a real account. */
export function summedAccounts(accounts: readonly AccountInvoices[]): AccountInvoices[] {
  const isOut = ({ credential }: AccountInvoices): boolean => credential === 'signedOut'
  const counted = new Set(
    countedAccounts(
      accounts.filter((account) => !isOut(account)),
      isSample
    )
  )
  return accounts.filter((account) => isOut(account) || counted.has(account))
}

/** Credit at one provider pays nothing at another, so nothing more is deducted. */
export function sumsOf(accounts: readonly AccountInvoices[]): OpenSums {
  const sum = (name: OpenSum): Money[] => sumsByCurrency(accounts.flatMap((account) => account[name]))
  // Two accounts may leave out the same currencies.
  const more = (name: OpenSum): number =>
    accounts.reduce((most, { moreCurrencies }) => Math.max(most, moreCurrencies[name]), 0)
  return {
    openAmounts: sum('openAmounts'),
    deducted: sum('deducted'),
    unusedCredits: sum('unusedCredits'),
    credits: sum('credits'),
    moreCurrencies: {
      openAmounts: more('openAmounts'),
      deducted: more('deducted'),
      unusedCredits: more('unusedCredits'),
      credits: more('credits')
    }
  }
}
