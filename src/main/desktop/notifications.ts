/** The system's notifications. Windows shows them under the AppUserModelID that index.ts sets. */
import { Notification } from 'electron'
import { oneLine } from '../../shared/i18n/format.ts'
import type { NotificationState } from '../../shared/models/settings.ts'
import type { Notifier, Publisher } from '../core/ports/index.ts'

type Notice = Parameters<Notifier['show']>[0]

/** Older notifications stay in the system's list, but clicking them does nothing. */
const MOST_ACTIVE = 30

export type SystemNotifier = Notifier & { state(): NotificationState }

export function createNotifier(publisher: Pick<Publisher, 'publish'>): SystemNotifier {
  let refused = false
  const setRefused = (now: boolean): void => {
    if (now === refused) return
    refused = now
    publisher.publish('desktopChanged')
  }
  /** References, because a garbage-collected notification receives no click. */
  const active = new Set<Notification>()
  return {
    supported: () => Notification.isSupported(),
    state() {
      if (!Notification.isSupported()) return 'unsupported'
      return refused ? 'refused' : 'supported'
    },
    show(notice, { clicked, failed }) {
      const shown = new Notification(toSystemText(notice, process.platform))
      const drop = (): void => void active.delete(shown)
      shown.once('click', () => {
        drop()
        clicked()
      })
      shown.once('show', () => setRefused(false))
      // Not on 'close': on Windows it also comes when the notification moves to the system's list, where it can be clicked.
      shown.once('failed', () => {
        drop()
        setRefused(true)
        failed()
      })
      active.add(shown)
      const [oldest] = active
      if (oldest && active.size > MOST_ACTIVE) active.delete(oldest)
      shown.show()
    }
  }
}

/**
 * The texts contain names from providers. On Linux the body, and only the body, may be interpreted as markup (Desktop
 * Notifications Specification, "Markup"), and Electron passes it on unchanged.
 */
export function toSystemText({ title, body }: Notice, platform: NodeJS.Platform): Notice {
  const plain = oneLine(body)
  return { title: oneLine(title), body: platform === 'linux' ? asMarkup(plain) : plain }
}

const asMarkup = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
