/** The account that is open when something is begun, so that what follows is about that one or not at all. */
import { AppError } from '../../shared/ipc/error.ts'
import type { Account } from '../../shared/models/account.ts'
import type { AccountStorage } from './ports/index.ts'
import type { Session } from './session/index.ts'
import type { OpenStore } from './open-account-storage.ts'

export interface OpenNowParts {
  session: Pick<Session, 'account'>
  store: Pick<OpenStore, 'current' | 'orNull'>
  /** Aborted when the account that is open now is left, or spoken to otherwise: Refresh.whileOpen. */
  whileOpen: () => AbortSignal
}

export interface OpenNow {
  account: Account
  cache: AccountStorage
  /** Aborted when the account is left, or spoken to otherwise. */
  signal: AbortSignal
  /** To be asked after each wait. @throws CANCELLED when the account was left, or is spoken to otherwise, since */
  check(): void
}

/** Takes all of it at once. @throws UNAUTHORIZED when signed out */
export function openNow({ session, store, whileOpen }: OpenNowParts): OpenNow {
  const cache = store.current()
  const account = session.account()
  const signal = whileOpen()
  if (!account) throw new AppError('UNAUTHORIZED')
  return {
    account,
    cache,
    signal,
    check() {
      if (signal.aborted || store.orNull() !== cache) throw new AppError('CANCELLED')
    }
  }
}
