// What any app pays: one window with one line of text, and nothing of ours.
import { mkdirSync } from 'node:fs'
import { app, BrowserWindow, Menu, protocol } from 'electron'

protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true } }])
// Electron wants it to be there.
mkdirSync(process.env.PORTSIDE_PROFILE_DIR, { recursive: true })
app.setPath('userData', process.env.PORTSIDE_PROFILE_DIR)
Menu.setApplicationMenu(null)
app.on('window-all-closed', () => app.quit())

void app.whenReady().then(() => {
  const html = '<!doctype html><p id="shown">bare</p>'
  protocol.handle('app', () => new Response(html, { headers: { 'content-type': 'text/html' } }))
  const window = new BrowserWindow({ webPreferences: { sandbox: true, contextIsolation: true } })
  void window.loadURL('app://portside/index.html')
})
