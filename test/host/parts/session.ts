/** `session`: one default session; permissions are answered by the app's handlers, ahead of being asked. */
import type { Session } from 'electron'
import { KnownEmitter, loud } from '../loud.ts'
import { needsReady, runtime } from '../runtime.ts'
import { protocol } from './protocol.ts'
import { webRequest } from './web-request.ts'

type RequestHandler = Parameters<Session['setPermissionRequestHandler']>[0]
type CheckHandler = Parameters<Session['setPermissionCheckHandler']>[0]

/** Chromium's names of permissions and Electron's. */
const PERMISSIONS = {
  notifications: 'notifications',
  geolocation: 'geolocation',
  microphone: 'media',
  camera: 'media',
  'clipboard-read': 'clipboard-read',
  midi: 'midiSysex'
} as const

class HostSession extends KnownEmitter {
  readonly protocol = protocol
  readonly webRequest = webRequest
  private request: RequestHandler = null
  private check: CheckHandler = null

  constructor() {
    super('session', ['will-download'])
  }

  setPermissionRequestHandler(handler: RequestHandler): void {
    this.request = handler
    this.settle()
  }

  setPermissionCheckHandler(handler: CheckHandler): void {
    this.check = handler
    this.settle()
  }

  /** Recorded only: the host has no HID, serial or USB devices to offer. */
  setDevicePermissionHandler(_handler: Parameters<Session['setDevicePermissionHandler']>[0]): void {}

  /** Chromium can't ask the host at the moment of a request, so it is told the answers beforehand. */
  private settle(): void {
    const { request, check } = this
    if (!request) return
    const root = runtime().browser.chromium.connection.browser
    for (const [name, permission] of Object.entries(PERMISSIONS)) {
      const decide = (granted: boolean): void => {
        const allowed = granted && (check?.(null, permission, '', {} as never) ?? true)
        root.tell('Browser.setPermission', { permission: { name }, setting: allowed ? 'granted' : 'denied' })
      }
      request(null as never, permission, decide, {} as never)
    }
  }
}

export const defaultSession = loud('session.defaultSession', new HostSession()) satisfies Pick<
  Session,
  'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'setDevicePermissionHandler'
>

export const session = loud('session', {
  get defaultSession() {
    needsReady('session.defaultSession')
    return defaultSession
  }
})
