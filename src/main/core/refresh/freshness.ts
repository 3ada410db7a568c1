/** Keeps, per topic, whether it is being renewed and how the latest try went. Ages come from what is stored. */
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
  /** The try ended: null when it worked. */
  end(topic: Topic, error: ErrorInfo | null): void
  /** The stored data changed outside of a try. */
  touch(topic: Topic): void
  refreshing(): boolean
  error(topic: Topic): ErrorInfo | null
  /** Another account: how its latest tries went, as far as that is known. */
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
