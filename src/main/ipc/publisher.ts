/**
 * Sends pushes to the page. What comes before the page listens is kept, the latest of each name; and so is, while the app
 * is locked, everything but the lock's own.
 */
import type { WebContents } from 'electron'
import { pushChannel, type PushName, type PushPayload } from '../../shared/ipc/contract.ts'
import type { Publisher } from '../core/ports.ts'

export interface PagePublisher extends Publisher {
  /** Asks the page to show a route. */
  goTo(path: string): void
  /** From now on pushes go to this page, once it has loaded. */
  attach(contents: WebContents): void
  /** True: only `lockChanged` goes to the page. False: all does, at first what was held back. */
  hold(locked: boolean): void
  /** Told of every push, whether or not there is a page: the tray listens here. */
  onPublish(listener: (name: PushName) => void): void
}

export function createPublisher(): PagePublisher {
  const waiting = new Map<PushName, PushPayload<PushName>>()
  const listeners: ((name: PushName) => void)[] = []
  let page: WebContents | null = null
  let ready = false
  let held = false
  let revision = 0

  /** Sends what may be sent; the rest waits on. */
  const flush = (): void => {
    if (!ready || !page || page.isDestroyed()) return
    for (const [name, payload] of waiting) {
      if (held && name !== 'lockChanged') continue
      waiting.delete(name)
      page.send(pushChannel(name), payload)
    }
  }
  const send = (name: PushName, payload: PushPayload<PushName>): void => {
    waiting.set(name, payload)
    flush()
  }

  return {
    publish(name) {
      send(name, { revision: ++revision })
      for (const listener of listeners) listener(name)
    },
    goTo: (path) => send('goTo', { path }),
    onPublish: (listener) => void listeners.push(listener),
    hold(locked) {
      held = locked
      flush()
    },
    attach(contents) {
      page = contents
      ready = false
      contents.on('did-start-navigation', (details) => {
        if (details.isMainFrame && !details.isSameDocument) ready = false
      })
      contents.on('did-finish-load', () => {
        ready = true
        flush()
      })
    }
  }
}
