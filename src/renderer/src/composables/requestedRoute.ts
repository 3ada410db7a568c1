/** Shows the route that a tray click, menu, notification or app link requests. */
import { nextTick } from 'vue'
import type { Router } from 'vue-router'
import { call, listen } from '../bridge.ts'

/**
 * Follows main's requests, including one from before the page loaded. Call once the session is known.
 *
 * The route may belong to an account that has just opened. The session is read first, so that leaving the former account's
 * records comes before the route.
 * @returns stops following
 */
export function followRequestedRoutes(router: Router, session: { load(): Promise<void> }): () => void {
  const follow = async (): Promise<void> => {
    const { path } = await call('app', 'takeRoute')
    if (path === null) return
    // If the read fails, the known session stays.
    await session.load().catch(() => undefined)
    await nextTick()
    await router.push(path)
  }
  const stop = listen('routeRequested', () => void follow())
  void follow()
  return stop
}
