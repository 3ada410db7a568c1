/** One account's calls to the API, at most one per topic, and the latest error of each topic until quit. */
import { AppError, toErrorInfo, type ErrorInfo } from '../../../shared/ipc/error.ts'
import { TOPICS, type Freshness, type Progress, type Topic } from '../../../shared/models/freshness.ts'
import { ImportProgress } from './import-progress.ts'
import type { Access, AccountStorage, Api, Clock, Log, Publisher } from '../../ports/index.ts'
import { fetchTopic } from './fetch-topic.ts'

/** What a call ends with that was not made, or whose account was signed out. */
export const CANCELLED: ErrorInfo = { code: 'CANCELLED' }

export type TopicErrors = Readonly<Record<Topic, ErrorInfo | null>>

export interface TopicCallsParts {
  api: Api
  /** The account's place among all, from 1. */
  place: () => number
  clock: Clock
  publisher: Publisher
  log: Log
  report: (error: unknown) => void
  /** Of the account's storage. */
  use: <T>(work: (storage: AccountStorage) => Promise<T>) => Promise<T>
  events: {
    /** A topic's stored data, or what its latest call ended with, changed. */
    changed: (topic: Topic) => void
    callBegan: () => void
    /** Invoices were fetched, or found unchanged. The storage is open until the returned promise settles. */
    invoicesFetched: (storage: AccountStorage) => Promise<void> | void
    /** As of invoices. */
    plansFetched: (storage: AccountStorage) => Promise<void> | void
    /** The profile was fetched, or found unchanged. */
    profileFetched: () => void
  }
}

interface RunningCall {
  outcome: Promise<ErrorInfo | null>
  cancel: () => void
}

export class TopicCalls {
  readonly #parts: TopicCallsParts
  readonly #accepted: (token: string) => void
  readonly #progress: ImportProgress
  #scope = new AbortController()
  /** They outlive their callers, so SingleFlight, which aborts with the last one, does not fit. */
  readonly #running = new Map<Topic, RunningCall>()
  #errors: TopicErrors = { profile: null, catalogue: null, invoices: null, plans: null }
  /** Of each topic; they only grow. */
  readonly #revisions: Record<Topic, number> = { profile: 0, catalogue: 0, invoices: 0, plans: 0 }
  #watchedAt = -Infinity

  /** @param accepted the provider accepted this token */
  constructor(accountId: string, parts: TopicCallsParts, accepted: (token: string) => void) {
    this.#parts = parts
    this.#accepted = accepted
    this.#progress = new ImportProgress(parts.clock, () => parts.publisher.publish('progress', accountId))
  }

  /** Aborted when the account is signed out or removed, or gets another connection. */
  get signal(): AbortSignal {
    return this.#scope.signal
  }
  get errors(): TopicErrors {
    return this.#errors
  }
  get running(): Topic[] {
    return [...this.#running.keys()]
  }
  /** When a topic that is watched of every account was last fetched, or failed to be, by Clock.uptime. */
  get watchedAt(): number {
    return this.#watchedAt
  }
  /** Of the catalogue's import; null: none runs. */
  get progress(): Progress | null {
    return this.#progress.current
  }
  stateOf(topic: Topic): Pick<Freshness, 'refreshing' | 'error' | 'revision'> {
    return { refreshing: this.#running.has(topic), error: this.#errors[topic], revision: this.#revisions[topic] }
  }

  /** Fetches a topic, or joins the call that runs. @returns CANCELLED if the account is signed out; never rejects */
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
    this.#parts.events.callBegan()
    return outcome
  }

  /** The saved data and the outcome of the call before stay. */
  cancel(topic: Topic): void {
    this.#running.get(topic)?.cancel()
  }

  /** The provider has no such call any more, so its latest error says nothing. */
  forget(topic: Topic): void {
    this.#errors = { ...this.#errors, [topic]: null }
    this.touch(topic)
  }

  /** The topic's stored data, or what its latest call ended with, changed. */
  touch(topic: Topic): void {
    this.#revisions[topic] += 1
    this.#parts.events.changed(topic)
  }

  /** Drops all calls and their answers. */
  abort(): void {
    this.#scope.abort()
    this.#scope = new AbortController()
    this.#progress.clear()
    this.#running.clear()
    for (const topic of TOPICS) this.#revisions[topic] += 1
  }

  /** No call can start after it. */
  stop(): void {
    this.#scope.abort()
    this.#progress.clear()
  }

  #end(topic: Topic, error: ErrorInfo | null, wasCancelled: boolean): ErrorInfo | null {
    // A call that the user cancelled says nothing: the earlier outcome stands.
    const isCancelled = error !== null && wasCancelled
    if (!isCancelled) this.#errors = { ...this.#errors, [topic]: error }
    if (topic !== 'catalogue') this.#watchedAt = this.#parts.clock.uptime()
    this.#running.delete(topic)
    this.touch(topic)
    return isCancelled ? CANCELLED : error
  }

  async #fetchAndStore(topic: Topic, asked: Promise<Access>, signal: AbortSignal): Promise<ErrorInfo | null> {
    const { api, clock, use, events, report } = this.#parts
    try {
      const access = await asked
      if (signal.aborted) throw new AppError('CANCELLED')
      await use(async (storage) => {
        await fetchTopic(topic, { api, clock, progress: this.#progress, access, storage, signal })
        if (signal.aborted) return
        if (topic === 'invoices' || topic === 'plans') this.#announce(`${topic}Fetched`)
        if (topic === 'profile') events.profileFetched()
      })
      this.#accepted(access.token)
      return null
    } catch (thrown) {
      report(thrown)
      return toErrorInfo(thrown)
    }
  }

  #logOutcome(topic: Topic, error: ErrorInfo | null, began: number): void {
    const { place, log, clock } = this.#parts
    log.event('topicFetched', {
      account: place(),
      topic,
      outcome: error?.code ?? 'stored',
      status: error?.status ?? null,
      ms: Math.round(clock.elapsed() - began)
    })
  }

  #announce(event: 'invoicesFetched' | 'plansFetched'): void {
    const { use, events, report } = this.#parts
    use(async (storage) => events[event](storage)).catch(report)
  }
}
