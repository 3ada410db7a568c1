/** Calls to a store that may never answer: one after the other, each with its own deadline. */
import { AppError } from '../../shared/ipc/error.ts'

export interface Line {
  /**
   * Runs a piece of work in turn; KEYCHAIN_SILENT at the deadline, and what the work then still brings is ignored.
   * The work can ask whether it is late: the caller has an answer by then, and nothing more should be begun.
   */
  run<T>(work: (late: () => boolean) => Promise<T>): Promise<T>
  /** Whether a piece of work has begun and not ended. */
  busy(): boolean
}

/**
 * A call that hangs holds a thread of Node's small pool, which files and name look-ups need too. So the next one starts
 * only when the one before has ended; if it does not get its turn by its deadline, it never starts. Order is kept:
 * a removal can't be overtaken by an earlier write.
 */
export function oneAtATime(timeoutMs: number): Line {
  let last: Promise<unknown> = Promise.resolve()
  let busy = false

  const begin = async <T>(work: () => Promise<T>): Promise<T> => {
    busy = true
    try {
      return await work()
    } finally {
      busy = false
    }
  }

  return {
    busy: () => busy,
    async run<T>(work: (late: () => boolean) => Promise<T>) {
      const deadline = Promise.withResolvers<never>()
      let late = false
      const timer = setTimeout(() => {
        late = true
        deadline.reject(new AppError('KEYCHAIN_SILENT'))
      }, timeoutMs)
      // Late is late: the caller has its answer, so what this one would return is seen by nobody.
      const mine = last.then(() => (late ? deadline.promise : begin(() => work(() => late))))
      last = mine.catch(() => undefined)
      try {
        return await Promise.race([mine, deadline.promise])
      } finally {
        clearTimeout(timer)
      }
    }
  }
}
