import type { WebContents } from 'electron'
import { eventChannel, type EventName, type Route } from '../../shared/ipc/contract.ts'

const NOWHERE: Route = { path: null, account: null }

/**
 * Sends events at once. A loading page may miss them: it reads everything after it starts to listen. Waiting for the load is no option:
 * `did-start-navigation` comes before `will-navigate`, and a navigation that a listener prevents has no `did-finish-load`
 * (electron_api_web_contents.cc, electron_navigation_throttle.cc).
 */
export class PagePublisher {
  readonly #listeners: ((name: EventName) => void)[] = []
  /** Events to send after the unlock. */
  readonly #held = new Set<EventName>()
  #isHolding = false
  #page: WebContents | null = null
  #route: Route = NOWHERE

  publish(name: EventName): void {
    this.#send(name)
    for (const listener of this.#listeners) listener(name)
  }

  onPublish(listener: (name: EventName) => void): void {
    this.#listeners.push(listener)
  }

  /** The route stays pending until a page takes it. A later one replaces it. */
  requestRoute(path: string | null, account: string | null = null): void {
    this.#route = { path, account }
    this.#send('routeRequested')
  }

  takeRoute(): Route {
    const route = this.#route
    this.#route = NOWHERE
    return route
  }

  /** While locked, only `lockChanged` is sent. The others follow after the unlock, once per name. */
  setLocked(isLocked: boolean): void {
    this.#isHolding = isLocked
    if (isLocked) return
    const names = [...this.#held]
    this.#held.clear()
    for (const name of names) this.#send(name)
  }

  attach(page: WebContents): void {
    this.#page = page
  }

  #send(name: EventName): void {
    if (this.#isHolding && name !== 'lockChanged') this.#held.add(name)
    // `send` throws for a destroyed page. For one whose process ended it only writes a line to standard error (lib/browser/api/web-frame-main.ts).
    else if (this.#page && !this.#page.isDestroyed()) this.#page.send(eventChannel(name))
  }
}
