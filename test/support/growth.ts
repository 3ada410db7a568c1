/** Measures how cost grows with the size of the input, so that tests need no bar in milliseconds. */

/** Processor time of the shorter measurement, in microseconds. Windows counts it in steps of 16 ms. */
const MEASURED = process.platform === 'win32' ? 20_000 : 5_000
const MOST_REPEATS = 2048
const FACTOR = 4
/** Other programs only slow a measurement down, so the lowest of several counts. */
const ATTEMPTS = 3

/** A linear run takes 4 times as long for 4 times the input, a quadratic one 16 times. */
export const LINEAR = 8

/**
 * Returns how many times longer `run` takes for an input four times as large, in processor time of this thread. Compare it with
 * LINEAR: the first measurement below it is returned, else the least of ATTEMPTS.
 * @param make creates an input of about this many characters
 */
export function growthOf<T>(make: (size: number) => T, run: (input: T) => void, size = 1 << 13): number {
  const [small, large] = [make(size), make(size * FACTOR)]
  let least = Infinity
  for (let attempt = 0; attempt < ATTEMPTS && least >= LINEAR; attempt += 1) {
    least = Math.min(least, measure(small, large, run))
  }
  return least
}

function measure<T>(small: T, large: T, run: (input: T) => void): number {
  let repeats = 1
  let cost = costOf(run, small, repeats)
  while (cost < MEASURED && repeats < MOST_REPEATS) {
    repeats *= 2
    cost = costOf(run, small, repeats)
  }
  return costOf(run, large, repeats) / Math.max(cost, MEASURED)
}

function costOf<T>(run: (input: T) => void, input: T, repeats: number): number {
  const before = process.threadCpuUsage()
  for (let round = 0; round < repeats; round += 1) run(input)
  const { user, system } = process.threadCpuUsage(before)
  return user + system
}
