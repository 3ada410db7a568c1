/** The current time, and a countdown to a moment. Nothing ticks while the page is hidden. */
import { createSharedComposable, useEventListener, useIntervalFn } from '@vueuse/core'
import { computed, readonly, ref, watch } from 'vue'
import type { ComputedRef, Ref } from 'vue'

/** Milliseconds since 1970, shared by all callers; ticks every 15 s while the window is visible. */
export function useNow(): Readonly<Ref<number>> {
  const { now, tick } = useSharedClock()
  tick()
  return readonly(now)
}

const useSharedClock = createSharedComposable(() => {
  const now = ref(Date.now())
  const timer = useIntervalFn(() => (now.value = Date.now()), 15_000, { immediate: false })
  const tick = (): void => {
    if (document.hidden) timer.pause()
    else {
      now.value = Date.now()
      if (!timer.isActive.value) timer.resume()
    }
  }
  useEventListener(document, 'visibilitychange', tick)
  return { now, tick }
})

/** Moments within this time count down, ms; later ones show a clock time. */
const COUNTDOWN_MS = 120_000

/**
 * @param until ISO 8601; null or undefined when there is nothing to wait for
 * @returns whole seconds, 0 once the moment has come; null if there is none, or it is not near
 */
export function useCountdown(until: () => string | null | undefined): ComputedRef<number | null> {
  const now = ref(0)
  const seconds = computed(() => {
    const at = until()
    const ms = at ? new Date(at).getTime() - now.value : Number.NaN
    return ms < COUNTDOWN_MS ? Math.max(0, Math.ceil(ms / 1000)) : null
  })
  const timer = useIntervalFn(tick, 1000, { immediate: false })
  function tick(): void {
    now.value = Date.now()
    if (document.hidden || !until() || seconds.value === 0) timer.pause()
    else if (!timer.isActive.value) timer.resume()
  }
  watch(until, tick, { immediate: true })
  useEventListener(document, 'visibilitychange', tick)
  return seconds
}
