/** Asks again when main says that something is stale: gathered over a moment, and put off while the window is hidden. */
import { onScopeDispose } from 'vue'
import type { PushName } from '../../../shared/ipc/contract.ts'
import { listen } from '../api.ts'

const GATHER = 80

/**
 * Calls `again` after each of the pushes; call in a component's setup.
 * @param now also calls it at once
 */
export function useStale(names: readonly PushName[], again: () => unknown, now = true): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let missed = false

  const due = (): void => {
    timer = undefined
    if (document.hidden) missed = true
    else again()
  }
  const pushed = (): void => {
    timer ??= setTimeout(due, GATHER)
  }
  const seen = (): void => {
    if (document.hidden || !missed) return
    missed = false
    again()
  }
  const ends = names.map((name) => listen(name, pushed))
  document.addEventListener('visibilitychange', seen)
  if (now) again()
  onScopeDispose(() => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', seen)
    for (const end of ends) end()
  })
}
