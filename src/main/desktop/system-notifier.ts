import { Notification } from 'electron'
import { oneLine } from '../../shared/i18n/format.ts'
import type { NotificationState } from '../../shared/models/desktop.ts'
import type { Notifier, Publisher } from '../ports/index.ts'

type Notice = Parameters<Notifier['show']>[0]

/** Older notifications stay in the system's list, but clicking them does nothing. */
const MOST_ACTIVE = 30

/** The system's notifications. Windows shows them under the AppUserModelID that index.ts sets. */
export class SystemNotifier implements Notifier {
  readonly #publisher: Pick<Publisher, 'publish'>
  /** The system refused the last one. */
  #isRefused = false
  /** References, because a garbage-collected notification receives no click. */
  readonly #active = new Set<Notification>()

  constructor(publisher: Pick<Publisher, 'publish'>) {
    this.#publisher = publisher
  }

  supported(): boolean {
    return Notification.isSupported()
  }

  state(): NotificationState {
    if (!this.supported()) return 'unsupported'
    return this.#isRefused ? 'refused' : 'supported'
  }

  show(notice: Notice, { clicked, failed }: Parameters<Notifier['show']>[1]): void {
    const notification = new Notification(toSystemText(notice, process.platform))
    notification.once('click', () => {
      this.#active.delete(notification)
      clicked()
    })
    notification.once('show', () => this.#setRefused(false))
    // On Windows it may follow 'show'. On macOS it comes for an unsigned app, although `isSupported` is true, and on Linux for an error of the
    // notification service, within `show` and without a reason (shell/browser/notifications: win/windows_toast_notification.cc,
    // mac/cocoa_notification.mm, linux/libnotify_notification.cc).
    // Not on 'close': on Windows it also comes when the notification moves to the system's list, where it can be clicked.
    notification.once('failed', () => {
      this.#active.delete(notification)
      this.#setRefused(true)
      failed()
    })
    this.#active.add(notification)
    const [oldest] = this.#active
    if (oldest && this.#active.size > MOST_ACTIVE) this.#active.delete(oldest)
    notification.show()
  }

  #setRefused(isRefused: boolean): void {
    if (isRefused === this.#isRefused) return
    this.#isRefused = isRefused
    this.#publisher.publish('desktop', null)
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
