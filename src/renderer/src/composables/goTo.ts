/** Where main asks the page to go, by a click in the tray or the menu. */
import { nextTick } from 'vue'
import type { Router } from 'vue-router'
import { listen } from '../api.ts'

/**
 * Hears main from now on. What it asks for is held until there is a router, the latest of it only.
 *
 * It may lead to what is another account's, opened a moment ago. The page leaves the former account's places by itself, so it is
 * asked first who is open now.
 * @returns call it with the router, once it is known who is signed in; what that returns ends the listening
 */
export function hearGoTo(): (router: Router, session: { load(): Promise<void> }) => () => void {
  let held: string | null = null
  let follow = (path: string): void => {
    held = path
  }
  const stop = listen('goTo', ({ path }) => follow(path))

  return (router, session) => {
    const go = async (path: string): Promise<void> => {
      // Who can't be asked now is who was known before.
      await session.load().catch(() => undefined)
      await nextTick()
      await router.push(path)
    }
    follow = (path) => void go(path)
    if (held !== null) follow(held)
    return stop
  }
}
