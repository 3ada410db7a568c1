/** Turns "this is stale" pushes into few, well-timed calls: gathered for a moment, held back while nobody looks. */
import type { PushName } from '../../../shared/ipc/contract.ts'
import { listen } from '../api.ts'

/** How long pushes are gathered, ms. */
const GATHER = 80

/**
 * Calls `renew` after pushes of this name; while the page is hidden, once when it is seen again.
 * @returns ends the listening
 */
export function whenStale(name: PushName, renew: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let owed = false

  const pay = (): void => {
    timer = undefined
    if (document.hidden) return
    owed = false
    renew()
  }
  const seen = (): void => {
    if (owed && timer === undefined && !document.hidden) pay()
  }
  const stop = listen(name, () => {
    owed = true
    timer ??= setTimeout(pay, GATHER)
  })
  document.addEventListener('visibilitychange', seen)

  return () => {
    stop()
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', seen)
  }
}
