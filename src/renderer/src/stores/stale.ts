/** Turns "this is stale" pushes into few, well-timed calls: gathered for a moment, held back while nobody looks. */
import { watch } from 'vue'
import type { PushName } from '../../../shared/ipc/names.ts'
import { listen } from '../bridge.ts'
import { useLock } from './lock.ts'

/** How long pushes are gathered, ms. */
const GATHER = 80

/**
 * Calls `renew` after pushes of this name; while the page is hidden or the app is locked, once when that has ended.
 * Call in the setup of a store or component.
 * @returns ends the listening
 */
export function whenStale(name: PushName, renew: () => void): () => void {
  const lock = useLock()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStale = false

  const unseen = (): boolean => document.hidden || lock.locked
  const pay = (): void => {
    timer = undefined
    if (unseen()) return
    isStale = false
    renew()
  }
  const seen = (): void => {
    if (isStale && timer === undefined && !unseen()) pay()
  }
  const stop = listen(name, () => {
    isStale = true
    timer ??= setTimeout(pay, GATHER)
  })
  const stopWatching = watch(() => lock.locked, seen)
  document.addEventListener('visibilitychange', seen)

  return () => {
    stop()
    stopWatching()
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', seen)
  }
}
