/** The invoices of all accounts and the money in them, for the tray, the overview and the list of accounts. */
import { toErrorInfo, type ErrorCode } from '../../../shared/ipc/error.ts'
import {
  hasTopic,
  nameOf,
  type AccountAmounts,
  type AccountLine,
  type CredentialState,
  type ProviderFacts
} from '../../../shared/models/account.ts'
import { today } from '../../../shared/models/day.ts'
import { openDetailsOf } from '../../../shared/models/invoice.ts'
import type { CoreParts } from '../core-parts.ts'
import type { AccountStorage } from '../ports/index.ts'
import type { RefreshAllStatus } from '../refresh/refresh-all.ts'
import type { Refresh } from '../refresh/refresh.ts'
import { keychainErrorOfAll } from '../session/accounts.ts'
import { emptySnapshot, readSnapshot, type AccountInvoices, type InvoiceSnapshot } from './account-invoices.ts'
import { summedAccounts, sumsOf, type OpenSums } from './account-sums.ts'

export type AccountSummary =
  /** While locked, the tray shows no account data. */
  | { status: 'locked' }
  | {
      status: 'ready'
      accounts: AccountInvoices[]
      /** Of all accounts that count. */
      sums: OpenSums
      refreshAll: RefreshAllStatus | null
    }

interface AccountSummariesParts extends Pick<
  CoreParts,
  'session' | 'store' | 'freshness' | 'clock' | 'publisher' | 'locked' | 'report'
> {
  refresh: Pick<Refresh, 'backgroundStatus' | 'allAccountsStatus' | 'onBackgroundChange'>
}

interface ReadSnapshot {
  snapshot: InvoiceSnapshot
  /** The day of the `overdue` count; null if the snapshot may be outdated. */
  day: string | null
  credential: CredentialState
}

/** Its definition has a call for something that the summary shows. */
const hasSummary = (provider: ProviderFacts): boolean => hasTopic(provider, 'invoices') || hasTopic(provider, 'profile')

/** Publishes `amountsChanged`, also before `start`: a sign-in may be fetched by then. */
export class AccountSummaries {
  readonly #parts: AccountSummariesParts
  /** In memory only. */
  readonly #snapshots = new Map<string, ReadSnapshot>()
  #openId: string | null
  #isStarted = false
  #isReading = false

  constructor(parts: AccountSummariesParts) {
    this.#parts = parts
    this.#openId = parts.session.account()?.id ?? null
    parts.session.onChange(() => this.#sessionChanged())
    parts.refresh.onBackgroundChange(() => this.#changed())
  }

  /** From now on, the other accounts are read too. */
  start(): void {
    this.#isStarted = true
    this.#readOthers()
  }

  async read(): Promise<AccountSummary> {
    const { session, refresh, locked } = this.#parts
    if (locked()) return { status: 'locked' }
    await this.#readOpenAccount()
    // The app may have been locked meanwhile.
    if (locked()) return { status: 'locked' }
    this.#readOthers()
    const lines = session.state().accounts
    const accounts = lines.map((line) => this.#summaryOf(line, lines))
    return {
      status: 'ready',
      accounts,
      sums: sumsOf(summedAccounts(accounts)),
      refreshAll: refresh.allAccountsStatus()
    }
  }

  /** For the page. While locked, there are none. */
  async readAmounts(): Promise<AccountAmounts[]> {
    const summary = await this.read()
    if (summary.status === 'locked') return []
    return summary.accounts.map(({ id, open, unknown, isPartial, fetchedAt, sealed, error, balance, ...details }) => ({
      id,
      open,
      unknown,
      isPartial,
      fetchedAt,
      ...openDetailsOf(details),
      error: sealed === null ? error : { code: sealed },
      balance
    }))
  }

  /** An account's invoices were fetched. The open account's are read when somebody asks. */
  async update(id: string, storage: AccountStorage): Promise<void> {
    const line = this.#lineOf(id)
    if (!line) return
    if (id !== this.#openId) {
      const day = this.#today()
      this.#save(id, await readSnapshot(storage, line.provider, day), day)
    }
    this.#changed()
  }

  #changed(): void {
    this.#parts.publisher.publish('amountsChanged')
  }

  #sessionChanged(): void {
    const before = this.#openId
    this.#openId = this.#parts.session.account()?.id ?? null
    for (const id of this.#snapshots.keys()) {
      if (this.#credentialOf(id) === 'signedOut') this.#snapshots.delete(id)
    }
    // Its snapshot may lack the last changes before it was closed.
    const left = before === null || before === this.#openId ? undefined : this.#snapshots.get(before)
    if (left) left.day = null
    this.#readOthers()
  }

  #readOthers(): void {
    this.#readNextOther().catch(this.#parts.report)
  }

  /** One at a time. */
  async #readNextOther(): Promise<void> {
    const { session, store, locked, report } = this.#parts
    if (!this.#isStarted || this.#isReading || locked()) return
    const next = session.state().accounts.find((line) => this.#isOutdated(line))
    if (!next) return
    const { provider, account } = next
    const { id } = account
    const day = this.#today()
    this.#isReading = true
    const snapshot = await store
      .withAccountStorage(id, (storage) => readSnapshot(storage, provider, day))
      .catch((thrown: unknown) => {
        report(thrown)
        return emptySnapshot(toErrorInfo(thrown).code)
      })
    this.#isReading = false
    this.#save(id, snapshot, day)
    this.#changed()
    await this.#readNextOther()
  }

  /** Skips accounts without a credential: reading them would prompt for the keychain. */
  #isOutdated({ account: { id }, provider, credential }: AccountLine): boolean {
    if (id === this.#openId || !hasSummary(provider)) return false
    if (credential === 'signedOut' || credential === 'forgotten' || credential === 'unavailable') return false
    const known = this.#snapshots.get(id)
    if (!known) return credential !== 'kept' || this.#keychainError() === null
    return known.day !== this.#today() || (known.snapshot.sealed !== null && known.credential !== credential)
  }

  async #readOpenAccount(): Promise<void> {
    const { session, store } = this.#parts
    const day = this.#today()
    try {
      const read = await store.read(async (storage) => {
        const state = session.state()
        if (state.status === 'signedOut' || !hasSummary(state.provider)) return null
        return { id: state.account.id, snapshot: await readSnapshot(storage, state.provider, day) }
      })
      if (read) this.#save(read.id, read.snapshot, day)
    } catch (error) {
      if (this.#openId === null) return
      const { code } = toErrorInfo(error)
      if (code === 'INTERNAL') throw error
      this.#save(this.#openId, emptySnapshot(code), day)
    }
  }

  #save(id: string, snapshot: InvoiceSnapshot, day: string): void {
    const credential = this.#credentialOf(id)
    if (credential !== 'signedOut') this.#snapshots.set(id, { snapshot, day, credential })
  }

  #summaryOf(line: AccountLine, all: readonly AccountLine[]): AccountInvoices {
    const { freshness, refresh } = this.#parts
    const { account, provider, credential, keychainError } = line
    const { id } = account
    const current = id === this.#openId
    const { refreshing, error } = current ? freshness.of('invoices', null) : refresh.backgroundStatus(id)
    const hasInvoices = hasTopic(provider, 'invoices')
    const snapshot = this.#snapshotOf(line)
    return {
      ...(hasInvoices ? snapshot : emptySnapshot(null)),
      balance: hasTopic(provider, 'profile') ? snapshot.balance : null,
      id,
      label: nameOf(account, all),
      current,
      credential,
      hasInvoices,
      keychainError: keychainError?.code ?? null,
      refreshing,
      error
    }
  }

  #snapshotOf({ account, credential, keychainError }: AccountLine): InvoiceSnapshot {
    const read = this.#snapshots.get(account.id)
    if (read) return read.snapshot
    if (credential === 'kept') return emptySnapshot(this.#keychainError())
    return emptySnapshot(credential === 'unavailable' ? (keychainError?.code ?? null) : null)
  }

  /** Any account's keychain error: reading another entry would prompt. */
  #keychainError(): ErrorCode | null {
    return keychainErrorOfAll(this.#parts.session.state().accounts)
  }

  #credentialOf(id: string): CredentialState {
    return this.#lineOf(id)?.credential ?? 'signedOut'
  }

  #lineOf(id: string): AccountLine | undefined {
    return this.#parts.session.line(id) ?? undefined
  }

  #today(): string {
    return today(this.#parts.clock.now())
  }
}
