/**
 * The `electron` module of the stand-in host: the parts that src/ uses. What Electron has and the host lacks can be
 * imported and throws by name when used. Each part is typed against Electron's own declarations, in its own file.
 */
import type * as Electron from 'electron'
import { strict, missing } from './strict.ts'
import { app } from './parts/app.ts'
import { BrowserWindow } from './parts/browser-window.ts'
import { clipboard } from './parts/clipboard.ts'
import { dialog } from './parts/dialog.ts'
import { ipcMain } from './parts/ipc-main.ts'
import { Menu, MenuItem } from './parts/menu.ts'
import { nativeImage } from './parts/native-image.ts'
import { nativeTheme } from './parts/native-theme.ts'
import { net } from './parts/net.ts'
import { Notification } from './parts/notification.ts'
import { powerMonitor } from './parts/power-monitor.ts'
import { protocol } from './parts/protocol.ts'
import { screen } from './parts/screen.ts'
import { session } from './parts/session.ts'
import { shell } from './parts/shell.ts'
import { systemPreferences } from './parts/system-preferences.ts'
import { Tray } from './parts/tray.ts'

export {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  ipcMain,
  Menu,
  MenuItem,
  nativeImage,
  nativeTheme,
  net,
  Notification,
  powerMonitor,
  protocol,
  screen,
  session,
  shell,
  systemPreferences,
  Tray
}

export const autoUpdater = missing('autoUpdater')
export const BaseWindow = missing('BaseWindow')
export const contentTracing = missing('contentTracing')
export const crashReporter = missing('crashReporter')
export const desktopCapturer = missing('desktopCapturer')
export const globalShortcut = missing('globalShortcut')
export const inAppPurchase = missing('inAppPurchase')
export const MessageChannelMain = missing('MessageChannelMain')
export const netLog = missing('netLog')
export const powerSaveBlocker = missing('powerSaveBlocker')
export const pushNotifications = missing('pushNotifications')
export const safeStorage = missing('safeStorage')
export const ShareMenu = missing('ShareMenu')
export const TouchBar = missing('TouchBar')
export const utilityProcess = missing('utilityProcess')
export const View = missing('View')
export const webContents = missing('webContents')
export const WebContentsView = missing('WebContentsView')
export const webFrameMain = missing('webFrameMain')

/** What `import electron from 'electron'` gets. */
export default strict('electron', {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  ipcMain,
  Menu,
  MenuItem,
  nativeImage,
  nativeTheme,
  net,
  Notification,
  powerMonitor,
  protocol,
  screen,
  session,
  shell,
  systemPreferences,
  Tray
} satisfies Partial<Record<keyof typeof Electron, unknown>>)
