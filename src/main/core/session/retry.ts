/** The person says that the password store can be used now. */
import { failureOf } from '../../../shared/ipc/failure.ts'
import type { Account } from '../../../shared/model/account.ts'
import type { Context } from './context.ts'
import type { Credentials } from './credentials.ts'
import type { Entries } from './entries.ts'
import type { Owed } from './owed.ts'

/** The store is open, and only this entry was of no use, or was not taken. */
const isOfOneEntry = (error: unknown): boolean => ['VAULT_CHANGED', 'VAULT_REFUSED'].includes(failureOf(error).code)

/** See Session.retryVault. */
export function createRetry(context: Context, entries: Entries, credentials: Credentials, owed: Owed) {
  const { accounts, holders, inTurn } = context

  const ask = async (account: Account): Promise<void> => {
    if (holders.of(account).credential === 'memory') await inTurn(account.id, () => entries.keep(account.id))
    else if (accounts.open()?.id === account.id) await credentials.askAgain(account)
  }

  /** The store is open: what could not be read of another account is asked for again when that one is opened. */
  const forOthers = (): void => {
    let any = false
    for (const account of accounts.all()) {
      const holder = holders.of(account)
      if (!holder.trouble || holder.trouble.code === 'VAULT_CHANGED' || holder.credential === 'memory') continue
      holder.trouble = null
      if (holder.credential === 'unavailable') holder.credential = 'kept'
      any = true
    }
    if (any) context.changed()
  }

  return async (): Promise<void> => {
    const failed: unknown[] = []
    const unlessOfOneEntry = (error: unknown): void => {
      if (!isOfOneEntry(error)) throw error
      failed.push(error)
    }
    const open = accounts.open()
    const others = accounts.all().filter(({ id }) => id !== open?.id)
    for (const account of open ? [open, ...others] : others) await ask(account).catch(unlessOfOneEntry)
    await owed.workOff().catch(unlessOfOneEntry)
    forOthers()
    if (failed.length > 0) throw failed[0]
  }
}
