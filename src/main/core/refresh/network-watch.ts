/** Notices that the network is back, while the platform was not reached. */
import type { Clock, Network } from '../ports/index.ts'

export const IDLE_CHECK_MS = 5_000

export interface NetworkWatch {
  /** Whether there is something to look out for may have changed. */
  update(): void
  stop(): void
}

/**
 * @param wanted whether anybody waits for it
 * @param back it was gone, and is there again
 */
export function watchNetwork(
  clock: Pick<Clock, 'after'>,
  network: Network,
  wanted: () => boolean,
  back: () => void
): NetworkWatch {
  let callOff: (() => void) | null = null
  let online = true

  const look = (): void => {
    const before = online
    online = network.online()
    callOff = null
    update()
    if (online && !before) back()
  }
  const stop = (): void => {
    callOff?.()
    callOff = null
  }
  const update = (): void => {
    if (!wanted()) stop()
    else if (!callOff) {
      // It may have gone since the last look, but that is no news: only that it comes is.
      if (online) online = network.online()
      callOff = clock.after(IDLE_CHECK_MS, look)
    }
  }
  return { update, stop }
}
