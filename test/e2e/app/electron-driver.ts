import { setTimeout as later } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { _electron, type ElectronApplication } from 'playwright-core'
import { ROOT } from '../../../scripts/setup/paths.mjs'
import { pressKeys } from '../../support/screen.ts'
import { environment, type Driver, type MenuLine, type Question, type TrayView } from './app.ts'
import { killTree } from './process-tree.ts'
import { requireElectron } from './runtime.ts'

interface Seen {
  opened: string[]
  questions: Question[]
  answers: string[]
  openDialogs: { question: Question; answer: (button: string) => void }[]
  openedPaths: string[]
  notifications: Electron.Notification[]
  tray: { tray: Electron.Tray; tooltip: string; menu: Electron.Menu } | null
  contextMenu: Electron.Menu | null
  shortcuts: Map<string, () => void>
}
type WithSeen = typeof globalThis & { portsideSeen: Seen }

export const RECORDER = fileURLToPath(new URL('./electron-recorder.cjs', import.meta.url))

const NO_PAGE = new Proxy({} as Page, {
  get: (_, member) => {
    throw new Error(`There is no window yet: page.${String(member)}`)
  }
})

/** Chromium's sandbox can't start as root. */
export const isRootOnLinux = process.platform === 'linux' && process.getuid?.() === 0

/**
 * V8 loses an answer when it collects garbage before the main process runs its next task (“Resulting promise was garbage collected”). The
 * function has run by then, so main keeps its answer, and it is asked for again.
 */
function evaluatorOf(electron: ElectronApplication): ElectronApplication['evaluate'] {
  let calls = 0
  return async (run: unknown, arg?: unknown) => {
    const source = `(electron, { id, arg }) => {
      const answers = (globalThis.portsideAnswers ??= new Map())
      if (!answers.has(id)) answers.set(id, (${String(run)})(electron, arg))
      return answers.get(id)
    }`
    const ask = Object.assign(() => undefined as never, { toString: () => source })
    const call = { id: (calls += 1), arg }
    for (;;) {
      try {
        return await electron.evaluate(ask, call)
      } catch (error) {
        if (!String(error).includes('garbage collected')) throw error
      }
    }
  }
}

export const launchInElectron: Driver = async (options) => {
  const { program, appFolder } = requireElectron()
  if (options.packaged) throw new Error('A packaged app takes no switches for tests: start it in a terminal.')
  const electron = await _electron.launch({
    cwd: ROOT,
    executablePath: program,
    // Else Playwright adds --no-sandbox on Linux.
    chromiumSandbox: !isRootOnLinux,
    args: [
      ...[RECORDER, ...(options.modules ?? [])].flatMap((path) => ['-r', path]),
      options.entry ?? appFolder,
      // Chromium drops a page's changes of address above 200 in ten seconds (crbug.com/1038223), which no person makes.
      '--disable-ipc-flooding-protection',
      ...(options.args ?? [])
    ],
    env: { ...environment(options), ...(options.holdsDialogs && { PORTSIDE_TEST_HOLDS_DIALOGS: '1' }) }
  })
  const evaluate = evaluatorOf(electron)
  const child = electron.process()
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  }
  // Not 'exit', after which more output may come.
  const exited = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)))
  return {
    page: options.hidden ? NO_PAGE : await electron.firstWindow(),
    async shown() {
      for (;;) {
        const page = await shownPage(electron)
        if (page !== null) return page
        if (child.exitCode !== null || child.signalCode !== null)
          throw new Error('The app ended before it opened a window.')
        await later(20)
      }
    },
    evaluate,
    questions: () => evaluate(() => (globalThis as WithSeen).portsideSeen.questions),
    answerNext: (button) =>
      evaluate((_, chosen) => void (globalThis as WithSeen).portsideSeen.answers.push(chosen), button),
    openDialogs: () =>
      evaluate(() => (globalThis as WithSeen).portsideSeen.openDialogs.map(({ question }) => question)),
    answerDialog: (button) =>
      evaluate((_, chosen) => {
        const [oldest] = (globalThis as WithSeen).portsideSeen.openDialogs
        if (!oldest?.question.buttons.includes(chosen)) throw new Error(`No open dialog has a button “${chosen}”.`)
        oldest.answer(chosen)
      }, button),
    output: () => output,
    exited,
    tray: async () => (await readMenus(evaluate)).tray,
    clickTray: (...labels) => clickMenu(evaluate, 'tray', labels),
    menu: async () => (await readMenus(evaluate)).application,
    clickMenu: (...labels) => clickMenu(evaluate, 'application', labels),
    contextMenu: async () => (await readMenus(evaluate)).context,
    clickContextMenu: (label) => clickMenu(evaluate, 'context', [label]),
    power: (event) =>
      evaluate(({ powerMonitor }, name) => void powerMonitor.emit(name, { preventDefault: () => undefined }), event),
    setIdle: (seconds) =>
      evaluate(({ powerMonitor }, idle) => {
        powerMonitor.getSystemIdleTime = () => idle
      }, seconds),
    setScreenLocked: (locked) =>
      evaluate(
        ({ powerMonitor }, state) => {
          powerMonitor.getSystemIdleState = () => state
        },
        locked ? ('locked' as const) : ('active' as const)
      ),
    async pressShortcut(accelerator) {
      const call = { accelerator, isPressed: process.platform === 'linux' }
      const isRegistered = await evaluate((_, { accelerator: keys, isPressed }) => {
        const run = (globalThis as WithSeen).portsideSeen.shortcuts.get(keys)
        if (!isPressed) run?.()
        return run !== undefined
      }, call)
      if (call.isPressed) await pressKeys(accelerator.toLowerCase())
      return isRegistered
    },
    activateTray: () => evaluate(() => void (globalThis as WithSeen).portsideSeen.tray?.tray.emit('click')),
    notifications: () =>
      evaluate(() => (globalThis as WithSeen).portsideSeen.notifications.map(({ title, body }) => ({ title, body }))),
    clickNotification: (index) =>
      evaluate((_electron, at) => void (globalThis as WithSeen).portsideSeen.notifications[at]?.emit('click'), index),
    openUrl: (link) =>
      evaluate(({ app }, url) => void app.emit('open-url', { preventDefault: () => undefined }, url), link),
    opened: () => evaluate(() => (globalThis as WithSeen).portsideSeen.opened),
    openedPaths: () => evaluate(() => (globalThis as WithSeen).portsideSeen.openedPaths),
    chooseFile: (path) =>
      evaluate(({ dialog }, chosen) => {
        dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: chosen })
        dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] })
      }, path),
    copied: () => evaluate(({ clipboard }) => clipboard.readText()),
    resize: (width, height) =>
      evaluate(({ BrowserWindow }, size) => BrowserWindow.getAllWindows()[0]?.setContentSize(...size), [
        width,
        height
      ] as const),
    setSystemDark: async (dark) =>
      (await electron.firstWindow()).emulateMedia({ colorScheme: dark ? 'dark' : 'light' }),
    window: () =>
      evaluate(({ BrowserWindow }) => {
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
      evaluate(({ BrowserWindow }, at) => BrowserWindow.getAllWindows()[0]?.setPosition(...at), [x, y] as const),
    maximize: () => evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.maximize()),
    switchAway: () => evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.blur()),
    minimize: () => evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize()),
    closeWindow: () => evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close()),
    async quit() {
      // The call is cut off when the app ends before it is answered; what counts is that it ends.
      if (child.exitCode === null) evaluate(({ app }) => app.quit()).catch(() => undefined)
      return exited
    },
    async kill() {
      killTree(child)
      await exited
    }
  }
}

/** Not the page of a window that is being closed, which Playwright hears of a moment later. */
async function shownPage(electron: ElectronApplication): Promise<Page | null> {
  for (const page of electron.windows()) {
    const isOpen = electron.browserWindow(page).then((window) => window.evaluate((open) => !open.isDestroyed()))
    // There is no window for it any more.
    if (await isOpen.catch(() => false)) return page
  }
  return null
}

interface Menus {
  tray: TrayView | null
  application: MenuLine[]
  context: MenuLine[] | null
}

/** Playwright sends the function to main as text, so it can't use anything of this file. */
function readMenus(evaluate: ElectronApplication['evaluate']): Promise<Menus> {
  return evaluate(({ Menu }) => {
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

function clickMenu(evaluate: ElectronApplication['evaluate'], which: keyof Menus, labels: string[]): Promise<void> {
  return evaluate(
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
