/** What this desktop lets the app do, as far as that can be told, and the choices that are the system's to keep. Only after ready. */
import { Notification } from 'electron'
import type { Desktop, Settings } from '../../../shared/models/settings.ts'
import type { Publisher } from '../../core/ports/index.ts'
import type { Autostart } from './autostart.ts'
import type { TrayHost } from '../tray/tray-host.ts'

export interface Surroundings {
  /** As asked now. */
  read(): Promise<Desktop>
  /** Tells the system what of a change is for it to know. @throws STORAGE when that can't be written: nothing is changed then */
  choose(change: { [K in keyof Settings]?: Settings[K] | undefined }): Promise<void>
}

export function createSurroundings(
  tray: TrayHost,
  autostart: Autostart,
  publisher: Pick<Publisher, 'publish'>
): Surroundings {
  tray.onChange(() => publisher.publish('desktopChanged'))
  return {
    async read() {
      const [there, startsWithSystem] = await Promise.all([tray.present(), autostart.read()])
      return { tray: there, startsWithSystem, notifications: Notification.isSupported() }
    },
    async choose({ startWithSystem }) {
      if (startWithSystem === undefined) return
      await autostart.set(startWithSystem)
      publisher.publish('desktopChanged')
    }
  }
}
