/** When each account is fetched: reacts to the accounts, sleep, the network, settings and the user. */
import type { ErrorInfo } from '../../../shared/ipc/error.ts'
import type { Topic } from '../../../shared/models/freshness.ts'
import type { Account } from '../account.ts'
import type { CoreParts } from '../../core-parts.ts'
import type { Network } from '../../ports/index.ts'
import { NetworkWatch } from './network-watch.ts'
import { PaymentWatch } from './payment-watch.ts'
import { RefreshAll, type AccountErrors, type RefreshedAccount, type RefreshAllStatus } from './refresh-all.ts'
import { RoundScheduler } from './round-scheduler.ts'
import type { Rounds } from './rounds.ts'

interface RefreshParts extends Pick<CoreParts, 'accounts' | 'clock' | 'publisher' | 'locked' | 'log'> {
  /** 0: automatic refresh is off. */
  everyMs: () => number
  network: Network
  onScreen: () => boolean
}

/** While the interval is "off", only the user causes calls: by refreshing, signing in, opening or reconnecting an account. */
export class Refresh {
  readonly #parts: RefreshParts
  readonly #scheduler: RoundScheduler
  readonly #networkWatch: NetworkWatch
  readonly #refreshAll: RefreshAll
  readonly #paymentWatch: PaymentWatch
  #intervalMs: number
  #isStopped = false

  constructor(parts: RefreshParts) {
    const { accounts, clock, locked } = parts
    this.#parts = parts
    this.#intervalMs = parts.everyMs()
    this.#scheduler = new RoundScheduler({ clock, locked, accounts })
    this.#networkWatch = new NetworkWatch({
      clock,
      network: parts.network,
      onScreen: parts.onScreen,
      isNeeded: () => parts.everyMs() > 0 && !locked() && this.#unreached.length > 0,
      networkIsBack: () => this.#networkIsBack()
    })
    this.#refreshAll = new RefreshAll({
      accounts,
      clock,
      locked,
      fetchAccount: (account) => this.#fetchAccount(account),
      changed: () => parts.publisher.publish('refreshAll', null)
    })
    this.#paymentWatch = new PaymentWatch({
      clock,
      locked,
      fetchInvoices: async (id) => {
        const account = accounts.find(id)
        // Not while the provider asks to wait.
        if (account?.rounds.plan.isAllowed) await account.rounds.fetchInvoices()
      }
    })
    accounts.onChange(() => this.#accountsChanged())
  }

  /** Runs the first round; the other accounts follow. Settles with the round of the account that is shown. */
  async start(): Promise<void> {
    const { accounts } = this.#parts
    const round = this.#parts.everyMs() > 0 ? accounts.shown?.rounds.poll() : undefined
    accounts.planUnasked()
    await round
  }

  stop(): void {
    this.#isStopped = true
    this.#scheduler.stop()
    this.#networkWatch.stop()
    this.#paymentWatch.stop()
  }

  /** Fetches one topic or all (null) of an account. Outcomes are in its freshness; never rejects. */
  async fetch({ rounds }: Account, topic: Topic | null): Promise<void> {
    await (topic === null ? rounds.poll() : rounds.pollTopic(topic))
  }

  /** Fetches all accounts now, a few at a time: see RefreshAll.start. */
  fetchAllAccounts(): Promise<RefreshedAccount[] | null> {
    return this.#refreshAll.start()
  }

  /** As fetchAllAccounts, without those whose provider asks to wait: a script may ask without end. */
  fetchAllowedAccounts(): Promise<RefreshedAccount[] | null> {
    return this.#refreshAll.start((account) => this.#askedToWait(account))
  }

  /** Tries again what failed, is overdue or was put off: the app was unlocked, or the provider was seen to answer. */
  retryNow(): void {
    const rounds = this.#parts.accounts.shown?.rounds
    if (rounds?.isRetryable) rounds.pollAnew()
    this.#networkWatch.startOrStop()
    this.#paymentWatch.unlocked()
    this.#scheduler.startNextOrWait()
  }

  /** The browser shows a page on which an invoice of this account can be paid. */
  paymentPageOpened(accountId: string): void {
    this.#paymentWatch.pageOpened(accountId)
  }

  /** The window was made, or got the focus. */
  windowShown(): void {
    this.#networkWatch.checkNow()
    this.#paymentWatch.windowFocused()
  }

  systemWoke(): void {
    const rounds = this.#parts.accounts.shown?.rounds
    if (rounds?.isRetryable) rounds.pollAnew()
    else if (rounds?.isStale) rounds.plan.set(this.#parts.clock.uptime())
    if (this.#parts.everyMs() > 0) for (const unreached of this.#unreached) unreached.planAfterWake()
    this.#scheduler.startNextOrWait()
  }

  settingsChanged(): void {
    const { accounts, everyMs } = this.#parts
    const before = this.#intervalMs
    this.#intervalMs = everyMs()
    if (this.#intervalMs === before) return
    if (this.#intervalMs > 0) {
      for (const { rounds } of accounts.usable) rounds.planByInterval()
      accounts.planUnasked()
      for (const { rounds } of accounts.all) rounds.planIfRefused()
    } else for (const { rounds } of accounts.all) rounds.plan.set(null)
    this.#networkWatch.startOrStop()
  }

  allAccountsStatus(): RefreshAllStatus | null {
    return this.#refreshAll.status
  }

  /** An account's plan, or what is known of its network, changed. */
  stateChanged(account: Account): void {
    this.#scheduler.startNextOrWait()
    this.callsChanged(account)
  }
  /** An account's calls began or ended. */
  callsChanged(account: Account): void {
    if (this.#isStopped) return
    this.#networkWatch.startOrStop()
    this.#parts.publisher.publish('status', account.id)
  }
  roundEnded(account: Account): void {
    this.#scheduler.roundEnded()
    this.callsChanged(account)
  }

  get #unreached(): Rounds[] {
    const all = this.#parts.accounts.usable.map(({ rounds }) => rounds)
    return all.filter(({ reach, hasCalls }) => reach === 'unreachable' && hasCalls)
  }

  #accountsChanged(): void {
    if (this.#isStopped) return
    this.#scheduler.startNextOrWait()
    this.#networkWatch.startOrStop()
    this.#parts.publisher.publish('status', null)
  }

  #networkIsBack(): void {
    this.#parts.log.event('networkIsBack', {})
    for (const unreached of this.#unreached) unreached.planAfterReconnect()
  }

  /** null: it may be asked now. */
  #askedToWait({ rounds }: Account): ErrorInfo | null {
    if (rounds.plan.isAllowed) return null
    return Object.values(rounds.calls.errors).find((error) => error?.retryAt !== undefined) ?? { code: 'RATE_LIMITED' }
  }

  async #fetchAccount({ rounds }: Account): Promise<AccountErrors> {
    const outcomes = await rounds.poll()
    const first = outcomes.find((error) => error !== null) ?? null
    return { invoices: outcomes.length === 1 ? first : rounds.calls.errors.invoices, first }
  }
}
