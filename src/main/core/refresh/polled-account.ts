/** One account's rounds of calls, and what they prove of its network and token. Times are those of Clock.uptime. */
import { isKeychainError } from '../../../shared/ipc/error.ts'
import { hasTopic, type AccountLine, type CredentialState } from '../../../shared/models/account.ts'
import { TOPICS, type Topic } from '../../../shared/models/freshness.ts'
import type { CoreParts } from '../core-parts.ts'
import { unlessSealed } from '../open-account-storage.ts'
import type { Access } from '../ports/index.ts'
import { isCredentialRejected, isUsable } from '../session/accounts.ts'
import { isTransient, reachOf, RETRY_FIRST_MS, type Outcomes } from './backoff.ts'
import { RoundPlan } from './round-plan.ts'
import { CANCELLED, TopicCalls, type TopicCallsParts } from './topic-calls.ts'

/** An account that is opened again within this time is not asked again. */
const RECENT_MS = 60_000
/** A round that was cut short begins again this long after its start at the earliest. */
const CUT_SHORT_MS = 2_000

export interface PolledAccountParts extends TopicCallsParts, Pick<CoreParts, 'locked'> {
  /** 0: automatic refresh is off. */
  everyMs: () => number
  /** False after the app's end, and without a credential that can be used. */
  canPoll: (accountId: string) => boolean
  planned: (account: PolledAccount) => void
  changed: (account: PolledAccount) => void
  roundEnded: () => void
}

interface Round {
  /** As the open account; otherwise invoices only. */
  whole: boolean
  outcomes: Promise<Outcomes>
}

type Reach = 'unknown' | 'online' | 'offline'

export class PolledAccount {
  readonly id: string
  readonly calls: TopicCalls
  readonly plan: RoundPlan
  readonly #parts: PolledAccountParts
  /** A change of connection or credential makes earlier outcomes void. */
  #connectionKey: string
  #credential: CredentialState
  #round: Round | null = null
  /** Start and end of the latest whole round; `#cutShort` when the account was left before a round's end. */
  #begunAt = -Infinity
  #endedAt = -Infinity
  #cutShort = false
  /** When a whole round last proved that the credential still works. */
  #trustedAt = -Infinity
  #reach: Reach = 'unknown'

  constructor(line: AccountLine, parts: PolledAccountParts) {
    this.id = line.account.id
    this.#connectionKey = connectionKeyOf(line)
    this.#credential = line.credential
    this.#parts = parts
    this.plan = new RoundPlan({
      clock: parts.clock,
      everyMs: parts.everyMs,
      line: () => this.#line,
      planned: () => parts.planned(this)
    })
    this.calls = new TopicCalls(this.id, parts, {
      accepted: (token) => {
        this.plan.tokenAccepted()
        parts.session.accepted(this.id, token)
      },
      changed: () => parts.changed(this)
    })
  }

  get state(): 'idle' | 'due' | 'running' | 'backoff' | 'paused' {
    if (this.#round) return 'running'
    const { nextAt, isBackingOff } = this.plan
    if (nextAt === null) return 'paused'
    if (nextAt <= this.#now) return 'due'
    return isBackingOff ? 'backoff' : 'idle'
  }
  get reach(): Reach {
    return this.#reach
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
      (this.#cutShort || this.#now - this.#endedAt >= RECENT_MS)
    )
  }

  // What the session says about the account.

  hasConnectionOf(line: AccountLine): boolean {
    return this.#connectionKey === connectionKeyOf(line)
  }
  /** Earlier outcomes hold for it: it was opened again without a change. */
  isUnchanged(line: AccountLine): boolean {
    return this.hasConnectionOf(line) && this.#credential === line.credential
  }
  /** Earlier outcomes hold for it in the background: a refused token may be accepted again. */
  isContinuedBy(line: AccountLine): boolean {
    return (isUsable(this.#credential) || this.#credential === 'refused') && this.hasConnectionOf(line)
  }
  /** The open account's connection or credential may have changed. Earlier outcomes stay until there are new ones. */
  update(line: AccountLine): void {
    const isMoved = !this.hasConnectionOf(line)
    const isOther = this.#credential !== line.credential
    this.#connectionKey = connectionKeyOf(line)
    this.#credential = line.credential
    if (isMoved) this.#forgetRemovedTopics(line)
    if (isMoved || (isOther && isUsable(line.credential))) this.pollAnew()
    else if (isOther && line.credential === 'refused') this.plan.clear()
  }
  changeCredential(credential: CredentialState): void {
    this.#credential = credential
  }
  /** In the background. A refused token is tried again, whichever account is open. */
  loseCredential(credential: CredentialState): void {
    if (credential === 'refused' && this.#credential === 'refused') return
    this.abort()
    this.#credential = credential
    this.plan.clear()
  }

  // Rounds.

  /**
   * Runs a round now, or joins the one that runs: all topics that the open account's provider has, the invoices of any other
   * account. While the app is locked, the open account's round waits for the unlock.
   * @returns CANCELLED for calls that were not made, or whose account was left; never rejects
   */
  async poll(): Promise<Outcomes> {
    const whole = this.#isOpen
    if (!this.#parts.canPoll(this.id)) return [CANCELLED]
    if (this.#parts.locked()) {
      if (whole) this.plan.set(this.#now)
      return [CANCELLED]
    }
    // An account that is opened during its background round gets a whole one, which joins the call for its invoices.
    if (this.#round?.whole === whole) return this.#round.outcomes
    this.plan.clear()
    const topics = this.#topics
    if (topics.length === 0) return []
    this.#cutShort = false
    if (whole) this.#begunAt = this.#now
    const access = this.#access()
    const outcomes = Promise.all(topics.map((topic) => this.calls.fetch(topic, access)))
    const round: Round = { whole, outcomes: outcomes.then((ended) => this.#endRound(round, ended, access)) }
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
    const { canPoll, locked, changed } = this.#parts
    const { signal } = this.calls
    if (canPoll(this.id) && !locked()) {
      const error = await this.calls.fetch(topic, this.#access())
      if (signal.aborted) return
      this.#reach = reachOf([error]) ?? this.#reach
      if (error?.code !== 'UNAUTHORIZED' || this.#isRefused) {
        if (error && isTransient(error)) this.plan.setAfter([error])
        changed(this)
        return
      }
    }
    // The token may be valid for other endpoints only: a whole round decides.
    await this.poll()
  }

  /**
   * A single call was answered with UNAUTHORIZED: one whole round decides whether the sign-in has ended, however many
   * calls ask for it. A recent round that proved the opposite stands.
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

  /** The account was opened again, unchanged. */
  resume(): void {
    const { freshness } = this.#parts
    freshness.reset(this.calls.errors)
    for (const topic of this.calls.runningTopics) freshness.beginRefresh(topic)
    // Opening an account is no reason to try a refused token.
    const at = this.#credential === 'refused' ? this.plan.nextAt : this.#resumeAt()
    if (at === 'now') return this.pollAnew()
    if (at !== null) this.plan.set(at)
    void this.#pollIfDataIsLost()
  }

  /** Drops calls and their answers; the round counts as cut short. */
  abort(): void {
    this.calls.abort()
    this.#trustedAt = -Infinity
    if (!this.#round) return
    this.#round = null
    this.#cutShort = true
    this.#parts.roundEnded()
  }

  stop(): void {
    this.calls.stop()
    this.#round = null
  }

  // When the next round is due.

  /** An account in the background that was never asked, or whose round was cut short. */
  planUnfinished(): void {
    if (this.#parts.everyMs() === 0 || this.state !== 'paused' || !this.hasCalls) return
    if (!this.#cutShort && !this.wasNeverAsked) return
    if (this.#credential === 'refused') this.plan.setAfterRefusal()
    else this.plan.set(this.#now)
  }
  /** The interval is another. What failed is tried again as planned. */
  planByInterval(): void {
    if (this.state === 'running' || (this.plan.nextAt !== null && this.plan.isBackingOff)) return
    this.plan.setByInterval(this.#isOpen ? this.#endedAt : Math.max(this.#endedAt, this.calls.invoicesAt))
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
  get #isOpen(): boolean {
    return this.#parts.isOpen(this.id)
  }
  get #line(): AccountLine | undefined {
    return this.#parts.session.line(this.id) ?? undefined
  }
  /** What a round fetches. */
  get #topics(): readonly Topic[] {
    const topics = this.#line?.provider.topics ?? []
    return this.#isOpen ? topics : topics.filter((topic) => topic === 'invoices')
  }
  get #lastCallAt(): number {
    return Math.max(this.#begunAt, this.calls.invoicesAt)
  }
  get #isRefused(): boolean {
    return this.#line?.credential === 'refused'
  }

  #forgetRemovedTopics({ provider }: AccountLine): void {
    for (const topic of TOPICS) if (!hasTopic(provider, topic)) this.calls.forget(topic)
  }

  #access(): Promise<Access> {
    const access = this.#parts.session.accessTo(this.id, true)
    // Running calls are joined, so nobody may wait for this one.
    access.catch(() => undefined)
    return access
  }

  async #endRound(round: Round, outcomes: Outcomes, access: Promise<Access>): Promise<Outcomes> {
    // Aborted, or a whole round has taken over.
    if (this.#round !== round) return outcomes
    const { changed, roundEnded } = this.#parts
    this.#reach = reachOf(outcomes) ?? this.#reach
    if (round.whole) this.#endedAt = this.#now
    const isRefused = outcomes.some((error) => error?.code === 'UNAUTHORIZED')
    const isTokenRefused = round.whole && isRefused && outcomes.every((error) => error && isCredentialRejected(error))
    if (isTokenRefused) await this.#refuseToken(access)
    else this.plan.setAfter(outcomes)
    if (this.#round === round) this.#round = null
    roundEnded()
    changed(this)
    return outcomes
  }

  /** The provider rejected every call of a whole round. */
  async #refuseToken(access: Promise<Access>): Promise<void> {
    const { signal } = this.calls
    const used = await access.catch(() => null)
    if (!used || signal.aborted) return
    this.#parts.session.refused(this.id, used.token)
    if (this.#isRefused) {
      this.plan.setAfterRefusedRound()
      return
    }
    // The user signed in meanwhile: the earlier token was refused.
    this.plan.set(this.#now + RETRY_FIRST_MS)
  }

  /** When the next round is due once the account is opened again; 'now' for at once, null for only when the user asks. */
  #resumeAt(): number | 'now' | null {
    const now = this.#now
    if (!this.plan.isAllowed) return this.plan.nextAt
    if (this.#cutShort && now - this.#begunAt < CUT_SHORT_MS) return this.#begunAt + CUT_SHORT_MS
    if (!this.#cutShort && now - this.#endedAt < RECENT_MS) return this.plan.nextAt
    // It could not be reached in the background a moment ago.
    const error = this.calls.errors.invoices
    if (now - this.calls.invoicesAt < RECENT_MS && error && isTransient(error)) return this.plan.nextAt
    return 'now'
  }

  /** Saved data can be gone although it was fetched recently: the file was damaged, or it was in memory only. */
  async #pollIfDataIsLost(): Promise<void> {
    if (this.#cutShort || this.#endedAt === -Infinity) return
    const { store, report } = this.#parts
    const { signal } = this.calls
    const storage = store.current()
    const isLost = async (topic: Topic): Promise<boolean> =>
      this.calls.errors[topic] === null &&
      (await unlessSealed(storage.info(topic).then((info) => info === null))) === true
    try {
      const lost = await Promise.all(this.#topics.map(isLost))
      if (!signal.aborted && lost.includes(true)) this.pollAnew()
    } catch (error) {
      if (!signal.aborted) report(error)
    }
  }
}

const connectionKeyOf = ({ account }: AccountLine): string => JSON.stringify(account.connection)
