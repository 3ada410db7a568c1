/** Core's port to time. */

export interface Clock {
  now(): Date
  /** Milliseconds of a monotonic clock. It may stop while the computer sleeps, and so may the timers of `after`. */
  elapsed(): number
  /** Milliseconds since the computer started, sleep included, whatever its clock is set to. Exact to a second on macOS. */
  uptime(): number
  /** Runs once after that many milliseconds; the returned function cancels it. */
  after(ms: number, run: () => void): () => void
  /** In [0, 1); for jitter. */
  random(): number
}
