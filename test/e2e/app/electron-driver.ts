import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { _electron, type ElectronApplication } from 'playwright-core'
import { electronRuntime } from '../../../scripts/setup/electron-runtime.mjs'
import { killTree } from './process-tree.ts'
import { environment, type Driver, type MenuLine, type Question, type TrayView } from './app.ts'

interface Seen {
  opened: string[]
  questions: Question[]
  answers: string[]
  openedPaths: string[]
  notifications: Electron.Notification[]
  tray: { tray: Electron.Tray; tooltip: string; menu: Electron.Menu } | null
  contextMenu: Electron.Menu | null
  shortcuts: Map<string, () => void>
}
type WithSeen = typeof globalThis & { portsideSeen: Seen }

const RECORDER = fileURLToPath(new URL('./electron-recorder.cjs', import.meta.url))
const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

const NO_PAGE = new Proxy({} as Page, {
  get: (_, member) => {
    throw new Error(`There is no window yet: page.${String(member)}`)
  }
})

/** Chromium's sandbox can't start as root. */
export const isRootOnLinux = process.platform === 'linux' && process.getuid?.() === 0

export const launchInElectron: Driver = async (options) => {
  const runtime = electronRuntime()
  if (runtime === null) throw new Error('There is no Electron.')
  if (options.packaged) throw new Error('A packaged app takes no switches for tests: start it in a terminal.')
  const electron = await _electron.launch({
    cwd: ROOT,
    executablePath: runtime.program,
    // Else Playwright adds --no-sandbox on Linux.
    chromiumSandbox: !isRootOnLinux,
    args: ['-r', RECORDER, options.entry ?? runtime.appFolder, ...(options.args ?? [])],
    env: environment(options)
  })
  const child = electron.process()
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  }
  // Not 'exit', after which more output may come.
  const exited = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)))
  return {
    page: options.hidden ? NO_PAGE : await electron.firstWindow(),
    shown: async () => electron.windows().find((page) => !page.isClosed()) ?? electron.waitForEvent('window'),
    questions: () => electron.evaluate(() => (globalThis as WithSeen).portsideSeen.questions),
    answerNext: (button) =>
      electron.evaluate((_, chosen) => void (globalThis as WithSeen).portsideSeen.answers.push(chosen), button),
    output: () => output,
    exited,
    tray: async () => (await readMenus(electron)).tray,
    clickTray: (...labels) => clickMenu(electron, 'tray', labels),
    menu: async () => (await readMenus(electron)).application,
    clickMenu: (...labels) => clickMenu(electron, 'application', labels),
    contextMenu: async () => (await readMenus(electron)).context,
    clickContextMenu: (label) => clickMenu(electron, 'context', [label]),
    power: (event) =>
      electron.evaluate(
        ({ powerMonitor }, name) => void powerMonitor.emit(name, { preventDefault: () => undefined }),
        event
      ),
    setIdle: (seconds) =>
      electron.evaluate(({ powerMonitor }, idle) => {
        powerMonitor.getSystemIdleTime = () => idle
      }, seconds),
    setScreenLocked: (locked) =>
      electron.evaluate(
        ({ powerMonitor }, state) => {
          powerMonitor.getSystemIdleState = () => state
        },
        locked ? ('locked' as const) : ('active' as const)
      ),
    pressShortcut: (accelerator) =>
      electron.evaluate((_, pressed) => {
        const run = (globalThis as WithSeen).portsideSeen.shortcuts.get(pressed)
        run?.()
        return run !== undefined
      }, accelerator),
    activateTray: () => electron.evaluate(() => void (globalThis as WithSeen).portsideSeen.tray?.tray.emit('click')),
    notifications: () =>
      electron.evaluate(() =>
        (globalThis as WithSeen).portsideSeen.notifications.map(({ title, body }) => ({ title, body }))
      ),
    clickNotification: (index) =>
      electron.evaluate(
        (_electron, at) => void (globalThis as WithSeen).portsideSeen.notifications[at]?.emit('click'),
        index
      ),
    openUrl: (link) =>
      electron.evaluate(({ app }, url) => void app.emit('open-url', { preventDefault: () => undefined }, url), link),
    opened: () => electron.evaluate(() => (globalThis as WithSeen).portsideSeen.opened),
    openedPaths: () => electron.evaluate(() => (globalThis as WithSeen).portsideSeen.openedPaths),
    chooseFile: (path) =>
      electron.evaluate(({ dialog }, chosen) => {
        dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: chosen })
        dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] })
      }, path),
    copied: () => electron.evaluate(({ clipboard }) => clipboard.readText()),
    resize: (width, height) =>
      electron.evaluate(({ BrowserWindow }, size) => BrowserWindow.getAllWindows()[0]?.setContentSize(...size), [
        width,
        height
      ] as const),
    setSystemDark: async (dark) =>
      (await electron.firstWindow()).emulateMedia({ colorScheme: dark ? 'dark' : 'light' }),
    window: () =>
      electron.evaluate(({ BrowserWindow }) => {
        const [window] = BrowserWindow.getAllWindows()
        if (!window) return null
        return {
          visible: window.isVisible(),
          focused: window.isFocused(),
          minimized: window.isMinimized(),
          maximized: window.isMaximized(),
          bounds: window.getBounds(),
          backgroundColors: [window.getBackgroundColor().toLowerCase()]
        }
      }),
    move: (x, y) =>
      electron.evaluate(({ BrowserWindow }, at) => BrowserWindow.getAllWindows()[0]?.setPosition(...at), [
        x,
        y
      ] as const),
    maximize: () => electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.maximize()),
    setDisplays: () => Promise.resolve(false),
    switchAway: () => electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.blur()),
    minimize: () => electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize()),
    closeWindow: () => electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close()),
    timers: () => Promise.resolve(null),
    async quit() {
      // The call is cut off when the app ends before it is answered; what counts is that it ends.
      if (child.exitCode === null) electron.evaluate(({ app }) => app.quit()).catch(() => undefined)
      return exited
    },
    async kill() {
      killTree(child)
      await exited
    }
  }
}

interface Menus {
  tray: TrayView | null
  application: MenuLine[]
  context: MenuLine[] | null
}

/** Playwright sends the function to main as text, so it can't use anything of this file. */
function readMenus(electron: ElectronApplication): Promise<Menus> {
  return electron.evaluate(({ Menu }) => {
    const { tray, contextMenu } = (globalThis as WithSeen).portsideSeen
    const plain = (label: string): string => label.replaceAll('&&', '\0').replaceAll('&', '').replaceAll('\0', '&')
    const lines = (menu: Electron.Menu | null): MenuLine[] =>
      (menu?.items ?? [])
        .filter(({ visible }) => visible)
        .map(({ label, type, enabled, checked, submenu }) => ({
          label: plain(label),
          type,
          enabled,
          checked,
          submenu: submenu ? lines(submenu) : null
        }))
    return {
      tray: tray ? { tooltip: tray.tooltip, items: lines(tray.menu) } : null,
      application: lines(Menu.getApplicationMenu()),
      context: contextMenu && lines(contextMenu)
    }
  })
}

function clickMenu(electron: ElectronApplication, which: keyof Menus, labels: string[]): Promise<void> {
  return electron.evaluate(
    ({ Menu }, asked) => {
      const { portsideSeen } = globalThis as WithSeen
      const menus = {
        tray: portsideSeen.tray?.menu,
        application: Menu.getApplicationMenu(),
        context: portsideSeen.contextMenu
      }
      if (asked.which === 'context') portsideSeen.contextMenu = null
      let items = menus[asked.which]?.items ?? []
      for (const [depth, label] of asked.labels.entries()) {
        const item = items.find((each) => each.visible && each.label.replaceAll('&&', '&') === label)
        if (!item?.enabled)
          throw new Error(`No enabled item "${label}" among: ${items.map((each) => each.label).join(', ')}`)
        if (depth === asked.labels.length - 1) item.click()
        items = item.submenu?.items ?? []
      }
    },
    { which, labels }
  )
}
