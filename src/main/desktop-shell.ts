/** Tray and menu. Both name the signed-in accounts, except while the app is locked. */
import { accountChoices, type AccountSummaries } from './core/summary/account-summary.ts'
import type { Lock } from './core/lock/lock.ts'
import type { Clock } from './core/ports/index.ts'
import type { Refresh } from './core/refresh/refresh.ts'
import type { Session } from './core/session/session.ts'
import { installMenu } from './desktop/menu/menu.ts'
import { createTray, type TrayIcon } from './desktop/tray/tray.ts'
import type { TrayHost } from './desktop/tray/tray-host.ts'
import { trayContent } from './desktop/tray/tray-menu.ts'
import type { PagePublisher } from './ipc/publisher.ts'
import type { Navigation } from './navigation.ts'

export interface DesktopShellParts {
  session: Session
  lock: Lock
  refresh: Refresh
  accountSummaries: AccountSummaries
  trayHost: TrayHost
  navigation: Navigation
  publisher: Pick<PagePublisher, 'onPublish'>
  clock: Clock
  /** BCP 47 */
  locale: string
  show: () => void
  quit: () => void
  report: (error: unknown) => void
}

/** Call after ready. */
export function createDesktopShell(parts: DesktopShellParts): void {
  const {
    session,
    lock,
    refresh,
    accountSummaries,
    trayHost,
    navigation,
    publisher,
    clock,
    locale,
    show,
    quit,
    report
  } = parts
  const menu = installMenu({
    goTo: navigation.goTo,
    refresh: () => void refresh.run(null),
    switchAccount: navigation.switchAccount,
    lockNow: () => lock.now(),
    accounts: () => accountChoices(session.state()),
    locked: lock.locked,
    lockEnabled: () => lock.state().enabled
  })
  let tray: TrayIcon | null = null
  const makeTray = (): TrayIcon =>
    createTray({
      clock,
      report,
      content: async () => trayContent(await accountSummaries.now(), locale, clock.now()),
      actions: {
        refresh: () => void refresh.runAll(),
        open: show,
        settings: () => navigation.goTo('/settings'),
        quit,
        openInvoice: navigation.openInvoice,
        switchAccount: navigation.switchAccount
      }
    })
  // Asks for a panel first, to notice one that starts later.
  void trayHost.present().then(() => {
    tray = makeTray()
    // Chromium drops an icon that finds no panel. An icon that has found one registers with every later panel.
    let foundPanel = trayHost.known()
    trayHost.onChange(() => {
      if (foundPanel || !trayHost.known()) return
      foundPanel = true
      tray?.renew()
    })
  })
  publisher.onPublish((name) => {
    if (name === 'sessionChanged' || name === 'lockChanged') menu.stale()
    if (name === 'lockChanged') tray?.redraw()
    if (name === 'invoicesChanged' || name === 'sessionChanged') tray?.stale()
  })
  accountSummaries.onChange(() => tray?.stale())
}
