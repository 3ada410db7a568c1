/** Whether a media query matches, as a ref; call in a component's setup. */
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
