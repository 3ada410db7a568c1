/** "Refresh now": every account at once, because the person asks; and how that ended. */
import type { ErrorInfo } from '../../../shared/ipc/error.ts'
import type { AccountLine } from '../../../shared/models/account.ts'
import type { Clock } from '../ports/index.ts'

/** Asked at the same time. */
const LANES = 4

export interface WholeParts {
  clock: Pick<Clock, 'now'>
  paused: () => boolean
  accounts: () => readonly AccountLine[]
  /** @returns how its invoices came; never rejects */
  ask: (accountId: string) => Promise<ErrorInfo | null>
  /** Nothing is begun by itself before this ended. */
  hold: (work: Promise<unknown>) => unknown
  changed: () => void
}

/** How the person's latest "Refresh now" stands. */
export interface WholeAsked {
  running: boolean
  /** ISO 8601; null while it is running. */
  endedAt: string | null
  /** Accounts that were to be checked, but for those that left meanwhile; and of these, those that could not be. */
  accounts: number
  failed: number
}

export interface WholeRefresh {
  /** Ends when every account's try ended; asked twice at once it is the same. */
  run(): Promise<void>
  /** null: nobody asked yet, or the app was locked before everybody's turn came. */
  asked(): WholeAsked | null
}

export function createWhole({ clock, paused, accounts, ask, hold, changed }: WholeParts): WholeRefresh {
  let asked: WholeAsked | null = null
  let under: Promise<void> | null = null

  const work = async (): Promise<void> => {
    const waiting = accounts()
      .filter(({ credential }) => credential !== 'signedOut')
      .map(({ account }) => account.id)
    const outcomes = { accounts: 0, failed: 0 }
    const lane = async (): Promise<void> => {
      while (!paused()) {
        const id = waiting.shift()
        if (id === undefined) return
        const error = await ask(id)
        // Whoever left meanwhile did not fail.
        const line = accounts().find(({ account }) => account.id === id)
        if (!line || line.credential === 'signedOut') continue
        outcomes.accounts += 1
        if (error) outcomes.failed += 1
      }
    }
    await Promise.all(Array.from({ length: LANES }, lane))
    asked = waiting.length > 0 ? null : { running: false, endedAt: clock.now().toISOString(), ...outcomes }
    under = null
    changed()
  }

  return {
    run() {
      if (under) return under
      if (paused()) return Promise.resolve()
      asked = { running: true, endedAt: null, accounts: 0, failed: 0 }
      under = work()
      hold(under)
      changed()
      return under
    },
    asked: () => asked
  }
}
