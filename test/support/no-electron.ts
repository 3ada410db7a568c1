/**
 * Stands where `electron` would be imported in unit, component and integration tests (test/vitest.config.ts). Outside of
 * Electron that package is a program's path, and fetches the program when it is missing: no test may set that off.
 */
throw new Error(
  'A test imported electron. Outside of Electron there is none: import the part that does without it, or test in test/e2e.'
)
