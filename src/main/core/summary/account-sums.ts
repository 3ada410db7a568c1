/** Sums over accounts. */
import { countedAccounts, isSample } from '../../../shared/models/account.ts'
import { addAccountSums, type OpenDetails, type OpenSum } from '../../../shared/models/invoice.ts'
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
  const sums = (name: OpenSum): ReturnType<typeof addAccountSums> =>
    addAccountSums(accounts.map((account) => ({ amounts: account[name], more: account.moreCurrencies[name] })))
  const [openAmounts, deducted] = [sums('openAmounts'), sums('deducted')]
  const [unusedCredits, credits] = [sums('unusedCredits'), sums('credits')]
  return {
    openAmounts: openAmounts.amounts,
    deducted: deducted.amounts,
    unusedCredits: unusedCredits.amounts,
    credits: credits.amounts,
    moreCurrencies: {
      openAmounts: openAmounts.more,
      deducted: deducted.more,
      unusedCredits: unusedCredits.more,
      credits: credits.more
    }
  }
}
