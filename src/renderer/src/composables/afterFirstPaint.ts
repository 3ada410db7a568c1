/** Whether a view has been painted, so that there is time for what it doesn't need to be. */
import { onBeforeUnmount, onMounted, readonly, ref } from 'vue'
import type { Ref } from 'vue'

/** Call in the setup of a view. */
export function usePainted(): Readonly<Ref<boolean>> {
  const painted = ref(false)
  let idle = 0
  onMounted(() => {
    idle = requestIdleCallback(() => (painted.value = true), { timeout: 1000 })
  })
  onBeforeUnmount(() => cancelIdleCallback(idle))
  return readonly(painted)
}
