/** Notices that the network is back, by looking while an account could not be reached. */
import type { Clock, Network } from '../ports/index.ts'

export const NETWORK_CHECK_MS = 5_000

export interface NetworkWatch {
  /** Call when the result of `isNeeded` may have changed. */
  update(): void
  stop(): void
}

/** @param onBack called when the network was gone and is there again */
export function watchNetwork(
  clock: Pick<Clock, 'after'>,
  network: Network,
  isNeeded: () => boolean,
  onBack: () => void
): NetworkWatch {
  let cancelTimer: (() => void) | null = null
  let online = true

  const look = (): void => {
    const before = online
    online = network.online()
    cancelTimer = null
    update()
    if (online && !before) onBack()
  }
  const stop = (): void => {
    cancelTimer?.()
    cancelTimer = null
  }
  const update = (): void => {
    if (!isNeeded()) stop()
    else if (!cancelTimer) {
      // Going offline is no news, so an earlier "offline" stays until `look` sees the change.
      if (online) online = network.online()
      cancelTimer = clock.after(NETWORK_CHECK_MS, look)
    }
  }
  return { update, stop }
}
