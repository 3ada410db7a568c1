/** So many at a time, and no more. */

/**
 * What waits is begun with the latest: of a list that is scrolled by, those that are asked for last are those that are seen.
 * @returns runs the work, at once or when one of the others has ended, and ends as it does
 */
export function createFew(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0

  return async (work) => {
    if (running >= most) await new Promise<void>((resolve) => void waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      // Whoever comes next takes the place over.
      const next = waiting.pop()
      if (next) next()
      else running -= 1
    }
  }
}
