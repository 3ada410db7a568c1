/** Runs at most `max` jobs at once. */

/** Starts the newest waiting job first: while a list scrolls, the latest rows are the visible ones. */
export function createLimiter(max: number): <T>(job: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0

  return async (job) => {
    if (running >= max) await new Promise<void>((resolve) => void waiting.push(resolve))
    else running += 1
    try {
      return await job()
    } finally {
      const next = waiting.pop()
      if (next) next()
      else running -= 1
    }
  }
}
