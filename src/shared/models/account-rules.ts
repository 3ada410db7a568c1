/** What may be said of an account; without schemas, so that the page judges by the same rules as main. */
import type { Account, CredentialState } from './account.ts'

/** Characters of a name that a person gives an account. */
export const LONGEST_LABEL = 80

/** Characters of a token; no longer one is taken, kept or sent. */
export const LONGEST_TOKEN = 16_384

/**
 * Whether it may be a token: the characters of a bearer token (RFC 6750, b64token), and `|`, `:`, `$`, `@` and `!`, which API
 * keys have. Quotes, backslashes and control characters would give a token many encodings, and no provider needs them.
 */
export const isToken = (text: string): boolean => text.length <= LONGEST_TOKEN && /^[\w.~+/=|:$@!-]+$/.test(text)

/** Accounts that have a shortcut of their own. */
export const MOST_SHORTCUTS = 9

/** Signed in, and yet the platform can't be asked before the person does something. */
export const isStopped = (credential: CredentialState): credential is 'unavailable' | 'forgotten' | 'refused' =>
  credential === 'unavailable' || credential === 'forgotten' || credential === 'refused'

export const isSample = ({ credential }: { credential: CredentialState }): boolean => credential === 'sample'

/** Of accounts that are signed in, those whose invoices are to be paid: sample data counts only where there is nothing else. */
export function thoseThatCount<T>(accounts: readonly T[], isSample: (account: T) => boolean): T[] {
  const real = accounts.filter((account) => !isSample(account))
  return real.length > 0 ? real : [...accounts]
}

/** Host and port of its base address, which is stored as a URL parser writes it; null when that is none. */
export const hostOf = ({ connection }: Pick<Account, 'connection'>): string | null =>
  /^https?:\/\/(?<host>[^/?#@]+)(?:[/?#]|$)/.exec(connection.baseAddress)?.groups?.['host'] ?? null

/**
 * What an account is called among the others: its label; with its host where another one has the same label, and with its
 * email where that one is at the same host.
 * @param all every account; whether it is still one of them makes no difference
 */
export function nameOf(account: Account, all: readonly { account: Account }[]): string {
  const { id, label, email } = account
  const host = hostOf(account)
  const equal = all.filter(({ account: other }) => other.id !== id && other.label === label)
  if (equal.length === 0) return label
  const more = [host, equal.some(({ account: other }) => hostOf(other) === host) ? email : null]
  const apart = more.filter((part) => part !== null && part !== label)
  return apart.length > 0 ? `${label} (${apart.join(', ')})` : label
}
