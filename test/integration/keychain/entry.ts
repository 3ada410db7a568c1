/** A data key as the keychain takes it. */
export const DATA_KEY = Buffer.alloc(32, 'k').toString('base64')

/** Limits, in milliseconds, for a store that always answers and shows no prompt, however slow the machine is. */
export const UNHURRIED = { timeoutMs: 30_000, promptMs: 30_000 }
