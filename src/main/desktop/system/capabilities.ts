/** What this desktop supports, and settings that the system stores. Only after ready. */
import { Notification } from 'electron'
import type { Desktop, Settings } from '../../../shared/models/settings.ts'
import type { Publisher } from '../../core/ports/index.ts'
import type { Autostart } from './autostart.ts'
import type { TrayHost } from '../tray/tray-host.ts'

export interface Capabilities {
  /** Asks the system again. */
  read(): Promise<Desktop>
  /** Applies the part of a change that the system stores. @throws STORAGE if it can't be written; then nothing changes */
  apply(change: { [K in keyof Settings]?: Settings[K] | undefined }): Promise<void>
}

export function createCapabilities(
  tray: TrayHost,
  autostart: Autostart,
  publisher: Pick<Publisher, 'publish'>
): Capabilities {
  tray.onChange(() => publisher.publish('desktopChanged'))
  return {
    async read() {
      const [hasTray, startsWithSystem] = await Promise.all([tray.present(), autostart.read()])
      return { tray: hasTray, startsWithSystem, notifications: Notification.isSupported() }
    },
    async apply({ startWithSystem }) {
      if (startWithSystem === undefined) return
      await autostart.set(startWithSystem)
      publisher.publish('desktopChanged')
    }
  }
}
