/** The app lock, as the page sees it. */

/** Any characters, so that it may be a passphrase. */
export const PIN_LENGTH = { least: 4, most: 64 } as const

export interface LockState {
  enabled: boolean
  locked: boolean
  /** The system can unlock instead (Touch ID). */
  system: boolean
  triesLeft: number
  waitUntil: string | null
}
