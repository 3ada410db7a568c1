import { toErrorInfo, type ErrorInfo } from '../../shared/ipc/error.ts'
import type { AccountStorage, Clock } from '../ports/index.ts'

/** In milliseconds, without a use. Then decrypted lists leave the memory. */
const IDLE_MS = 5 * 60_000
/** In milliseconds. The timer costs nothing in the tray if it comes this seldom. */
const SHORTEST_TIMER_MS = 60_000

interface OpenedStorageParts {
  clock: Pick<Clock, 'after' | 'uptime'>
  open: () => AccountStorage
  /** Nothing of it is in memory any more, but what couldn't be written. */
  closed: () => void
}

/** One account's storage: opened at the first use, and closed after five idle minutes, but never under a use. */
export class OpenedStorage {
  readonly #parts: OpenedStorageParts
  #storage: AccountStorage | null = null
  #uses = 0
  #usedAt = 0
  #closesWhenUnused = false
  #cancelTimer: (() => void) | null = null

  constructor(parts: OpenedStorageParts) {
    this.#parts = parts
  }

  get isOpen(): boolean {
    return this.#storage !== null
  }

  async use<T>(work: (storage: AccountStorage) => Promise<T>): Promise<T> {
    const storage = (this.#storage ??= this.#parts.open())
    this.#uses += 1
    try {
      return await work(storage)
    } finally {
      // A use of one that was closed under it doesn't count any more.
      if (this.#storage === storage) this.#endUse()
    }
  }

  /** As soon as nothing uses it. */
  closeWhenUnused(): void {
    if (this.#uses === 0) this.close()
    else if (this.#storage) this.#closesWhenUnused = true
  }

  /** Also under a use, which then fails with STORAGE: the files are erased, or the app ends. */
  close(): void {
    this.#cancelTimer?.()
    this.#cancelTimer = null
    this.#closesWhenUnused = false
    const storage = this.#storage
    if (!storage) return
    this.#storage = null
    this.#uses = 0
    storage.close()
    this.#parts.closed()
  }

  #endUse(): void {
    const { clock } = this.#parts
    this.#uses -= 1
    this.#usedAt = clock.uptime()
    if (this.#uses === 0 && this.#closesWhenUnused) this.close()
    else this.#cancelTimer ??= clock.after(IDLE_MS, () => this.#closeIfIdle())
  }

  #closeIfIdle(): void {
    const { clock } = this.#parts
    const left = this.#usedAt + IDLE_MS - clock.uptime()
    if (left <= 0 && this.#uses === 0) this.close()
    else this.#cancelTimer = clock.after(Math.max(left, SHORTEST_TIMER_MS), () => this.#closeIfIdle())
  }
}

/** The data exists, but its key is unavailable now. */
export const isSealed = ({ found }: ErrorInfo): boolean => found === 'sealed'

export async function unlessSealed<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading
  } catch (error) {
    if (isSealed(toErrorInfo(error))) return null
    throw error
  }
}
