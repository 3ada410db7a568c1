/** Batches changes that main reports, and defers them while the page is hidden or locked. */
import { watch } from 'vue'
import type { ChangeTopic } from '../../../../shared/ipc/contract.ts'
import { listen } from '../../bridge.ts'
import { useLock } from '../../features/lock/lock.ts'

const BATCH_MS = 20
/** Changes of accounts that aren't shown renew at most so often: a refresh of all accounts changes each of them. */
const OTHERS_MS = 1_000

/** `soon`: with the other changes of the last moment. `paced`: as OTHERS_MS says. */
export type Renewal = 'soon' | 'paced' | 'never'

/**
 * Calls `renew` after changes of the topic; while the page is hidden or locked, once afterwards.
 * @param concerns whether a change of this account (null: of the app) is one @returns stops listening
 */
export function listenWhileVisible(
  topic: ChangeTopic,
  renew: () => void,
  concerns: (account: string | null) => Renewal = () => 'soon'
): () => void {
  const lock = useLock()
  let timer: ReturnType<typeof setTimeout> | undefined
  let dueAt = Infinity
  let renewedAt = -Infinity
  let pending = false

  const isHidden = (): boolean => document.hidden || lock.locked
  const renewIfVisible = (): void => {
    timer = undefined
    dueAt = Infinity
    if (isHidden()) return
    pending = false
    renewedAt = performance.now()
    renew()
  }
  const onVisible = (): void => {
    if (pending && timer === undefined && !isHidden()) renewIfVisible()
  }
  const stop = listen(topic, (account) => {
    const renewal = concerns(account)
    if (renewal === 'never') return
    pending = true
    const now = performance.now()
    const wait = renewal === 'paced' ? Math.max(BATCH_MS, renewedAt + OTHERS_MS - now) : BATCH_MS
    if (now + wait >= dueAt) return
    clearTimeout(timer)
    dueAt = now + wait
    timer = setTimeout(renewIfVisible, wait)
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
