/** What core needs of what is stored beside the accounts' data. */
import type { Account } from '../../../shared/models/account.ts'
import type { Settings } from '../../../shared/models/settings.ts'

/** Accounts and settings: small, read before the first window, so synchronous. */
export interface Registry {
  accounts(): Account[]
  saveAccount(account: Account): void
  removeAccount(id: string): void
  /** Puts the accounts in this order; those not named come last, as they were. */
  orderAccounts(ids: readonly string[]): void
  activeAccountId(): string | null
  setActiveAccountId(id: string | null): void
  settings(): Settings
  saveSettings(settings: Settings): void
  /** Ids of accounts that are gone or signed out, whose entry in the password store could not be removed yet. */
  pendingDeletions(): string[]
  savePendingDeletions(ids: readonly string[]): void
  lock(): LockRecord | null
  saveLock(record: LockRecord | null): void
}

/** What is stored of the app lock. */
export interface LockRecord {
  /** Tells the right PIN from others: see PinHash. */
  verifier: string
  /** Wrong tries since the last right one. */
  failures: number
  /** ISO 8601; see LockState.waitUntil. */
  waitUntil: string | null
}
