/**
 * Sends events at once. A loading page may miss them: it reads everything after it starts to listen. Waiting for the
 * load is no option: a rejected navigation has no end event (docs/electron.md).
 */
import type { WebContents } from 'electron'
import { pushChannel, type PushName } from '../../shared/ipc/contract.ts'
import type { Publisher } from '../core/ports/index.ts'

export interface PagePublisher extends Publisher {
  /** The route stays pending until a page takes it. A later one replaces it. */
  goTo(path: string): void
  takeRoute(): string | null
  attach(contents: WebContents): void
  /** While locked, only `lockChanged` is sent. The others follow after the unlock, once per name. */
  hold(locked: boolean): void
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
