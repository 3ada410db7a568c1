/**
 * Stands where `electron` would be imported in unit, component and integration tests (test/vitest.config.ts). Outside of
 * Electron that package is a program's path, and fetches the program when it is missing: no test may set that off. Every name
 * that is imported from here is undefined, so code that uses one fails.
 */
export {}
