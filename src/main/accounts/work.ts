/** A piece of work: what ends it, and how it waits. */
import { AppError } from '../../shared/ipc/error.ts'
import { untilAborted } from '../concurrency.ts'

export interface Work {
  signal: AbortSignal
  /** Call it after each await. @throws CANCELLED */
  check(): void
  /** @throws CANCELLED as soon as the work is cancelled, even if what it waits for goes on */
  wait<T>(work: Promise<T>): Promise<T>
  /** Call it when the user has chosen the file to save to. From now on a lock doesn't end it. */
  outliveLock(): void
}

/** Ends with CANCELLED once the signal is aborted, or the app is locked (until `outliveLock`). */
export function startWork(signal: AbortSignal, locked: () => boolean): Work {
  let isEndedByLock = true
  const check = (): void => {
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

/**
 * Pieces of a file that the user chooses in a dialog, which stays open when the app is locked.
 * @throws CANCELLED at the first one when the app is locked by then
 */
export function* unlessLocked({ locked }: { locked: () => boolean }, text: string): Generator<string> {
  if (locked()) throw new AppError('CANCELLED')
  yield text
}
