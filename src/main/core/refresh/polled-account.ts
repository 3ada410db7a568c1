/** One account's calls and rounds, and what is remembered of them until quit. Times are those of Clock.uptime. */
import { AppError, toErrorInfo, type ErrorInfo } from '../../../shared/ipc/error.ts'
import type { AccountLine, CredentialState } from '../../../shared/models/account.ts'
import { TOPICS, type Topic } from '../../../shared/models/freshness.ts'
import type { ProgressBoard } from '../catalogue/receive-list.ts'
import type { CoreParts } from '../core-parts.ts'
import { isCredentialRejected } from '../session/accounts.ts'
import type { Access, AccountStorage } from '../ports/index.ts'
import { isTransient, nextRound, reachOf, refusedMs, RETRY_FIRST_MS, retryAfterMs, type Outcomes } from './backoff.ts'
import { fetchTopic } from './fetch-topic.ts'
import type { Failures } from './freshness.ts'

/** An account that is opened again within this time is not asked again. */
export const RECENT_MS = 60_000
/** A round that was cut short begins again this long after its start at the earliest. */
const CUT_SHORT_MS = 2_000

const CANCELLED: ErrorInfo = { code: 'CANCELLED' }

export interface PollerParts extends CoreParts {
  progress: ProgressBoard
  everyMs: () => number
  /** An account's invoices were fetched, or found unchanged. The storage is open until the returned promise settles. */
  fetched: (accountId: string, storage: AccountStorage) => Promise<void> | void
  isOpen: (account: PolledAccount) => boolean
  /** False after `stop`, and without a credential that can be used. */
  canPoll: (account: PolledAccount) => boolean
  plan: (account: PolledAccount, at: number | null) => void
  changed: (account: PolledAccount) => void
  roundEnded: () => void
}

interface Round {
  /** All topics, as the open account; otherwise invoices only. */
  whole: boolean
  outcomes: Promise<Outcomes>
}

export class PolledAccount {
  readonly id: string
  /** A change of connection or credential makes earlier outcomes void. */
  connectionKey: string
  credential: CredentialState
  /** Aborted when the account is left, loses its credential, or gets another connection. */
  scope = new AbortController()
  /** One per topic. They outlive their callers, so SingleFlight, which aborts with the last one, does not fit. */
  calls = new Map<Topic, { outcome: Promise<ErrorInfo | null>; cancel: () => void }>()
  round: Round | null = null
  nextAt: number | null = null
  /** The earliest time that the provider allows (Retry-After). */
  notBefore = -Infinity
  failedRounds = 0
  /** Rounds that were rejected since the provider last accepted the token. */
  refusedRounds = 0
  /** Start and end of the latest whole round; `cutShort` when the account was left before its end. */
  begunAt = -Infinity
  endedAt = -Infinity
  cutShort = false
  invoicesAt = -Infinity
  /** When a whole round last proved that the credential still works. */
  trustedAt = -Infinity
  reach: 'unknown' | 'online' | 'offline' = 'unknown'
  failures: Failures = { profile: null, catalogue: null, invoices: null }
  #parts: PollerParts

  constructor(line: AccountLine, parts: PollerParts) {
    this.id = line.account.id
    this.connectionKey = connectionKeyOf(line)
    this.credential = line.credential
    this.#parts = parts
  }

  /** `paused`: nothing is planned, because automatic refresh is off or only a person can change anything. */
  get state(): 'idle' | 'due' | 'running' | 'backoff' | 'paused' {
    if (this.round) return 'running'
    if (this.nextAt === null) return 'paused'
    if (this.nextAt <= this.#now) return 'due'
    return this.failedRounds > 0 ? 'backoff' : 'idle'
  }
  get wasNeverAsked(): boolean {
    return Math.max(this.begunAt, this.invoicesAt) === -Infinity
  }
  get #now(): number {
    return this.#parts.clock.uptime()
  }

  /** When the next round is due once the account is opened again; 'now' for at once, null for only when a person asks. */
  resumeAt(): number | 'now' | null {
    const now = this.#now
    if (this.notBefore > now) return this.nextAt
    if (this.cutShort && now - this.begunAt < CUT_SHORT_MS) return this.begunAt + CUT_SHORT_MS
    if (!this.cutShort && now - this.endedAt < RECENT_MS) return this.nextAt
    // It could not be reached in the background a moment ago.
    const { invoices } = this.failures
    if (now - this.invoicesAt < RECENT_MS && invoices && isTransient(invoices)) return this.nextAt
    return 'now'
  }

  /**
   * Runs a round now, or joins the one that runs: all topics of the open account, the invoices of any other. While the app
   * is locked, the open account's round waits for the unlock.
   * @returns CANCELLED for calls that were not made, or whose account was left; never rejects
   */
  async poll(): Promise<Outcomes> {
    const { canPoll, isOpen, locked, plan } = this.#parts
    const whole = isOpen(this)
    if (!canPoll(this)) return [CANCELLED]
    if (locked()) {
      if (whole) plan(this, this.#now)
      return [CANCELLED]
    }
    // An account that is opened during its background round gets a whole one, which joins the call for its invoices.
    if (this.round?.whole === whole) return this.round.outcomes
    this.nextAt = null
    this.cutShort = false
    if (whole) this.begunAt = this.#now
    const access = this.#access()
    const topics: readonly Topic[] = whole ? TOPICS : ['invoices']
    const outcomes = Promise.all(topics.map((topic) => this.#call(topic, access)))
    const round: Round = { whole, outcomes: outcomes.then((ended) => this.#endRound(round, ended, access)) }
    this.round = round
    return round.outcomes
  }

  async pollTopic(topic: Topic): Promise<void> {
    const { canPoll, locked, changed } = this.#parts
    const { signal } = this.scope
    if (canPoll(this) && !locked()) {
      const error = await this.#call(topic, this.#access())
      if (signal.aborted) return
      this.reach = reachOf([error]) ?? this.reach
      if (error?.code !== 'UNAUTHORIZED' || this.#isRefused) {
        if (error && isTransient(error)) this.#planNext([error])
        changed(this)
        return
      }
    }
    // The token may be valid for other endpoints only: a whole round decides.
    await this.poll()
  }

  /** Drops calls and their answers; the round counts as cut short. */
  abort(): void {
    this.scope.abort()
    this.scope = new AbortController()
    if (this.calls.has('catalogue')) this.#parts.progress.clear()
    this.calls.clear()
    this.trustedAt = -Infinity
    if (!this.round) return
    this.round = null
    this.cutShort = true
    this.#parts.roundEnded()
  }

  async #endRound(round: Round, outcomes: Outcomes, access: Promise<Access>): Promise<Outcomes> {
    // Aborted, or a whole round has taken over.
    if (this.round !== round) return outcomes
    const { changed, roundEnded } = this.#parts
    this.reach = reachOf(outcomes) ?? this.reach
    if (round.whole) this.endedAt = this.#now
    const isRefused = outcomes.some((error) => error?.code === 'UNAUTHORIZED')
    const isTokenRefused = round.whole && isRefused && outcomes.every((error) => error && isCredentialRejected(error))
    if (isTokenRefused) await this.#refuseToken(access)
    else this.#planNext(outcomes)
    if (this.round === round) this.round = null
    roundEnded()
    changed(this)
    return outcomes
  }

  /** The provider rejected every call of a whole round. */
  async #refuseToken(access: Promise<Access>): Promise<void> {
    const { signal } = this.scope
    const used = await access.catch(() => null)
    if (!used || signal.aborted) return
    const { session, plan } = this.#parts
    session.refused(this.id, used.token)
    if (this.#isRefused) {
      this.planRefused()
      this.refusedRounds += 1
      return
    }
    // The person signed in meanwhile: the earlier token was refused.
    plan(this, this.#now + RETRY_FIRST_MS)
  }

  /** The provider may accept the token again, unless it has expired. */
  planRefused(): void {
    const { clock, everyMs, plan } = this.#parts
    const expiresAt = Date.parse(this.#line?.account.tokenExpiresAt ?? '')
    if (everyMs() === 0 || expiresAt <= clock.now().getTime()) return
    const wait = refusedMs(this.refusedRounds, clock)
    plan(this, Math.max(this.#now + wait, this.notBefore))
  }

  get #line(): AccountLine | undefined {
    return this.#parts.session.state().accounts.find(({ account }) => account.id === this.id)
  }
  get #isRefused(): boolean {
    return this.#line?.credential === 'refused'
  }

  #planNext(outcomes: Outcomes): void {
    const { clock, everyMs, plan } = this.#parts
    const wait = retryAfterMs(outcomes, clock.now())
    this.notBefore = this.#now + wait
    if (this.#isRefused) {
      this.planRefused()
      if (!outcomes.some((error) => error && isTransient(error))) this.refusedRounds += 1
      return
    }
    const next = nextRound(outcomes, this.failedRounds, everyMs(), clock)
    if (!next) return
    this.failedRounds = next.failedRounds
    plan(this, this.#now + Math.max(next.ms, wait))
  }

  #access(): Promise<Access> {
    const access = this.#parts.session.accessTo(this.id, true)
    // Running calls are joined, so nobody may wait for this one.
    access.catch(() => undefined)
    return access
  }

  #call(topic: Topic, access: Promise<Access>): Promise<ErrorInfo | null> {
    const running = this.calls.get(topic)
    if (running) return running.outcome
    const { freshness, isOpen, changed } = this.#parts
    const { signal: left } = this.scope
    const cancel = new AbortController()
    const conclude = (error: ErrorInfo | null): ErrorInfo | null => {
      if (left.aborted) return CANCELLED
      // A call that the person cancelled says nothing: the earlier outcome stands.
      const isCancelled = error !== null && cancel.signal.aborted
      if (!isCancelled) this.failures = { ...this.failures, [topic]: error }
      if (topic === 'invoices') this.invoicesAt = this.#now
      this.calls.delete(topic)
      if (isOpen(this)) freshness.end(topic, this.failures[topic])
      changed(this)
      return isCancelled ? CANCELLED : error
    }
    const outcome = this.#fetch(topic, access, AbortSignal.any([left, cancel.signal])).then(conclude)
    this.calls.set(topic, { outcome, cancel: () => cancel.abort() })
    if (isOpen(this)) freshness.begin(topic)
    changed(this)
    return outcome
  }

  async #fetch(topic: Topic, asked: Promise<Access>, signal: AbortSignal): Promise<ErrorInfo | null> {
    const { session, store, isOpen, report } = this.#parts
    try {
      const access = await asked
      if (signal.aborted) throw new AppError('CANCELLED')
      const fetchInto = async (storage: AccountStorage): Promise<void> => {
        await fetchTopic(topic, { ...this.#parts, access, storage, signal })
        if (topic === 'invoices' && !signal.aborted) this.#announce()
      }
      await (isOpen(this) ? fetchInto(store.current()) : store.withAccountStorage(this.id, fetchInto))
      this.refusedRounds = 0
      session.accepted(this.id, access.token)
      return null
    } catch (thrown) {
      report(thrown)
      return toErrorInfo(thrown)
    }
  }

  #announce(): void {
    const { store, fetched, report } = this.#parts
    store.withAccountStorage(this.id, async (storage) => fetched(this.id, storage)).catch(report)
  }
}

export const connectionKeyOf = ({ account }: Pick<AccountLine, 'account'>): string => JSON.stringify(account.connection)
