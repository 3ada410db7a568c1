/** Ties work to the account that is open at its start. It ends with CANCELLED when another one is opened. */
import { AppError, toErrorInfo, type ErrorInfo } from '../../shared/ipc/error.ts'
import type { Account } from '../../shared/models/account.ts'
import { untilAborted } from '../concurrency.ts'
import type { CoreParts } from './core-parts.ts'
import type { AccountStorage } from './ports/index.ts'
import type { Refresh } from './refresh/refresh.ts'

export interface OpenAccountParts extends CoreParts {
  refresh: Pick<Refresh, 'fetchOpenAccount' | 'whileOpen' | 'revalidate' | 'paymentPageOpened'>
}

export interface OpenAccount {
  account: Account
  storage: AccountStorage
  signal: AbortSignal
  /** Call it after each await. @throws CANCELLED once the signal is aborted */
  check(): void
}

export function getOpenAccount({ session, store, refresh }: OpenAccountParts): OpenAccount {
  const storage = store.current()
  const account = session.account()
  const signal = refresh.whileOpen()
  if (!account) throw new AppError('UNAUTHORIZED')
  return {
    account,
    storage,
    signal,
    check() {
      if (signal.aborted || store.orNull() !== storage) throw new AppError('CANCELLED')
    }
  }
}

/** The error of a call to the provider. A rejected token is checked by a refresh. @throws CANCELLED */
export function providerError({ report, refresh }: OpenAccountParts, thrown: unknown): ErrorInfo {
  const error = toErrorInfo(thrown)
  if (error.code === 'CANCELLED') throw thrown
  if (error.code === 'UNAUTHORIZED') refresh.revalidate()
  report(thrown)
  return error
}

export interface Operation extends OpenAccount {
  /** @throws CANCELLED as soon as the operation is cancelled, even if the work goes on */
  wait<T>(work: Promise<T>): Promise<T>
}

/** Also ends with CANCELLED when the app is locked. @throws UNAUTHORIZED when signed out */
export function startOperation(parts: OpenAccountParts, cancelled?: AbortSignal): Operation {
  const open = getOpenAccount(parts)
  const signal = cancelled ? AbortSignal.any([open.signal, cancelled]) : open.signal
  const check = (): void => {
    open.check()
    if (signal.aborted || parts.locked()) throw new AppError('CANCELLED')
  }
  return {
    ...open,
    signal,
    check,
    async wait(work) {
      const settled = Promise.allSettled([untilAborted(work, signal)])
      check()
      const [outcome] = await settled
      check()
      if (outcome.status === 'rejected') throw outcome.reason
      return outcome.value
    }
  }
}
