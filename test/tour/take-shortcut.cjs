/** Another program, which registers the shortcut in its last argument. */
const { app, globalShortcut } = require('electron')

void app.whenReady().then(() => globalShortcut.register(process.argv.at(-1), () => undefined))
