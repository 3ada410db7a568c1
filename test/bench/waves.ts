/** Waves of requests: how many had to wait for the one before, one after another. */
export interface PageRequest {
  /** Of a file or of a call to main. */
  name: string
  /** Milliseconds, on one clock. */
  begun: number
  ended: number
}

/** A call's answer takes about that long from main to the page: a request within it can't be its consequence. ms */
const TRANSIT_MS = 1

/**
 * The longest chain of requests of which each began after the one before was answered.
 * @param requests without the document, which everything waits for
 */
export function countWaves(requests: readonly PageRequest[]): number {
  const depths: { ended: number; depth: number }[] = []
  for (const { begun, ended } of requests.toSorted((a, b) => a.begun - b.begun)) {
    const before = depths.filter((each) => each.ended + TRANSIT_MS <= begun).map(({ depth }) => depth)
    depths.push({ ended, depth: 1 + Math.max(0, ...before) })
  }
  return Math.max(0, ...depths.map(({ depth }) => depth))
}
