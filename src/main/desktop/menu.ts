/** The application menu: standard roles plus the views, so that every platform's usual shortcuts work. */
import { Menu, type MenuItemConstructorOptions } from 'electron'
import { say } from '../../shared/text/speak.ts'

export function installMenu(goTo: (path: string) => void, refresh: () => void): void {
  const mac = process.platform === 'darwin'
  const view = (
    key: 'catalogue' | 'invoices' | 'profile' | 'settings',
    path: string,
    accelerator: string
  ): MenuItemConstructorOptions => ({
    label: say(`tray.menu.${key}`),
    accelerator,
    click: () => goTo(path)
  })
  const template: MenuItemConstructorOptions[] = [
    ...(mac ? [{ role: 'appMenu' } as const] : []),
    {
      label: say('tray.menu.file'),
      submenu: [
        { label: say('tray.menu.refresh'), accelerator: 'CmdOrCtrl+R', click: refresh },
        view('settings', '/settings', 'CmdOrCtrl+,'),
        { type: 'separator' },
        { role: mac ? 'close' : 'quit' }
      ]
    },
    { label: say('tray.menu.edit'), role: 'editMenu' },
    {
      label: say('tray.menu.view'),
      submenu: [
        view('catalogue', '/catalogue', 'CmdOrCtrl+1'),
        view('invoices', '/invoices', 'CmdOrCtrl+2'),
        view('profile', '/profile', 'CmdOrCtrl+3'),
        { type: 'separator' },
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { role: 'togglefullscreen' }
      ]
    },
    ...(mac ? [{ role: 'windowMenu' } as const] : [])
  ]
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}
