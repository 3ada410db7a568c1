/**
 * Loaded into Electron's main process before the app (`electron -r`): keeps what a test could not see otherwise, the
 * tray's last menu and tooltip, the notifications, the dialogs, and the addresses and files handed to other programs.
 * Everything but these last three and a menu over the page still happens.
 */
const { app, dialog, globalShortcut, Menu, Notification, shell, Tray } = require('electron')

const seen = {
  opened: [],
  openedPaths: [],
  notifications: [],
  questions: [],
  answers: [],
  openDialogs: [],
  rolesAtFirstWindow: [],
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

app.once('browser-window-created', () => {
  seen.rolesAtFirstWindow = (Menu.getApplicationMenu()?.items ?? []).map(({ role }) => role)
})

// An open menu would wait for a user.
Menu.prototype.popup = function () {
  seen.contextMenu = this
}

const showNotification = Notification.prototype.show
Notification.prototype.show = function () {
  seen.notifications.push(this)
  return showNotification.call(this)
}

const holdsDialogs = process.env.PORTSIDE_TEST_HOLDS_DIALOGS !== undefined

// Answered by what a test laid ready, else by the button that Enter would take, or when the test says so.
dialog.showMessageBox = async (...args) => {
  const { message, detail, buttons, defaultId = 0, cancelId = 0, signal } = args.at(-1)
  const question = { message, detail, buttons }
  seen.questions.push(question)
  if (holdsDialogs) return { response: await hold(question, cancelId, signal), checkboxChecked: false }
  const button = seen.answers.shift()
  return { response: button === undefined ? defaultId : buttons.indexOf(button), checkboxChecked: false }
}

/** As Electron, it answers with `cancelId` when the signal takes the dialog away. */
function hold(question, cancelId, signal) {
  if (signal?.aborted) return cancelId
  return new Promise((resolve) => {
    const close = (response) => {
      seen.openDialogs = seen.openDialogs.filter((open) => open !== dialog)
      resolve(response)
    }
    const dialog = { question, answer: (button) => close(question.buttons.indexOf(button)) }
    seen.openDialogs.push(dialog)
    signal?.addEventListener('abort', () => close(cancelId), { once: true })
  })
}

// Electron's own one blocks main until a user closes it.
dialog.showErrorBox = (title, content) => void process.stderr.write(`${title}: ${content}\n`)

shell.openExternal = async (address) => {
  seen.opened.push(new URL(address).href)
}
shell.showItemInFolder = (path) => void seen.openedPaths.push(path)
shell.openPath = async (path) => {
  seen.openedPaths.push(path)
  return ''
}
