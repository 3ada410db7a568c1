/**
 * What core needs from the world. Core imports shared/ and these files, nothing else; every room implements its part.
 * Every method may throw an AppError (shared/ipc/error.ts) and nothing else that is meant to be handled.
 */
export type * from './clock.ts'
export type * from './api.ts'
export type * from './storage.ts'
export type * from './registry.ts'
export type * from './keychain.ts'
export type * from './desktop.ts'
export type * from './probe.ts'
