/** Runs jobs one after another, in the order of the calls. A failed job doesn't stop the next one. */

type Mutex = <T>(job: () => Promise<T> | T) => Promise<T>

export function createMutex(): Mutex {
  const mutex = createKeyedMutex()
  return (job) => mutex('', job)
}

/** Jobs with the same key run one after another. Jobs with different keys don't wait for each other. */
type KeyedMutex = <T>(key: string, job: () => Promise<T> | T) => Promise<T>

export function createKeyedMutex(): KeyedMutex {
  const lastByKey = new Map<string, Promise<void>>()
  const ignore = (): void => undefined
  return (key, job) => {
    const result = (lastByKey.get(key) ?? Promise.resolve()).then(job)
    const end = result.then(ignore, ignore).finally(() => {
      if (lastByKey.get(key) === end) lastByKey.delete(key)
    })
    lastByKey.set(key, end)
    return result
  }
}

/** A mutex for calls that may hang and can't be aborted: the next job still waits for the hanging one. */
export function createTimedMutex(timeoutMs: number, createError: () => Error) {
  const mutex = createMutex()
  let isBusy = false

  return {
    /** Whether a job is running, even if its caller has the error already. */
    isBusy: (): boolean => isBusy,
    /**
     * Rejects with the mutex's error once `timeoutMs` have passed since the call, its wait included. A job that hasn't
     * started by then never starts. A job that has started should stop as soon as `isLate` is true: nobody waits for it.
     */
    async run<T>(job: (isLate: () => boolean) => Promise<T>) {
      const deadline = Promise.withResolvers<never>()
      let isLate = false
      const timer = setTimeout(() => {
        isLate = true
        deadline.reject(createError())
      }, timeoutMs)
      const result = mutex(async () => {
        if (isLate) return deadline.promise
        isBusy = true
        try {
          return await job(() => isLate)
        } finally {
          isBusy = false
        }
      })
      try {
        return await Promise.race([result, deadline.promise])
      } finally {
        clearTimeout(timer)
      }
    }
  }
}
