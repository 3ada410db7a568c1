/** Measures how cost grows with the size of the input, so that tests need no bar in milliseconds. */

/**
 * Length of a measurement in milliseconds: short, so that the system seldom interrupts it. Processor time would not count
 * interruptions, but Linux counts it in steps of 4 ms, and Windows in steps of 16 ms.
 */
const MEASURED_MS = 2
const MOST_REPEATS = 2048
const FACTOR = 4
/** Interruptions only make a measurement longer, so the shortest of several counts. */
const ATTEMPTS = 40
/** In the first ones V8 still compiles. */
const LEAST_ATTEMPTS = 3

const SIZE = 1 << 13
/**
 * A size for what keeps much memory while it runs: four times as many characters still fit in V8's young memory. Beyond, each costs
 * several times as much, however linear the algorithm.
 */
export const SMALL = 1 << 11

/** A linear run takes 4 times as long for 4 times the input, a quadratic one 16 times. */
export const LINEAR = 8

/**
 * Returns how many times longer `run` takes for an input four times as large. Compare it with LINEAR: it is measured until it is
 * below, LEAST_ATTEMPTS to ATTEMPTS times.
 * @param make creates an input of about this many characters
 */
export function growthOf<T>(make: (size: number) => T, run: (input: T) => void, size = SIZE): number {
  const [small, large] = [make(size), make(size * FACTOR)]
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
