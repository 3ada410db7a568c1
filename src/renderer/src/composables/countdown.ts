/** Counts down the seconds to a near moment. */
import { computed, onScopeDispose, ref, watch } from 'vue'
import type { ComputedRef } from 'vue'
import type { ErrorInfo } from '../../../shared/ipc/error.ts'

/** Moments within this time count down, ms; later ones show a clock time. */
const COUNTDOWN_MS = 120_000
const TICK_MS = 1000

/** When the provider allows the next request (ISO 8601), if it said so. */
export const retryAt = (error: ErrorInfo | null): string | null => error?.retryAt ?? null

/**
 * Call in a component's setup.
 * @param until ISO 8601; null when there is nothing to wait for
 * @returns whole seconds, 0 once the moment has come; null if there is none, or it is not near
 */
export function useCountdown(until: () => string | null): ComputedRef<number | null> {
  const now = ref(0)
  let timer: ReturnType<typeof setTimeout> | undefined
  const left = computed(() => {
    const at = until()
    const ms = at === null ? Number.NaN : new Date(at).getTime() - now.value
    return ms < COUNTDOWN_MS ? Math.max(0, Math.ceil(ms / 1000)) : null
  })
  function tick(): void {
    now.value = Date.now()
    clearTimeout(timer)
    if (until() !== null && left.value !== 0) timer = setTimeout(tick, TICK_MS)
  }
  watch(until, tick, { immediate: true })
  onScopeDispose(() => clearTimeout(timer))
  return left
}
