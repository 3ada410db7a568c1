/**
 * The part of a Linux desktop that watches over tray icons, as an app sees it (org.kde.StatusNotifierWatcher): there or not,
 * and with a panel that shows them or without.
 */
import { Body, ownName } from './keyring-bus.ts'

const NAME = 'org.kde.StatusNotifierWatcher'
const PATH = '/StatusNotifierWatcher'

export interface TrayWatcher {
  /** Bus names of the apps that registered icons. */
  items: readonly string[]
  /** A panel that shows the icons comes or goes. */
  panel(there: boolean): void
  close(): void
}

/** @param bus address of the session's bus @param panel whether one shows the icons from the start */
export async function startTrayWatcher(bus: string, panel = true): Promise<TrayWatcher> {
  let there = panel
  const items: string[] = []
  // The app reads one property, IsStatusNotifierHostRegistered.
  const own = await ownName(
    bus,
    NAME,
    ({ member, sender }) => {
      if (member === 'RegisterStatusNotifierItem') items.push(sender)
    },
    () => ({ signature: 'v', body: new Body().signature('b').number(there ? 1 : 0) })
  )
  return {
    items,
    panel(now) {
      there = now
      own.signal({ path: PATH, interface: NAME, member: `StatusNotifierHost${now ? 'Registered' : 'Unregistered'}` })
    },
    close: own.close
  }
}
