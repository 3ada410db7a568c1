/** Electron's app and the system around it. Only after ready. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { app, nativeTheme, powerMonitor, session, systemPreferences } from 'electron'
import { t } from '../../shared/i18n/translate.ts'
import { AppError } from '../../shared/ipc/error.ts'
import type { AppInfo, Desktop } from '../../shared/models/desktop.ts'
import type { Settings } from '../../shared/models/settings.ts'
import type { Presence, Publisher, SystemPrompt } from '../ports/index.ts'
import type { Autostart } from './autostart.ts'
import type { GlobalShortcut } from './global-shortcut.ts'
import { report } from './log.ts'
import { networkSession } from './network.ts'
import { preferredLanguages, systemLocale } from './system-locale.ts'
import type { SystemNotifier } from './system-notifier.ts'
import type { TrayHost } from './tray/tray-host.ts'

export const readLanguages = (): string[] => preferredLanguages(app)

/** @param languages BCP 47, of the interface */
export const readAppInfo = (languages: readonly string[]): AppInfo => ({
  version: app.getVersion(),
  platform: process.platform,
  dataFolder: app.getPath('userData'),
  locale: systemLocale(app),
  languages: [...languages],
  sample: !app.isPackaged && app.commandLine.hasSwitch('difficult-data') ? 'difficult' : 'good'
})

export function applyTheme(theme: Settings['theme']): void {
  nativeTheme.themeSource = theme
}

export const quit = (): void => app.quit()

/**
 * Electron takes only the first SIGINT, SIGTERM or SIGHUP as a wish to quit: a second one ends the process.
 * @param mayQuit false keeps the app running @param maySystemEnd false delays the system's end, where it waits
 */
export function onEnd(mayQuit: () => boolean, maySystemEnd: () => boolean): void {
  app.on('before-quit', (event) => {
    if (!mayQuit()) event.preventDefault()
  })
  // Electron's declaration leaves out the event (`PowerMonitor::ShouldShutdown` in shell/browser/api/electron_api_power_monitor.cc). The app
  // should then call `app.quit()` soon. On Linux the listener takes logind's delay lock, 5 s by default (`InhibitDelayMaxSec`), which a
  // prevented event keeps. On macOS a prevented event makes the system's `terminate:` do nothing. On Windows it doesn't come: see main-window.ts.
  const onShutdown = (event: Pick<Event, 'preventDefault'>): void => {
    if (!maySystemEnd()) event.preventDefault()
  }
  powerMonitor.on('shutdown', onShutdown as () => void)
}

export const onWake = (run: () => void): void => void powerMonitor.on('resume', run)

/** Clears what Chromium stores for the page and for main's requests. @throws STORAGE if some of it can't be cleared */
export async function clearBrowserData(): Promise<void> {
  const page = session.defaultSession
  const network = networkSession()
  const done = await Promise.allSettled([
    page.clearStorageData(),
    page.clearCache(),
    page.clearCodeCaches({}),
    // Electron's own cache of the preload, which the call above leaves (shell/browser/preload_code_cache.cc).
    rm(join(app.getPath('userData'), 'Code Cache', 'electron-preload'), { recursive: true, force: true }),
    // Proxy credentials, cached host addresses and open connections.
    ...[page, network].flatMap((one) => [one.clearAuthCache(), one.clearHostResolverCache()]),
    network.closeAllConnections()
  ])
  const failed = done.filter((one) => one.status === 'rejected')
  for (const { reason } of failed) report(reason)
  if (failed.length > 0) throw new AppError('STORAGE')
}

/**
 * What a page could store without end, and leave there unencrypted after a sign-out: ours uses `localStorage` only, which has a limit. Not
 * while the page starts.
 */
export const clearUnusedStorage = (): Promise<void> =>
  session.defaultSession.clearStorageData({ storages: ['cachestorage', 'filesystem', 'indexdb', 'serviceworkers'] })

/** What this desktop supports, and the settings that the system stores. */
export class Capabilities {
  readonly #tray: Pick<TrayHost, 'isPresent' | 'onChange'>
  readonly #autostart: Autostart
  readonly #notifier: Pick<SystemNotifier, 'state'>
  readonly #shortcut: Pick<GlobalShortcut, 'state'>
  readonly #publisher: Pick<Publisher, 'publish'>

  constructor(
    tray: Pick<TrayHost, 'isPresent' | 'onChange'>,
    autostart: Autostart,
    notifier: Pick<SystemNotifier, 'state'>,
    shortcut: Pick<GlobalShortcut, 'state'>,
    publisher: Pick<Publisher, 'publish'>
  ) {
    this.#tray = tray
    this.#autostart = autostart
    this.#notifier = notifier
    this.#shortcut = shortcut
    this.#publisher = publisher
    tray.onChange(() => publisher.publish('desktop', null))
  }

  async read(): Promise<Desktop> {
    const [hasTray, startsWithSystem] = await Promise.all([this.#tray.isPresent(), this.#autostart.read()])
    return {
      tray: hasTray,
      startsWithSystem,
      notifications: this.#notifier.state(),
      shortcut: this.#shortcut.state
    }
  }

  /** Has the system start the app or not, then saves the settings. If either fails, nothing changes. @throws STORAGE */
  async saveWithAutostart<T>(isOn: boolean, save: () => T): Promise<T> {
    const before = await this.#autostart.read()
    await this.#autostart.set(isOn)
    try {
      return save()
    } catch (error) {
      if (before !== null) await this.#autostart.set(before)
      throw error
    } finally {
      this.#publisher.publish('desktop', null)
    }
  }
}

/** Seconds. The value doesn't matter, because only 'locked' is read. */
const ANY_THRESHOLD = 60

/**
 * Whether somebody uses the computer. macOS and Windows report a locked screen by an event. Linux has none (electron#38088):
 * under X11 an active screen saver counts as a lock (ui/ozone/platform/x11/x11_screen_ozone.cc), under Wayland nothing reports
 * it. Under Wayland only GNOME and KDE report the idle time; elsewhere it is 0 (ui/ozone/platform/wayland/host/wayland_screen.cc).
 */
export function createIdleMonitor(): Presence {
  const reportsLock = process.platform === 'darwin' || process.platform === 'win32'
  return {
    idleSeconds: () => powerMonitor.getSystemIdleTime(),
    screenLocked: () => !reportsLock && powerMonitor.getSystemIdleState(ANY_THRESHOLD) === 'locked',
    onAway(run) {
      powerMonitor.on('suspend', run)
      // The 'suspend' event may come too late to be handled.
      powerMonitor.on('resume', run)
      if (reportsLock) powerMonitor.on('lock-screen', run)
    }
  }
}

/** Touch ID. Electron has no such prompt on Windows and Linux, and there the methods don't exist. */
export function createSystemPrompt(): SystemPrompt {
  const mac = process.platform === 'darwin'
  return {
    available: () => mac && systemPreferences.canPromptTouchID(),
    async ask() {
      if (!mac) return false
      // It rejects for an unknown finger, a dismissal and missing hardware alike.
      return systemPreferences.promptTouchID(t('lock.prompt.reason')).then(
        () => true,
        () => false
      )
    }
  }
}
