/** Leaving an account: signing out, which keeps what is saved for the next sign-in, and removing, which keeps nothing. */
import type { Account } from '../../../shared/models/account.ts'
import type { Context } from './context.ts'
import { letGo } from './credential-store.ts'
import type { PendingDeletions } from './pending-deletions.ts'

export interface Leave {
  /** Lets the token go and keeps the rest. */
  signOut(account: Account): Promise<void>
  /** @throws STORAGE when files can't be deleted: the record stays then, without token and key, and it can be tried again */
  remove(account: Account): Promise<void>
}

export function createLeave(context: Context, pendingDeletions: PendingDeletions): Leave {
  const { accounts, holders, parts } = context

  return {
    async signOut(account) {
      const { id, kind, signedOut } = account
      const holder = holders.of(account)
      const stored = pendingDeletions.mayBeStored(account)
      // One that signed out and could not be left then is left now.
      const leaving = !signedOut || accounts.open()?.id === id
      if (leaving && kind !== 'sample') pendingDeletions.add(id)
      try {
        if (leaving) {
          accounts.save({ ...account, tokenStored: false, tokenExpiresAt: null, signedOut: true })
          letGo(holder, 'signedOut')
          accounts.leave(id)
        }
      } finally {
        if (leaving) context.changed()
        if (pendingDeletions.has(id)) await pendingDeletions.retire(id, stored)
      }
      // The key was needed to keep it; a person who signs in again has it read again.
      if (holder.credential === 'signedOut') holder.dataKey = null
    },

    async remove(account) {
      const { id, kind } = account
      const stored = pendingDeletions.mayBeStored(account)
      if (kind !== 'sample') pendingDeletions.add(id)
      try {
        // A record that knows of no entry never has it read, whatever happens next.
        if (kind !== 'sample') accounts.save({ ...account, tokenStored: false, keyStored: false, tokenExpiresAt: null })
        holders.forget(id)
        parts.erase(id)
        accounts.drop(id)
      } finally {
        context.changed()
        await pendingDeletions.retire(id, stored)
      }
    }
  }
}
