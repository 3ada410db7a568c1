/** "Refresh now" of the tray: fetches all accounts that are signed in, a few at once. */
import type { ErrorInfo } from '../../../shared/ipc/error.ts'
import { Limiter } from '../../concurrency.ts'
import type { CoreParts } from '../../core-parts.ts'
import { isUsable } from '../account-records.ts'
import type { Account } from '../account.ts'
import type { Accounts } from '../accounts.ts'

const CONCURRENT_ACCOUNTS = 4

export interface RefreshAllStatus {
  running: boolean
  endedAt: string | null
  /** Accounts that were asked and are still signed in, and how many of them failed. */
  accounts: number
  failed: number
}

/** What became of one account's calls. */
export interface RefreshedAccount {
  accountId: string
  /** The first error of its calls; null: all of them were answered, and what they brought is stored. */
  error: ErrorInfo | null
}

export interface AccountErrors {
  invoices: ErrorInfo | null
  first: ErrorInfo | null
}

type ErrorInstead = (account: Account) => ErrorInfo | null

interface RefreshAllParts extends Pick<CoreParts, 'clock' | 'locked'> {
  accounts: Pick<Accounts, 'all' | 'keychainError'>
  fetchAccount: (account: Account) => Promise<AccountErrors>
  changed: () => void
}

export class RefreshAll {
  readonly #parts: RefreshAllParts
  #status: RefreshAllStatus | null = null
  #running: Promise<RefreshedAccount[] | null> | null = null

  constructor(parts: RefreshAllParts) {
    this.#parts = parts
  }

  /** null: not run yet, cut short by the lock, or nothing could be asked. */
  get status(): RefreshAllStatus | null {
    return this.#status
  }

  /**
   * Settles when each account has an outcome; joins a run that is under way.
   * @param errorInstead the outcome of an account that isn't asked; null: it is asked
   * @returns those of the accounts that were asked and are still signed in; null if the app is locked, or was meanwhile
   */
  start(errorInstead: ErrorInstead = () => null): Promise<RefreshedAccount[] | null> {
    if (this.#running) return this.#running
    if (this.#parts.locked()) return Promise.resolve(null)
    this.#status = { running: true, endedAt: null, accounts: 0, failed: 0 }
    this.#running = this.#fetchAll(errorInstead)
    this.#parts.changed()
    return this.#running
  }

  async #fetchAll(errorInstead: ErrorInstead): Promise<RefreshedAccount[] | null> {
    const { accounts, clock, locked, fetchAccount, changed } = this.#parts
    const limiter = new Limiter(CONCURRENT_ACCOUNTS)
    let failed = 0
    let isCutShort = false
    const fetchOne = async (account: Account): Promise<RefreshedAccount | null> => {
      if (locked()) isCutShort = true
      if (isCutShort || account.isDisposed) return null
      const notAsked = errorInstead(account)
      const { invoices, first } = notAsked ? { invoices: notAsked, first: notAsked } : await fetchAccount(account)
      // Signed out meanwhile.
      if (account.isDisposed) return null
      if (invoices) failed += 1
      return { accountId: account.id, error: first && this.#causeOf(account, first) }
    }
    const askable = accounts.all.filter(({ line, rounds }) => line.credential !== 'signedOut' && rounds.hasCalls)
    const all = await Promise.all(askable.map((account) => limiter.schedule(() => fetchOne(account))))
    const outcomes = all.filter((outcome) => outcome !== null)
    const ended = { running: false, endedAt: clock.now().toISOString(), accounts: outcomes.length, failed }
    this.#status = isCutShort || askable.length === 0 ? null : ended
    this.#running = null
    changed()
    return isCutShort ? null : outcomes
  }

  /** An account whose credential can't be used isn't asked, which alone says nothing to the user. */
  #causeOf({ line }: Account, error: ErrorInfo): ErrorInfo {
    if (error.code !== 'CANCELLED') return error
    const keychainCode = line.keychainError?.code ?? this.#parts.accounts.keychainError
    if (keychainCode !== null) return { code: keychainCode }
    return isUsable(line.credential) ? error : { code: 'UNAUTHORIZED', found: 'notSignedIn' }
  }
}
