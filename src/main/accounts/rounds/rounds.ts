/** When one account is fetched, and what its calls prove of its network and token. Times are those of Clock.uptime. */
import { isKeychainError } from '../../../shared/ipc/error.ts'
import { hasTopic, type AccountLine, type CredentialState } from '../../../shared/models/account.ts'
import { TOPICS, type Topic } from '../../../shared/models/freshness.ts'
import { unlessSealed } from '../opened-storage.ts'
import type { Access } from '../../ports/index.ts'
import { isCredentialRejected, isUsable } from '../account-records.ts'
import { isTransient, reachOf, RETRY_FIRST_MS, type Outcomes } from './backoff.ts'
import { CANCELLED, TopicCalls, type TopicCallsParts } from './topic-calls.ts'
import { RoundPlan } from './round-plan.ts'

/** An account that is shown again within this time is not asked again. */
const RECENT_MS = 60_000

export interface RoundsParts extends TopicCallsParts {
  /** undefined: it was removed. */
  line: () => AccountLine | undefined
  /** @param evenRefused to ask whether the provider accepts the token again */
  access: (evenRefused: boolean) => Promise<Access>
  /** The provider rejects this token. */
  refused: (token: string) => void
  /** The provider accepts it. */
  accepted: (token: string) => void
  locked: () => boolean
  /** 0: automatic refresh is off. */
  everyMs: () => number
  /** The user is notified of a low balance, which the profile has. */
  isBalanceWatched: () => boolean
  /** The page shows the account. */
  isShown: () => boolean
  /** False after the end, and without a credential that can be used. */
  mayAsk: () => boolean
  events: TopicCallsParts['events'] & {
    /** The plan or what is known of the network changed. */
    stateChanged: () => void
    roundEnded: () => void
  }
}

interface Round {
  /** As the account that is shown; otherwise only what is watched of any account. */
  whole: boolean
  /** Without plans beside others: see #isBeside. */
  decides: (at: number) => boolean
  outcomes: Promise<Outcomes>
}

/** Of the provider. */
type Reach = 'unknown' | 'online' | 'unreachable'

export class Rounds {
  readonly calls: TopicCalls
  readonly plan: RoundPlan
  readonly #parts: RoundsParts
  /** A change of connection or credential makes earlier outcomes void. */
  #connectionKey: string
  #credential: CredentialState
  #round: Round | null = null
  /** Start and end of the latest whole round. */
  #begunAt = -Infinity
  #endedAt = -Infinity
  /** With this connection and a usable credential it wasn't asked yet. */
  #isUnasked = true
  /** When a round of `revalidate` last proved that the credential still works. */
  #trustedAt = -Infinity
  #reach: Reach = 'unknown'

  constructor(line: AccountLine, parts: RoundsParts) {
    this.#connectionKey = connectionKeyOf(line)
    this.#credential = line.credential
    this.#parts = parts
    this.plan = new RoundPlan({
      clock: parts.clock,
      everyMs: parts.everyMs,
      line: parts.line,
      planned: () => parts.events.stateChanged()
    })
    this.calls = new TopicCalls(line.account.id, parts, (token) => {
      this.plan.tokenAccepted()
      parts.accepted(token)
    })
  }

  /** As of the latest change. */
  get credential(): CredentialState {
    return this.#credential
  }
  /** Aborted when the account is signed out or removed, or gets another connection. */
  get signal(): AbortSignal {
    return this.calls.signal
  }
  get isRunning(): boolean {
    return this.#round !== null
  }
  get state(): 'idle' | 'due' | 'running' | 'backoff' | 'paused' {
    if (this.isRunning) return 'running'
    const { nextAt, isBackingOff } = this.plan
    if (nextAt === null) return 'paused'
    if (nextAt <= this.#now) return 'due'
    return isBackingOff ? 'backoff' : 'idle'
  }
  get reach(): Reach {
    return this.#reach
  }
  /** ISO 8601, by the system clock as it is set now; null: no round is planned. */
  get nextTryAt(): string | null {
    const { clock } = this.#parts
    const { nextAt } = this.plan
    return nextAt === null ? null : new Date(clock.now().getTime() + nextAt - clock.uptime()).toISOString()
  }
  /** A round fetches something: the provider's definition has a call for it. */
  get hasCalls(): boolean {
    return this.#topics.length > 0
  }
  get wasNeverAsked(): boolean {
    return this.#lastCallAt === -Infinity
  }

  /** Its latest calls failed, and the provider may answer now. */
  get isRetryable(): boolean {
    return (
      this.#parts.everyMs() > 0 &&
      this.#credential !== 'refused' &&
      this.plan.isAllowed &&
      Object.values(this.calls.errors).some((error) => error !== null && !isKeychainError(error))
    )
  }
  get isStale(): boolean {
    return (
      this.#parts.everyMs() > 0 &&
      isUsable(this.#line?.credential) &&
      this.state !== 'running' &&
      this.plan.isAllowed &&
      (this.#isUnasked || this.#now - this.#endedAt >= RECENT_MS)
    )
  }

  /** The account's record or credential changed. Earlier outcomes stay until there are new ones. */
  update(line: AccountLine): void {
    const isMoved = this.#connectionKey !== connectionKeyOf(line)
    const before = this.#credential
    this.#connectionKey = connectionKeyOf(line)
    this.#credential = line.credential
    if (isMoved) this.#forgetConnection(line)
    const isUsableNow = isUsable(line.credential)
    if (!isUsableNow && before !== line.credential) this.plan.clear()
    // A refused token is tried again by a call, which accepts it: nothing else has to be asked.
    const isBack = isUsableNow && before !== line.credential && (this.#isShown || before !== 'refused')
    if (isMoved || isBack) this.#isUnasked = true
    if ((isMoved || isBack) && this.#isShown) this.pollAnew()
  }

  // Rounds.

  /**
   * Runs a round now, or joins the one that runs: all topics that the provider of the account that is shown has, and what is watched
   * of any other account. While the app is locked, the round of the account that is shown waits for the unlock.
   * @returns CANCELLED for calls that were not made, or whose account was signed out; never rejects
   */
  async poll(): Promise<Outcomes> {
    const whole = this.#isShown
    if (!this.#parts.mayAsk()) return [CANCELLED]
    if (this.#parts.locked()) {
      if (whole) this.plan.set(this.#now)
      return [CANCELLED]
    }
    // An account that is shown during a round of its invoices gets a whole one, which joins that call.
    if (this.#round && (this.#round.whole || !whole)) return this.#round.outcomes
    this.plan.clear()
    const topics = this.#topics.filter((topic) => !this.#hasToWait(topic))
    if (topics.length === 0) return []
    this.#isUnasked = false
    if (whole) this.#begunAt = this.#now
    const access = this.#access()
    const outcomes = Promise.all(topics.map((topic) => this.calls.fetch(topic, access)))
    const beside = topics.map((topic) => this.#isBeside(topic))
    const round: Round = {
      whole,
      decides: (at) => beside[at] === false,
      outcomes: outcomes.then((ended) => this.#endRound(round, ended, access))
    }
    this.#round = round
    return round.outcomes
  }

  /** Runs a round now, as if none had failed before. */
  pollAnew(): void {
    this.plan.clearBackoff()
    this.pollPlanned()
  }

  /** The planned round is due. */
  pollPlanned(): void {
    this.plan.clear()
    void this.poll()
  }

  /** Does nothing if the provider has no such topic. */
  async pollTopic(topic: Topic): Promise<void> {
    if (!this.#topics.includes(topic)) return
    const { mayAsk, locked } = this.#parts
    const { signal } = this.calls
    if (mayAsk() && !locked()) {
      const error = await this.calls.fetch(topic, this.#access())
      if (signal.aborted) return
      this.#reach = reachOf([error]) ?? this.#reach
      if (error?.code !== 'UNAUTHORIZED' || this.#isRefused) {
        if (error && isTransient(error) && !this.#isBeside(topic)) this.plan.setAfter([error])
        this.#parts.events.stateChanged()
        return
      }
    }
    // The token may be valid for other endpoints only: a whole round decides.
    await this.poll()
  }

  /** Fetches the invoices now. Settles with the outcome, which is `calls.errors.invoices`; never rejects. */
  async fetchInvoices(): Promise<void> {
    await (this.#isShown ? this.pollTopic('invoices') : this.poll())
  }

  /**
   * A single call was answered with UNAUTHORIZED: one round asks again, however many calls ask for it. It is whole only if the
   * account is shown, and only a whole one can refuse the token. A recent round that was accepted stands.
   */
  revalidate(): void {
    // A round that began before may have been answered before the sign-in ended.
    if (this.#now - this.#trustedAt < RECENT_MS || this.#round?.whole) return
    // It was refused by a whole round before, and is tried again later.
    if (this.#credential === 'refused') return
    const { signal } = this.calls
    void this.poll().then((outcomes) => {
      if (!signal.aborted && outcomes.includes(null)) this.#trustedAt = this.#now
    })
  }

  /** The page shows the account now. */
  shown(): void {
    // Looking at an account is no reason to try a refused token.
    const at = this.#credential === 'refused' ? this.plan.nextAt : this.#staleAt()
    if (at === 'now') return this.pollAnew()
    if (at !== null) this.plan.set(at)
    void this.#pollIfDataIsLost()
  }

  stop(): void {
    this.calls.stop()
    this.#round = null
  }

  // When the next round is due.

  /** An account that isn't shown and wasn't asked yet. */
  planUnasked(): void {
    if (this.#parts.everyMs() === 0 || this.state !== 'paused' || !this.hasCalls || !this.#isUnasked) return
    if (this.#credential === 'refused') this.plan.setAfterRefusal()
    else this.plan.set(this.#now)
  }
  /** The interval is another. What failed is tried again as planned. */
  planByInterval(): void {
    if (this.state === 'running' || (this.plan.nextAt !== null && this.plan.isBackingOff)) return
    this.plan.setByInterval(this.#isShown ? this.#endedAt : Math.max(this.#endedAt, this.calls.watchedAt))
  }
  /** Automatic refresh was switched on. */
  planIfRefused(): void {
    if (this.#credential === 'refused' && this.state === 'paused') this.plan.setAfterRefusal()
  }
  planAfterReconnect(): void {
    this.plan.setAfterReconnect(this.#lastCallAt)
  }
  planAfterWake(): void {
    if (this.plan.isAllowed && this.state !== 'running') this.plan.set(this.#now)
  }
  get #now(): number {
    return this.#parts.clock.uptime()
  }
  get #isShown(): boolean {
    return this.#parts.isShown()
  }
  get #line(): AccountLine | undefined {
    return this.#parts.line()
  }
  /** What a round fetches. */
  get #topics(): readonly Topic[] {
    const topics = this.#line?.provider.topics ?? []
    if (this.#isShown) return topics
    // Plans end and renew in every account, and their replies are small.
    const isWatched = { catalogue: false, invoices: true, plans: true, profile: this.#parts.isBalanceWatched() }
    return topics.filter((topic) => isWatched[topic])
  }
  /** Plans come with the other topics, and their errors change no interval: a subscription may always answer with one. */
  #isBeside(topic: Topic): boolean {
    return topic === 'plans' && this.#topics.length > 1
  }
  /** The provider asks to wait with this topic alone. */
  #hasToWait(topic: Topic): boolean {
    const { retryAt } = this.calls.errors[topic] ?? {}
    return this.#isBeside(topic) && Date.parse(retryAt ?? '') > this.#parts.clock.now().getTime()
  }
  get #lastCallAt(): number {
    return Math.max(this.#begunAt, this.calls.watchedAt)
  }
  get #isRefused(): boolean {
    return this.#line?.credential === 'refused'
  }

  /** Answers of the former connection are dropped. */
  #forgetConnection({ provider }: AccountLine): void {
    this.calls.abort()
    this.#trustedAt = -Infinity
    const wasRunning = this.#round !== null
    this.#round = null
    for (const topic of TOPICS) if (!hasTopic(provider, topic)) this.calls.forget(topic)
    if (wasRunning) this.#parts.events.roundEnded()
  }

  #access(): Promise<Access> {
    const access = this.#parts.access(true)
    // Running calls are joined, so nobody may wait for this one.
    access.catch(() => undefined)
    return access
  }

  async #endRound(round: Round, outcomes: Outcomes, access: Promise<Access>): Promise<Outcomes> {
    // Aborted, or a whole round has taken over.
    if (this.#round !== round) return outcomes
    this.#reach = reachOf(outcomes) ?? this.#reach
    if (round.whole) this.#endedAt = this.#now
    const isRefused = outcomes.some((error) => error?.code === 'UNAUTHORIZED')
    const isTokenRefused = round.whole && isRefused && outcomes.every((error) => error && isCredentialRejected(error))
    if (isTokenRefused) await this.#refuseToken(access)
    else this.plan.setAfter(outcomes.filter((_error, at) => round.decides(at)))
    if (this.#round === round) this.#round = null
    this.#parts.events.roundEnded()
    return outcomes
  }

  /** The provider rejected every call of a whole round. */
  async #refuseToken(access: Promise<Access>): Promise<void> {
    const { signal } = this.calls
    const used = await access.catch(() => null)
    if (!used || signal.aborted) return
    this.#parts.refused(used.token)
    if (this.#isRefused) {
      this.plan.setAfterRefusedRound()
      return
    }
    // The user signed in meanwhile: the earlier token was refused.
    this.plan.set(this.#now + RETRY_FIRST_MS)
  }

  /** When the next round is due of the account that is shown from now on; 'now' for at once, null for only when the user asks. */
  #staleAt(): number | 'now' | null {
    const now = this.#now
    if (!this.plan.isAllowed || this.#round?.whole) return this.plan.nextAt
    if (!this.#isUnasked && now - this.#endedAt < RECENT_MS) return this.plan.nextAt
    // It could not be reached a moment ago, when it wasn't shown.
    const error = this.calls.errors[this.#topics.includes('invoices') ? 'invoices' : 'plans']
    if (now - this.calls.watchedAt < RECENT_MS && error && isTransient(error)) return this.plan.nextAt
    return 'now'
  }

  /** Saved data can be gone although it was fetched recently: the file was damaged, or it was in memory only. */
  async #pollIfDataIsLost(): Promise<void> {
    if (this.#isUnasked || this.#endedAt === -Infinity) return
    const { report } = this.#parts
    const { signal } = this.calls
    try {
      const lost = await this.#parts.use((storage) => {
        const isLost = async (topic: Topic): Promise<boolean> =>
          this.calls.errors[topic] === null &&
          (await unlessSealed(storage.info(topic).then((info) => info === null))) === true
        return Promise.all(this.#topics.map(isLost))
      })
      if (!signal.aborted && lost.includes(true)) this.pollAnew()
    } catch (error) {
      if (!signal.aborted) report(error)
    }
  }
}

const connectionKeyOf = ({ account }: AccountLine): string => JSON.stringify(account.connection)
