/** The person says that the password store can be used now. */
import { toErrorInfo } from '../../../shared/ipc/error.ts'
import type { Account } from '../../../shared/models/account.ts'
import type { Context } from './context.ts'
import type { Credentials } from './credentials.ts'
import type { Entries } from './entries.ts'
import type { PendingDeletions } from './pending-deletions.ts'

/** The store is open, and only this entry was of no use, or was not taken. */
const isOfOneEntry = (error: unknown): boolean =>
  ['KEYCHAIN_CHANGED', 'KEYCHAIN_REFUSED'].includes(toErrorInfo(error).code)

/** See Session.retryKeychain. */
export function createRetry(
  context: Context,
  entries: Entries,
  credentials: Credentials,
  pendingDeletions: PendingDeletions
) {
  const { accounts, holders, inTurn } = context

  /** @returns whether the keychain did something. @throws KEYCHAIN_* */
  const ask = async (account: Account): Promise<boolean> => {
    if (holders.of(account).credential === 'memory') return inTurn(account.id, () => entries.keep(account.id))
    return accounts.open()?.id === account.id && credentials.askAgain(account)
  }

  /** What could not be read of accounts, though nobody changed it. */
  const unread = (): Account[] =>
    accounts.all().filter((account) => {
      const { credential, keychainError } = holders.of(account)
      return keychainError && keychainError.code !== 'KEYCHAIN_CHANGED' && credential !== 'memory'
    })

  /** The store is open: that is asked for again when its account is opened. */
  const forOthers = (): void => {
    const all = unread().map((account) => holders.of(account))
    for (const holder of all) {
      holder.keychainError = null
      if (holder.credential === 'unavailable') holder.credential = 'kept'
    }
    if (all.length > 0) context.changed()
  }

  return async (): Promise<void> => {
    const failed: unknown[] = []
    /** Some call found the store open. */
    let found = false
    const attempt = async (work: Promise<boolean>): Promise<void> => {
      try {
        found = (await work) || found
      } catch (error) {
        if (!isOfOneEntry(error)) throw error
        failed.push(error)
        found = true
      }
    }
    const open = accounts.open()
    const others = accounts.all().filter(({ id }) => id !== open?.id)
    for (const account of open ? [open, ...others] : others) await attempt(ask(account))
    await attempt(pendingDeletions.workOff())
    for (const account of unread()) if (!found) await attempt(credentials.askAgain(account))
    if (found) forOthers()
    if (failed.length > 0) throw failed[0]
  }
}
