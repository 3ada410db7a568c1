/** The paged list of a topic that main refreshes: events reload it, and other accounts start it anew. */
import { computed } from 'vue'
import type { ComputedRef } from 'vue'
import type { Freshness } from '../../../../shared/models/freshness.ts'
import { errorFrom } from '../../bridge.ts'
import { useApp } from './app.ts'
import { withRefresh } from './topicRefresh.ts'
import { freshnessOf } from './load.ts'
import { retryKeychainFor } from '../shell/notices.ts'
import { pagedList } from './pagedList.ts'
import type { PagedList, RowsAnswer } from './pagedList.ts'
import type { RowSpan } from './pageRequests.ts'

interface TopicList<Row, Answer extends RowsAnswer<Row>> {
  list: PagedList<Row, Answer>
  /** The provider sent a part of its list: counts are the least that there may be. */
  partial: ComputedRef<Freshness['partial']>
  /** Loads the list once, if the provider has one; after that, events renew it. */
  start: () => Promise<void>
  /** Fetches from the provider; the outcome arrives as the list's freshness. */
  refresh: () => Promise<void>
}

/** Whose records a list has. */
export interface ListScope {
  /** There is a list to show. */
  has: () => boolean
  /** Calls back when the records changed. */
  listen: (renew: () => void) => unknown
  /** Calls back when the list is of other accounts, or of none: the query may have to be reset. */
  onChange: (forget: (signedIn: boolean) => void) => void
}

/** Call in a store's setup. */
export function useTopicList<Row extends { key: string }, Answer extends RowsAnswer<Row>>(
  topic: 'catalogue' | 'invoices',
  fetchRows: (span: RowSpan) => Promise<Answer>,
  scope: ListScope
): TopicList<Row, Answer> {
  const app = useApp()
  const rows = pagedList<Row, Answer>(fetchRows)
  const list = { ...rows, loadState: withRefresh(topic, rows.loadState, () => void (started && rows.reload())) }
  const partial = computed(() => freshnessOf(list.loadState.value)?.partial ?? null)
  let started = false

  async function start(): Promise<void> {
    if (started || !scope.has()) return
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

  scope.listen(() => void (started && list.reload()))
  scope.onChange((signedIn) => {
    list.clear()
    started &&= signedIn && scope.has()
    if (started) void list.restart()
  })

  return { list, partial, start, refresh }
}
