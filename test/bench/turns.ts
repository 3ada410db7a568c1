/** How long main's thread is busy at once. */

/** Other processes and the disk don't count, so a busy machine measures the same. */
export function watchTurns() {
  let longest = 0
  let isOver = false
  let last = process.threadCpuUsage()
  const turned = (): void => {
    const { user, system } = process.threadCpuUsage(last)
    last = process.threadCpuUsage()
    longest = Math.max(longest, (user + system) / 1000)
    if (!isOver) setImmediate(turned)
  }
  setImmediate(turned)
  return {
    async end(): Promise<number> {
      // The turn that is running counts once it is over.
      await new Promise((resolve) => void setImmediate(resolve))
      isOver = true
      return longest
    }
  }
}
