/** The open account's cache: opened when first needed, closed when the account changes. */
import { Fault } from '../../shared/ipc/failure.ts'
import type { AccountCache, Cache } from './ports.ts'
import type { Session } from './session.ts'

export interface OpenStore {
  /** @throws UNAUTHORIZED when signed out */
  current(): AccountCache
  /** The open account's cache, or null when signed out. */
  orNull(): AccountCache | null
  close(): void
}

export function createOpenStore(cache: Cache, session: Session): OpenStore {
  let open: { id: string; cache: AccountCache } | null = null

  const close = (): void => {
    open?.cache.close()
    open = null
  }
  const orNull = (): AccountCache | null => {
    const account = session.account()
    if (open && open.id !== account?.id) close()
    if (!account) return null
    open ??= { id: account.id, cache: cache.open(account.id) }
    return open.cache
  }

  return {
    orNull,
    close,
    current() {
      const store = orNull()
      if (!store) throw new Fault('UNAUTHORIZED')
      return store
    }
  }
}
