/** Short texts about an account, for the rail, status bar and list of accounts. */
import { isKeychainError, type ErrorInfo, type ErrorCode } from '../../../../shared/ipc/error.ts'
import { hostOf, type AccountLine } from '../../../../shared/models/account.ts'
import { isUnknownProvider } from '../../../../shared/models/connection.ts'
import type { Money } from '../../../../shared/models/invoice.ts'
import { formatMoment, formatMoney, t } from '../../i18n.ts'

export type KeychainProblem = 'locked' | 'silent' | 'missing' | 'refused' | 'changed'

const KEYCHAIN_PROBLEMS: Partial<Record<ErrorCode, KeychainProblem>> = {
  KEYCHAIN_LOCKED: 'locked',
  KEYCHAIN_SILENT: 'silent',
  KEYCHAIN_REFUSED: 'refused',
  KEYCHAIN_CHANGED: 'changed'
}

/** null: the error has another cause. */
export const keychainProblemOf = (error: ErrorInfo | null): KeychainProblem | null =>
  error && isKeychainError(error) ? (KEYCHAIN_PROBLEMS[error.code] ?? 'missing') : null

export function accountStateText({ account, credential, keychainError }: AccountLine): string {
  if (credential !== 'signedOut' && isUnknownProvider(account.connection)) return t('accounts.unknownProvider')
  if (credential === 'unavailable' && keychainError?.found === 'otherOrigin')
    return t('accounts.standing.store.otherOrigin')
  if (credential === 'unavailable') return t(`accounts.standing.store.${keychainProblemOf(keychainError) ?? 'missing'}`)
  return t(`accounts.standing.state.${credential}`, { host: hostOf(account) ?? '' })
}

/** Why the account's invoices can't be listed, and what noListRoute leads to. */
export const noListText = (line: AccountLine | null): { text: string; action: string } =>
  line && isUnknownProvider(line.account.connection)
    ? { text: t('error.found.unknownProvider'), action: t('accounts.signInAgain') }
    : { text: t('invoices.noList.text', { provider: line?.provider.name ?? '' }), action: t('invoices.noList.action') }

/** The state, and when the token expires, in one sentence without its full stop. A token may be accepted after that. */
export function signInText(line: AccountLine, now: number): string {
  const { credential } = line
  const at = line.account.tokenExpiresAt
  if (at === null || (credential !== 'kept' && credential !== 'memory')) return accountStateText(line)
  const end = new Date(at).getTime() > now ? 'until' : 'expired'
  return t(`accounts.standing.${end}.${credential}`, { moment: formatMoment(at) })
}

/** With the provider's sign, and without a currency where it gives none. */
export function balanceText(balance: Money): string {
  const amount = formatMoney(balance)
  return balance.currency === null ? t('invoices.summary.unknownCurrency', { amount }) : amount
}

/** Of companies: no initial is theirs. */
const LEGAL_FORMS = new Set('ab ag bv co corp gmbh inc kg limited llc ltd oy plc sa sarl sas sl srl ug ооо'.split(' '))

/** Up to two letters: the first and last word's initials, or the first two letters of a single word. */
export function initialsOf(label: string): string {
  const words = label
    .replace(/@.*/, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word, at) => word !== '' && (at === 0 || !LEGAL_FORMS.has(word.toLowerCase())))
  const [first = [], ...more] = words.map((word) => [...word])
  const letters = [first[0], more.at(-1)?.[0] ?? first[1]]
  return letters.join('').toLocaleUpperCase()
}

const TINTS = 6

/** The account's tint, by the order in which accounts were added: moving accounts doesn't change it. */
export function tintOf({ id, addedAt }: AccountLine['account'], all: readonly AccountLine[]): number {
  const before = all.filter(({ account }) => account.addedAt + account.id < addedAt + id)
  return before.length % TINTS
}
