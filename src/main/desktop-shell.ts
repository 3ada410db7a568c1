/** Tray and menu: both say who is signed in, and neither while the app is locked. */
import { accountChoices } from './core/summary/account-choices.ts'
import type { AccountSummaries } from './core/summary/account-summary.ts'
import type { Lock } from './core/lock/lock.ts'
import type { Clock } from './core/ports/index.ts'
import type { Refresh } from './core/refresh/index.ts'
import type { Session } from './core/session/index.ts'
import { installMenu } from './desktop/menu/menu.ts'
import { createTray, type TrayIcon } from './desktop/tray/tray.ts'
import type { TrayHost } from './desktop/tray/tray-host.ts'
import { trayContent } from './desktop/tray/tray-menu.ts'
import type { PagePublisher } from './ipc/publisher.ts'
import type { Ways } from './navigation.ts'

export interface DecorateParts {
  session: Session
  lock: Lock
  refresh: Refresh
  accountSummaries: AccountSummaries
  trayHost: TrayHost
  ways: Ways
  publisher: Pick<PagePublisher, 'onPublish'>
  clock: Clock
  /** BCP 47 */
  locale: string
  show: () => void
  quit: () => void
  report: (error: unknown) => void
}

/** Call after ready. */
export function decorate(parts: DecorateParts): void {
  const { session, lock, refresh, accountSummaries, trayHost, ways, publisher, clock, locale, show, quit, report } =
    parts
  const menu = installMenu({
    goTo: ways.goTo,
    refresh: () => void refresh.run(null),
    switchAccount: ways.switchAccount,
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
        refresh: () => void refresh.all.run(),
        open: show,
        settings: () => ways.goTo('/settings'),
        quit,
        openInvoice: ways.openInvoice,
        switchAccount: ways.switchAccount
      }
    })
  // Asks for a panel first, so that none that comes later is missed.
  void trayHost.present().then(() => {
    tray = makeTray()
    // Chromium gives up an icon that finds no panel. One that found a panel registers itself with every later one.
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
  refresh.onOthers(() => tray?.stale())
  accountSummaries.onChange(() => tray?.stale())
}
