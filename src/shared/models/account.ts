/** An account at a provider: where it is and how it signs in. Never a secret. */
import type { ErrorInfo } from '../ipc/error.ts'
import { hostIn, type Connection } from './connection.ts'
import type { Topic } from './freshness.ts'
import type { InvoiceState, Money } from './invoice.ts'
import type { Owed } from './owed.ts'

export interface AccountRecord {
  id: string
  /** The user's own name for it, else the profile's, else the email or user name, else the provider's name or host. */
  label: string
  /** The label is the user's own, so the provider's replies don't change it. */
  named: boolean
  kind: 'password' | 'token' | 'sample'
  connection: Connection
  email: string | null
  /** The company or the person of its latest profile. */
  profileName?: string | undefined
  /** Then a `null` from the keychain doesn't sign the account out. */
  tokenStored: boolean
  keyStored: boolean
  signedOut: boolean
  tokenExpiresAt: string | null
  addedAt: string
}

export const CREDENTIAL_STATES = [
  'kept', // in the system's keychain
  'memory', // until quit
  'unavailable', // in the keychain, which can't be read
  'forgotten', // was in memory only and ended with the last launch, or belongs to another origin
  'refused', // rejected by the provider; only its replies begin and end this state
  'signedOut', // by the user, and by nothing else
  'sample'
] as const
export type CredentialState = (typeof CREDENTIAL_STATES)[number]

/** What the page has to know of an account's provider. */
export interface ProviderFacts {
  name: string
  /** What its API has. */
  topics: readonly Topic[]
  /** A product has an endpoint of its own, which may say more than the list. */
  hasProductCall: boolean
  /** So has an invoice. */
  hasInvoiceCall: boolean
  /** It sorts products itself, when asked. */
  sortsProducts: boolean
  /** The definition says where a product's price stands. */
  pricesProducts: boolean
  /** The API document describes its products. */
  followsDocument: boolean
  missingStatus: InvoiceState | null
  paymentTermDays: number | null
  /** For invoices without a page of their own. */
  billing: BillingPage | null
}

/** Where the owner pays: the provider's billing page, or its website where that isn't known. */
export interface BillingPage {
  page: 'billing' | 'website'
  host: string
  /** False: the owner's definition names a host that isn't its provider's, and the owner confirms it. */
  isOwn: boolean
}

export const hasTopic = ({ topics }: Pick<ProviderFacts, 'topics'>, topic: Topic): boolean => topics.includes(topic)

/** Views that show one topic alone, by route. The view of invoices isn't one: it says that there are none. */
const VIEW_TOPICS: Readonly<Record<string, Topic>> = {
  catalogue: 'catalogue',
  product: 'catalogue',
  changes: 'catalogue',
  profile: 'profile'
}

/** What decides which views there are. */
export interface ViewFacts {
  /** Of the account shown; null: nobody is signed in. */
  provider: Pick<ProviderFacts, 'topics'> | null
  /** See listsPlans. */
  hasPlans: boolean
}

export function hasView({ provider, hasPlans }: ViewFacts, view: string): boolean {
  if (view === 'plans') return hasPlans
  const topic = VIEW_TOPICS[view]
  return provider === null || topic === undefined || hasTopic(provider, topic)
}

export interface AccountLine {
  account: AccountRecord
  provider: ProviderFacts
  credential: CredentialState
  /** KEYCHAIN_*, for `unavailable` and `memory`. */
  keychainError: ErrorInfo | null
}

/** `previous` fills the sign-in form after a sign-out. */
export type SessionState = (
  { status: 'signedOut'; previous: AccountRecord | null } | ({ status: 'signedIn' } & AccountLine)
) & {
  accounts: AccountLine[]
  /** Keychain entries that still have to be removed, because the keychain was locked. */
  pendingDeletions: number
}

/** Money in the account, and when its profile was fetched (ISO 8601): of an account that isn't shown, that may be long ago. */
export interface AccountBalance extends Money {
  fetchedAt: string
}

/** Open invoices of one account, for the overview and the list of accounts. */
export interface AccountAmounts extends Owed {
  id: string
  /** ISO 8601 */
  fetchedAt: string | null
  /** Why the invoices can't be read or fetched, or null. */
  error: ErrorInfo | null
  /** null: the profile has none, or isn't known. */
  balance: AccountBalance | null
}

/** `difficult` has what providers get wrong: odd values, several currencies, unknown statuses. */
export const SAMPLE_DATA = ['good', 'difficult'] as const
export type SampleData = (typeof SAMPLE_DATA)[number]

export const LONGEST_LABEL = 80
/** Each is asked for news and shown in lists. The texts of `manyAccounts` name it. */
export const MOST_ACCOUNTS = 500

export const LONGEST_TOKEN = 16_384

/** The characters of a bearer token (RFC 6750), and those of API keys. Others, such as quotes, would give a token many encodings. */
export const isToken = (text: string): boolean => text.length <= LONGEST_TOKEN && /^[\w.~+/=|:$@!-]+$/.test(text)

/** Parts of a key such as `KEY:SECRET`, neither of which is a user name. Shorter ones are words. */
export const partsOfKey = (token: string): string[] =>
  token.includes(':') ? token.split(':').filter((part) => part.length >= SHORTEST_PART) : []
const SHORTEST_PART = 8

export const MOST_SHORTCUTS = 9

/** Signed in, but the provider can't be asked now. Often the user has to act; a refused token is tried again. */
export const isStopped = (credential: CredentialState): credential is 'unavailable' | 'forgotten' | 'refused' =>
  credential === 'unavailable' || credential === 'forgotten' || credential === 'refused'

export const isSample = ({ credential }: { credential: CredentialState }): boolean => credential === 'sample'

/** The sample's invoices count as open to pay only without real accounts. */
export function countedAccounts<T>(accounts: readonly T[], isSample: (account: T) => boolean): T[] {
  const real = accounts.filter((account) => !isSample(account))
  return real.length > 0 ? real : [...accounts]
}

/** There are other accounts than the one shown whose invoices count together with it, or in place of the sample's. */
export const hasOtherAccounts = (accounts: readonly AccountLine[], shownId: string | undefined): boolean =>
  countedAccounts(accounts, isSample).some(({ account }) => account.id !== shownId)

/**
 * A provider of the accounts whose plans are listed has plans. @param shownId undefined: nobody is signed in
 * @param all lists are of all accounts, if there are others
 */
export function listsPlans(accounts: readonly AccountLine[], shownId: string | undefined, all: boolean): boolean {
  if (shownId === undefined) return false
  const listed =
    all && hasOtherAccounts(accounts, shownId)
      ? countedAccounts(accounts, isSample)
      : accounts.filter(({ account }) => account.id === shownId)
  return listed.some(({ provider }) => hasTopic(provider, 'plans'))
}

export const hostOf = ({ connection }: Pick<AccountRecord, 'connection'>): string | null => hostIn(connection.baseUrl)

export function nameOf(account: AccountRecord, all: readonly { account: AccountRecord }[]): string {
  const { id, label, email } = account
  const host = hostOf(account)
  const equal = all.filter(({ account: other }) => other.id !== id && other.label === label)
  if (equal.length === 0) return label
  const more = [host, equal.some(({ account: other }) => hostOf(other) === host) ? email : null]
  const apart = more.filter((part) => part !== null && part !== label)
  return apart.length > 0 ? `${label} (${apart.join(', ')})` : label
}

/** An account that the menu offers to show. */
export interface AccountChoice {
  id: string
  label: string
  current: boolean
  signedOut: boolean
}

export function accountChoices(state: SessionState): AccountChoice[] {
  const current = state.status === 'signedIn' ? state.account.id : null
  return state.accounts.map(({ account, credential }) => ({
    id: account.id,
    label: nameOf(account, state.accounts),
    current: account.id === current,
    signedOut: credential === 'signedOut'
  }))
}
