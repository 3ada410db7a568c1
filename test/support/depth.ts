/** How much the tests try: `npm test` a moderate amount, `npm test -- --deep` (PORTSIDE_DEEP=1) everything. */

// Component tests have no `process`: their Vitest project replaces this expression (vitest.config.ts).
export const DEEP = process.env.PORTSIDE_DEEP === '1'

const LEAST_RUNS = 25

/** Runs of a property test: a fifth of the full count, but at least 25. */
export const runs = (full: number): number => (DEEP ? full : Math.min(full, Math.max(LEAST_RUNS, Math.ceil(full / 5))))

/** Prime, so that no inner loop of a generated list comes up with the same value each time. */
const STRIDE = 11

/** One item in eleven, always the same ones. */
export const sample = <T>(all: readonly T[]): T[] => (DEEP ? [...all] : all.filter((_, at) => at % STRIDE === 0))
