/**
 * Sends events to the page at once. A document that is still loading misses them without loss: the page listens before its first
 * read, and an event only names the data to read again. Waiting for a load would need an end for every navigation that Electron
 * announces, and a rejected one has none (docs/electron.md).
 */
import type { WebContents } from 'electron'
import { pushChannel, type PushName } from '../../shared/ipc/contract.ts'
import type { Publisher } from '../core/ports/index.ts'

export interface PagePublisher extends Publisher {
  /** Asks the page to show a route. It stays pending until a page takes it; a later one replaces it. */
  goTo(path: string): void
  /** The pending route; null if there is none. */
  takeRoute(): string | null
  /** From now on events go to this page. */
  attach(contents: WebContents): void
  /** While the app is locked only `lockChanged` is sent. The other events follow, each name once, after the unlock. */
  hold(locked: boolean): void
  /** Called for every event, also without a page. The tray listens here. */
  onPublish(listener: (name: PushName) => void): void
}

export function createPublisher(): PagePublisher {
  const pending = new Set<PushName>()
  const listeners: ((name: PushName) => void)[] = []
  let page: WebContents | null = null
  let route: string | null = null
  let locked = false
  let revision = 0

  const send = (name: PushName): void => {
    if (locked && name !== 'lockChanged') pending.add(name)
    else if (page && !page.isDestroyed()) page.send(pushChannel(name), { revision: ++revision })
  }

  return {
    publish(name) {
      send(name)
      for (const listener of listeners) listener(name)
    },
    goTo(path) {
      route = path
      send('routeRequested')
    },
    takeRoute() {
      const taken = route
      route = null
      return taken
    },
    onPublish: (listener) => void listeners.push(listener),
    hold(now) {
      locked = now
      if (locked) return
      const names = [...pending]
      pending.clear()
      for (const name of names) send(name)
    },
    attach: (contents) => void (page = contents)
  }
}
