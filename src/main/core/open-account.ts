/** Ties work to an account. It ends with CANCELLED when the account is left, or loses its credential or its connection. */
import { AppError, toErrorInfo, type ErrorInfo } from '../../shared/ipc/error.ts'
import type { Account } from '../../shared/models/account.ts'
import { untilAborted } from '../concurrency.ts'
import type { CoreParts } from './core-parts.ts'
import type { AccountStorage } from './ports/index.ts'
import type { Refresh } from './refresh/refresh.ts'

export interface OpenAccountParts extends CoreParts {
  refresh: Pick<Refresh, 'fetchInvoices' | 'invoicesError' | 'whileUnchanged' | 'revalidate' | 'paymentPageOpened'>
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
  if (!account) throw new AppError('UNAUTHORIZED')
  const signal = refresh.whileUnchanged(account.id)
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
export function providerError({ report, refresh }: OpenAccountParts, { id }: Account, thrown: unknown): ErrorInfo {
  const error = toErrorInfo(thrown)
  if (error.code === 'CANCELLED') throw thrown
  if (error.code === 'UNAUTHORIZED') refresh.revalidate(id)
  report(thrown)
  return error
}

/** An account's saved invoices, or their stored PDFs, changed without a refresh. */
export function invoicesTouched({ session, freshness, publisher }: OpenAccountParts, accountId: string): void {
  if (session.account()?.id === accountId) freshness.touch('invoices')
  else publisher.publish('amountsChanged')
}

export interface Work {
  signal: AbortSignal
  /** @throws CANCELLED */
  check(): void
  /** @throws CANCELLED as soon as the operation is cancelled, even if the work goes on */
  wait<T>(work: Promise<T>): Promise<T>
  /** Call it when the user has chosen the file to save to. From now on a lock doesn't end it. */
  outliveLock(): void
}

export interface Operation extends OpenAccount, Work {}

/** On the open account. Also ends with CANCELLED when the app is locked. @throws UNAUTHORIZED when signed out */
export const startOperation = (parts: OpenAccountParts, cancelled?: AbortSignal): Operation =>
  operationOn(getOpenAccount(parts), parts, cancelled)

/**
 * Works on any account that is signed in: the open one, or one in the background, whose storage is open until then.
 * @throws NOT_FOUND without such an account; UNAUTHORIZED if it is signed out
 */
export async function withAccount<T>(
  parts: OpenAccountParts,
  accountId: string,
  work: (operation: Operation) => Promise<T>,
  cancelled?: AbortSignal
): Promise<T> {
  if (parts.session.account()?.id === accountId) return work(startOperation(parts, cancelled))
  const { operation, close } = openOperation(parts, accountId, cancelled)
  try {
    return await work(operation)
  } finally {
    close()
  }
}

/**
 * On any account, whichever is open; it also ends when the user opens or leaves that account.
 * @returns with what closes its storage @throws as withAccount
 */
export function openOperation(
  parts: OpenAccountParts,
  accountId: string,
  cancelled?: AbortSignal
): { operation: Operation; close: () => void } {
  const { session, store, refresh } = parts
  const line = session.line(accountId)
  if (!line) throw new AppError('NOT_FOUND')
  if (line.credential === 'signedOut') throw new AppError('UNAUTHORIZED')
  const { account } = line
  const storage = store.openAny(accountId)
  const signal = refresh.whileUnchanged(accountId)
  const check = (): void => {
    const now = session.line(accountId)
    if (signal.aborted || !now || now.credential === 'signedOut') throw new AppError('CANCELLED')
  }
  return {
    operation: operationOn({ account, storage, signal, check }, parts, cancelled),
    close: () => storage.close()
  }
}

function operationOn(open: OpenAccount, parts: OpenAccountParts, cancelled?: AbortSignal): Operation {
  const signal = cancelled ? AbortSignal.any([open.signal, cancelled]) : open.signal
  const { check, wait, outliveLock } = startWork(parts, signal, () => open.check())
  return { account: open.account, storage: open.storage, signal, check, wait, outliveLock }
}

/** Ends with CANCELLED once the signal is aborted, the app is locked (until `outliveLock`), or another check throws it. */
export function startWork({ locked }: OpenAccountParts, signal: AbortSignal, checkMore = (): void => undefined): Work {
  let isEndedByLock = true
  const check = (): void => {
    checkMore()
    if (signal.aborted || (isEndedByLock && locked())) throw new AppError('CANCELLED')
  }
  return {
    signal,
    check,
    outliveLock() {
      isEndedByLock = false
    },
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
