/** What the catalogue and the invoices share: a windowed list of a topic, where one was in it, and when it is asked anew. */
import { ref } from 'vue'
import type { Ref } from 'vue'
import { errorFrom } from '../bridge.ts'
import { askKeychainFirst } from '../composables/keychain.ts'
import { useApp } from './app.ts'
import { onOtherAccount } from './reset.ts'
import { whenStale } from './stale.ts'
import { windowed } from './windowed.ts'
import type { Span, WindowAnswer, Windowed } from './windowed.ts'

export interface TopicList<Row, Answer extends WindowAnswer<Row>> extends Windowed<Row, Answer> {
  /** Key of the row under the keyboard's cursor. */
  cursor: Ref<string | null>
  /** Where the list was scrolled to, px. */
  scrollTop: Ref<number>
  /** Puts the cursor on a row, or nowhere. */
  point: (key: string | null) => void
  scrolled: (top: number) => void
  /** First use: asks once; from then on pushes renew it. */
  start: () => void
  /** Asks the platform anew; the outcome comes as the list's freshness. */
  refresh: () => Promise<void>
}

/**
 * Call in the setup of a store.
 * @param ask fetches one span of the current query
 * @param plain puts the query back to its beginning, for another account
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
      if (await askKeychainFirst(list.load.value)) await list.reload()
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
