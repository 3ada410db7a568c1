/** An account's entry in the keychain: read at most once for all who need it, and written with the key that it has. */
import { isKeychainError, AppError, toErrorInfo } from '../../../shared/ipc/error.ts'
import { isToken, type Account } from '../../../shared/models/account.ts'
import type { Connection } from '../../../shared/models/connection.ts'
import type { Entry } from '../ports/index.ts'
import { isChanged, originOf, tokenWatch, type Context } from './context.ts'
import type { Holder } from './credential-store.ts'
import type { PendingDeletions } from './pending-deletions.ts'

/** What of an account's record tells about its entry. */
type Stored = Pick<Account, 'id' | 'keyStored' | 'connection'>

/**
 * The entry's token, if it may be sent to this connection. The database is a plain file: another program
 * that writes it could otherwise have the token sent to any server.
 * @returns null for an entry of an earlier version whose token can't be used: it has no origin, or characters that no token may have
 * @throws KEYCHAIN_CHANGED (found 'otherOrigin') when the database names another origin than the entry
 */
export function tokenFor({ token, origin }: Entry, connection: Connection): string | null {
  if (origin !== null && origin !== originOf(connection))
    throw new AppError('KEYCHAIN_CHANGED', { found: 'otherOrigin' })
  return token !== null && origin !== null && isToken(token) ? token : null
}

export interface Entries {
  /** Only of an account whose record says that something is stored. @throws KEYCHAIN_*; CHANGED, too, when there is none */
  read(id: string, holder: Holder): Promise<Entry>
  /** The key that saved data was encrypted with; null when there is none, or none any more. @throws KEYCHAIN_* */
  keyToKeep(account: Stored, holder: Holder): Promise<string | null>
  /**
   * Writes a token, beside the key that is known or stored, else a new one. To be called in turn. The entry is a pending deletion until
   * the record tells of it, which is the caller's part: no crash leaves one behind that nobody knows of.
   * @param wanted looked at before anything is written
   * @returns the key
   * @throws KEYCHAIN_*, and nothing was written then, but after KEYCHAIN_SILENT it may be yet; CANCELLED when not wanted
   */
  write(account: Stored, holder: Holder, token: string, wanted: () => boolean): Promise<string>
  /**
   * Writes what is held in memory only. Nothing is done when that is no longer so.
   * @returns whether it was written @throws KEYCHAIN_*, also as the keychainError
   */
  keep(id: string): Promise<boolean>
}

export function createEntries(context: Context, pendingDeletions: PendingDeletions): Entries {
  const { accounts, holders } = context
  const { keychain, newKey } = context.parts

  const read = (id: string, holder: Holder): Promise<Entry> => {
    if (holder.reading) return holder.reading
    const started = keychain
      .read(id)
      .then((entry) => {
        // The store is open, and the record says that something was put there: this is not a sign-out.
        if (entry === null) throw new AppError('KEYCHAIN_CHANGED')
        return entry
      })
      .finally(() => {
        if (holder.reading === started) holder.reading = null
      })
    holder.reading = started
    started.then(pendingDeletions.catchUp, (error: unknown) => {
      if (isChanged(error)) pendingDeletions.catchUp()
    })
    return started
  }

  const keyToKeep = async (account: Stored, holder: Holder): Promise<string | null> => {
    if (holder.dataKey !== null || !account.keyStored) return holder.dataKey
    try {
      const { dataKey } = await read(account.id, holder)
      if (holders.isCurrent(account.id, holder)) holder.dataKey ??= dataKey
      return dataKey
    } catch (error) {
      if (isChanged(error)) return null
      throw error
    }
  }

  const write = async (account: Stored, holder: Holder, token: string, wanted: () => boolean): Promise<string> => {
    const dataKey = (await keyToKeep(account, holder)) ?? newKey()
    if (!wanted()) throw new AppError('CANCELLED')
    const before = pendingDeletions.has(account.id)
    pendingDeletions.add(account.id)
    try {
      await keychain.write(account.id, { token, origin: originOf(account.connection), dataKey })
      pendingDeletions.catchUp()
    } catch (thrown) {
      const error = toErrorInfo(thrown)
      const nothingWritten = isKeychainError(error) && error.code !== 'KEYCHAIN_SILENT'
      // If the token was let go meanwhile, the note is not ours alone.
      if (nothingWritten && !before && wanted()) pendingDeletions.clear(account.id)
      throw thrown
    } finally {
      pendingDeletions.wait(account.id)
    }
    return dataKey
  }

  return {
    read,
    keyToKeep,
    write,

    async keep(id) {
      const account = accounts.find(id)
      if (!account) return false
      const holder = holders.of(account)
      const { token } = holder
      if (holder.credential !== 'memory' || token === null || context.erasures.underWay) return false
      const wanted = tokenWatch(context, id, holder)
      try {
        const dataKey = await write(account, holder, token, wanted)
        if (!wanted()) return true
        // First of all: a key that no record tells of must not be used.
        accounts.update(id, { tokenStored: true, keyStored: true })
        holder.dataKey = dataKey
        // The platform may have refused it meanwhile.
        if (holder.credential === 'memory') holder.credential = 'kept'
        holder.keychainError = null
        pendingDeletions.clear(id)
        context.changed()
        return true
      } catch (error) {
        if (!wanted()) return false
        holder.keychainError = toErrorInfo(error)
        context.changed()
        throw error
      }
    }
  }
}
