/** The open account's topics: whether each is being refreshed, and its latest error. Ages come from storage. */
import type { ErrorInfo } from '../../../shared/ipc/error.ts'
import { TOPICS, type Freshness, type Topic } from '../../../shared/models/freshness.ts'
import type { Publisher, StoredInfo } from '../ports/index.ts'

export type Failures = Readonly<Record<Topic, ErrorInfo | null>>

type Entry = Pick<Freshness, 'refreshing' | 'error' | 'revision'>

const fresh = (known: Failures | null): Record<Topic, Entry> => {
  const entry = (topic: Topic): Entry => ({ refreshing: false, error: known?.[topic] ?? null, revision: 0 })
  return { profile: entry('profile'), catalogue: entry('catalogue'), invoices: entry('invoices') }
}

export type FreshnessBook = ReturnType<typeof createFreshnessBook>

export function createFreshnessBook(publisher: Publisher) {
  let entries = fresh(null)
  let revision = 0

  const change = (topic: Topic, change: Partial<Entry>): void => {
    entries[topic] = { ...entries[topic], ...change, revision: ++revision }
    publisher.publish(`${topic}Changed`)
  }

  return {
    of: (topic: Topic, stored: StoredInfo | null): Freshness => ({
      fetchedAt: stored?.fetchedAt ?? null,
      notes: stored?.notes ?? [],
      partial: stored?.partial ?? null,
      ...entries[topic]
    }),
    begin: (topic: Topic): void => change(topic, { refreshing: true }),
    end: (topic: Topic, error: ErrorInfo | null): void => change(topic, { refreshing: false, error }),
    /** The stored data changed without a refresh. */
    touch: (topic: Topic): void => change(topic, {}),
    refreshing: (): boolean => TOPICS.some((topic) => entries[topic].refreshing),
    error: (topic: Topic): ErrorInfo | null => entries[topic].error,
    reset(known: Failures | null): void {
      entries = fresh(known)
      for (const topic of TOPICS) change(topic, {})
    }
  }
}
