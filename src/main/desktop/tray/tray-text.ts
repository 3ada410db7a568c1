/** What the tray says of accounts, in words: how many invoices are open, how old that answer is, and what is the matter. */
import type { AccountInvoices } from '../../core/summary/invoice-summaries.ts'
import type { ErrorInfo } from '../../../shared/ipc/error.ts'
import { daysBetween, today } from '../../../shared/models/day-rules.ts'
import type { Invoice, Money } from '../../../shared/models/invoice.ts'
import { ageText, isAhead, joined } from '../../../shared/i18n/format.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { openText } from '../../../shared/i18n/summary.ts'
import { dayText, moneyText } from '../../../shared/i18n/format-values.ts'

/** When and where it is said. */
export interface Setting {
  locale: string
  now: Date
}

/** Currencies that are named. */
const MOST_CURRENCIES = 3

/** What is the matter with an account, the worst of it; 'fine' when nothing is. */
export type Standing = 'signedOut' | 'signIn' | 'store' | 'sealed' | 'failed' | 'notFetched' | 'fine'

export function statusOf({ credential, keychainError, sealed, error, open }: AccountInvoices): Standing {
  if (credential === 'signedOut') return 'signedOut'
  if (credential === 'refused' || credential === 'forgotten') return 'signIn'
  if (credential === 'unavailable') return isKeychainUnavailable(keychainError) ? 'store' : 'signIn'
  if (sealed) return 'sealed'
  if (error) return 'failed'
  return open === null ? 'notFetched' : 'fine'
}

/** Whether asking the platform could come to anything without the person signing in or unlocking something first. */
export const canAsk = ({ credential }: AccountInvoices): boolean =>
  credential === 'kept' || credential === 'memory' || credential === 'sample'

const isKeychainUnavailable = (keychainError: AccountInvoices['keychainError']): boolean =>
  keychainError === 'KEYCHAIN_MISSING' || keychainError === 'KEYCHAIN_SILENT' || keychainError === 'KEYCHAIN_LOCKED'

/** What is unusual about the sign-in, and what to do about it; null when nothing is. */
export function credentialLine(account: AccountInvoices): string | null {
  const { credential, keychainError } = account
  if (credential === 'memory') return t('tray.untilQuit')
  if (credential === 'sample') return t('tray.sample')
  if (statusOf(account) === 'signIn') return t('tray.signInAgain')
  if (statusOf(account) !== 'store') return null
  if (keychainError === 'KEYCHAIN_MISSING') return t('tray.keychain.missing')
  return t(keychainError === 'KEYCHAIN_SILENT' ? 'tray.keychain.silent' : 'tray.keychain.locked')
}

/** Why the latest try failed; null for what the sign-in's own line says. */
export function errorLine({ error, credential }: AccountInvoices): string | null {
  if (!error || credential === 'unavailable' || credential === 'refused' || credential === 'forgotten') return null
  return sentence(error)
}
const sentence = ({ code, host }: ErrorInfo): string =>
  t(`error.${code}.sentence`, { host: host ?? t('error.thisPlatform') })

/** How many are open and how much that is, at one account or over several. Who is signed out is not asked about. */
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

/** How old what is said is: as old as the oldest of it, which may be one of whose age the clock says nothing. Null when nothing was fetched, and nothing failed. */
export function ageLine(accounts: readonly AccountInvoices[], { locale, now }: Setting, short = false): string | null {
  // Of what can't be opened the age is not known either.
  const times = accounts.map(({ fetchedAt }) => fetchedAt).filter((at) => at !== null)
  const failed = accounts.some(({ error }) => error !== null)
  const byAge = times.sort((one, other) => Date.parse(one) - Date.parse(other))
  const oldest = byAge.find((at) => isAhead(at, now.getTime())) ?? byAge[0]
  if (oldest === undefined) {
    if (!failed || accounts.some(({ sealed }) => sealed !== null)) return null
    return t(short ? 'tray.short.neverChecked' : 'tray.neverChecked')
  }
  const age = ageText(oldest, now.getTime(), locale, short ? 'short' : 'long') ?? t('tray.justNow')
  // Of several it is counted which could not be checked.
  const kind = !failed ? 'checked' : accounts.length > 1 ? 'dataFrom' : 'failed'
  return short ? t(`tray.short.${kind}`, { age }) : t(`tray.${kind}`, { age })
}

/** Of several accounts: how many have something the matter. */
export function problems(accounts: readonly AccountInvoices[]): string[] {
  const standings = accounts.map(statusOf)
  const count = (...which: Standing[]): number => standings.filter((one) => which.includes(one)).length
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

/** An invoice in one line: state, amount, day of issue. */
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
