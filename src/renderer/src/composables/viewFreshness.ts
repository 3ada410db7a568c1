/** Freshness of the visible view's data, or of the catalogue for a view without data. */
import { computed, onBeforeUnmount, onMounted, shallowRef } from 'vue'
import type { ComputedRef } from 'vue'
import type { Freshness } from '../../../shared/models/freshness.ts'
import { useCatalogue } from '../stores/catalogue.ts'
import type { Load } from '../stores/load.ts'

type Ask = () => Load<unknown>
const shown = shallowRef<Ask | null>(null)

/** Call in the setup of a view that has its own data. */
export function provideViewFreshness(load: Ask): void {
  onMounted(() => {
    shown.value = load
  })
  onBeforeUnmount(() => {
    // The next view may have mounted already.
    if (shown.value === load) shown.value = null
  })
}

export function useViewFreshness(): ComputedRef<Freshness | null> {
  const catalogue = useCatalogue()
  return computed(() => {
    const load = shown.value?.() ?? catalogue.load
    return load.state === 'ready' || load.state === 'error' ? load.freshness : null
  })
}
