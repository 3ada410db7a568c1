/**
 * Loaded into Electron's main process before the app (`electron -r`): keeps what a test could not see otherwise, the
 * tray's last menu and tooltip and the addresses handed to the browser. Everything but openExternal still happens.
 */
const { Menu, shell, Tray } = require('electron')

const seen = { opened: [], tray: null }
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

shell.openExternal = async (address) => {
  seen.opened.push(new URL(address).href)
}
