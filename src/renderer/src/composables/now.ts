/** The current time as a shared ref: ticks every 15 s while it is used and the window is visible. */
import { onScopeDispose, readonly, ref } from 'vue'
import type { Ref } from 'vue'

const TICK_MS = 15_000
const now = ref(Date.now())
let watchers = 0
let timer: ReturnType<typeof setInterval> | undefined

const tick = (): void => {
  if (!document.hidden) now.value = Date.now()
}

/** Milliseconds since 1970. Call in a component's setup. */
export function useNow(): Readonly<Ref<number>> {
  watchers += 1
  if (watchers === 1) {
    timer = setInterval(tick, TICK_MS)
    document.addEventListener('visibilitychange', tick)
  }
  now.value = Date.now()
  onScopeDispose(() => {
    watchers -= 1
    if (watchers > 0) return
    clearInterval(timer)
    document.removeEventListener('visibilitychange', tick)
  })
  return readonly(now)
}
