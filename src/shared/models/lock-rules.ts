/** What the app lock takes; without schemas, so that the page judges by the same rules as main. */

/** Characters of a PIN; any characters, so that it may be a passphrase. */
export const PIN_LENGTH = { least: 4, most: 64 } as const

/** Minutes without a touch of keyboard or mouse, to choose from; 0: never by itself. */
export const LOCK_AFTER_MINUTES = [0, 1, 5, 15, 30, 60] as const

/** Hours before a token's end from which on that is told, to choose from; 0: never. */
export const EXPIRY_NOTICE_HOURS = [0, 1, 24, 72, 168] as const
