/**
 * A desktop for one worker, so that focus, tray, notifications and keychain are real and no two workers meet: a screen (Xvfb), a window
 * manager (openbox), a session bus with an unlocked keyring, a panel that shows tray icons, and a notification server. On macOS and
 * Windows the system's own.
 */
import { startSession } from '../../scripts/keyring/session.mjs'
import { onScreen, startScreen } from '../../scripts/setup/display.mjs'
import { startNotificationServer, type NotificationServer } from './notification-server.ts'
import { startTrayWatcher, type TrayWatcher } from './tray-watcher.ts'

export interface Desktop {
  /** For what runs on it. */
  env: NodeJS.ProcessEnv
  /** What shows notifications; null: the system's own. */
  notifications: NotificationServer | null
  /** The panel that shows tray icons; null: the system's own. */
  tray: TrayWatcher | null
  stop(): Promise<void>
}

/** @param screenOptions as `startScreen` takes it */
export async function startDesktop(screenOptions: { pixels?: string } = {}): Promise<Desktop> {
  if (process.platform !== 'linux')
    return { env: { PORTSIDE_KEYRING: 'system' }, notifications: null, tray: null, stop: () => Promise.resolve() }
  const [session, screen] = await Promise.all([startSession(), startScreen(screenOptions)])
  const bus = String(session.env['DBUS_SESSION_BUS_ADDRESS'])
  const [tray, notifications] = await Promise.all([startTrayWatcher(bus), startNotificationServer(bus)])
  return {
    env: onScreen(screen.display, session.env),
    notifications,
    tray,
    async stop() {
      tray.close()
      notifications.close()
      await Promise.all([screen.stop(), session.stop()])
    }
  }
}
