/** The invoices of all accounts, the money in them and what their plans do soon, for the tray, the overview and the list of accounts. */
import { toErrorInfo } from '../../../shared/ipc/error.ts'
import {
  hasTopic,
  nameOf,
  type AccountAmounts,
  type AccountLine,
  type CredentialState,
  type ProviderFacts
} from '../../../shared/models/account.ts'
import { today } from '../../../shared/models/day.ts'
import type { Topic } from '../../../shared/models/freshness.ts'
import { owedByAll, type Owed } from '../../../shared/models/owed.ts'
import type { Account } from '../account.ts'
import { Throttle } from '../../concurrency.ts'
import type { CoreParts } from '../../core-parts.ts'
import type { AccountStorage } from '../../ports/index.ts'
import type { RefreshAllStatus } from '../rounds/refresh-all.ts'
import type { Refresh } from '../rounds/refresh.ts'
import {
  emptySnapshot,
  readSnapshot,
  summedAccounts,
  type SummarisedAccount,
  type AccountSnapshot
} from './account-snapshot.ts'

export type AccountsSummary =
  /** While locked, the tray shows no account data. */
  | { status: 'locked' }
  | {
      status: 'ready'
      accounts: SummarisedAccount[]
      /** Of all accounts that count. */
      owed: Owed
      refreshAll: RefreshAllStatus | null
    }

interface AccountSummariesParts extends Pick<CoreParts, 'accounts' | 'clock' | 'publisher' | 'locked' | 'report'> {
  refresh: Pick<Refresh, 'allAccountsStatus'>
}

interface ReadSnapshot {
  snapshot: AccountSnapshot
  /** The day of the `overdue` count; null if the snapshot may be outdated. */
  day: string | null
  credential: CredentialState
}

/** Its definition has an endpoint for something that the summary shows. */
const hasSummary = (provider: ProviderFacts): boolean =>
  (['invoices', 'profile', 'plans'] as const).some((topic) => hasTopic(provider, topic))

/** In milliseconds. Whoever hears of a change reads the lists of all accounts again, and a refresh of all changes each of them. */
const PUBLISH_MS = 1_000

/** Publishes `amounts`, also before `start`: a sign-in may be fetched by then. */
export class AccountSummaries {
  readonly #parts: AccountSummariesParts
  /** In memory only, until the account is signed out. */
  readonly #snapshots = new WeakMap<Account, ReadSnapshot>()
  readonly #throttle: Throttle
  #isStarted = false
  #isReading = false

  constructor(parts: AccountSummariesParts) {
    this.#parts = parts
    this.#throttle = new Throttle(parts.clock, () => parts.publisher.publish('amounts', null), PUBLISH_MS)
    parts.accounts.onChange((left) => this.#accountsChanged(left))
  }

  /** From now on, the other accounts are read too. */
  start(): void {
    this.#isStarted = true
    this.#readOthers()
  }

  async read(): Promise<AccountsSummary> {
    const { accounts: all, refresh, locked } = this.#parts
    if (locked()) return { status: 'locked' }
    await this.#readShown()
    // The app may have been locked meanwhile.
    if (locked()) return { status: 'locked' }
    this.#readOthers()
    const { lines } = all
    const accounts = lines.map((line) => this.#summaryOf(line, lines))
    return {
      status: 'ready',
      accounts,
      owed: owedByAll(summedAccounts(accounts).map(({ owed }) => owed)),
      refreshAll: refresh.allAccountsStatus()
    }
  }

  /** For the page. While locked, there are none. */
  async readAmounts(): Promise<AccountAmounts[]> {
    const summary = await this.read()
    if (summary.status === 'locked') return []
    return summary.accounts.map(({ id, owed, fetchedAt, sealed, error, balance }) => ({
      ...owed,
      id,
      fetchedAt,
      error: sealed === null ? error : { code: sealed },
      balance
    }))
  }

  /** An account's invoices or plans were fetched. Those of the account that is shown are read when somebody asks. */
  async update(account: Account, storage: AccountStorage): Promise<void> {
    if (account !== this.#parts.accounts.shown) {
      const day = this.#today()
      this.#save(account, await readSnapshot(storage, account.line.provider, day), day)
    }
    this.#changed()
  }

  /** Of any account. */
  topicChanged(topic: Topic): void {
    if (topic !== 'catalogue') this.#changed()
  }

  #changed(): void {
    this.#throttle.sendSoon()
  }

  #accountsChanged(left: Account | null): void {
    // Its snapshot may lack the last changes while it was shown.
    const read = left && this.#snapshots.get(left)
    if (read) read.day = null
    this.#readOthers()
  }

  #readOthers(): void {
    this.#readOutdated().catch(this.#parts.report)
  }

  /** One at a time. Whoever shows them hears of it once, at the end. */
  async #readOutdated(): Promise<void> {
    if (this.#isReading) return
    this.#isReading = true
    let hasRead = false
    try {
      // Until none is outdated: some may be by now that weren't when their turn came.
      for (let isAny = true; isAny; hasRead ||= isAny) {
        isAny = false
        for (const account of this.#parts.accounts.all) {
          if (!this.#isOutdated(account)) continue
          isAny = true
          await this.#readOther(account)
        }
      }
    } finally {
      this.#isReading = false
    }
    if (hasRead) this.#changed()
  }

  async #readOther(account: Account): Promise<void> {
    const { provider } = account.line
    const day = this.#today()
    const snapshot = await account
      .use((storage) => readSnapshot(storage, provider, day))
      .catch((thrown: unknown) => {
        this.#parts.report(thrown)
        return emptySnapshot(toErrorInfo(thrown).code)
      })
    this.#save(account, snapshot, day)
  }

  /** Skips accounts without a credential: reading them would prompt for the keychain. */
  #isOutdated(account: Account): boolean {
    const { accounts, locked } = this.#parts
    if (!this.#isStarted || locked() || account.isDisposed || account === accounts.shown) return false
    const { provider, credential } = account.line
    if (!hasSummary(provider)) return false
    if (credential === 'signedOut' || credential === 'forgotten' || credential === 'unavailable') return false
    const known = this.#snapshots.get(account)
    if (!known) return credential !== 'kept' || accounts.keychainError === null
    return known.day !== this.#today() || (known.snapshot.sealed !== null && known.credential !== credential)
  }

  async #readShown(): Promise<void> {
    const account = this.#parts.accounts.shown
    if (!account) return
    const day = this.#today()
    try {
      const { provider } = account.line
      if (!hasSummary(provider)) return
      this.#save(account, await account.use((storage) => readSnapshot(storage, provider, day)), day)
    } catch (error) {
      const { code } = toErrorInfo(error)
      if (code === 'INTERNAL') throw error
      this.#save(account, emptySnapshot(code), day)
    }
  }

  #save(account: Account, snapshot: AccountSnapshot, day: string): void {
    if (!account.isDisposed) this.#snapshots.set(account, { snapshot, day, credential: account.line.credential })
  }

  #summaryOf(line: AccountLine, all: readonly AccountLine[]): SummarisedAccount {
    const { account, provider, credential, keychainError } = line
    const { id } = account
    const one = this.#parts.accounts.get(id)
    const { refreshing, error } = one.freshness('invoices', null)
    const hasInvoices = hasTopic(provider, 'invoices')
    const hasPlans = hasTopic(provider, 'plans')
    const snapshot = this.#snapshotOf(line)
    return {
      ...(hasInvoices ? snapshot : emptySnapshot(null)),
      balance: hasTopic(provider, 'profile') ? snapshot.balance : null,
      plansSoon: hasPlans ? snapshot.plansSoon : [],
      plansFetchedAt: hasPlans ? snapshot.plansFetchedAt : null,
      id,
      label: nameOf(account, all),
      current: id === this.#parts.accounts.shown?.id,
      credential,
      hasInvoices,
      keychainError: keychainError?.code ?? null,
      hasCalls: one.rounds.hasCalls,
      refreshing,
      error,
      plansError: one.freshness('plans', null).error
    }
  }

  #snapshotOf({ account, credential, keychainError }: AccountLine): AccountSnapshot {
    const read = this.#snapshots.get(this.#parts.accounts.get(account.id))
    if (read) return read.snapshot
    if (credential === 'kept') return emptySnapshot(this.#parts.accounts.keychainError)
    return emptySnapshot(credential === 'unavailable' ? (keychainError?.code ?? null) : null)
  }

  #today(): string {
    return today(this.#parts.clock.now())
  }
}
