/**
 * Core's ports. Core imports shared/ and these files only, and the other folders of main implement them.
 * Every method may throw an AppError (shared/ipc/error.ts). Any other error is a bug.
 */
export type * from './clock.ts'
export type * from './api.ts'
export type * from './storage.ts'
export type * from './registry.ts'
export type * from './keychain.ts'
export type * from './desktop.ts'
export type * from './probe.ts'
