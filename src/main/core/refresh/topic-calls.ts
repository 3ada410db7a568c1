/** One account's calls to the API, at most one per topic, and the latest error of each topic until quit. */
import { AppError, toErrorInfo, type ErrorInfo } from '../../../shared/ipc/error.ts'
import type { Topic } from '../../../shared/models/freshness.ts'
import type { ImportProgress } from '../catalogue/import-progress.ts'
import type { CoreParts } from '../core-parts.ts'
import type { Access, AccountStorage } from '../ports/index.ts'
import { fetchTopic } from './fetch-topic.ts'
import type { TopicErrors } from './freshness-state.ts'

/** What a call ends with that was not made, or whose account was left. */
export const CANCELLED: ErrorInfo = { code: 'CANCELLED' }

export interface TopicCallsParts extends Pick<
  CoreParts,
  'api' | 'store' | 'session' | 'freshness' | 'clock' | 'log' | 'report'
> {
  progress: ImportProgress
  /** An account's invoices were fetched, or found unchanged. The storage is open until the returned promise settles. */
  fetched: (accountId: string, storage: AccountStorage) => Promise<void> | void
  /** An account's profile was fetched, or found unchanged. */
  profileFetched: (accountId: string) => void
  isOpen: (accountId: string) => boolean
}

interface CallEvents {
  accepted: (token: string) => void
  changed: () => void
}

interface RunningCall {
  outcome: Promise<ErrorInfo | null>
  cancel: () => void
}

export class TopicCalls {
  readonly #accountId: string
  readonly #parts: TopicCallsParts
  readonly #events: CallEvents
  #scope = new AbortController()
  /** They outlive their callers, so SingleFlight, which aborts with the last one, does not fit. */
  readonly #running = new Map<Topic, RunningCall>()
  #errors: TopicErrors = { profile: null, catalogue: null, invoices: null }
  #invoicesAt = -Infinity

  constructor(accountId: string, parts: TopicCallsParts, events: CallEvents) {
    this.#accountId = accountId
    this.#parts = parts
    this.#events = events
  }

  /** Aborted when the account is left, loses its credential, or gets another connection. */
  get signal(): AbortSignal {
    return this.#scope.signal
  }
  get errors(): TopicErrors {
    return this.#errors
  }
  /** When invoices were last fetched, or failed to be, by Clock.uptime. */
  get invoicesAt(): number {
    return this.#invoicesAt
  }
  get runningTopics(): Iterable<Topic> {
    return this.#running.keys()
  }
  isRunning(topic: Topic): boolean {
    return this.#running.has(topic)
  }

  /** Fetches a topic, or joins the call that runs. @returns CANCELLED if the account is left; never rejects */
  fetch(topic: Topic, access: Promise<Access>): Promise<ErrorInfo | null> {
    const running = this.#running.get(topic)
    if (running) return running.outcome
    const { signal: left } = this.#scope
    const cancel = new AbortController()
    const began = this.#parts.clock.elapsed()
    const outcome = this.#fetchAndStore(topic, access, AbortSignal.any([left, cancel.signal])).then((error) => {
      this.#logOutcome(topic, left.aborted ? CANCELLED : error, began)
      return left.aborted ? CANCELLED : this.#end(topic, error, cancel.signal.aborted)
    })
    this.#running.set(topic, { outcome, cancel: () => cancel.abort() })
    if (this.#isOpen) this.#parts.freshness.beginRefresh(topic)
    this.#events.changed()
    return outcome
  }

  /** The saved data and the outcome of the call before stay. */
  cancel(topic: Topic): void {
    this.#running.get(topic)?.cancel()
  }

  /** The provider has no such call any more, so its latest error says nothing. */
  forget(topic: Topic): void {
    this.#errors = { ...this.#errors, [topic]: null }
    if (this.#isOpen) this.#parts.freshness.endRefresh(topic, null)
  }

  /** Drops all calls and their answers. */
  abort(): void {
    this.#scope.abort()
    this.#scope = new AbortController()
    if (this.#running.has('catalogue')) this.#parts.progress.clear()
    this.#running.clear()
  }

  /** No call can start after it. */
  stop(): void {
    this.#scope.abort()
  }

  get #isOpen(): boolean {
    return this.#parts.isOpen(this.#accountId)
  }

  #end(topic: Topic, error: ErrorInfo | null, wasCancelled: boolean): ErrorInfo | null {
    // A call that the user cancelled says nothing: the earlier outcome stands.
    const isCancelled = error !== null && wasCancelled
    if (!isCancelled) this.#errors = { ...this.#errors, [topic]: error }
    if (topic === 'invoices') this.#invoicesAt = this.#parts.clock.uptime()
    this.#running.delete(topic)
    if (this.#isOpen) this.#parts.freshness.endRefresh(topic, this.#errors[topic])
    this.#events.changed()
    return isCancelled ? CANCELLED : error
  }

  async #fetchAndStore(topic: Topic, asked: Promise<Access>, signal: AbortSignal): Promise<ErrorInfo | null> {
    const { api, store, clock, progress, report } = this.#parts
    try {
      const access = await asked
      if (signal.aborted) throw new AppError('CANCELLED')
      const fetchInto = async (storage: AccountStorage): Promise<void> => {
        await fetchTopic(topic, { api, clock, progress, access, storage, signal })
        if (signal.aborted) return
        if (topic === 'invoices') this.#announceInvoices()
        if (topic === 'profile') this.#parts.profileFetched(this.#accountId)
      }
      await (this.#isOpen ? fetchInto(store.current()) : store.withAccountStorage(this.#accountId, fetchInto))
      this.#events.accepted(access.token)
      return null
    } catch (thrown) {
      report(thrown)
      return toErrorInfo(thrown)
    }
  }

  #logOutcome(topic: Topic, error: ErrorInfo | null, began: number): void {
    const { session, log, clock } = this.#parts
    log.event('topicFetched', {
      account: session.placeOf(this.#accountId),
      topic,
      outcome: error?.code ?? 'stored',
      status: error?.status ?? null,
      ms: Math.round(clock.elapsed() - began)
    })
  }

  #announceInvoices(): void {
    const { store, fetched, report } = this.#parts
    store.withAccountStorage(this.#accountId, async (storage) => fetched(this.#accountId, storage)).catch(report)
  }
}
