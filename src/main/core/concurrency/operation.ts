/** Something of the invoices that takes its time: it is about the account that was open when it was begun, or not at all. */
import { AppError } from '../../../shared/ipc/error.ts'
import { openNow, type OpenNow, type OpenNowParts } from '../open-account.ts'
import type { InvoiceParts } from '../invoices/index.ts'

export interface Begun extends OpenNow {
  /**
   * What comes of some work, which is not waited for any longer once all of it is ended.
   * @throws CANCELLED when the account was left, the app locked, or all of it ended, whatever else came of it
   */
  done<T>(work: Promise<T>): Promise<T>
}

/**
 * @param ended aborted when the person, or the app's end, ends it
 * @throws UNAUTHORIZED when signed out
 */
export function begin(parts: OpenNowParts & Pick<InvoiceParts, 'locked'>, ended?: AbortSignal): Begun {
  const open = openNow(parts)
  const signal = ended ? AbortSignal.any([open.signal, ended]) : open.signal
  const check = (): void => {
    open.check()
    if (signal.aborted || parts.locked()) throw new AppError('CANCELLED')
  }
  return {
    ...open,
    signal,
    check,
    async done(work) {
      const settled = Promise.allSettled([work])
      check()
      const ending = Promise.withResolvers<never>()
      const end = (): void => ending.reject(new AppError('CANCELLED'))
      signal.addEventListener('abort', end, { once: true })
      try {
        const [outcome] = await Promise.race([settled, ending.promise])
        check()
        if (outcome.status === 'rejected') throw outcome.reason
        return outcome.value
      } finally {
        signal.removeEventListener('abort', end)
      }
    }
  }
}
