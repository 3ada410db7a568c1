/** The system's notifications. Windows shows them under the AppUserModelID that index.ts sets. */
import { Notification } from 'electron'
import type { Notifier } from '../../core/ports/index.ts'
import { noticeText } from './notification-markup.ts'

/** What is older than these stays where the system keeps it, but opens nothing any more. */
const MOST_KEPT = 30

export function createNotifier(): Notifier {
  /** A notification that is collected answers no click. */
  const kept = new Set<Notification>()
  return {
    supported: () => Notification.isSupported(),
    show(notice, onClick) {
      const shown = new Notification(noticeText(notice, process.platform))
      const drop = (): void => void kept.delete(shown)
      shown.once('click', () => {
        drop()
        onClick()
      })
      // 'close' also comes when the system only moves it to its list, from where it can be clicked (Windows): it stays.
      shown.once('failed', drop)
      kept.add(shown)
      for (const oldest of kept) {
        if (kept.size <= MOST_KEPT) break
        kept.delete(oldest)
      }
      shown.show()
    }
  }
}
