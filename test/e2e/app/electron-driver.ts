import { _electron, type ElectronApplication } from '@playwright/test'
import { fileURLToPath } from 'node:url'
import { environment, type Driver, type MenuLine, type TrayView } from './app.ts'

interface Seen {
  opened: string[]
  tray: { tray: Electron.Tray; tooltip: string; menu: Electron.Menu } | null
}
type WithSeen = typeof globalThis & { portsideSeen: Seen }

const RECORDER = fileURLToPath(new URL('./electron-recorder.cjs', import.meta.url))
const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** The built app in Electron itself. */
export const launchInElectron: Driver = async (options) => {
  const rootOnLinux = process.platform === 'linux' && process.getuid?.() === 0
  const electron = await _electron.launch({
    cwd: ROOT,
    args: ['-r', RECORDER, ...(rootOnLinux ? ['--no-sandbox'] : []), '.', ...(options.args ?? [])],
    env: environment(options)
  })
  const child = electron.process()
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  }
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  return {
    runtime: 'electron',
    page: await electron.firstWindow(),
    output: () => output,
    exited,
    tray: () => readTray(electron),
    clickTray: (...labels) => clickTray(electron, labels),
    activateTray: () => electron.evaluate(() => void (globalThis as WithSeen).portsideSeen.tray?.tray.emit('click')),
    opened: () => electron.evaluate(() => (globalThis as WithSeen).portsideSeen.opened),
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
        return { visible: window.isVisible(), focused: window.isFocused(), minimized: window.isMinimized() }
      }),
    minimize: () => electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize()),
    closeWindow: () => electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close()),
    async quit() {
      // The call is cut off when the app ends before it is answered; what counts is that it ends.
      if (child.exitCode === null) electron.evaluate(({ app }) => app.quit()).catch(() => undefined)
      return exited
    },
    async kill() {
      child.kill('SIGKILL')
      await exited
    }
  }
}

function readTray(electron: ElectronApplication): Promise<TrayView | null> {
  return electron.evaluate(() => {
    const { tray } = (globalThis as WithSeen).portsideSeen
    const plain = (label: string): string => label.replaceAll('&&', '\0').replaceAll('&', '').replaceAll('\0', '&')
    const lines = (menu: Electron.Menu): MenuLine[] =>
      menu.items
        .filter(({ visible }) => visible)
        .map(({ label, type, enabled, submenu }) => ({
          label: plain(label),
          type,
          enabled,
          submenu: submenu ? lines(submenu) : null
        }))
    return tray ? { tooltip: tray.tooltip, items: lines(tray.menu) } : null
  })
}

function clickTray(electron: ElectronApplication, labels: string[]): Promise<void> {
  return electron.evaluate((_electron, path) => {
    let items = (globalThis as WithSeen).portsideSeen.tray?.menu.items ?? []
    for (const [depth, label] of path.entries()) {
      const item = items.find((each) => each.visible && each.label.replaceAll('&&', '&') === label)
      if (!item?.enabled)
        throw new Error(`No enabled item "${label}" among: ${items.map((each) => each.label).join(', ')}`)
      if (depth === path.length - 1) item.click()
      items = item.submenu?.items ?? []
    }
  }, labels)
}
