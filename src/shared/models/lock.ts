/** The app lock: hides what is personal until the person shows who they are. */

/** Any characters, so that it may be a passphrase. */
export const PIN_LENGTH = { least: 4, most: 64 } as const

/** 0: never. */
export const LOCK_AFTER_MINUTES = [0, 1, 5, 15, 30, 60] as const

export interface LockState {
  enabled: boolean
  locked: boolean
  /** The system can unlock instead (Touch ID). */
  system: boolean
  /** Wrong PINs left before a wait. */
  triesLeft: number
  /** ISO 8601. */
  waitUntil: string | null
}
