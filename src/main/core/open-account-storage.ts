/** The open account's cache: opened when first needed, closed when the account changes. */
import { toErrorInfo, AppError, type ErrorInfo } from '../../shared/ipc/error.ts'
import type { AccountLine } from '../../shared/models/account.ts'
import type { AccountStorage, Cache } from './ports/index.ts'
import type { Session } from './session/index.ts'

export interface OpenStore {
  /** @throws UNAUTHORIZED when signed out */
  current(): AccountStorage
  /** The open account's cache, or null when signed out. */
  orNull(): AccountStorage | null
  /**
   * What the work reads of the open account. Should another one be opened meanwhile, it is read again from that one's
   * cache, so that an answer is never about an account that was left.
   * @throws UNAUTHORIZED when signed out, and as the work does
   */
  read<T>(work: (cache: AccountStorage) => Promise<T>): Promise<T>
  /**
   * Works with any account's cache, which is opened for that and closed after it, whoever else has it open.
   * @throws NOT_FOUND when there is no such account, and as the work does
   */
  withAccountStorage<T>(accountId: string, work: (cache: AccountStorage) => Promise<T>): Promise<T>
  /** Lets go of the file, to be opened again when it is next needed; call before it is erased. */
  close(): void
}

/** @param report told of errors that no ErrorInfo code describes */
export function createOpenStore(cache: Cache, session: Session, report: (error: unknown) => void): OpenStore {
  let open: { id: string; cache: AccountStorage } | null = null
  /** Accounts that were seen without a key that lasts: what was fetched of them may be in memory only. */
  const unsealed = new Set<string>()

  const close = (): void => {
    open?.cache.close()
    open = null
  }
  const orNull = (): AccountStorage | null => {
    const account = session.account()
    if (open && open.id !== account?.id) close()
    if (!account) return null
    const { id } = account
    open ??= { id, cache: cache.open(id, () => session.dataKey(id)) }
    return open.cache
  }
  const current = (): AccountStorage => {
    const store = orNull()
    if (!store) throw new AppError('UNAUTHORIZED')
    return store
  }

  const withAccountStorage = async <T>(id: string, work: (cache: AccountStorage) => Promise<T>): Promise<T> => {
    const line = session.state().accounts.find(({ account }) => account.id === id)
    // Opened now, its files would be made anew.
    if (!line) throw new AppError('NOT_FOUND')
    noteSeal(line)
    const borrowed = cache.open(id, () => session.dataKey(id))
    try {
      return await work(borrowed)
    } finally {
      borrowed.close()
    }
  }

  const noteSeal = ({ account, credential }: AccountLine): void => {
    if (credential !== 'kept') unsealed.add(account.id)
  }
  const seal = (id: string): void => {
    withAccountStorage(id, (cache) => cache.seal()).catch((error: unknown) => {
      // Next time that something changes it is tried again.
      unsealed.add(id)
      if (toErrorInfo(error).code === 'INTERNAL') report(error)
    })
  }
  const look = (): void => {
    if (open && open.id !== session.account()?.id) close()
    const state = session.state()
    if (state.status === 'signedIn') noteSeal(state)
    for (const { account, credential } of state.accounts) {
      if (credential === 'kept' && unsealed.delete(account.id)) seal(account.id)
    }
  }
  look()
  session.onChange(look)

  const read = async <T>(work: (cache: AccountStorage) => Promise<T>): Promise<T> => {
    const from = current()
    try {
      const found = await work(from)
      if (orNull() === from) return found
    } catch (error) {
      if (orNull() === from) throw error
    }
    return read(work)
  }

  return { orNull, current, read, withAccountStorage, close }
}

/** What is saved is there, but can't be opened without a key that is not to be had now. */
export const isSealed = ({ found }: ErrorInfo): boolean => found === 'sealed'

/** What was read, or null when that is sealed. */
export async function unlessSealed<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading
  } catch (error) {
    if (isSealed(toErrorInfo(error))) return null
    throw error
  }
}
