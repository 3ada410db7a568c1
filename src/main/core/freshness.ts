/** Keeps, per topic, whether it is being renewed and how the latest try went. Ages come from what is stored. */
import type { Failure } from '../../shared/ipc/failure.ts'
import { TOPICS, type Freshness, type Topic } from '../../shared/model/freshness.ts'
import type { Publisher, StoredInfo } from './ports.ts'

interface Entry {
  refreshing: boolean
  failure: Failure | null
  revision: number
}

export interface FreshnessBook {
  of(topic: Topic, stored: StoredInfo | null): Freshness
  begin(topic: Topic): void
  /** The try ended: null when it worked. */
  end(topic: Topic, failure: Failure | null): void
  /** The stored data changed outside of a try. */
  touch(topic: Topic): void
  refreshing(): boolean
  failure(topic: Topic): Failure | null
  /** Another account: nothing is known of it yet. */
  reset(): void
}

const fresh = (): Record<Topic, Entry> => ({
  profile: { refreshing: false, failure: null, revision: 0 },
  catalogue: { refreshing: false, failure: null, revision: 0 },
  invoices: { refreshing: false, failure: null, revision: 0 }
})

export function createFreshnessBook(publisher: Publisher): FreshnessBook {
  let entries = fresh()
  let revision = 0

  const change = (topic: Topic, change: Partial<Entry>): void => {
    entries[topic] = { ...entries[topic], ...change, revision: ++revision }
    publisher.publish(`${topic}Changed`)
  }

  return {
    of: (topic, stored) => ({ fetchedAt: stored?.fetchedAt ?? null, notes: stored?.notes ?? [], ...entries[topic] }),
    begin: (topic) => change(topic, { refreshing: true }),
    end: (topic, failure) => change(topic, { refreshing: false, failure }),
    touch: (topic) => change(topic, {}),
    refreshing: () => TOPICS.some((topic) => entries[topic].refreshing),
    failure: (topic) => entries[topic].failure,
    reset() {
      entries = fresh()
      for (const topic of TOPICS) change(topic, {})
    }
  }
}
