/**
 * Core's ports. Core imports shared/ and these files only, and the other folders of main implement them.
 * Every method may throw an AppError (shared/ipc/error.ts). Any other error is a bug.
 */
export type * from './api.ts'
export type * from './storage.ts'
export type * from './system.ts'
