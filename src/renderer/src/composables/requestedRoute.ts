/** Shows the route that a click in the tray, a menu or a notification, or a link to the app, asks for. */
import { nextTick } from 'vue'
import type { Router } from 'vue-router'
import { call, listen } from '../bridge.ts'

/**
 * Follows main's requests, one that came before the page was there included. Call once it is known who is signed in.
 *
 * The route may belong to an account that was opened a moment ago. The page leaves the former account's places by itself, so
 * the session is read again before the route is shown.
 * @returns ends it
 */
export function followRequestedRoutes(router: Router, session: { load(): Promise<void> }): () => void {
  const follow = async (): Promise<void> => {
    const { path } = await call('app', 'takeRoute')
    if (path === null) return
    // If main can't be asked now, the session that is known stays.
    await session.load().catch(() => undefined)
    await nextTick()
    await router.push(path)
  }
  const stop = listen('routeRequested', () => void follow())
  void follow()
  return stop
}
