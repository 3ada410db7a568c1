/**
 * What core needs from the world. Core imports shared/ and these files, nothing else; every room implements its part.
 * Every method may throw a Fault (shared/ipc/failure.ts) and nothing else that is meant to be handled.
 */
export type * from './ports/time.ts'
export type * from './ports/platform.ts'
export type * from './ports/cache.ts'
export type * from './ports/registry.ts'
export type * from './ports/vault.ts'
export type * from './ports/desktop.ts'
export type * from './ports/probe.ts'
