/**
 * Loaded into Electron's main process before the app (`electron -r`): keeps what a test could not see otherwise, the
 * tray's last menu and tooltip, the notifications, the questions, and the addresses and files handed to other programs.
 * Everything but these last three and a menu over the page still happens.
 */
const { dialog, globalShortcut, Menu, Notification, shell, Tray } = require('electron')

const seen = {
  opened: [],
  openedPaths: [],
  notifications: [],
  questions: [],
  answers: [],
  tray: null,
  contextMenu: null,
  shortcuts: new Map()
}
globalThis.portsideSeen = seen

const record = (name, keep) => {
  const original = Tray.prototype[name]
  Tray.prototype[name] = function (value) {
    if (seen.tray?.tray !== this) seen.tray = { tray: this, tooltip: '', menu: new Menu() }
    keep(value)
    return original.call(this, value)
  }
}
record('setToolTip', (text) => (seen.tray.tooltip = text))
record('setContextMenu', (menu) => (seen.tray.menu = menu ?? new Menu()))

const { register, unregister } = globalShortcut
globalShortcut.register = (accelerator, callback) => {
  const isRegistered = register.call(globalShortcut, accelerator, callback)
  if (isRegistered) seen.shortcuts.set(accelerator, callback)
  return isRegistered
}
globalShortcut.unregister = (accelerator) => {
  seen.shortcuts.delete(accelerator)
  unregister.call(globalShortcut, accelerator)
}

// An open menu would wait for a user.
Menu.prototype.popup = function () {
  seen.contextMenu = this
}

const showNotification = Notification.prototype.show
Notification.prototype.show = function () {
  seen.notifications.push(this)
  return showNotification.call(this)
}

// Answered as the stand-in host does: by what a test laid ready, else by the button that Enter would take.
dialog.showMessageBox = async (...args) => {
  const { message, detail, buttons, defaultId = 0 } = args.at(-1)
  seen.questions.push({ message, detail, buttons })
  const button = seen.answers.shift()
  return { response: button === undefined ? defaultId : buttons.indexOf(button), checkboxChecked: false }
}

shell.openExternal = async (address) => {
  seen.opened.push(new URL(address).href)
}
shell.showItemInFolder = (path) => void seen.openedPaths.push(path)
shell.openPath = async (path) => {
  seen.openedPaths.push(path)
  return ''
}
