import type { WebContents } from 'electron'
import { CHANGE_CHANNEL, type Change, type Route } from '../../shared/ipc/contract.ts'

const NOWHERE: Route = { path: null, account: null }

/**
 * Sends events at once. A loading page may miss them: it reads everything after it starts to listen. Waiting for the load is no option:
 * `did-start-navigation` comes before `will-navigate`, and a navigation that a listener prevents has no `did-finish-load`
 * (electron_api_web_contents.cc, electron_navigation_throttle.cc).
 */
export class PagePublisher {
  readonly #listeners: ((...change: Change) => void)[] = []
  /** Changes to send after the unlock, each once. */
  readonly #held = new Map<string, Change>()
  #isHolding = false
  #page: WebContents | null = null
  #route: Route = NOWHERE

  publish(...change: Change): void {
    this.#send(change)
    for (const listener of this.#listeners) listener(...change)
  }

  onPublish(listener: (...change: Change) => void): void {
    this.#listeners.push(listener)
  }

  /** The route stays pending until a page takes it. A later one replaces it. */
  requestRoute(path: string | null, account: string | null = null): void {
    this.#route = { path, account }
    this.#send(['route', null])
  }

  takeRoute(): Route {
    const route = this.#route
    this.#route = NOWHERE
    return route
  }

  /** While locked, only `lock` is sent. The others follow after the unlock, once per topic and account. */
  setLocked(isLocked: boolean): void {
    this.#isHolding = isLocked
    if (isLocked) return
    const changes = [...this.#held.values()]
    this.#held.clear()
    for (const change of changes) this.#send(change)
  }

  attach(page: WebContents): void {
    this.#page = page
  }

  #send(change: Change): void {
    if (this.#isHolding && change[0] !== 'lock') this.#held.set(change.join(' '), change)
    // `send` throws for a destroyed page. For one whose process ended it only writes a line to standard error (lib/browser/api/web-frame-main.ts).
    else if (this.#page && !this.#page.isDestroyed()) this.#page.send(CHANGE_CHANNEL, ...change)
  }
}
