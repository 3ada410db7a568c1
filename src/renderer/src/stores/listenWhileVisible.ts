/** Batches change events from main, and defers them while the page is hidden or locked. */
import { watch } from 'vue'
import type { EventName } from '../../../shared/ipc/contract.ts'
import { listen } from '../bridge.ts'
import { useLock } from './lock.ts'

const BATCH_MS = 20

/** Calls `renew` after events of this name; while the page is hidden or locked, once afterwards. @returns stops listening */
export function listenWhileVisible(name: EventName, renew: () => void): () => void {
  const lock = useLock()
  let timer: ReturnType<typeof setTimeout> | undefined
  let pending = false

  const isHidden = (): boolean => document.hidden || lock.locked
  const renewIfVisible = (): void => {
    timer = undefined
    if (isHidden()) return
    pending = false
    renew()
  }
  const onVisible = (): void => {
    if (pending && timer === undefined && !isHidden()) renewIfVisible()
  }
  const stop = listen(name, () => {
    pending = true
    timer ??= setTimeout(renewIfVisible, BATCH_MS)
  })
  const stopWatching = watch(() => lock.locked, onVisible)
  document.addEventListener('visibilitychange', onVisible)

  return () => {
    stop()
    stopWatching()
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', onVisible)
  }
}
