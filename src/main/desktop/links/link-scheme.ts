/** Makes the system give links of the app's own scheme to it. */
import { app } from 'electron'
import { LINK_SCHEME } from './deep-link.ts'

/**
 * Windows only, where nothing else does: on macOS the bundle names the scheme, and on Linux the desktop file that the package
 * brings (electron-builder.yml); there Electron would start xdg-settings and wait for it (shell/browser/browser_linux.cc).
 */
export function registerLinks(): void {
  if (process.platform === 'win32' && app.isPackaged) app.setAsDefaultProtocolClient(LINK_SCHEME)
}
