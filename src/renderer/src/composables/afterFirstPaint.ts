/** True after a view's first paint, for parts that the first paint doesn't need. */
import { onBeforeUnmount, onMounted, readonly, ref } from 'vue'
import type { Ref } from 'vue'

/** Call in the setup of a view. */
export function useAfterFirstPaint(): Readonly<Ref<boolean>> {
  const afterFirstPaint = ref(false)
  let idle = 0
  onMounted(() => {
    idle = requestIdleCallback(() => (afterFirstPaint.value = true), { timeout: 1000 })
  })
  onBeforeUnmount(() => cancelIdleCallback(idle))
  return readonly(afterFirstPaint)
}
