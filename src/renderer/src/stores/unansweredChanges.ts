/** Changes that main has not answered yet. They show at once, and each is undone by itself if it fails. */
import { computed, shallowRef } from 'vue'
import type { ComputedRef } from 'vue'

export interface UnansweredChanges<T> {
  /** All of them, the later over the earlier. */
  all: ComputedRef<Partial<T>>
  /** @param act asks main, and holds its answer */
  showWhile: (change: Partial<T>, act: () => Promise<void>) => Promise<void>
}

export function unansweredChanges<T>(): UnansweredChanges<T> {
  const changes = shallowRef<readonly Partial<T>[]>([])
  const all = computed(() => Object.assign({}, ...changes.value) as Partial<T>)
  async function showWhile(change: Partial<T>, act: () => Promise<void>): Promise<void> {
    changes.value = [...changes.value, change]
    try {
      await act()
    } finally {
      changes.value = changes.value.filter((one) => one !== change)
    }
  }
  return { all, showWhile }
}
