/** The open account's topics: whether each is being refreshed, and its latest error. Ages come from storage. */
import type { ErrorInfo } from '../../../shared/ipc/error.ts'
import { TOPICS, type Freshness, type Topic } from '../../../shared/models/freshness.ts'
import type { Publisher, StoredInfo } from '../ports/index.ts'

export type Failures = Readonly<Record<Topic, ErrorInfo | null>>

interface Entry {
  refreshing: boolean
  error: ErrorInfo | null
  revision: number
}

export interface FreshnessBook {
  of(topic: Topic, stored: StoredInfo | null): Freshness
  begin(topic: Topic): void
  end(topic: Topic, error: ErrorInfo | null): void
  /** The stored data changed without a refresh. */
  touch(topic: Topic): void
  refreshing(): boolean
  error(topic: Topic): ErrorInfo | null
  /** Another account was opened. */
  reset(known: Failures | null): void
}

const fresh = (known: Failures | null): Record<Topic, Entry> => {
  const entry = (topic: Topic): Entry => ({ refreshing: false, error: known?.[topic] ?? null, revision: 0 })
  return { profile: entry('profile'), catalogue: entry('catalogue'), invoices: entry('invoices') }
}

export function createFreshnessBook(publisher: Publisher): FreshnessBook {
  let entries = fresh(null)
  let revision = 0

  const change = (topic: Topic, change: Partial<Entry>): void => {
    entries[topic] = { ...entries[topic], ...change, revision: ++revision }
    publisher.publish(`${topic}Changed`)
  }

  return {
    of: (topic, stored) => ({ fetchedAt: stored?.fetchedAt ?? null, notes: stored?.notes ?? [], ...entries[topic] }),
    begin: (topic) => change(topic, { refreshing: true }),
    end: (topic, error) => change(topic, { refreshing: false, error }),
    touch: (topic) => change(topic, {}),
    refreshing: () => TOPICS.some((topic) => entries[topic].refreshing),
    error: (topic) => entries[topic].error,
    reset(known) {
      entries = fresh(known)
      for (const topic of TOPICS) change(topic, {})
    }
  }
}
