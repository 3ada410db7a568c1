/** Why an account's invoices are missing in a list of all, and what to do about it. */
import { isKeychainError } from '../../../../shared/ipc/error.ts'
import { hostOf, isStopped, type AccountLine } from '../../../../shared/models/account.ts'
import { isUnknownProvider } from '../../../../shared/models/connection.ts'
import type { MissingAccount } from '../../../../shared/models/invoice.ts'
import { accountStateText, keychainProblemOf } from '../../composables/accountText.ts'
import { errorText } from '../../composables/errorText.ts'
import { t } from '../../i18n.ts'

export type NextStep = 'signIn' | 'signInAgain' | 'unlock' | 'retryKeychain' | 'fetch' | 'retry' | 'editConnection'

export function reasonText({ why, error }: MissingAccount, line: AccountLine): string {
  if (why === 'noInvoices')
    return t(isUnknownProvider(line.account.connection) ? 'accounts.unknownProvider' : 'accounts.noInvoiceList')
  if (why === 'signedOut' || isStopped(line.credential)) return accountStateText(line)
  const problem = keychainProblemOf(error)
  if (problem) return t(`standing.store.${problem}`)
  if (why === 'unavailable') return t('invoices.notIncluded.unavailable')
  return t(`invoices.notIncluded.${error ? 'failed' : 'notFetched'}`)
}

/** The error's own sentence; empty: the reason says all. */
export const reasonDetail = ({ error }: MissingAccount, { account }: AccountLine): string =>
  error && !isKeychainError(error) ? errorText(error, hostOf(account)).sentence : ''

export function nextStepOf(
  { why, error }: MissingAccount,
  { account, credential, keychainError }: AccountLine
): NextStep {
  if (why === 'noInvoices') return isUnknownProvider(account.connection) ? 'signInAgain' : 'editConnection'
  if (why === 'signedOut') return 'signIn'
  if (credential === 'forgotten' || credential === 'refused') return 'signInAgain'
  const cause = credential === 'unavailable' ? keychainError : error
  const problem = keychainProblemOf(cause)
  if (problem === 'changed' || cause?.found === 'otherOrigin') return 'signInAgain'
  if (problem) return problem === 'locked' ? 'unlock' : 'retryKeychain'
  return error || why !== 'notFetched' ? 'retry' : 'fetch'
}

export function nextStepText(step: NextStep): string {
  switch (step) {
    case 'signIn':
      return t('accounts.signIn')
    case 'signInAgain':
      return t('accounts.signInAgain')
    case 'unlock':
      return t('invoices.notIncluded.unlock')
    case 'fetch':
      return t('invoices.notIncluded.fetch')
    case 'editConnection':
      return t('invoices.noList.action')
    default:
      return t('common.tryAgain')
  }
}
