/**
 * Loaded into Electron's main process before the app (`electron -r`): keeps what a test could not see otherwise, the
 * tray's last menu and tooltip, the notifications, and the addresses and files handed to other programs. Everything but these
 * last two still happens.
 */
const { Menu, Notification, shell, Tray } = require('electron')

const seen = { opened: [], openedPaths: [], notifications: [], tray: null }
globalThis.portsideSeen = seen

const record = (name, keep) => {
  const original = Tray.prototype[name]
  Tray.prototype[name] = function (value) {
    seen.tray ??= { tray: this, tooltip: '', menu: new Menu() }
    keep(value)
    return original.call(this, value)
  }
}
record('setToolTip', (text) => (seen.tray.tooltip = text))
record('setContextMenu', (menu) => (seen.tray.menu = menu ?? new Menu()))

const showNotification = Notification.prototype.show
Notification.prototype.show = function () {
  seen.notifications.push(this)
  return showNotification.call(this)
}

shell.openExternal = async (address) => {
  seen.opened.push(new URL(address).href)
}
shell.openPath = async (path) => {
  seen.openedPaths.push(path)
  return ''
}
