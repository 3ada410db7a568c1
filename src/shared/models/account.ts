/** An account at a provider: where it is and how it signs in. Never a secret. */
import type { ErrorInfo } from '../ipc/error.ts'
import type { Connection } from './connection.ts'

export interface Account {
  id: string
  /** Shown name: the person's own, else the email, else the host. */
  label: string
  /** The label is the person's own; the provider's answers do not change it. */
  named: boolean
  kind: 'password' | 'token' | 'sample'
  connection: Connection
  email: string | null
  /** True once a token was put into the system's password store: a `null` from there is then not a sign-out. */
  tokenStored: boolean
  /** True once the key of the saved profile and invoices was put there. */
  keyStored: boolean
  /** The person signed out; the saved data waits for the next sign-in. */
  signedOut: boolean
  /** Token's end as read from the sign-in reply or the token itself (ISO 8601), if it said. */
  tokenExpiresAt: string | null
  addedAt: string
}

export const CREDENTIAL_STATES = [
  'kept', // by the system's password store
  'memory', // until quit
  'unavailable', // in the password store, which can't be read
  'forgotten', // ended with the last launch, because it was in memory only
  'refused', // by the provider: its answer alone makes this state
  'signedOut', // by the person, alone
  'sample'
] as const
/** Where the credential of an account is. */
export type CredentialState = (typeof CREDENTIAL_STATES)[number]

export interface AccountLine {
  account: Account
  credential: CredentialState
  /** Why the password store can't be used (KEYCHAIN_*), for `unavailable` and `memory`. */
  keychainError: ErrorInfo | null
}

/** `signedOut`: no account is open. `previous` fills the sign-in form after a sign-out. */
export type SessionState = (
  { status: 'signedOut'; previous: Account | null } | ({ status: 'signedIn' } & AccountLine)
) & {
  /** All accounts, in the person's order. */
  accounts: AccountLine[]
  /** Entries waiting in a password store that couldn't be opened to remove them. */
  pendingDeletions: number
}

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

/** Signed in, and yet the provider can't be asked before the person does something. */
export const isStopped = (credential: CredentialState): credential is 'unavailable' | 'forgotten' | 'refused' =>
  credential === 'unavailable' || credential === 'forgotten' || credential === 'refused'

export const isSample = ({ credential }: { credential: CredentialState }): boolean => credential === 'sample'

/** Of accounts that are signed in, those whose invoices count as open to pay: the sample counts only when it is alone. */
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
 * @param all every account, with or without this one
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
