/** Long work is written as generators, whose `yield`s are the places to interrupt it. */
import { setImmediate } from 'node:timers/promises'

const SLICE_MS = 8

/** Other events of this thread get their turn between slices. @param check called at each `yield`; its error ends the work */
export async function inSlices<T>(work: Generator<void, T, void>, check?: () => void): Promise<T> {
  let start = performance.now()
  for (;;) {
    check?.()
    const { done, value } = work.next()
    if (done) return value
    if (performance.now() - start < SLICE_MS) continue
    await setImmediate()
    start = performance.now()
  }
}

export function atOnce<T>(work: Generator<void, T, void>): T {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}
