/** The record that a list's view has open: it is in the address, so that it can be gone back to, and Esc closes it. */
import { computed, nextTick } from 'vue'
import type { ComputedRef, Ref } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { useNarrow } from '../../composables/media.ts'

export interface OpenRecord {
  /** Key of the open record, or null. */
  key: ComputedRef<string | null>
  /** Only one pane shows. */
  narrow: Readonly<Ref<boolean>>
  open: (key: string) => Promise<void>
  close: () => Promise<void>
}

/**
 * @param names routes of the list and of one record
 * @param focus puts the focus into a pane; where one pane hides the other, it follows what is shown
 */
export function useOpenRecord(
  names: { list: string; record: string },
  focus: { list: () => void; record: () => void }
): OpenRecord {
  const route = useRoute()
  const router = useRouter()
  const narrow = useNarrow()
  const key = computed(() => {
    const given = route.name === names.record ? route.params['key'] : undefined
    return typeof given === 'string' && given !== '' ? given : null
  })

  return {
    key,
    narrow,
    async open(next) {
      if (next === key.value) return
      const to = { name: names.record, params: { key: next } }
      // From one record to the next the way back stays short: it leads to the list.
      await (key.value === null ? router.push(to) : router.replace(to))
      if (!narrow.value) return
      await nextTick()
      focus.record()
    },
    async close() {
      if (key.value !== null) await router.push({ name: names.list })
      await nextTick()
      focus.list()
    }
  }
}
