/** When each account is fetched: reacts to the session, sleep, the network, settings and the user. */
import type { ErrorInfo } from '../../../shared/ipc/error.ts'
import type { Progress, Topic } from '../../../shared/models/freshness.ts'
import type { Settings } from '../../../shared/models/settings.ts'
import { ImportProgress } from '../catalogue/import-progress.ts'
import type { CoreParts } from '../core-parts.ts'
import type { Network } from '../ports/index.ts'
import { NetworkWatch } from './network-watch.ts'
import { PaymentWatch } from './payment-watch.ts'
import type { PolledAccount } from './polled-account.ts'
import { PolledAccounts } from './polled-accounts.ts'
import { RefreshAll, type AccountErrors, type AccountOutcome, type RefreshAllStatus } from './refresh-all.ts'
import { RoundScheduler } from './round-scheduler.ts'
import { CANCELLED, type TopicCallsParts } from './topic-calls.ts'

interface RefreshParts extends CoreParts, Pick<TopicCallsParts, 'fetched' | 'profileFetched'> {
  settings: () => Pick<Settings, 'refreshMinutes'>
  network: Network
  onScreen: () => boolean
}

/** While the interval is "off", only the user causes calls: by refreshing, signing in, opening or reconnecting an account. */
export class Refresh {
  readonly #parts: RefreshParts
  readonly #progress: ImportProgress
  readonly #accounts: PolledAccounts
  readonly #scheduler: RoundScheduler
  readonly #networkWatch: NetworkWatch
  readonly #refreshAll: RefreshAll
  readonly #paymentWatch: PaymentWatch
  #minutes: Settings['refreshMinutes']
  #backgroundListener = (): void => undefined
  #isStopped = false

  constructor(parts: RefreshParts) {
    const { session, clock, publisher, locked } = parts
    this.#parts = parts
    this.#minutes = parts.settings().refreshMinutes
    this.#progress = new ImportProgress(clock, publisher)
    this.#accounts = new PolledAccounts({
      ...parts,
      progress: this.#progress,
      everyMs: () => this.#everyMs,
      planned: (account) => {
        this.#scheduler.startNextOrWait()
        this.#accountChanged(account)
      },
      changed: (account) => this.#accountChanged(account),
      roundEnded: () => this.#scheduler.roundEnded()
    })
    this.#scheduler = new RoundScheduler({ clock, locked, accounts: this.#accounts })
    this.#networkWatch = new NetworkWatch({
      clock,
      network: parts.network,
      onScreen: parts.onScreen,
      isNeeded: () => this.#everyMs > 0 && !locked() && this.#accounts.unreached.length > 0,
      networkIsBack: () => this.#networkIsBack()
    })
    this.#refreshAll = new RefreshAll({
      session,
      clock,
      locked,
      hasCalls: (id) => this.#accounts.get(id)?.hasCalls ?? true,
      fetchAccount: (id) => this.#fetchAccount(id),
      changed: () => this.#backgroundListener()
    })
    this.#paymentWatch = new PaymentWatch({
      clock,
      locked,
      fetchInvoices: async (id) => {
        // Not while the provider asks to wait.
        if (this.#accounts.get(id)?.plan.isAllowed) await this.fetchInvoices(id)
      }
    })
    session.onChange(() => this.#sessionChanged())
  }

  /** Runs the first round; the other accounts follow. Settles with the open account's round. */
  async start(): Promise<void> {
    const round = this.#everyMs > 0 ? this.fetchOpenAccount(null) : undefined
    this.#accounts.planOthers()
    await round
  }

  stop(): void {
    this.#isStopped = true
    this.#scheduler.stop()
    this.#networkWatch.stop()
    this.#paymentWatch.stop()
    this.#accounts.stop()
  }

  /** Fetches one topic or all (null) of the open account. Outcomes are in FreshnessState; never rejects. */
  async fetchOpenAccount(topic: Topic | null): Promise<void> {
    await (topic === null ? this.#accounts.open?.poll() : this.#accounts.open?.pollTopic(topic))
  }

  /** Fetches all accounts now, a few at a time: see RefreshAll.start. */
  fetchAllAccounts(): Promise<AccountOutcome[] | null> {
    return this.#refreshAll.start()
  }

  /** As fetchAllAccounts, without those whose provider asks to wait: a script may ask without end. */
  fetchAllowedAccounts(): Promise<AccountOutcome[] | null> {
    return this.#refreshAll.start((id) => this.#askedToWait(id))
  }

  /** Tries again what failed, is overdue or was put off: the app was unlocked, or the provider was seen to answer. */
  retryNow(): void {
    const { open } = this.#accounts
    if (open?.isRetryable) open.pollAnew()
    this.#networkWatch.startOrStop()
    this.#paymentWatch.unlocked()
    this.#scheduler.startNextOrWait()
  }

  /** The browser shows a page on which an invoice of this account can be paid. */
  paymentPageOpened(accountId: string): void {
    this.#paymentWatch.pageOpened(accountId)
  }

  /** Fetches the invoices of any account now. Settles with the outcome, which is `invoicesError`; never rejects. */
  async fetchInvoices(accountId: string): Promise<void> {
    const account = this.#accounts.get(accountId)
    await (this.#accounts.isOpen(accountId) ? account?.pollTopic('invoices') : account?.poll())
  }

  /** A single call was answered with UNAUTHORIZED: a round decides whether the sign-in has ended. By default, of the open account. */
  revalidate(accountId?: string): void {
    const account = accountId === undefined ? this.#accounts.open : this.#accounts.get(accountId)
    account?.revalidate()
  }

  /** Ends the catalogue's call: the saved list and the outcome of the call before stay. */
  cancelCatalogue(): void {
    this.#accounts.open?.calls.cancel('catalogue')
  }

  /** The window was made, or got the focus. */
  windowShown(): void {
    this.#networkWatch.checkNow()
    this.#paymentWatch.windowFocused()
  }

  systemWoke(): void {
    const { open } = this.#accounts
    if (open?.isRetryable) open.pollAnew()
    else if (open?.isStale) open.plan.set(this.#parts.clock.uptime())
    if (this.#everyMs > 0) for (const account of this.#accounts.unreached) account.planAfterWake()
    this.#scheduler.startNextOrWait()
  }

  settingsChanged(): void {
    const before = this.#minutes
    this.#minutes = this.#parts.settings().refreshMinutes
    if (this.#minutes === before) return
    if (this.#minutes > 0) {
      for (const account of this.#accounts.usable) account.planByInterval()
      this.#accounts.planOthers()
      for (const account of this.#accounts.all) account.planIfRefused()
    } else for (const account of this.#accounts.all) account.plan.set(null)
    this.#networkWatch.startOrStop()
  }

  progress(): Progress | null {
    return this.#progress.current
  }
  reach(): PolledAccount['reach'] {
    return this.#accounts.open?.reach ?? 'unknown'
  }
  /** ISO 8601, by the system clock as it is set now. */
  nextTryAt(): string | null {
    const { clock } = this.#parts
    const at = this.#accounts.open?.plan.nextAt ?? null
    return at === null ? null : new Date(clock.now().getTime() + at - clock.uptime()).toISOString()
  }
  /** What an account's latest call for invoices ended with. */
  invoicesError(accountId: string): ErrorInfo | null {
    return this.#accounts.get(accountId)?.calls.errors.invoices ?? null
  }
  /** Aborted when the account is left, loses its credential or gets another connection. */
  whileUnchanged(accountId: string): AbortSignal {
    return this.#accounts.get(accountId)?.calls.signal ?? AbortSignal.abort()
  }
  allAccountsStatus(): RefreshAllStatus | null {
    return this.#refreshAll.status
  }
  /** Of an account that is not open. */
  backgroundStatus(id: string): { refreshing: boolean; error: ErrorInfo | null } {
    const calls = this.#accounts.get(id)?.calls
    return { refreshing: calls?.isRunning('invoices') ?? false, error: calls?.errors.invoices ?? null }
  }
  /** @param listener called when the status of an account that is not open, or of all accounts, changes */
  onBackgroundChange(listener: () => void): void {
    this.#backgroundListener = listener
  }

  get #everyMs(): number {
    return this.#parts.settings().refreshMinutes * 60_000
  }

  #sessionChanged(): void {
    if (this.#isStopped) return
    this.#accounts.followSession()
    this.#scheduler.startNextOrWait()
    this.#networkWatch.startOrStop()
    this.#parts.publisher.publish('statusChanged')
    this.#backgroundListener()
  }

  #accountChanged({ id }: PolledAccount): void {
    this.#networkWatch.startOrStop()
    if (this.#accounts.isOpen(id)) this.#parts.publisher.publish('statusChanged')
    else this.#backgroundListener()
  }

  #networkIsBack(): void {
    this.#parts.log.event('networkIsBack', {})
    for (const account of this.#accounts.unreached) account.planAfterReconnect()
  }

  /** null: it may be asked now. */
  #askedToWait(id: string): ErrorInfo | null {
    const account = this.#accounts.get(id)
    if (!account || account.plan.isAllowed) return null
    return Object.values(account.calls.errors).find((error) => error?.retryAt !== undefined) ?? { code: 'RATE_LIMITED' }
  }

  async #fetchAccount(id: string): Promise<AccountErrors> {
    const whole = this.#accounts.isOpen(id) ? await this.#accounts.open?.poll() : undefined
    const account = this.#accounts.get(id)
    if (!account) return { invoices: CANCELLED, first: CANCELLED }
    // The open account may have been left meanwhile, which cut its round short.
    const isStillOpen = this.#accounts.isOpen(id)
    const outcomes = isStillOpen ? (whole ?? [CANCELLED]) : await account.poll()
    const first = outcomes.find((error) => error !== null) ?? null
    return { invoices: isStillOpen ? account.calls.errors.invoices : first, first }
  }
}
