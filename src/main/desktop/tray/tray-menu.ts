/** The tray's menu as plain lines, from an account summary. */
import { summedAccounts, type PlanSoon, type SummarisedAccount } from '../../accounts/summary/account-snapshot.ts'
import type { AccountsSummary } from '../../accounts/summary/account-summaries.ts'
import { ageText, cut, dateLocale, dayText, isAhead, joined, moneyText } from '../../../shared/i18n/format.ts'
import { errorSentence } from '../../../shared/i18n/error-text.ts'
import { localesFor, t } from '../../../shared/i18n/translate.ts'
import { daysBetween, today } from '../../../shared/models/day.ts'
import { countedAmount, type Invoice } from '../../../shared/models/invoice.ts'
import type { Owed } from '../../../shared/models/owed.ts'
import { amountText, owedText } from '../../../shared/i18n/owed-text.ts'
import type { Settings } from '../../../shared/models/settings.ts'
import { trayTitle } from './tray-title.ts'

export type TrayLine =
  | { kind: 'separator' }
  | { kind: 'note'; label: string }
  | { kind: 'invoice'; label: string; account: string; key: string }
  /** Opens the plans of the account. */
  | { kind: 'plan'; label: string; account: string }
  | { kind: 'action'; label: string; action: TrayAction; enabled: boolean }
  /** A submenu about one account, or several more. */
  | { kind: 'group'; label: string; lines: TrayLine[] }
  | { kind: 'accounts'; label: string; accounts: TrayAccount[] }

export type TrayAction = 'refresh' | 'open' | 'settings' | 'quit'

export interface TrayAccount {
  label: string
  id: string
  checked: boolean
}

export interface TrayContent {
  /** Beside the icon in macOS's menu bar. */
  title: string
  tooltip: string
  /** True when at least one invoice is known to be open. */
  marked: boolean
  lines: TrayLine[]
}

type Ready = Extract<AccountsSummary, { status: 'ready' }>

const LONGEST_LABEL = 60
const LONGEST_HEADLINE = 100
/** An account's name before its invoice. */
const LONGEST_NAME = 20
/** Invoices in a list. */
const MOST_DUE = 5
/** Plans that renew or end soon. */
const MOST_PLANS = 3
/** Windows shows no more. */
const LONGEST_TOOLTIP = 127
/** Accounts in the menu itself. A submenu holds the others. */
const MOST_ACCOUNTS = 8
/** How long the result of "Refresh now" is shown. */
const RESULT_MS = 10 * 60_000

export function trayContent(
  accountSummary: AccountsSummary,
  locale: string,
  now: Date,
  titleKind: Settings['trayTitle'] = 'none'
): TrayContent {
  const setting = { locale, now }
  if (accountSummary.status === 'locked') {
    return {
      title: '',
      tooltip: t('tray.tooltip', { text: t('tray.lockedTooltip') }),
      marked: false,
      lines: [note(t('tray.locked')), SEPARATOR, action('open'), action('quit')]
    }
  }
  const { accounts, owed } = accountSummary
  return {
    title: trayTitle(accountSummary, titleKind, locale),
    tooltip: tooltip(accountSummary, setting),
    marked: (owed.open ?? 0) > 0,
    lines: [
      ...(accounts.length > 1 ? severalLines(accountSummary, setting) : oneLines(accounts[0], setting)),
      ...switchLines(accounts),
      SEPARATOR,
      ...refreshLines(accountSummary, setting),
      action('open'),
      action('settings'),
      action('quit')
    ]
  }
}

const SEPARATOR: TrayLine = { kind: 'separator' }
const note = (label: string, longest = LONGEST_LABEL): TrayLine => ({ kind: 'note', label: cut(label, longest) })
const notes = (labels: (string | null)[]): TrayLine[] =>
  labels.filter((label) => label !== null).map((label) => note(label, LONGEST_HEADLINE))

const action = (name: TrayAction, enabled = true): TrayLine => ({
  kind: 'action',
  label: t(`tray.${name}`),
  action: name,
  enabled
})

/** Problems and age are never cut off by the open amounts. */
function tooltip(ready: Ready, setting: Setting): string {
  const { accounts } = ready
  const [only] = accounts
  if (accounts.every(({ credential }) => credential === 'signedOut')) {
    return t('tray.tooltip', { text: t('tray.signedOut') })
  }
  const summedUp = summedAccounts(accounts)
  const keychainError = accounts.length > 1 ? problems(summedUp) : [only ? credentialLine(only) : null]
  const end = joined([ageLine(summedUp.map(ofWhatIsListed), setting, true), ...keychainError])
  const room = LONGEST_TOOLTIP - t('tray.tooltip', { text: '' }).length
  const start = headline(summedUp, ready.owed, setting, true)
  const text = joined([cut(start, Math.max(room - end.length - ' · '.length, 24)), end])
  return t('tray.tooltip', { text: cut(text, room) })
}

function oneLines(account: SummarisedAccount | undefined, setting: Setting): TrayLine[] {
  if (!account || account.credential === 'signedOut') return [note(t('tray.signedOut'))]
  return [note(account.label), ...accountLines(account, setting)]
}

function severalLines(ready: Ready, setting: Setting): TrayLine[] {
  const { accounts } = ready
  const groups = accounts.map((account) => accountGroup(account, setting))
  if (accounts.every(({ credential }) => credential === 'signedOut')) return [note(t('tray.signedOut'))]
  const beyond = groups.slice(MOST_ACCOUNTS)
  const summedUp = summedAccounts(accounts)
  return [
    ...notes([
      headline(summedUp, ready.owed, setting),
      ageLine(summedUp.map(ofWhatIsListed), setting),
      ...problems(summedUp)
    ]),
    ...dueLines(summedUp, setting),
    ...planLines(summedUp, setting),
    SEPARATOR,
    ...groups.slice(0, MOST_ACCOUNTS),
    ...(beyond.length > 0 ? [{ kind: 'group', label: t('tray.moreAccounts'), lines: beyond } as const] : [])
  ]
}

function accountGroup(account: SummarisedAccount, setting: Setting): TrayLine {
  const label = cut(account.label, LONGEST_LABEL)
  if (account.credential === 'signedOut') return note(t('tray.accountSignedOut', { label }), LONGEST_HEADLINE)
  const status = statusOf(account)
  // Without data, the label shows the problem.
  const text =
    account.owed.open === null && (status === 'signIn' || status === 'store')
      ? (credentialLine(account) ?? '')
      : headline([account], account.owed, setting, true)
  return {
    kind: 'group',
    label: cut(t('tray.accountLine', { label, text }), LONGEST_HEADLINE),
    lines: accountLines(account, setting)
  }
}

/** Summary and age of one account, and what is due, next first. */
function accountLines(account: SummarisedAccount, setting: Setting): TrayLine[] {
  const { isPartial } = account.owed
  return [
    ...notes([
      credentialLine(account),
      headline([account], account.owed, setting),
      isPartial ? t('tray.partial') : null,
      ageLine([ofWhatIsListed(account)], setting),
      errorLine(account),
      balanceLine(account, setting)
    ]),
    ...dueLines([account], setting),
    ...planLines([account], setting)
  ]
}

/** Open invoices, the next due first, then those without a due day, the oldest first. Of several accounts, each names its own. */
function dueLines(accounts: readonly SummarisedAccount[], setting: Setting): TrayLine[] {
  const all = accounts.flatMap(({ id, label, due }) => due.map((invoice) => ({ id, label, invoice })))
  const rows = all
    .sort((one, other) => (dayOf(one.invoice) < dayOf(other.invoice) ? -1 : 1))
    .slice(0, MOST_DUE)
    .map(({ id, label, invoice }): TrayLine => {
      const name = accounts.length > 1 ? cut(label, LONGEST_NAME) : null
      const text = joined([name, ...dueTexts(invoice, setting)])
      return { kind: 'invoice', label: cut(text, LONGEST_LABEL), account: id, key: invoice.key }
    })
  return rows.length > 0 ? [SEPARATOR, ...rows] : []
}

/** What renews or ends soon, the next first. */
function planLines(accounts: readonly SummarisedAccount[], setting: Setting): TrayLine[] {
  const all = accounts
    .flatMap(({ id, label, plansSoon }) => plansSoon.map((plan) => ({ id, label, plan })))
    .sort((one, other) =>
      one.plan.next.day < other.plan.next.day ? -1 : Number(one.plan.next.day > other.plan.next.day)
    )
  if (all.length === 0) return []
  const age = ageLine(accounts.filter(({ plansSoon }) => plansSoon.length > 0).map(ofPlans), setting)
  const rows = all.slice(0, MOST_PLANS).map(({ id, label, plan }): TrayLine => {
    const name = accounts.length > 1 ? cut(label, LONGEST_NAME) : null
    return { kind: 'plan', label: cut(joined([name, ...planTexts(plan, setting)]), LONGEST_LABEL), account: id }
  })
  // Plans are fetched with the invoices, whose age stands above, but either may fail.
  const isSaid = age === ageLine(accounts.map(ofWhatIsListed), setting)
  return [SEPARATOR, ...notes([isSaid ? null : age]), ...rows, ...(all.length > MOST_PLANS ? [note('…')] : [])]
}

type Check = Pick<SummarisedAccount, 'fetchedAt' | 'error' | 'sealed'>
const ofPlans = ({ plansFetchedAt, plansError, sealed }: SummarisedAccount): Check => ({
  fetchedAt: plansFetchedAt,
  error: plansError,
  sealed
})
/** Without invoices, an account has its plans. */
const ofWhatIsListed = (account: SummarisedAccount): Check => (account.hasInvoices ? account : ofPlans(account))

function planTexts({ name, price, next }: PlanSoon, { locale }: Setting): (string | null)[] {
  const day = dayText(next.day, dateLocale(localesFor(locale)))
  return [
    name === null ? t('tray.unnamedPlan') : cut(name, LONGEST_NAME),
    t(`notification.plan.${next.kind}`, { day }),
    next.kind === 'renews' && price !== null ? moneyText(price, locale) : null
  ]
}

/** Invoices without a due day come after the others. */
const dayOf = ({ dueDay, issuedDay }: Invoice): string => dueDay ?? `~${issuedDay ?? '~'}`

function refreshLines({ accounts, refreshAll }: Ready, { locale, now }: Setting): TrayLine[] {
  if (refreshAll?.running || accounts.some(({ refreshing }) => refreshing)) {
    return [{ kind: 'action', label: t('tray.refreshing'), action: 'refresh', enabled: false }]
  }
  const line = action('refresh', accounts.some(canAsk))
  if (!refreshAll?.endedAt || Math.abs(now.getTime() - Date.parse(refreshAll.endedAt)) > RESULT_MS) return [line]
  const age = ageText(refreshAll.endedAt, now.getTime(), localesFor(locale)) ?? t('tray.justNow')
  const { accounts: all, failed } = refreshAll
  if (failed > 0 && failed === all) return [line, note(t('tray.refreshFailed', { age }), LONGEST_HEADLINE)]
  return [
    line,
    note(
      joined([t('tray.refreshed', { age }), failed > 0 && t('tray.accounts.failed', { n: failed }, failed)]),
      LONGEST_HEADLINE
    )
  ]
}

function switchLines(accounts: readonly SummarisedAccount[]): TrayLine[] {
  if (accounts.every(({ current }) => current)) return []
  const lines = accounts.map(({ id, label, current, credential }): TrayAccount => {
    const name = cut(label, LONGEST_LABEL)
    return {
      label: credential === 'signedOut' ? t('tray.accountSignedOut', { label: name }) : name,
      id,
      checked: current
    }
  })
  return [SEPARATOR, { kind: 'accounts', label: t('tray.switchAccount'), accounts: lines }]
}

interface Setting {
  locale: string
  now: Date
}

const MOST_CURRENCIES = 3

type AccountStatus = 'signedOut' | 'signIn' | 'store' | 'noInvoiceList' | 'sealed' | 'failed' | 'notFetched' | 'fine'

function statusOf(account: SummarisedAccount): AccountStatus {
  const { credential, keychainError, hasInvoices, sealed, owed } = account
  if (credential === 'signedOut') return 'signedOut'
  if (credential === 'refused' || credential === 'forgotten') return 'signIn'
  if (credential === 'unavailable') return isKeychainUnavailable(keychainError) ? 'store' : 'signIn'
  const { error } = ofWhatIsListed(account)
  if (!hasInvoices) return error ? 'failed' : 'noInvoiceList'
  if (sealed) return 'sealed'
  if (error) return 'failed'
  return owed.open === null ? 'notFetched' : 'fine'
}

/** Whether a refresh can work without a sign-in or an unlocked keychain. */
const canAsk = ({ credential, hasCalls }: SummarisedAccount): boolean =>
  (credential === 'kept' || credential === 'memory' || credential === 'sample') && hasCalls

const isKeychainUnavailable = (keychainError: SummarisedAccount['keychainError']): boolean =>
  keychainError === 'KEYCHAIN_MISSING' || keychainError === 'KEYCHAIN_SILENT' || keychainError === 'KEYCHAIN_LOCKED'

/** A note about the sign-in and what to do; null if it is fine. */
function credentialLine(account: SummarisedAccount): string | null {
  const { credential, keychainError } = account
  if (credential === 'memory') return t('tray.untilQuit')
  if (credential === 'sample') return t('tray.sample')
  if (statusOf(account) === 'signIn') return t('tray.signInAgain')
  if (statusOf(account) !== 'store') return null
  if (keychainError === 'KEYCHAIN_MISSING') return t('tray.keychain.missing')
  return t(keychainError === 'KEYCHAIN_SILENT' ? 'tray.keychain.silent' : 'tray.keychain.locked')
}

/** Why the last refresh failed; null if credentialLine says it. */
function errorLine(account: SummarisedAccount): string | null {
  const { credential } = account
  const { error } = ofWhatIsListed(account)
  if (!error || credential === 'unavailable' || credential === 'refused' || credential === 'forgotten') return null
  return errorSentence(t, error)
}
/** With the age of the profile: of an account that isn't shown, it may be old. */
function balanceLine({ balance }: SummarisedAccount, { locale, now }: Setting): string | null {
  if (balance === null) return null
  const age = ageText(balance.fetchedAt, now.getTime(), localesFor(locale), 'short') ?? t('tray.justNow')
  return t('tray.balance', { amount: amountText(balance, locale), age })
}

/** Number and amount of open invoices, of one or several accounts. Of signed-out ones nothing is known. @param owed by all of them */
function headline(accounts: readonly SummarisedAccount[], owed: Owed, { locale }: Setting, short = false): string {
  const signedIn = accounts.filter(({ credential }) => credential !== 'signedOut')
  const asked = signedIn.filter(({ hasInvoices }) => hasInvoices)
  if (asked.length === 0 && signedIn.length > 0) return t('tray.noInvoiceList')
  if ((owed.open ?? 0) === 0 && asked.every(({ sealed }) => sealed !== null)) return t('tray.sealed')
  if (owed.open === null) return t('tray.notFetched')
  return owedText(owed, { locale, long: !short, currencies: MOST_CURRENCIES })
}

/** Age of the oldest data. A time in the future counts as oldest. null if nothing was fetched and nothing failed. */
function ageLine(accounts: readonly Check[], { locale, now }: Setting, short = false): string | null {
  // The age of encrypted data is unknown, too.
  const times = accounts.map(({ fetchedAt }) => fetchedAt).filter((at) => at !== null)
  const failed = accounts.some(({ error }) => error !== null)
  const byAge = times.sort((one, other) => Date.parse(one) - Date.parse(other))
  const oldest = byAge.find((at) => isAhead(at, now.getTime())) ?? byAge[0]
  if (oldest === undefined) {
    if (!failed || accounts.some(({ sealed }) => sealed !== null)) return null
    return t(short ? 'tray.short.neverChecked' : 'tray.neverChecked')
  }
  const newest = t(failed ? 'ui.common.age.moment' : 'tray.justNow')
  const age = ageText(oldest, now.getTime(), localesFor(locale), short ? 'short' : 'long') ?? newest
  // With several accounts, another line counts the failed ones.
  const kind = !failed ? 'checked' : accounts.length > 1 ? 'dataFrom' : 'failed'
  return short ? t(`tray.short.${kind}`, { age }) : t(`tray.${kind}`, { age })
}

function problems(accounts: readonly SummarisedAccount[]): string[] {
  const statuses = accounts.map(statusOf)
  const count = (...which: AccountStatus[]): number => statuses.filter((one) => which.includes(one)).length
  const line = (
    key: 'failed' | 'notFetched' | 'noInvoiceList' | 'sealed' | 'signIn' | 'signedOut',
    n: number
  ): string | false => n > 0 && t(`tray.accounts.${key}`, { n }, n)
  return [
    line('failed', count('failed')),
    line('signIn', count('signIn')),
    line('sealed', count('sealed', 'store')),
    line('notFetched', count('notFetched')),
    line('noInvoiceList', count('noInvoiceList')),
    line('signedOut', count('signedOut'))
  ].filter((text) => text !== false)
}

function dueTexts(invoice: Invoice, { locale, now }: Setting): string[] {
  const { currency, issuedDay, dueDay, dueBy } = invoice
  const amount = countedAmount(invoice)
  return [amount === null ? t('tray.amountUnknown') : moneyText({ amount, currency }, locale), waitText()]

  function waitText(): string {
    const days = dateLocale(localesFor(locale))
    if (dueDay === null)
      return issuedDay === null ? '' : t('overview.invoice.issued', { day: dayText(issuedDay, days) })
    const late = daysBetween(dueDay, today(now))
    const wait =
      late > 0 ? t('invoices.overdue', { count: late }, late) : t('notification.due', { day: dayText(dueDay, days) })
    return dueBy === 'term' ? `${wait} ${t('invoices.termMark')}` : wait
  }
}
