/**
 * The `electron` module of the stand-in host: the parts that src/ uses, typed against Electron's own declarations. A member
 * that the host lacks throws by name.
 */
export { app } from './parts/app.ts'
export { autoUpdater } from './parts/auto-updater.ts'
export { BrowserWindow } from './parts/browser-window.ts'
export { globalShortcut } from './parts/global-shortcut.ts'
export { ipcMain } from './parts/ipc-main.ts'
export { Menu } from './parts/menu.ts'
export { nativeImage } from './parts/native-image.ts'
export { nativeTheme } from './parts/native-theme.ts'
export { protocol } from './parts/protocol.ts'
export { screen } from './parts/screen.ts'
export { session } from './parts/session.ts'
export { clipboard, dialog, net, Notification, powerMonitor, shell, systemPreferences } from './parts/system.ts'
export { Tray } from './parts/tray.ts'
