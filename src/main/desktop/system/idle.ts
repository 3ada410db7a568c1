/**
 * Whether somebody uses the computer. Only after ready.
 *
 * macOS and Windows report a locked screen by an event (electron.d.ts, `lock-screen`). Linux has no such event (electron#38088):
 * under X11 an active screen saver counts as a lock (ui/ozone/platform/x11/x11_screen_ozone.cc), under Wayland nothing reports
 * it. Under Wayland only GNOME and KDE report the idle time; elsewhere it is 0 (ui/ozone/platform/wayland/host/wayland_screen.cc).
 */
import { powerMonitor } from 'electron'
import type { Presence } from '../../core/ports/index.ts'

/** Seconds. The value doesn't matter, because only 'locked' is read. */
const ANY_THRESHOLD = 60

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
