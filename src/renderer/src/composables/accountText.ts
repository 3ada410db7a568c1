/** An account in a few words: in the rail, in the status bar, in the list of accounts. */
import { isKeychainError } from '../../../shared/ipc/error-rules.ts'
import type { ErrorInfo, ErrorCode } from '../../../shared/ipc/error.ts'
import { hostOf } from '../../../shared/models/account-rules.ts'
import type { AccountLine } from '../../../shared/models/account.ts'
import { t } from '../i18n.ts'

/** What may be wrong with the password store. */
export type KeychainProblem = 'locked' | 'silent' | 'missing' | 'refused' | 'changed'

const TROUBLES: Partial<Record<ErrorCode, KeychainProblem>> = {
  KEYCHAIN_LOCKED: 'locked',
  KEYCHAIN_SILENT: 'silent',
  KEYCHAIN_REFUSED: 'refused',
  KEYCHAIN_CHANGED: 'changed'
}

/** null: it is an error of something else. */
export const troubleOf = (error: ErrorInfo | null): KeychainProblem | null =>
  error && isKeychainError(error) ? (TROUBLES[error.code] ?? 'missing') : null

/** How it is with the account's sign-in. */
export function stateWords({ account, credential, keychainError }: AccountLine): string {
  if (credential === 'unavailable' && keychainError?.found === 'otherOrigin') return t('standing.store.otherOrigin')
  if (credential === 'unavailable') return t(`standing.store.${troubleOf(keychainError) ?? 'missing'}`)
  return t(`standing.state.${credential}`, { host: hostOf(account) ?? '' })
}

/** Up to two letters of a name: of its first and last word, or the first two of its only one. */
export function initialsOf(label: string): string {
  const words = label
    .replace(/@.*/, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  const [first = [], ...more] = words.map((word) => [...word])
  const letters = [first[0], more.at(-1)?.[0] ?? first[1]]
  return letters.join('').toLocaleUpperCase()
}

/** How many tints there are to tell accounts apart by. */
const TINTS = 6

/** Which of the tints is an account's: in the order in which the accounts were added, so that it keeps it when they are moved. */
export function tintOf({ id, addedAt }: AccountLine['account'], all: readonly AccountLine[]): number {
  const before = all.filter(({ account }) => account.addedAt + account.id < addedAt + id)
  return before.length % TINTS
}
