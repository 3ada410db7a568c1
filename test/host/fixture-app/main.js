/* eslint-disable portside/stay-in-layer -- runs in Electron or in the host, where electron is the stand-in */
/** A small app for Electron and the host. It also asks for what Electron refuses. */
import { join } from 'node:path'
import * as electron from 'electron'

const { app, BrowserWindow, ipcMain, Menu, nativeImage, protocol, session, Tray } = electron
const note = (line) => process.stdout.write(`${line}\n`)
const message = (run) => {
  try {
    run()
    return 'no error'
  } catch (error) {
    return error.message
  }
}

app.setPath('userData', process.env.FIXTURE_PROFILE)
protocol.registerSchemesAsPrivileged([
  { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } }
])
for (const event of ['before-quit', 'will-quit', 'quit']) app.on(event, () => note(event))
app.on('window-all-closed', () => {
  note('window-all-closed')
  app.quit()
})

const refusals = {
  earlyWindow: message(() => new BrowserWindow()),
  earlyTray: message(() => new Tray(nativeImage.createFromPath('x.png'))),
  earlyProtocol: message(() => protocol.handle('app', () => new Response())),
  earlySession: message(() => session.defaultSession)
}

function serve(request) {
  const { pathname } = new URL(request.url)
  if (pathname === '/echo') return Response.json({ method: request.method, origin: request.headers.get('origin') })
  if (pathname === '/script.js') {
    // Chromium caches no code of scripts below 1 kB.
    const text = `export const unused = () => '${'x'.repeat(2000)}'; window.scriptVersion = '${process.env.FIXTURE_VERSION}'`
    return new Response(text, { headers: { 'content-type': 'text/javascript' } })
  }
  const html =
    '<!doctype html><script>window.seenAtStart = typeof window.fixture</script><script type="module" src="/script.js"></script>'
  return new Response(html, { headers: { 'content-type': 'text/html' } })
}

void app.whenReady().then(() => {
  Object.assign(refusals, {
    lateScheme: message(() => protocol.registerSchemesAsPrivileged([])),
    lateSandbox: message(() => app.enableSandbox())
  })
  Menu.setApplicationMenu(null)
  protocol.handle('app', serve)
  ipcMain.handle('echo', (_event, ...args) => args)
  ipcMain.handle('push', ({ sender }, ...args) => sender.send('pushed', ...args))
  ipcMain.handle('throws', () => {
    throw Object.assign(new TypeError('out of order'), { secret: 'kept back' })
  })
  ipcMain.handle('refusals', () => refusals)
  const preload = join(import.meta.dirname, 'preload.cjs')
  const window = new BrowserWindow({ webPreferences: { preload, sandbox: true, contextIsolation: true } })
  window.webContents.on('will-navigate', (event) => {
    note(`will-navigate ${event.url}`)
    event.preventDefault()
  })
  window.webContents.on('will-prevent-unload', (event) => {
    note('will-prevent-unload')
    if (process.env.FIXTURE_LEAVES) event.preventDefault()
  })
  window.webContents.on('context-menu', (_event, params) => {
    const { isEditable, selectionText, editFlags } = params
    const { canCut, canCopy, canPaste, canSelectAll } = editFlags
    note(`context-menu ${JSON.stringify({ isEditable, selectionText, canCut, canCopy, canPaste, canSelectAll })}`)
    note(`link ${message(() => params.linkURL)}`)
    Menu.buildFromTemplate([
      { label: 'Cut', click: () => window.webContents.cut() },
      { label: 'Paste', click: () => window.webContents.paste() },
      { label: 'Select all', click: () => window.webContents.selectAll() }
    ]).popup({ x: params.x, y: params.y })
  })
  window.webContents.setWindowOpenHandler(({ url }) => {
    note(`open ${url}`)
    return { action: 'deny' }
  })
  void window.loadURL('app://fixture/')
})
