/** Where main asks the page to go, by a click in the tray or the menu. */
import type { Router } from 'vue-router'
import { listen } from '../api.ts'

/**
 * Hears main from now on. What it asks for is held until there is a router, the latest of it only.
 * @returns call it with the router, once it is known who is signed in; what that returns ends the listening
 */
export function hearGoTo(): (router: Router) => () => void {
  let held: string | null = null
  let follow = (path: string): void => {
    held = path
  }
  const stop = listen('goTo', ({ path }) => follow(path))

  return (router) => {
    follow = (path) => void router.push(path)
    if (held !== null) follow(held)
    return stop
  }
}
