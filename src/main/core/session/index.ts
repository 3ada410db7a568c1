/** The accounts of this computer: put together here, told of in session.ts. */
import { AppError } from '../../../shared/ipc/error.ts'
import type { SessionState } from '../../../shared/models/account.ts'
import { createAccounts } from './accounts.ts'
import type { Context } from './context.ts'
import { createCredentials } from './credentials.ts'
import { createEntries } from './entries.ts'
import { eraseEverything } from './erase-everything.ts'
import { createHolders } from './credential-store.ts'
import { createLeave } from './sign-out.ts'
import { changeConnection } from './move-origin.ts'
import { createPendingDeletions } from './pending-deletions.ts'
import { createRetry } from './retry-keychain.ts'
import type { Session, SessionParts } from './session.ts'
import { createSignIn } from './sign-in.ts'
import { createKeyedMutex } from '../concurrency/mutex.ts'

export type { SampleAccount, Session, SessionParts } from './session.ts'

export function createSession(parts: SessionParts): Session {
  const listeners: (() => void)[] = []
  const accounts = createAccounts(parts.registry)
  const holders = createHolders()
  const changed = (): void => {
    for (const listener of listeners) listener()
    parts.publisher.publish('sessionChanged')
  }
  const context: Context = {
    parts,
    accounts,
    holders,
    inTurn: createKeyedMutex(),
    erasures: { begun: 0, underWay: false },
    changed
  }
  const pendingDeletions = createPendingDeletions(context, () => entries)
  const entries = createEntries(context, pendingDeletions)
  const credentials = createCredentials(context, entries)
  const leave = createLeave(context, pendingDeletions)

  const state = (): SessionState => {
    const every = {
      accounts: accounts.all().map((account) => holders.line(account)),
      pendingDeletions: pendingDeletions.count()
    }
    const open = accounts.open()
    return open
      ? { status: 'signedIn', ...holders.line(open), ...every }
      : { status: 'signedOut', previous: accounts.previous(), ...every }
  }

  return {
    state,
    account: () => accounts.open(),
    onChange: (listener) => void listeners.push(listener),
    access: () => credentials.access(),
    accessTo: (id) => credentials.accessTo(id),
    dataKey: (id) => credentials.dataKey(id),
    ...createSignIn(context, entries, pendingDeletions),
    changeConnection: (connection) => changeConnection(context, pendingDeletions, connection),

    async switchTo(id) {
      if (accounts.get(id).signedOut) throw new AppError('UNAUTHORIZED')
      if (accounts.open()?.id === id) return
      accounts.makeOpen(id)
      changed()
    },
    rename(id, label) {
      accounts.save({ ...accounts.get(id), label, named: true })
      changed()
    },
    move(id, to) {
      accounts.get(id)
      accounts.move(id, to)
      changed()
    },

    async signOut(id, erase) {
      const account = accounts.get(id)
      await (erase ? leave.remove(account) : leave.signOut(account))
    },
    remove: async (id) => leave.remove(accounts.get(id)),
    eraseEverything: (leaveEntries) => eraseEverything(context, pendingDeletions, leaveEntries),
    retryKeychain: createRetry(context, entries, credentials, pendingDeletions),
    refused: (id, token) => credentials.refused(id, token)
  }
}
