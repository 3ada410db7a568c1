/** A list that comes whole in one answer, of what main holds itself: no provider is asked. For RecordList. */
import { computed, ref, shallowRef } from 'vue'
import { dataOf, latestRequest, localFreshness, type Load } from './load.ts'
import type { ScrollPosition } from './pagedList.ts'

export function wholeList<Answer, Row extends { key: string }>(
  ask: () => Promise<Answer>,
  rowsOf: (answer: Answer) => readonly Row[]
) {
  const loadState = shallowRef<Load<Answer>>({ state: 'loading' })
  const request = latestRequest()
  const rows = computed(() => {
    const answer = dataOf(loadState.value)
    return answer === null ? [] : rowsOf(answer)
  })
  const cursor = ref<string | null>(null)
  const position = shallowRef<ScrollPosition>({ top: 0 })

  /** Rows that are held stay on screen until the new ones arrive. */
  const load = (): Promise<void> =>
    request.send(
      ask,
      (data) => (loadState.value = { state: 'ready', data, freshness: localFreshness() }),
      (error) => {
        const held = loadState.value
        loadState.value =
          held.state === 'ready'
            ? { ...held, freshness: { ...held.freshness, error } }
            : { state: 'error', error, freshness: null }
      }
    )

  return {
    loadState,
    load,
    matched: computed(() => rows.value.length),
    rowAt: (place: number) => rows.value[place],
    placeOf: (key: string) => rows.value.findIndex((row) => row.key === key),
    loadBetween: () => undefined,
    /** Increase it when another query's rows replace these. */
    generation: ref(0),
    cursor,
    setCursor: (key: string | null) => void (cursor.value = key),
    position,
    setPosition: (to: ScrollPosition) => void (position.value = to)
  }
}
