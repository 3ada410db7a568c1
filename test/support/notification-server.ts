/**
 * The part of a Linux desktop that shows notifications, as an app sees it (Desktop Notifications Specification,
 * org.freedesktop.Notifications).
 */
import { Body, ownName, type Values } from './keyring-bus.ts'

const NAME = 'org.freedesktop.Notifications'

export interface NotificationServer {
  /** Those that were shown so far, in their order. */
  shown: readonly { title: string; body: string }[]
  click(index: number): void
  close(): void
}

/** @param bus address of the session's bus */
export async function startNotificationServer(bus: string): Promise<NotificationServer> {
  const shown: { title: string; body: string }[] = []
  const answers: Record<string, () => Values> = {
    // Ids begin at 1, and `onCall` comes after the reply.
    Notify: () => ({ signature: 'u', body: new Body().number(shown.length + 1) }),
    GetServerInformation: () => ({
      signature: 'ssss',
      body: new Body().text('test').text('Portside').text('1').text('1.2')
    }),
    GetCapabilities: () => ({ signature: 'as', body: new Body().texts(['actions', 'body']) })
  }
  const own = await ownName(
    bus,
    NAME,
    ({ member, body }) => {
      if (member !== 'Notify') return
      body.readText() // the app's name
      body.readNumber() // the notification that it replaces
      body.readText() // the icon
      shown.push({ title: body.readText(), body: body.readText() })
    },
    ({ member }) => answers[member]?.() ?? null
  )
  return {
    shown,
    click: (index) =>
      own.signal(
        { path: '/org/freedesktop/Notifications', interface: NAME, member: 'ActionInvoked' },
        { signature: 'us', body: new Body().number(index + 1).text('default') }
      ),
    close: own.close
  }
}
