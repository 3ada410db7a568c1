/** Measures how cost grows with the size of the input, so that tests need no bar in milliseconds. */

/**
 * Length of a measurement in milliseconds: short, so that the system seldom interrupts it. Processor time would not count
 * interruptions, but Linux counts it in steps of 4 ms, and Windows in steps of 16 ms.
 */
const MEASURED_MS = 2
const MOST_REPEATS = 4096
const SIZE = 1 << 10
/** So large that a quadratic cost is far from a linear one, and a slow moment or V8's full memory can't be taken for it. */
const FACTOR = 16
/** Interruptions only make a measurement longer, so the shortest of several counts. */
const ATTEMPTS = 40
/** In the first ones V8 still compiles. */
const LEAST_ATTEMPTS = 3

/** A linear run takes 16 times as long for 16 times the input, a quadratic one 256 times. */
export const LINEAR = 64

/**
 * Returns how many times longer `run` takes for an input 16 times as large. Compare it with LINEAR: it is measured until it is
 * below, LEAST_ATTEMPTS to ATTEMPTS times.
 * @param make creates an input of about this many characters
 */
export function growthOf<T>(make: (size: number) => T, run: (input: T) => void): number {
  const [small, large] = [make(SIZE), make(SIZE * FACTOR)]
  let repeats = FACTOR
  while (msOf(run, small, repeats) < MEASURED_MS && repeats < MOST_REPEATS) repeats *= 2
  const least = { small: Infinity, large: Infinity }
  let growth = Infinity
  for (let attempt = 0; attempt < LEAST_ATTEMPTS || (attempt < ATTEMPTS && growth >= LINEAR); attempt += 1) {
    least.small = Math.min(least.small, msOf(run, small, repeats))
    // As long as the other one, if the cost is linear: a longer measurement would be interrupted more often.
    least.large = Math.min(least.large, msOf(run, large, repeats / FACTOR))
    growth = (least.large * FACTOR) / least.small
  }
  return growth
}

function msOf<T>(run: (input: T) => void, input: T, repeats: number): number {
  const begun = performance.now()
  for (let round = 0; round < repeats; round += 1) run(input)
  return performance.now() - begun
}
