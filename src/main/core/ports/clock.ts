/** What core needs of time. */

export interface Clock {
  now(): Date
  /**
   * Milliseconds since some moment of this launch. Nobody sets it back, as they do the computer's clock; while the
   * computer sleeps it may stand still, and so may what `after` waits for.
   */
  elapsed(): number
  /** Runs once after that many milliseconds; the returned function calls it off. */
  after(ms: number, run: () => void): () => void
  /** In [0, 1); for jitter. */
  random(): number
}
