/** Core's port to the database of accounts and settings. */
import type { Account } from '../../../shared/models/account.ts'
import type { Settings } from '../../../shared/models/settings.ts'

/** Small, and read before the first window opens, so its methods are synchronous. */
export interface Registry {
  accounts(): Account[]
  saveAccount(account: Account): void
  removeAccount(id: string): void
  /** Orders the accounts. Those not named come last, in their earlier order. */
  orderAccounts(ids: readonly string[]): void
  activeAccountId(): string | null
  setActiveAccountId(id: string | null): void
  settings(): Settings
  saveSettings(settings: Settings): void
  /** Ids of removed or signed-out accounts whose keychain entry still has to be deleted. */
  pendingDeletions(): string[]
  savePendingDeletions(ids: readonly string[]): void
  lock(): LockRecord | null
  saveLock(record: LockRecord | null): void
}

/** The stored state of the app lock. */
export interface LockRecord {
  /** See PinHash. */
  verifier: string
  /** Wrong PINs since the last right one. */
  failures: number
  /** ISO 8601; see LockState.waitUntil. */
  waitUntil: string | null
}
