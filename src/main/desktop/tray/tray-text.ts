/** What the tray says of accounts, in words: how many invoices are open, how old that answer is, and what is the matter. */
import type { AccountInvoices } from '../../core/summary/account-summary.ts'
import type { ErrorInfo } from '../../../shared/ipc/error.ts'
import { daysBetween, today } from '../../../shared/models/day.ts'
import type { Invoice, Money } from '../../../shared/models/invoice.ts'
import { ageText, isAhead, joined, dayText, moneyText } from '../../../shared/i18n/format.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { openText } from '../../../shared/i18n/summary.ts'

/** Locale and time of the texts. */
export interface Setting {
  locale: string
  now: Date
}

/** Currencies in one text. */
const MOST_CURRENCIES = 3

/** The most serious problem of an account. */
export type AccountStatus = 'signedOut' | 'signIn' | 'store' | 'sealed' | 'failed' | 'notFetched' | 'fine'

export function statusOf({ credential, keychainError, sealed, error, open }: AccountInvoices): AccountStatus {
  if (credential === 'signedOut') return 'signedOut'
  if (credential === 'refused' || credential === 'forgotten') return 'signIn'
  if (credential === 'unavailable') return isKeychainUnavailable(keychainError) ? 'store' : 'signIn'
  if (sealed) return 'sealed'
  if (error) return 'failed'
  return open === null ? 'notFetched' : 'fine'
}

/** Whether a refresh can work without a sign-in or an unlocked password store. */
export const canAsk = ({ credential }: AccountInvoices): boolean =>
  credential === 'kept' || credential === 'memory' || credential === 'sample'

const isKeychainUnavailable = (keychainError: AccountInvoices['keychainError']): boolean =>
  keychainError === 'KEYCHAIN_MISSING' || keychainError === 'KEYCHAIN_SILENT' || keychainError === 'KEYCHAIN_LOCKED'

/** A note about the sign-in and what to do; null if it is fine. */
export function credentialLine(account: AccountInvoices): string | null {
  const { credential, keychainError } = account
  if (credential === 'memory') return t('tray.untilQuit')
  if (credential === 'sample') return t('tray.sample')
  if (statusOf(account) === 'signIn') return t('tray.signInAgain')
  if (statusOf(account) !== 'store') return null
  if (keychainError === 'KEYCHAIN_MISSING') return t('tray.keychain.missing')
  return t(keychainError === 'KEYCHAIN_SILENT' ? 'tray.keychain.silent' : 'tray.keychain.locked')
}

/** Why the last refresh failed; null if credentialLine says it. */
export function errorLine({ error, credential }: AccountInvoices): string | null {
  if (!error || credential === 'unavailable' || credential === 'refused' || credential === 'forgotten') return null
  return sentence(error)
}
const sentence = ({ code, host }: ErrorInfo): string =>
  t(`error.${code}.sentence`, { host: host ?? t('error.thisProvider') })

/** Number and amount of open invoices, of one or several accounts. Signed-out accounts don't count. */
export function headline(
  accounts: readonly AccountInvoices[],
  openAmounts: Money[],
  { locale }: Setting,
  short = false
): string {
  const asked = accounts.filter(({ credential }) => credential !== 'signedOut')
  const open = total(asked, ({ open }) => open ?? 0)
  if (open === 0 && asked.every(({ sealed }) => sealed !== null)) return t('tray.sealed')
  if (asked.every((account) => account.open === null)) return t('tray.notFetched')
  const counts = {
    open,
    overdue: total(asked, ({ overdue }) => overdue),
    unknown: total(asked, ({ unknown }) => unknown),
    openAmounts,
    openWithoutAmount: total(asked, ({ openWithoutAmount }) => openWithoutAmount)
  }
  const allKnown = asked.every((account) => account.open !== null)
  return openText(counts, { locale, long: !short, allKnown, currencies: MOST_CURRENCIES })
}

/** Age of the oldest data. A time in the future counts as oldest. null if nothing was fetched and nothing failed. */
export function ageLine(accounts: readonly AccountInvoices[], { locale, now }: Setting, short = false): string | null {
  // The age of encrypted data is unknown, too.
  const times = accounts.map(({ fetchedAt }) => fetchedAt).filter((at) => at !== null)
  const failed = accounts.some(({ error }) => error !== null)
  const byAge = times.sort((one, other) => Date.parse(one) - Date.parse(other))
  const oldest = byAge.find((at) => isAhead(at, now.getTime())) ?? byAge[0]
  if (oldest === undefined) {
    if (!failed || accounts.some(({ sealed }) => sealed !== null)) return null
    return t(short ? 'tray.short.neverChecked' : 'tray.neverChecked')
  }
  const age = ageText(oldest, now.getTime(), locale, short ? 'short' : 'long') ?? t('tray.justNow')
  // With several accounts, another line counts the failed ones.
  const kind = !failed ? 'checked' : accounts.length > 1 ? 'dataFrom' : 'failed'
  return short ? t(`tray.short.${kind}`, { age }) : t(`tray.${kind}`, { age })
}

/** Counts the problems of several accounts. */
export function problems(accounts: readonly AccountInvoices[]): string[] {
  const statuses = accounts.map(statusOf)
  const count = (...which: AccountStatus[]): number => statuses.filter((one) => which.includes(one)).length
  const line = (key: 'failed' | 'notFetched' | 'sealed' | 'signIn' | 'signedOut', n: number): string | false =>
    n > 0 && t(`tray.accounts.${key}`, { n }, n)
  return [
    line('failed', count('failed')),
    line('signIn', count('signIn')),
    line('sealed', count('sealed', 'store')),
    line('notFetched', count('notFetched')),
    line('signedOut', count('signedOut'))
  ].filter((text) => text !== false)
}

/** State, amount and day of issue. */
export function invoiceLine(invoice: Invoice, { locale, now }: Setting): string {
  const { state, total, currency, issuedDay, issuedAt, dueDay } = invoice
  const late = state === 'open' && dueDay !== null && daysBetween(dueDay, today(now)) > 0
  const issued = issuedDay ?? issuedAt
  return joined([
    late ? t('tray.overdueState') : t(`invoices.state.${state}`),
    total === null ? t('tray.amountUnknown') : moneyText({ amount: total, currency }, locale),
    issued !== null && dayText(issued, locale)
  ])
}

const total = (accounts: readonly AccountInvoices[], of: (account: AccountInvoices) => number): number =>
  accounts.reduce((before, account) => before + of(account), 0)
