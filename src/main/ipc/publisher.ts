/**
 * Sends events at once. A loading page may miss them: it reads everything after it starts to listen. Waiting for the
 * load is no option: a rejected navigation has no end event (docs/electron-windows.md).
 */
import type { WebContents } from 'electron'
import { pushChannel, type PushName } from '../../shared/ipc/contract.ts'

export type PagePublisher = ReturnType<typeof createPublisher>

export function createPublisher() {
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
    publish(name: PushName): void {
      send(name)
      for (const listener of listeners) listener(name)
    },
    /** The route stays pending until a page takes it. A later one replaces it. */
    goTo(path: string): void {
      route = path
      send('routeRequested')
    },
    takeRoute(): string | null {
      const taken = route
      route = null
      return taken
    },
    onPublish: (listener: (name: PushName) => void): void => void listeners.push(listener),
    /** While locked, only `lockChanged` is sent. The others follow after the unlock, once per name. */
    hold(now: boolean): void {
      locked = now
      if (locked) return
      const names = [...pending]
      pending.clear()
      for (const name of names) send(name)
    },
    attach: (contents: WebContents): void => void (page = contents)
  }
}
