/** A media query as a ref. Call in a component's setup. */
import { onScopeDispose, readonly, ref } from 'vue'
import type { Ref } from 'vue'

export function useMedia(query: string): Readonly<Ref<boolean>> {
  const media = matchMedia(query)
  const matches = ref(media.matches)
  const changed = (event: MediaQueryListEvent): void => {
    matches.value = event.matches
  }
  media.addEventListener('change', changed)
  onScopeDispose(() => media.removeEventListener('change', changed))
  return readonly(matches)
}

/** Too narrow for a list beside its detail pane. */
export const useNarrow = (): Readonly<Ref<boolean>> => useMedia('(max-width: 899.5px)')
