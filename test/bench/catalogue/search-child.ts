/** One way of searching, in a process of its own (`--expose-gc`), so that its memory is only its own. */
import { percentile } from '../table.ts'
import { answer } from './child.ts'
import { WAYS, type Search, type Source, type Way } from './search-ways.ts'
import { KEYSTROKES, PHRASES } from './words.ts'

export interface SearchCost {
  /** From nothing until the first search can be made. */
  readyMs: number
  /** What being ready holds: in JavaScript's memory, or, where it is none of that, of the process. */
  heldMb: number
  median: number
  p95: number
  /** How many there was time for. */
  searches: number
}

/** Who takes longer for one search is asked for the whole phrases only, and not longer than that. */
const SLOW_MS = 250
const MOST_MS = 8000
const MB = 1024 * 1024

answer<{ way: Way } & Source, SearchCost>(async ({ way, ...source }) => {
  const collect = (globalThis as { gc?: () => void }).gc
  const held = (): number => {
    collect?.()
    const { heapUsed, external, rss } = process.memoryUsage()
    return way === 'portside' ? rss : heapUsed + external
  }
  const before = held()
  const begun = performance.now()
  const search = WAYS[way](source)
  const readyMs = performance.now() - begun
  // The first one makes whatever is made only once, and tells whether there is time for all of them.
  const tried = performance.now()
  await search('warm')
  const isSlow = performance.now() - tried > SLOW_MS
  const times = await timed(search, isSlow ? PHRASES : KEYSTROKES)
  const heldMb = (held() - before) / MB
  return { readyMs, heldMb, median: percentile(times, 0.5), p95: percentile(times, 0.95), searches: times.length }
})

async function timed(search: Search, texts: readonly string[]): Promise<number[]> {
  const times: number[] = []
  const end = performance.now() + MOST_MS
  for (const text of texts) {
    const begun = performance.now()
    if (begun > end) break
    await search(text)
    times.push(performance.now() - begun)
  }
  return times
}
