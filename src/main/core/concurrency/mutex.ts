/** Runs jobs one after another, in the order of the calls. A failed job doesn't stop the next one. */

type Mutex = <T>(job: () => Promise<T> | T) => Promise<T>

export function createMutex(): Mutex {
  const mutex = createKeyedMutex()
  return (job) => mutex('', job)
}

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

/** For calls that may hang and can't be aborted: the next job waits even after the timeout. */
export function createTimedMutex(timeoutMs: number, createError: () => Error) {
  const mutex = createMutex()
  let isBusy = false

  return {
    /** True while a job runs, even after its caller got the timeout. */
    isBusy: (): boolean => isBusy,
    /** The timeout includes waiting. A late job never starts, and a running one should stop once `isLate()`. */
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
