/** Calls to a store that may never answer: one after the other, each with its own deadline. */
import { Fault } from '../../shared/ipc/failure.ts'

/**
 * A call that hangs holds a thread of Node's small pool, which files and name look-ups need too. So the next one starts
 * only when the one before has ended; if it does not get its turn by its deadline, it never starts. Order is kept:
 * a removal can't be overtaken by an earlier write.
 * @returns runs a piece of work in turn; VAULT_LOCKED at the deadline, and what the work then still brings is ignored
 */
export function oneAtATime(timeoutMs: number): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()

  return <T>(work: () => Promise<T>) => {
    let late = false
    const mine = last.then(() => (late ? undefined : work()))
    // The next one waits for the end of this one, however it ends.
    last = mine.catch(() => undefined)

    return new Promise<T>((resolve, reject) => {
      const timer = setTimeout(() => {
        late = true
        reject(new Fault('VAULT_LOCKED'))
      }, timeoutMs)
      mine.then(
        (value) => {
          clearTimeout(timer)
          resolve(value as T)
        },
        (error: unknown) => {
          clearTimeout(timer)
          reject(error)
        }
      )
    })
  }
}
