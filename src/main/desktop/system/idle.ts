/**
 * Whether somebody sits in front of the computer, as far as the system tells. Only after ready.
 *
 * Screens that are locked are told on macOS and Windows by an event (electron.d.ts, `lock-screen`). On Linux there is none
 * (electron#38088): under X11 an active screen saver can be asked for, which is what Chromium takes for a lock
 * (ui/ozone/platform/x11/x11_screen_ozone.cc); under Wayland nothing tells. There, too, the time without a touch is known
 * from GNOME and KDE only, and 0 elsewhere (ui/ozone/platform/wayland/host/wayland_screen.cc).
 */
import { powerMonitor } from 'electron'
import type { Presence } from '../../core/ports/index.ts'

/** Seconds; any number does where only 'locked' counts. */
const SOME_TIME = 60

export function createPresence(): Presence {
  const tellsOfScreen = process.platform === 'darwin' || process.platform === 'win32'
  return {
    idleSeconds: () => powerMonitor.getSystemIdleTime(),
    screenLocked: () => !tellsOfScreen && powerMonitor.getSystemIdleState(SOME_TIME) === 'locked',
    onAway(run) {
      powerMonitor.on('suspend', run)
      // In case that there was no time to hear of the suspension.
      powerMonitor.on('resume', run)
      if (tellsOfScreen) powerMonitor.on('lock-screen', run)
    }
  }
}
