/** The open account's topics: whether each is being refreshed, and its latest error. Ages come from storage. */
import { TOPIC_EVENTS } from '../../../shared/ipc/contract.ts'
import type { ErrorInfo } from '../../../shared/ipc/error.ts'
import { TOPICS, type Freshness, type Topic } from '../../../shared/models/freshness.ts'
import type { Publisher, StoredInfo } from '../ports/index.ts'

export type TopicErrors = Readonly<Record<Topic, ErrorInfo | null>>

type Entry = Pick<Freshness, 'refreshing' | 'error' | 'revision'>

const createEntries = (errors: TopicErrors | null): Record<Topic, Entry> => {
  const entry = (topic: Topic): Entry => ({ refreshing: false, error: errors?.[topic] ?? null, revision: 0 })
  return { profile: entry('profile'), catalogue: entry('catalogue'), invoices: entry('invoices') }
}

export class FreshnessState {
  readonly #publisher: Publisher
  #entries = createEntries(null)
  #revision = 0

  constructor(publisher: Publisher) {
    this.#publisher = publisher
  }

  of(topic: Topic, stored: StoredInfo | null): Freshness {
    return {
      fetchedAt: stored?.fetchedAt ?? null,
      notes: stored?.notes ?? [],
      partial: stored?.partial ?? null,
      ...this.#entries[topic]
    }
  }
  error(topic: Topic): ErrorInfo | null {
    return this.#entries[topic].error
  }
  isRefreshing(): boolean {
    return TOPICS.some((topic) => this.#entries[topic].refreshing)
  }

  beginRefresh(topic: Topic): void {
    this.#change(topic, { refreshing: true })
  }
  endRefresh(topic: Topic, error: ErrorInfo | null): void {
    this.#change(topic, { refreshing: false, error })
  }
  /** The stored data changed without a refresh. */
  touch(topic: Topic): void {
    this.#change(topic, {})
  }
  /** Another account is open. @param errors what its earlier calls ended with */
  reset(errors: TopicErrors | null): void {
    this.#entries = createEntries(errors)
    for (const topic of TOPICS) this.touch(topic)
  }

  #change(topic: Topic, change: Partial<Entry>): void {
    this.#revision += 1
    this.#entries[topic] = { ...this.#entries[topic], ...change, revision: this.#revision }
    this.#publisher.publish(TOPIC_EVENTS[topic])
  }
}
