/** Parts of the system that the self-test makes and gives back, and what its window shows. */
import { setTimeout as later } from 'node:timers/promises'
import { Notification, Tray, type WebContents } from 'electron'
import { createTrayPictures } from '../../desktop/tray/tray-icons.ts'

const FRAME_MS = 100
const PIXEL_BYTES = 4

/** The icon is in the panel for a moment. */
export function makeTrayIcon(): void {
  const { plain } = createTrayPictures(process.platform).current()
  if (plain.isEmpty()) throw new Error('The picture of the tray icon can’t be read.')
  new Tray(plain).destroy()
}

/** Why a notification isn't even made here; null: it can be. Making the first one has effects that stay. */
export function notificationExemption(platform: NodeJS.Platform): string | null {
  // NotificationPresenterMac's constructor (notification_presenter_mac.mm)
  if (platform === 'darwin') return 'macOS would ask the user for permission.'
  // NotificationActivator::RegisterActivator (windows_toast_activator.cc)
  if (platform === 'win32') return 'Electron would write to the registry and to the Start menu.'
  // It needs libnotify (notification_presenter_linux.cc).
  return Notification.isSupported() ? null : 'This system shows no notifications: libnotify is missing.'
}

/** It isn't shown: on Linux that happens in `show` alone (libnotify_notification.cc). */
export function makeNotification(): void {
  void new Notification({ title: 'Portside', body: 'Self-test' })
}

/** Resolves once the page shows more than its background. @throws the signal's reason */
export async function waitForFrame(contents: WebContents, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    if (await showsPicture(contents)) return
    await later(FRAME_MS, undefined, { signal })
  }
}

/** `capturePage` rejects until the page has a first frame (electron_api_web_contents.cc, `CapturePage`). */
async function showsPicture(contents: WebContents): Promise<boolean> {
  const image = await contents.capturePage().catch(() => null)
  return image !== null && !image.isEmpty() && hasTwoColours(image.toBitmap())
}

/** @param pixels of four bytes */
export function hasTwoColours(pixels: Buffer): boolean {
  // Each pixel is the same as the one before it.
  return !pixels.subarray(PIXEL_BYTES).equals(pixels.subarray(0, Math.max(0, pixels.length - PIXEL_BYTES)))
}
