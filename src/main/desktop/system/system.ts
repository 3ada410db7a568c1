/** The running app and the system under it, as compose needs them. All of it only after ready. */
import { app, clipboard, nativeTheme, powerMonitor, session } from 'electron'
import type { AppInfo, Settings } from '../../../shared/models/settings.ts'
import { fenceSession } from '../window/security-policy.ts'
import { forgetEngineData } from './clear-browser-data.ts'

export interface System {
  name: string
  info: AppInfo
  applyTheme(settings: Settings): void
  copyText(text: string): Promise<void>
  /** Fences in whatever the default session loads. */
  fence(): void
  /** See forgetEngineData. */
  forget(): Promise<void>
  onSleep(run: () => void): void
  onWake(run: () => void): void
  /** The app or the system is about to end; nothing is to hold that up. */
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
      // The format of dates and numbers is the region's, which need not be the language's.
      locale: app.getSystemLocale() || app.getLocale() || 'en'
    },
    applyTheme: ({ theme }) => {
      nativeTheme.themeSource = theme
    },
    copyText: (text) => clipboard.writeText(text),
    fence: () => fenceSession(session.defaultSession),
    forget: forgetEngineData,
    onSleep: (run) => void powerMonitor.on('suspend', run),
    onWake: (run) => void powerMonitor.on('resume', run),
    onEnd(run) {
      app.on('before-quit', run)
      powerMonitor.on('shutdown', run)
    },
    quit: () => app.quit()
  }
}
