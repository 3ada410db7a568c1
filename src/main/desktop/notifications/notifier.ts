/** The system's notifications. Windows shows them under the AppUserModelID that index.ts sets. */
import { Notification } from 'electron'
import type { Notifier } from '../../core/ports/index.ts'
import { toSystemText } from './notification-markup.ts'

/** Older notifications stay in the system's list, but clicking them does nothing. */
const MOST_ACTIVE = 30

export function createNotifier(): Notifier {
  /** References, because a garbage-collected notification receives no click. */
  const active = new Set<Notification>()
  return {
    supported: () => Notification.isSupported(),
    show(notice, onClick) {
      const shown = new Notification(toSystemText(notice, process.platform))
      const drop = (): void => void active.delete(shown)
      shown.once('click', () => {
        drop()
        onClick()
      })
      // Not on 'close': on Windows it also comes when the notification moves to the system's list, where it can be clicked.
      shown.once('failed', drop)
      active.add(shown)
      for (const oldest of active) {
        if (active.size <= MOST_ACTIVE) break
        active.delete(oldest)
      }
      shown.show()
    }
  }
}
