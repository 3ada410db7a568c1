/** The paged list of a topic that main refreshes: events reload it, and another account starts it anew. */
import { computed } from 'vue'
import type { ComputedRef } from 'vue'
import { TOPIC_EVENTS } from '../../../shared/ipc/contract.ts'
import type { Freshness } from '../../../shared/models/freshness.ts'
import { errorFrom } from '../bridge.ts'
import { useApp } from './app.ts'
import { freshnessOf } from './load.ts'
import { retryKeychainFor } from './notices.ts'
import { pagedList } from './pagedList.ts'
import type { PagedList, RowsAnswer } from './pagedList.ts'
import type { RowSpan } from './pageRequests.ts'
import { onAccountChange, useSession } from './session.ts'
import { listenWhileVisible } from './listenWhileVisible.ts'

interface TopicList<Row, Answer extends RowsAnswer<Row>> {
  list: PagedList<Row, Answer>
  /** The provider sent a part of its list: counts are the least that there may be. */
  partial: ComputedRef<Freshness['partial']>
  /** Loads the list once, if the provider has one; after that, events renew it. */
  start: () => Promise<void>
  /** Fetches from the provider; the outcome arrives as the list's freshness. */
  refresh: () => Promise<void>
}

/** Call in a store's setup. @param resetQuery called when another account opens, or none */
export function useTopicList<Row extends { key: string }, Answer extends RowsAnswer<Row>>(
  topic: 'catalogue' | 'invoices',
  fetchRows: (span: RowSpan) => Promise<Answer>,
  resetQuery: () => void
): TopicList<Row, Answer> {
  const app = useApp()
  const session = useSession()
  const list = pagedList<Row, Answer>(fetchRows)
  const partial = computed(() => freshnessOf(list.loadState.value)?.partial ?? null)
  let started = false

  async function start(): Promise<void> {
    if (started || !session.has(topic)) return
    started = true
    await list.restart()
  }

  async function refresh(): Promise<void> {
    try {
      if (await retryKeychainFor(list.loadState.value)) await list.reload()
      await app.refresh(topic)
    } catch (thrown) {
      list.setError(errorFrom(thrown))
    }
  }

  listenWhileVisible(TOPIC_EVENTS[topic], () => void (started && list.reload()))
  onAccountChange((signedIn) => {
    resetQuery()
    list.clear()
    started &&= signedIn && session.has(topic)
    if (started) void list.restart()
  })

  return { list, partial, start, refresh }
}
