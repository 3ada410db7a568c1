/** What the rules need of other rooms. Every method may throw an AppError; any other error is a bug. */
export type * from './api.ts'
export type * from './diagnostics.ts'
export type * from './log.ts'
export type * from './storage.ts'
export type * from './system.ts'
export type * from './updates.ts'
