import { AppError } from '../../../shared/ipc/error.ts'
import type { Account, SessionState } from '../../../shared/models/account.ts'
import type { Connection } from '../../../shared/models/connection.ts'
import type { Access, Api, Publisher, Registry } from '../ports/index.ts'
import { createAccounts } from './accounts.ts'
import { createCredentialStore, notSignedInError, originOf, type CredentialStoreParts } from './credential-store.ts'
import { createSignIn, type SignInParts } from './sign-in.ts'

interface SessionParts extends CredentialStoreParts, SignInParts {
  api: Api
  sample: SignInParts['sample']
  registry: Registry
  publisher: Publisher
}

export type Session = ReturnType<typeof createSession>

export function createSession(parts: SessionParts) {
  const listeners: (() => void)[] = []
  const changed = (): void => {
    for (const listener of listeners) listener()
    parts.publisher.publish('sessionChanged')
  }
  const accounts = createAccounts(parts.registry)
  const credentials = createCredentialStore(parts, accounts, changed)
  const { accessTo, dataKey, refused, accepted, retryKeychain, eraseEverything } = credentials

  return {
    ...createSignIn(parts, accounts, credentials),
    accessTo,
    dataKey,
    refused,
    accepted,
    retryKeychain,
    eraseEverything,

    state(): SessionState {
      const all = {
        accounts: accounts.all().map((account) => credentials.line(account)),
        pendingDeletions: credentials.pendingCount()
      }
      const open = accounts.open()
      return open
        ? { status: 'signedIn', ...credentials.line(open), ...all }
        : { status: 'signedOut', previous: accounts.previous(), ...all }
    },
    account: (): Account | null => accounts.open(),
    onChange: (listener: () => void) => void listeners.push(listener),

    async access(): Promise<Access> {
      const account = accounts.open()
      if (!account) throw notSignedInError()
      const access = await accessTo(account.id)
      if (accounts.open()?.id !== account.id) throw new AppError('CANCELLED')
      return access
    },

    /** A token belongs to the origin that issued it, so another origin drops it. */
    async changeConnection(connection: Connection): Promise<void> {
      const account = accounts.open()
      if (!account) throw new AppError('UNAUTHORIZED')
      if (account.kind === 'sample') throw new AppError('BAD_REQUEST', { found: 'input' })
      const place = { ...connection, baseAddress: parts.api.baseAddress(connection.baseAddress) }
      const label = account.named ? account.label : (account.email ?? new URL(place.baseAddress).host)
      const moved = { ...account, connection: place, label }
      const origin = originOf(account.connection)
      if (origin === null || origin !== originOf(place)) return credentials.moveOrigin(account, moved)
      accounts.save(moved)
      changed()
    },
    async switchTo(id: string): Promise<void> {
      if (accounts.get(id).signedOut) throw new AppError('UNAUTHORIZED')
      if (accounts.open()?.id === id) return
      accounts.makeOpen(id)
      changed()
    },
    rename(id: string, label: string): void {
      accounts.save({ ...accounts.get(id), label, named: true })
      changed()
    },
    move(id: string, to: number): void {
      accounts.get(id)
      accounts.move(id, to)
      changed()
    },

    async signOut(id: string, erase: boolean): Promise<void> {
      const account = accounts.get(id)
      await (erase ? credentials.remove(account) : credentials.signOut(account))
    },
    remove: async (id: string): Promise<void> => credentials.remove(accounts.get(id))
  }
}
