/** The running refresh of a topic. The status has it, so that its start reads no list again. */
import { computed, watch } from 'vue'
import type { ComputedRef, Ref } from 'vue'
import type { Topic } from '../../../../shared/models/freshness.ts'
import { useApp } from './app.ts'
import { freshnessOf, type Load } from './load.ts'

/**
 * Adds it to what was read before it began. Call in a store's setup.
 * @param readAgain called when it begins and nothing is stored: then the answer says whether there is something to wait for
 */
export function withRefresh<T>(
  topic: Topic,
  load: Readonly<Ref<Load<T>>>,
  readAgain: () => void
): ComputedRef<Load<T>> {
  const app = useApp()
  const refreshing = computed(() => app.isRefreshing(topic))
  watch(refreshing, (isRunning) => {
    const { state } = load.value
    if (isRunning && state !== 'idle' && !freshnessOf(load.value)?.fetchedAt) readAgain()
  })
  return computed(() => {
    const { value } = load
    if (value.state === 'ready' || (value.state === 'error' && value.freshness))
      return { ...value, freshness: { ...value.freshness, refreshing: refreshing.value } } as Load<T>
    return value
  })
}
