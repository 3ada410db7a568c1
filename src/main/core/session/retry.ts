/** The person says that the password store can be used now. */
import type { Context } from './context.ts'
import type { Credentials } from './credentials.ts'
import type { Entries } from './entries.ts'
import type { Owed } from './owed.ts'

/** See Session.retryVault. */
export function createRetry(context: Context, entries: Entries, credentials: Credentials, owed: Owed) {
  const { accounts, holders, inTurn } = context

  const forOpenAccount = async (): Promise<void> => {
    const account = accounts.open()
    if (!account || account.kind === 'sample') return
    if (holders.of(account).credential === 'memory') await inTurn(account.id, () => entries.keep(account.id))
    else await credentials.askAgain(account)
  }

  /** The store is open: what failed for another account is asked for again when that one is opened. */
  const forOthers = (): void => {
    let any = false
    for (const account of accounts.all()) {
      const holder = holders.of(account)
      if (holder.credential !== 'unavailable' || holder.trouble?.code === 'VAULT_CHANGED') continue
      holder.credential = 'kept'
      holder.trouble = null
      any = true
    }
    if (any) context.changed()
  }

  return async (): Promise<void> => {
    await forOpenAccount()
    await owed.workOff()
    forOthers()
  }
}
