/* eslint-disable portside/stay-in-layer -- loaded by the host, where electron is the stand-in */
/** A small app that asks the host for what the real one needs, and for what it must refuse. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import electron, {
  app,
  BrowserWindow,
  ipcMain,
  Menu,
  nativeImage,
  nativeTheme,
  net,
  powerMonitor,
  protocol
} from 'electron'
import { session, shell, systemPreferences, Tray } from 'electron'

const here = import.meta.dirname
const happened = []
const note = (what) => {
  happened.push(what)
  process.stdout.write(`${what}\n`)
}
const message = (run) => {
  try {
    run()
    return 'no error'
  } catch (error) {
    return error.message
  }
}

app.setPath('userData', process.env.FIXTURE_PROFILE)
app.setName('Fixture')
protocol.registerSchemesAsPrivileged([
  { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } }
])

for (const event of ['will-finish-launching', 'ready', 'before-quit', 'will-quit', 'quit', 'window-all-closed']) {
  app.on(event, () => note(event))
}
if (!app.requestSingleInstanceLock()) {
  note('second')
  app.exit(3)
}
app.on('second-instance', (_event, argv, folder) => note(`told: ${argv.at(-1)} in ${folder}`))
app.on('window-all-closed', () => app.quit())

const early = {
  window: message(() => new BrowserWindow()),
  tray: message(() => new Tray(join(here, 'dot.png'))),
  protocol: message(() => protocol.handle('app', () => new Response())),
  session: message(() => session.defaultSession),
  fetch: await net.fetch('app://fixture/').then(
    () => 'no error',
    (error) => error.message
  )
}

const TYPES = { html: 'text/html', js: 'text/javascript' }
const POLICY = "default-src 'none'; script-src 'self'; connect-src 'self' app:; frame-src 'self'"

async function serve(request) {
  const { host, pathname, searchParams } = new URL(request.url)
  if (pathname === '/echo') {
    const origin = request.headers.get('origin')
    return Response.json({ host, method: request.method, origin, body: await request.text() })
  }
  const name = pathname === '/' ? 'index.html' : pathname.slice(1)
  const bytes = await readFile(join(here, name)).catch(() => null)
  if (!bytes) return new Response('not here', { status: 404 })
  const headers = { 'content-type': TYPES[name.split('.').at(-1)] ?? 'text/plain' }
  if (searchParams.get('policy') !== 'none') headers['content-security-policy'] = POLICY
  return new Response(bytes, { headers })
}

function answer() {
  ipcMain.handle('echo', (_event, ...args) => args)
  ipcMain.handle('kinds', (_event, ...args) => args.map((arg) => Object.prototype.toString.call(arg)))
  ipcMain.handle('throws', () => {
    throw Object.assign(new TypeError('out of order'), { secret: 'kept back' })
  })
  ipcMain.handle('unclonable', () => ({ run: () => 1 }))
  ipcMain.handle('sender', ({ sender, senderFrame }) => ({
    own: sender === BrowserWindow.getAllWindows()[0].webContents,
    url: senderFrame.url,
    origin: senderFrame.origin,
    top: senderFrame.parent === null && senderFrame === sender.mainFrame,
    contents: sender.getURL()
  }))
  ipcMain.handle('happened', () => happened)
  ipcMain.handle('early', () => early)
  ipcMain.handle('late', () => ({
    scheme: message(() => protocol.registerSchemesAsPrivileged([])),
    sandbox: message(() => app.enableSandbox())
  }))
  ipcMain.handle('missing', () => ({
    part: message(() => electron.app.dock),
    whole: message(() => electron.autoUpdater),
    event: message(() => app.on('no-such-event', () => {})),
    option: message(() => new BrowserWindow({ kiosk: true })),
    unsafe: message(() => new BrowserWindow({ webPreferences: { sandbox: false } })),
    set: message(() => (electron.app.anything = 1))
  }))
  ipcMain.handle('open', (_event, url) => shell.openExternal(url))
  ipcMain.handle('theme', (_event, source) => {
    nativeTheme.themeSource = source
    return nativeTheme.shouldUseDarkColors
  })
  ipcMain.handle('forget', async () => {
    const { defaultSession } = session
    await Promise.all([
      defaultSession.clearStorageData(),
      defaultSession.clearCache(),
      defaultSession.clearCodeCaches({}),
      defaultSession.clearAuthCache(),
      defaultSession.clearHostResolverCache()
    ])
  })
  ipcMain.handle('presence', () => ({
    idle: powerMonitor.getSystemIdleTime(),
    state: powerMonitor.getSystemIdleState(60)
  }))
  ipcMain.handle('touch-id', async () => {
    if (!systemPreferences.canPromptTouchID()) return 'absent'
    return systemPreferences.promptTouchID('test').then(
      () => 'recognised',
      () => 'dismissed'
    )
  })
  ipcMain.handle('refused', async (_event, url) => {
    try {
      const response = await net.fetch(url, { redirect: 'manual' })
      return response.status
    } catch (error) {
      return error.message
    }
  })
  ipcMain.on('ask-push', (event, ...args) => event.sender.send('pushed', ...args))
}

function show() {
  const window = new BrowserWindow({
    width: 640,
    height: 480,
    minWidth: 300,
    minHeight: 200,
    show: false,
    webPreferences: { preload: join(here, 'preload.cjs'), sandbox: true, contextIsolation: true }
  })
  window.once('ready-to-show', () => {
    note('ready-to-show')
    window.show()
  })
  const { webContents } = window
  webContents.on('did-finish-load', () => note('did-finish-load'))
  webContents.on('did-stop-loading', () => note(`stopped loading: ${!webContents.isLoading()}`))
  webContents.on('did-start-navigation', ({ url, isSameDocument }) => {
    note(`started ${url} ${isSameDocument ? 'within the document' : 'to another document'}`)
  })
  webContents.on('did-navigate-in-page', (_event, url) => note(`moved within to ${url}`))
  webContents.on('render-process-gone', (_event, { reason }) => {
    note(`gone: ${reason}`)
    webContents.reload()
  })
  webContents.on('will-navigate', (event) => {
    note(`will-navigate ${event.url}`)
    if (!event.url.startsWith('app://fixture/')) event.preventDefault()
  })
  webContents.setWindowOpenHandler(({ url }) => {
    note(`open ${url}`)
    return { action: 'deny' }
  })
  void window.loadURL('app://fixture/')
}

function decorate() {
  const tray = new Tray(nativeImage.createFromPath(join(here, 'dot.png')))
  tray.setToolTip('Fixture & more')
  tray.on('click', () => note('tray clicked'))
  const template = [
    { label: 'First', click: () => note('first chosen') },
    { label: 'Off && on', enabled: false },
    { type: 'separator' },
    { label: 'More', submenu: [{ label: 'Deep', click: () => note('deep chosen') }] }
  ]
  tray.setContextMenu(Menu.buildFromTemplate(template))
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      { label: 'File', submenu: [{ label: 'New', accelerator: 'CmdOrCtrl+Shift+N', click: () => note('new chosen') }] },
      { role: 'editMenu' },
      {
        label: 'Pick',
        submenu: [
          { label: 'One', type: 'radio', checked: true },
          { label: 'Two', type: 'radio' },
          { type: 'separator' },
          { label: 'Other group', type: 'radio', checked: true }
        ]
      }
    ])
  )
  powerMonitor.on('resume', () => note('resumed'))
}

void app.whenReady().then(() => {
  session.defaultSession.setPermissionRequestHandler((_contents, _permission, decide) => decide(false))
  protocol.handle('app', serve)
  answer()
  show()
  decorate()
})
