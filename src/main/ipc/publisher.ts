/**
 * Sends pushes to the page at once, whatever the page is doing. A document that is still loading misses them, and loses
 * nothing: a page listens before it reads anything, and a push names only what to read again. Waiting for a load instead
 * would need an end for every navigation that Electron announces, and a refused one has none (docs/electron.md).
 */
import type { WebContents } from 'electron'
import { pushChannel, type PushName } from '../../shared/ipc/names.ts'
import type { Publisher } from '../core/ports/index.ts'

export interface PagePublisher extends Publisher {
  /** Asks the page to show a route. It waits here until a page takes it; a later one replaces it. */
  goTo(path: string): void
  /** The route that the page is asked to show; null when it has been taken. */
  takeRoute(): string | null
  /** From now on pushes go to this page. */
  attach(contents: WebContents): void
  /** While the app is locked only `lockChanged` is sent. The others are sent, each name once, when it is unlocked. */
  hold(locked: boolean): void
  /** Called for every push, whether or not there is a page: the tray listens here. */
  onPublish(listener: (name: PushName) => void): void
}

export function createPublisher(): PagePublisher {
  const held = new Set<PushName>()
  const listeners: ((name: PushName) => void)[] = []
  let page: WebContents | null = null
  let route: string | null = null
  let locked = false
  let revision = 0

  const send = (name: PushName): void => {
    if (locked && name !== 'lockChanged') held.add(name)
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
      const names = [...held]
      held.clear()
      for (const name of names) send(name)
    },
    attach: (contents) => void (page = contents)
  }
}
