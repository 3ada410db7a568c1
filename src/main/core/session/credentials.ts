/** The token and the key of an account for those who need them: from memory, else from one read of the keychain. */
import { AppError, toErrorInfo } from '../../../shared/ipc/error.ts'
import type { Account } from '../../../shared/models/account.ts'
import type { Access } from '../ports/index.ts'
import { accessOf, toAppError, originOf, tokenWatch, type Context } from './context.ts'
import { tokenFor, type Entries } from './entries.ts'
import { letGo, type Holder } from './credential-store.ts'

export interface Credentials {
  /** See Session.access. */
  access(): Promise<Access>
  /** See Session.accessTo. */
  accessTo(id: string): Promise<Access>
  /** See Session.dataKey. */
  dataKey(id: string): Promise<string | null>
  /** Asks for what the account lacks, although the keychain failed before. @returns whether it lacked something @throws KEYCHAIN_* */
  askAgain(account: Account): Promise<boolean>
  /** See Session.refused. */
  refused(id: string, token: string): void
}

/** There is no token to be had: whoever needs one has to sign in. */
const TOKENLESS: readonly string[] = ['forgotten', 'signedOut']
const notSignedIn = (): AppError => new AppError('UNAUTHORIZED', { found: 'notSignedIn' })

export function createCredentials(context: Context, entries: Entries): Credentials {
  const { accounts, holders, inTurn } = context
  const { platform, sample, keychain, newKey } = context.parts

  const signInToSample = async ({ id, connection }: Account, holder: Holder): Promise<void> => {
    const wanted = tokenWatch(context, id, holder)
    const grant = await platform.signIn(connection, sample)
    if (wanted()) holder.token ??= grant.token
  }

  const readEntry = async ({ id }: Account, holder: Holder): Promise<void> => {
    const stillHeld = tokenWatch(context, id, holder)
    const lacksToken = (): boolean => stillHeld() && holder.token === null
    try {
      const entry = await entries.read(id, holder)
      holder.dataKey ??= entry.dataKey
      holder.wasRead = true
      // Whoever signed in again while the store took its time has a newer token.
      if (!lacksToken()) return
      if (entry.dataKey !== null && !accounts.find(id)?.keyStored) accounts.update(id, { keyStored: true })
      const account = accounts.find(id)
      if (account?.tokenStored) {
        if (entry.token === null) throw new AppError('KEYCHAIN_CHANGED')
        holder.token = tokenFor(entry, account.connection)
        if (holder.token === null) {
          letGo(holder, 'forgotten')
          holder.keychainError = null
          return context.changed()
        }
      }
      const { keychainError } = holder
      holder.keychainError = null
      if (holder.credential === 'unavailable') holder.credential = 'kept'
      if (keychainError) context.changed()
    } catch (error) {
      if (lacksToken()) {
        holder.keychainError = toErrorInfo(error)
        if (holder.credential === 'kept') holder.credential = 'unavailable'
        context.changed()
      }
      throw error
    }
  }

  /** Ends when all is in the holder that the keychain has; shared by all who need it. */
  const fetch = (account: Account, holder: Holder): Promise<void> => {
    if (holder.fetching) return holder.fetching
    const work = account.kind === 'sample' ? signInToSample : readEntry
    const started = work(account, holder).finally(() => {
      if (holder.fetching === started) holder.fetching = null
    })
    holder.fetching = started
    return started
  }

  /** An account from before there were keys, or one whose key was lost: the first one is kept beside its token. */
  const makeKey = (id: string, holder: Holder): Promise<string | null> => {
    const wanted = tokenWatch(context, id, holder)
    const work = async (): Promise<string | null> => {
      const { token, credential } = holder
      const account = accounts.find(id)
      // Its entry may have been removed while this waited for its turn.
      if (!account || token === null || credential !== 'kept') return null
      const dataKey = newKey()
      await keychain.write(id, { token, origin: originOf(account.connection), dataKey })
      if (!wanted()) return null
      accounts.update(id, { keyStored: true })
      holder.dataKey = dataKey
      return dataKey
    }
    // A store that takes no key is not worth a notice: what is fetched lives until quit, and the next launch tries again.
    holder.keying ??= inTurn(id, work).catch(() => null)
    return holder.keying
  }

  const accessTo = async (id: string): Promise<Access> => {
    const account = accounts.get(id)
    const holder = holders.of(account)
    if (TOKENLESS.includes(holder.credential)) throw notSignedIn()
    if (holder.credential === 'refused') throw new AppError('UNAUTHORIZED')
    if (holder.token !== null) return accessOf(account.connection, holder.token)
    if (holder.keychainError && !holder.fetching) throw toAppError(holder.keychainError)
    const found = (): Access | null => {
      const now = accounts.find(id)
      return now && holders.isCurrent(id, holder) && holder.token !== null
        ? accessOf(now.connection, holder.token)
        : null
    }
    try {
      await fetch(account, holder)
    } catch (error) {
      const newer = found()
      if (newer) return newer
      throw error
    }
    const access = found()
    if (!access && holders.isCurrent(id, holder) && holder.credential === 'forgotten') throw notSignedIn()
    if (!access) throw new AppError('CANCELLED')
    return access
  }

  return {
    accessTo,

    async access() {
      const account = accounts.open()
      if (!account) throw notSignedIn()
      const access = await accessTo(account.id)
      if (accounts.open()?.id !== account.id) throw new AppError('CANCELLED')
      return access
    },

    async dataKey(id) {
      const account = accounts.find(id)
      if (!account || account.kind === 'sample') return null
      const holder = holders.of(account)
      if (holder.dataKey !== null) return holder.dataKey
      const isKept = holder.credential === 'kept' || holder.credential === 'unavailable'
      if (!account.keyStored && !isKept) return null
      if (!holder.wasRead) {
        if (holder.keychainError && !holder.fetching) throw toAppError(holder.keychainError)
        try {
          await fetch(account, holder)
        } catch (error) {
          // A sign-in meanwhile has brought it.
          if (holder.dataKey === null) throw error
        }
      }
      if (!holders.isCurrent(id, holder)) return null
      if (holder.dataKey !== null) return holder.dataKey
      if (holder.credential === 'kept') return makeKey(id, holder)
      if (accounts.find(id)?.keyStored)
        throw holder.keychainError ? toAppError(holder.keychainError) : new AppError('KEYCHAIN_CHANGED')
      return null
    },

    async askAgain(account) {
      const holder = holders.of(account)
      const lacksToken = account.tokenStored && holder.token === null
      const lacksKey = account.keyStored && holder.dataKey === null
      if (!holder.keychainError || !(lacksToken || lacksKey)) return false
      await fetch(account, holder)
      return true
    },

    refused(id, token) {
      const account = accounts.find(id)
      const holder = account && holders.of(account)
      if (!holder || holder.token !== token || holder.credential === 'refused') return
      holder.credential = 'refused'
      context.changed()
    }
  }
}
