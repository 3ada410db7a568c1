/** The app lock: hides what is personal until the person shows who they are. */

/** Characters of a PIN; any characters, so that it may be a passphrase. */
export const PIN_LENGTH = { least: 4, most: 64 } as const

/** Minutes without a touch of keyboard or mouse, to choose from; 0: never by itself. */
export const LOCK_AFTER_MINUTES = [0, 1, 5, 15, 30, 60] as const

export interface LockState {
  /** A PIN is set. */
  enabled: boolean
  locked: boolean
  /** The system can ask instead (Touch ID). */
  system: boolean
  /** Wrong PINs that are still let through before one has to wait. */
  triesLeft: number
  /** No PIN is looked at before that (ISO 8601); null: it is at once. */
  waitUntil: string | null
}
