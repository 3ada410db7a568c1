/** What this desktop lets the app do, as far as that can be told. Only after ready. */
import { Notification } from 'electron'
import type { Desktop } from '../../shared/model/settings.ts'

export interface Surroundings {
  read(): Promise<Desktop>
}

export function createSurroundings(): Surroundings {
  return {
    read: () => Promise.resolve({ tray: true, startsWithSystem: null, notifications: Notification.isSupported() })
  }
}
