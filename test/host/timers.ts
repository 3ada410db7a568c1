/** Timers of the app's main process that are waiting, for specs about what wakes the processor. */

type Run = (...args: unknown[]) => void

const waiting = new Map<NodeJS.Timeout, number>()

/** Call before the app's code runs. Timers of node:timers and of Node itself aren't seen. */
export function watchTimers(): void {
  const { setTimeout, setInterval, clearTimeout, clearInterval } = globalThis
  const later = (run: Run, ms = 0, ...args: unknown[]): NodeJS.Timeout => {
    const timer = setTimeout(() => {
      waiting.delete(timer)
      run(...args)
    }, ms)
    waiting.set(timer, ms)
    return timer
  }
  const repeatedly = (run: Run, ms = 0, ...args: unknown[]): NodeJS.Timeout => {
    const timer = setInterval(run, ms, ...args)
    waiting.set(timer, ms)
    return timer
  }
  const clear = (timer?: NodeJS.Timeout): void => {
    if (timer) waiting.delete(timer)
    clearTimeout(timer)
    clearInterval(timer)
  }
  // What util.promisify looks up stays.
  Object.assign(globalThis, {
    setTimeout: Object.defineProperties(later, Object.getOwnPropertyDescriptors(setTimeout)),
    setInterval: Object.defineProperties(repeatedly, Object.getOwnPropertyDescriptors(setInterval)),
    clearTimeout: clear,
    clearInterval: clear
  })
}

/** How far ahead each of them was set, in milliseconds. */
export const waitingTimers = (): number[] => [...waiting.values()]
