/** Electron's app and the system, as app.ts needs them. Only after ready. */
import { app, clipboard, nativeTheme, powerMonitor, session } from 'electron'
import type { AppInfo, Settings } from '../../../shared/models/settings.ts'
import { restrictPageSession } from '../window/security-policy.ts'
import { clearBrowserData } from './clear-browser-data.ts'

export interface System {
  name: string
  info: AppInfo
  applyTheme(settings: Settings): void
  copyText(text: string): Promise<void>
  /** Restricts everything that the default session loads. */
  restrictPages(): void
  clearBrowserData(): Promise<void>
  onWake(run: () => void): void
  /** The app or the system is about to end. */
  onEnd(run: () => void): void
  quit(): void
}

export function openSystem(): System {
  return {
    name: app.getName(),
    info: {
      version: app.getVersion(),
      platform: process.platform,
      dataFolder: app.getPath('userData'),
      // Dates and numbers follow the region, which may differ from the language.
      locale: app.getSystemLocale() || app.getLocale() || 'en'
    },
    applyTheme: ({ theme }) => {
      nativeTheme.themeSource = theme
    },
    copyText: (text) => clipboard.writeText(text),
    restrictPages: () => restrictPageSession(session.defaultSession),
    clearBrowserData,
    onWake: (run) => void powerMonitor.on('resume', run),
    onEnd(run) {
      app.on('before-quit', run)
      powerMonitor.on('shutdown', run)
    },
    quit: () => app.quit()
  }
}
