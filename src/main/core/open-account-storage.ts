import { toErrorInfo, AppError, type ErrorInfo } from '../../shared/ipc/error.ts'
import type { AccountLine } from '../../shared/models/account.ts'
import type { AccountStorage, Storage } from './ports/index.ts'
import type { Session } from './session/session.ts'

export type OpenAccountStorage = ReturnType<typeof createOpenAccountStorage>

export function createOpenAccountStorage(storage: Storage, session: Session, report: (error: unknown) => void) {
  let open: { id: string; storage: AccountStorage } | null = null
  /** Accounts without a stored data key. Their data may be in memory only. */
  const unsealed = new Set<string>()

  /** Call it before the file is erased. */
  const close = (): void => {
    open?.storage.close()
    open = null
  }
  const orNull = (): AccountStorage | null => {
    const account = session.account()
    if (open && open.id !== account?.id) close()
    if (!account) return null
    const { id } = account
    open ??= { id, storage: storage.open(id, () => session.dataKey(id)) }
    return open.storage
  }
  const current = (): AccountStorage => {
    const store = orNull()
    if (!store) throw new AppError('UNAUTHORIZED')
    return store
  }

  /** Opens any account's storage, even one that is open elsewhere. @throws NOT_FOUND */
  const withAccountStorage = async <T>(id: string, work: (storage: AccountStorage) => Promise<T>): Promise<T> => {
    const line = session.state().accounts.find(({ account }) => account.id === id)
    // Opening a removed account would create its files again.
    if (!line) throw new AppError('NOT_FOUND')
    noteSeal(line)
    const opened = storage.open(id, () => session.dataKey(id))
    try {
      return await work(opened)
    } finally {
      opened.close()
    }
  }

  const noteSeal = ({ account, credential }: AccountLine): void => {
    if (credential !== 'kept') unsealed.add(account.id)
  }
  const seal = (id: string): void => {
    withAccountStorage(id, (storage) => storage.seal()).catch((error: unknown) => {
      unsealed.add(id)
      report(error)
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

  /** Reads again if another account is opened meanwhile. @throws UNAUTHORIZED when signed out */
  const read = async <T>(work: (storage: AccountStorage) => Promise<T>): Promise<T> => {
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

/** The data exists, but its key is unavailable now. */
export const isSealed = ({ found }: ErrorInfo): boolean => found === 'sealed'

export async function unlessSealed<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading
  } catch (error) {
    if (isSealed(toErrorInfo(error))) return null
    throw error
  }
}
