/** What the catalogue and invoice stores share: a windowed list, its cursor and scroll position, and its refresh. */
import { ref } from 'vue'
import type { Ref } from 'vue'
import { errorFrom } from '../bridge.ts'
import { retryKeychainFor } from './notices.ts'
import { useApp } from './app.ts'
import { onOtherAccount } from './reset.ts'
import { whenStale } from './stale.ts'
import { windowed } from './windowed.ts'
import type { Span, WindowAnswer, Windowed } from './windowed.ts'

export interface TopicList<Row, Answer extends WindowAnswer<Row>> extends Windowed<Row, Answer> {
  /** Key of the row at the keyboard cursor. */
  cursor: Ref<string | null>
  /** Scroll position, px. */
  scrollTop: Ref<number>
  /** Moves the cursor to a row, or removes it. */
  point: (key: string | null) => void
  scrolled: (top: number) => void
  /** Loads the list once; after that, events renew it. */
  start: () => void
  /** Fetches from the provider; the outcome arrives as the list's freshness. */
  refresh: () => Promise<void>
}

/**
 * Call in the setup of a store.
 * @param ask fetches one span of the current query
 * @param plain resets the query, for another account
 */
export function topicList<Row extends { key: string }, Answer extends WindowAnswer<Row>>(
  topic: 'catalogue' | 'invoices',
  ask: (span: Span) => Promise<Answer>,
  plain: () => void
): TopicList<Row, Answer> {
  const app = useApp()
  const list = windowed<Row, Answer>(ask)
  const cursor = ref<string | null>(null)
  const scrollTop = ref(0)
  let started = false

  function start(): void {
    if (started) return
    started = true
    void list.restart()
  }

  async function refresh(): Promise<void> {
    try {
      if (await retryKeychainFor(list.load.value)) await list.reload()
      await app.refresh(topic)
    } catch (thrown) {
      list.fail(errorFrom(thrown))
    }
  }

  whenStale(`${topic}Changed`, () => void (started && list.reload()))
  onOtherAccount((signedIn) => {
    plain()
    cursor.value = null
    scrollTop.value = 0
    list.forget()
    started &&= signedIn
    if (started) void list.restart()
  })

  const point = (key: string | null): void => {
    cursor.value = key
  }
  const scrolled = (top: number): void => {
    scrollTop.value = top
  }

  return { ...list, cursor, scrollTop, point, scrolled, start, refresh }
}
