/** "Refresh now" of the tray: fetches all accounts that are signed in, a few at once. */
import type { ErrorInfo } from '../../../shared/ipc/error.ts'
import { Limiter } from '../../concurrency.ts'
import type { CoreParts } from '../core-parts.ts'

const CONCURRENT_ACCOUNTS = 4

export interface RefreshAllStatus {
  running: boolean
  endedAt: string | null
  /** Accounts that were asked and are still signed in, and how many of them failed. */
  accounts: number
  failed: number
}

interface RefreshAllParts extends Pick<CoreParts, 'session' | 'clock' | 'locked'> {
  /** Of the account's provider. */
  hasCalls: (id: string) => boolean
  fetchAccount: (id: string) => Promise<ErrorInfo | null>
  changed: () => void
}

export class RefreshAll {
  readonly #parts: RefreshAllParts
  #status: RefreshAllStatus | null = null
  #running: Promise<void> | null = null

  constructor(parts: RefreshAllParts) {
    this.#parts = parts
  }

  /** null: not run yet, cut short by the lock, or nothing could be asked. */
  get status(): RefreshAllStatus | null {
    return this.#status
  }

  /** Settles when each account has an outcome; joins a run that is under way. */
  start(): Promise<void> {
    if (this.#running) return this.#running
    if (this.#parts.locked()) return Promise.resolve()
    this.#status = { running: true, endedAt: null, accounts: 0, failed: 0 }
    this.#running = this.#fetchAll()
    this.#parts.changed()
    return this.#running
  }

  async #fetchAll(): Promise<void> {
    const { session, clock, locked, hasCalls, fetchAccount, changed } = this.#parts
    const limiter = new Limiter(CONCURRENT_ACCOUNTS)
    const counts = { accounts: 0, failed: 0 }
    let isCutShort = false
    const fetchOne = async (id: string): Promise<void> => {
      if (locked()) isCutShort = true
      if (isCutShort) return
      const error = await fetchAccount(id)
      if (!this.#isSignedIn(id)) return
      counts.accounts += 1
      if (error) counts.failed += 1
    }
    const ids = session.state().accounts.map(({ account }) => account.id)
    const askable = ids.filter((id) => this.#isSignedIn(id) && hasCalls(id))
    await Promise.all(askable.map((id) => limiter.schedule(() => fetchOne(id))))
    this.#status =
      isCutShort || askable.length === 0 ? null : { running: false, endedAt: clock.now().toISOString(), ...counts }
    this.#running = null
    changed()
  }

  #isSignedIn(id: string): boolean {
    const line = this.#parts.session.state().accounts.find(({ account }) => account.id === id)
    return (line?.credential ?? 'signedOut') !== 'signedOut'
  }
}
