/**
 * Loaded into Electron's main process before the app (`electron -r`): measures a launch, and runs functions of the bench. Without
 * Playwright, which takes processor time from a launch, and has Chromium keep each request with its body.
 */
const electron = require('electron')
const { join } = require('node:path')
const { runInThisContext } = require('node:vm')

const { app, ipcMain, Tray } = electron
const now = () => performance.timeOrigin + performance.now()

const entered = performance.now()
let windowMs = null
app.once('browser-window-created', () => (windowMs = performance.now() - entered))

const { setToolTip } = Tray.prototype
Tray.prototype.setToolTip = function (text) {
  globalThis.benchTray = this
  return setToolTip.call(this, text)
}

/** Chromium's own list of resources has none of another scheme than http. */
const files = []
app.once('session-created', (session) => {
  const preload = join(__dirname, 'preload.cjs')
  // Electron 33 has only the older one, Electron 45 only the newer one.
  if (session.registerPreloadScript) session.registerPreloadScript({ type: 'frame', filePath: preload })
  else session.setPreloads([preload])
  const { protocol } = session
  const { handle } = protocol
  protocol.handle = (scheme, respond) =>
    handle.call(protocol, scheme, async (request) => {
      const begun = now()
      const response = await respond(request)
      files.push({ name: request.url.replace(/.*\//, ''), begun, ended: now() })
      return response
    })
})
// Of each window: `windowMs` and `files` say nothing of a later one.
ipcMain.on('bench:shown', (_event, page) => process.send({ launch: { ...page, windowMs, files } }))

process.on('message', async ({ id, code }) => {
  try {
    process.send({ id, value: await runInThisContext(code)(electron) })
  } catch (error) {
    process.send({ id, error: error instanceof Error ? error.stack : String(error) })
  }
})
process.on('disconnect', () => app.quit())
