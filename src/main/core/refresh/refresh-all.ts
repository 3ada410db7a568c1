/** "Refresh now": asks all accounts at once, and counts the failures. */
import type { ErrorInfo } from '../../../shared/ipc/error.ts'
import type { AccountLine } from '../../../shared/models/account.ts'
import type { Clock } from '../ports/index.ts'

const CONCURRENT_ACCOUNTS = 4

export interface RefreshAllParts {
  clock: Pick<Clock, 'now'>
  paused: () => boolean
  accounts: () => readonly AccountLine[]
  /** @returns the outcome of the account's invoices; never rejects */
  ask: (accountId: string) => Promise<ErrorInfo | null>
  changed: () => void
}

/** The state of the latest "Refresh now". */
export interface RefreshAllStatus {
  running: boolean
  /** ISO 8601; null while it is running. */
  endedAt: string | null
  /** Accounts that were asked and are still signed in, and how many of them failed. */
  accounts: number
  failed: number
}

export interface RefreshAll {
  /** Settles when every account has an outcome; joins a run that is under way. */
  run(): Promise<void>
  /** null: there was none, or a lock cut it short. */
  status(): RefreshAllStatus | null
}

export function createRefreshAll({ clock, paused, accounts, ask, changed }: RefreshAllParts): RefreshAll {
  let status: RefreshAllStatus | null = null
  let running: Promise<void> | null = null

  const isSignedIn = (id: string): boolean =>
    accounts().some(({ account, credential }) => account.id === id && credential !== 'signedOut')
  const askAll = async (): Promise<void> => {
    const waiting = accounts()
      .map(({ account }) => account.id)
      .filter(isSignedIn)
    const counts = { accounts: 0, failed: 0 }
    const lane = async (): Promise<void> => {
      while (!paused()) {
        const id = waiting.shift()
        if (id === undefined) return
        const error = await ask(id)
        if (!isSignedIn(id)) continue
        counts.accounts += 1
        if (error) counts.failed += 1
      }
    }
    await Promise.all(Array.from({ length: CONCURRENT_ACCOUNTS }, lane))
    status = waiting.length > 0 ? null : { running: false, endedAt: clock.now().toISOString(), ...counts }
    running = null
    changed()
  }

  return {
    run() {
      if (running) return running
      if (paused()) return Promise.resolve()
      status = { running: true, endedAt: null, accounts: 0, failed: 0 }
      running = askAll()
      changed()
      return running
    },
    status: () => status
  }
}
