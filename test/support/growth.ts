/** Measures how cost grows with the size of the input, so that tests need no limit in milliseconds. */

/**
 * Length of a measurement: short, so that the system seldom interrupts it. Processor time would not count interruptions, but Linux
 * counts it in steps of 4 ms, and Windows in steps of 16 ms.
 */
const MEASUREMENT_MS = 2
const MAX_REPEATS = 4096
const SIZE = 1 << 12
/**
 * A size for what keeps much memory while it runs: 16 times as many characters still fit in V8's young memory. Beyond, each costs
 * several times as much, however linear the algorithm.
 */
export const SMALL = 1 << 9
/** Large enough to tell quadratic from linear cost despite interruptions and garbage collection. */
const FACTOR = 16
/** V8 still compiles during the first attempts. */
const MIN_ATTEMPTS = 5
const MAX_ATTEMPTS = 40
/** For costs that grow so much that a single run takes long. */
const MAX_MS = 5000

/** A linear cost grows 16-fold, a quadratic one up to 256-fold: less if a part of it is linear. */
export const LINEAR = 64

/**
 * Returns how many times longer `run` takes for an input 16 times as large; compare it with LINEAR. Interruptions only make a
 * measurement longer, so the shortest of several counts: as many as it takes to get below LINEAR, at most MAX_ATTEMPTS.
 * @param make creates an input of about this many characters
 * @param size of the smaller input: SMALL, or a 16th of the longest that `run` reads
 */
export function growthOf<T>(make: (size: number) => T, run: (input: T) => void, size = SIZE): number {
  const [small, large] = [make(size), make(size * FACTOR)]
  const startedAt = performance.now()
  const isTime = (): boolean => performance.now() - startedAt < MAX_MS
  let repeats = FACTOR
  while (msOf(run, small, repeats) < MEASUREMENT_MS && repeats < MAX_REPEATS) repeats *= 2
  const shortest = { small: Infinity, large: Infinity }
  let growth = Infinity
  for (
    let attempt = 0;
    attempt < MIN_ATTEMPTS || (attempt < MAX_ATTEMPTS && growth >= LINEAR && isTime());
    attempt += 1
  ) {
    shortest.small = Math.min(shortest.small, msOf(run, small, repeats))
    // As long as the other one, if the cost is linear: a longer measurement would be interrupted more often.
    shortest.large = Math.min(shortest.large, msOf(run, large, repeats / FACTOR))
    // A browser's clock has steps of 0.1 ms: what takes none even for the larger input doesn't grow.
    growth = shortest.large === 0 ? 0 : (shortest.large * FACTOR) / shortest.small
  }
  return growth
}

function msOf<T>(run: (input: T) => void, input: T, repeats: number): number {
  const startedAt = performance.now()
  for (let round = 0; round < repeats; round += 1) run(input)
  return performance.now() - startedAt
}
