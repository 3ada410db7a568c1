/** Electron's lifecycle, and nothing else: flags before ready, one instance, ready → window → the rest of the app. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { app, Menu, type MenuItemConstructorOptions } from 'electron'
import type { Launch, PortsideApp } from './app/app.ts'
import { EXIT, QUICK_CHECK_EXIT } from './cli/commands.ts'
import { parseCommand } from './cli/parse-command.ts'
import { chooseDataFolder } from './app/data-folder.ts'
import { openedAtLogin, startedBySystem } from './desktop/autostart.ts'
import { clearVariables, readCommandLine } from './cli/launch/command-line.ts'
import { hasDisplay, refuseCommandLine, refuseToStart, showRefusal } from './cli/launch/refusal.ts'
import { watchChildProcesses } from './desktop/crash/child-processes.ts'
import { Graphics } from './desktop/crash/graphics.ts'
import { failToStart } from './desktop/crash/start-failure.ts'
import { findLaunchLink, LINK_SCHEME } from './desktop/deep-links.ts'
import { desktopNameOf, DEVELOPMENT, INSTALLED, markFolder } from './desktop/identity.ts'
import { isHeld, removeFalseLock } from './desktop/instance-lock.ts'
import { log, report, reportUncaughtErrors } from './desktop/log.ts'
import { registerScheme } from './desktop/protocol.ts'
import { preferredLanguages } from './desktop/system-locale.ts'
import { readRefreshRequest } from './cli/launch/refresh-request.ts'
import {
  printAndEnd,
  runInTerminal,
  terminalColumns,
  type TerminalAnswer,
  type TerminalParts
} from './cli/launch/terminal.ts'
import { enableSandbox, restrictLookUps } from './desktop/window/security-policy.ts'
import { Shell } from './app/shell.ts'
import type { KeychainOptions } from './storage/keychain/system-keychain.ts'
import { makeFolder } from './storage/files.ts'

/** With an error that nothing caught. Until the app runs, such an error ends it. Its listener comes first: without one the process hangs (seen on Electron 33). */
let handleUncaught = (error: unknown): void => void failToStart(error)
reportUncaughtErrors((error) => handleUncaught(error))

// Runs before Chromium acts on its switches, for example before it opens a debugging port: Electron waits for this module first
// (`JoinAppCode` in PostEarlyInitialization, then PreMainMessageLoopRun: shell/browser/electron_browser_main_parts.cc). It waits for an
// ECMAScript module only, and such a module must not await `whenReady()` at its top level: that never resolves.
// Electron goes by the name of the executable (`App::IsPackaged`), which anyone can change. A packaged app's code is always in an archive: the
// fuse onlyLoadAppFromAsar.
const packaged = app.isPackaged || app.getAppPath().endsWith('.asar')
const { platform, env } = process
const args = process.argv.slice(1)
const request = parseCommand(args, { platform, hasAppPath: !packaged })
const isCommand = request.kind === 'command' || request.kind === 'diagnostics'
const commandOptions = request.kind === 'command' ? Object.keys(request.options) : []
if (request.kind === 'version') printAndEnd(`${app.getVersion()}\n`)
if (request.kind === 'error') refuseToStart(request.sentence)
const { error, refused, profileDir } = readCommandLine(args, { packaged, platform, env, commandOptions })
// First, so that no variable names a folder of messages for a packaged app.
if (packaged) clearVariables(env)
const identity = packaged ? INSTALLED : DEVELOPMENT
/** A command only reads in it. */
const savedDataFolder = profileDir ?? join(app.getPath('appData'), identity.name)
if (request.kind === 'help') {
  // Electron waits for it, as for the whole module. A start without it doesn't load the texts yet.
  const [{ helpText }, { useSavedLanguage }] = await Promise.all([
    import('./cli/help.ts'),
    import('./cli/saved-language.ts')
  ])
  useSavedLanguage(savedDataFolder, preferredLanguages(app))
  printAndEnd(helpText(request.command, terminalColumns() ?? 80))
}
if (error !== null && isCommand) refuseToStart(error)
if (error !== null) refuseCommandLine(error, refused)
const isSelfTest = process.argv.includes('--self-test')
const isQuickCheck = process.argv.includes('--quick-check')
// `new BrowserWindow()` would hang on Chromium's headless platform (electron#53722).
if (isSelfTest && error === null && !hasDisplay(platform, env)) {
  refuseToStart(
    'The self-test opens a window, and there is no display. Start it in a desktop session, or with xvfb-run.',
    1
  )
}
// A command answers for itself.
if (isCommand || isSelfTest || isQuickCheck) handleUncaught = report
/** Nothing of it stays, and the folder of a running app isn't touched. */
const usesTemporaryFolder = isCommand || (profileDir === null && (isSelfTest || error !== null))
// Before the lock, which is in `userData` and on Windows goes by the name, too (`App::RequestSingleInstanceLock`).
app.setName(identity.name)
if (platform === 'linux') app.setDesktopName(desktopNameOf(identity, env))
if (platform === 'win32') app.setAppUserModelId(identity.appUserModelId)
const dataFolder = usesTemporaryFolder ? temporaryFolder() : savedDataFolder
useDataFolder(dataFolder)
const keychain: KeychainOptions = { service: identity.keychainService }

// Electron would otherwise show the first client certificate it finds to any host that asks for one.
app.on('select-client-certificate', (event, _contents, _url, _certificates, answer) => {
  event.preventDefault()
  answer()
})

enableSandbox()
restrictLookUps()
registerScheme()
// Else Electron sets its own menu before ready (lib/browser/default-menu.ts): with developer tools, also of a locked app.
Menu.setApplicationMenu(null)

/** Until app.ts installs the menu with texts. On macOS, AppKit finds keys such as Cmd+Q and Cmd+V in the menu only. */
const START_MENU: MenuItemConstructorOptions[] = [
  ...(platform === 'darwin' ? [{ role: 'appMenu' } as const] : []),
  { role: 'fileMenu' },
  { role: 'editMenu' },
  ...(platform === 'darwin' ? [{ role: 'windowMenu' } as const] : [])
]

const MOST_PENDING_REFRESHES = 10

const launchOf = (argv: string[]): Launch => ({ link: findLaunchLink(argv), bySystem: startedBySystem(argv) })

if (usesTemporaryFolder) app.on('quit', () => removeTemporary(dataFolder))

if (error !== null) {
  showRefusal(error)
} else if (isSelfTest) {
  const test = async (parts: TerminalParts): Promise<TerminalAnswer> => {
    const { runSelfTest } = await import('./cli/self-test/run-self-test.ts')
    return runSelfTest({ ...parts, version: app.getVersion(), packaged, seconds: env['PORTSIDE_SELF_TEST_SECONDS'] })
  }
  runInTerminal(test, 1, { opensWindow: true })
} else if (request.kind === 'diagnostics') {
  runInTerminal(async (parts) => {
    const { saveDiagnostics } = await import('./cli/save-diagnostics.ts')
    return saveDiagnostics({
      ...(await inSavedLanguage(parts)),
      dataFolder: savedDataFolder,
      file: request.file,
      keychain
    })
  }, EXIT.incomplete)
} else if (request.kind === 'command') {
  runInTerminal(async (parts) => {
    const { runCommand } = await import('./cli/run-command.ts')
    return runCommand(request.name, {
      ...('json' in request.options ? parts : await inSavedLanguage(parts)),
      dataFolder: savedDataFolder,
      options: request.options,
      keychain
    })
  }, EXIT.incomplete)
} else if (isQuickCheck) {
  const json = process.argv.includes('--json')
  runInTerminal(async (parts) => {
    const { quickCheck } = await import('./cli/quick-check.ts')
    return quickCheck({ ...(json ? parts : await inSavedLanguage(parts)), json, keychain })
  }, QUICK_CHECK_EXIT.unchecked)
} else if (await mayOpen(dataFolder)) {
  log.openIn(join(dataFolder, 'logs'))
  log.event('appStarted', {
    version: app.getVersion(),
    electron: process.versions.electron ?? 'none',
    platform,
    arch: process.arch,
    packaged
  })
  let portside: PortsideApp | null = null
  const graphics = new Graphics(dataFolder)
  graphics.applySetting()
  watchChildProcesses(graphics)
  /** Latest launch request received before start-up finished: a second start, or a link on macOS. */
  let pendingLaunch: Launch | null = null
  /** Requests of `portside refresh` from the same time. Few: any program of the user can send them. */
  const pendingRefreshes: string[] = []
  const launchAgain = (launch: Launch): void => {
    if (portside) portside.launchedAgain(launch)
    else if (!launch.bySystem) pendingLaunch = launch
  }

  app.on('open-url', (event, link) => {
    event.preventDefault()
    launchAgain({ link, bySystem: false })
  })
  app.on('second-instance', (_event, argv, _folder, data) => {
    const refreshId = readRefreshRequest(data)
    if (refreshId === null) launchAgain(launchOf(argv))
    else if (portside) portside.refreshRequested(refreshId)
    else if (pendingRefreshes.length < MOST_PENDING_REFRESHES) pendingRefreshes.push(refreshId)
  })
  app.on('activate', () => portside?.launchedAgain({ link: null, bySystem: false }))
  // Without this listener Electron quits. desktop/window/background.ts decides what a closed window means.
  app.on('window-all-closed', () => undefined)
  // Once: an update is installed after that, and then the app quits again (desktop/updates/quit.ts).
  app.once('will-quit', () => {
    log.event('appEnds', {})
    portside?.stop()
  })
  app.on('quit', () => {
    // Everything is closed. Only the thread that waits for the keychain is left.
    if (portside?.isStuck()) process.kill(process.pid, 'SIGKILL')
  })

  void app
    .whenReady()
    .then(async () => {
      // On macOS the bundle and on Linux the desktop file declare the scheme (electron-builder.yml). There Electron would start
      // xdg-settings and wait for it (shell/browser/browser_linux.cc).
      if (platform === 'win32' && app.isPackaged) app.setAsDefaultProtocolClient(LINK_SCHEME)
      Menu.setApplicationMenu(Menu.buildFromTemplate(START_MENU))
      const shell = new Shell(report)
      const { link, bySystem } = launchOf(process.argv)
      const first = { link, bySystem: bySystem || openedAtLogin() }
      // What the system starts may stay in the background: a setting says so.
      if (!first.bySystem) shell.window.show()
      const { PortsideApp } = await import('./app/app.ts')
      const built = new PortsideApp(keychain, shell, graphics)
      portside = built
      built.start(pendingLaunch ?? first)
      for (const id of pendingRefreshes) built.refreshRequested(id)
      handleUncaught = (error) => built.errorOccurred(error)
    })
    .catch((error: unknown) => failToStart(error))
} else {
  process.stderr.write('portside: already running; its window is shown instead.\n')
  app.quit()
}

/** Of a command, which has no app that follows the settings. Its JSON is English: scripts read it. */
async function inSavedLanguage(parts: TerminalParts): Promise<TerminalParts> {
  const { useSavedLanguage } = await import('./cli/saved-language.ts')
  return { ...parts, locale: useSavedLanguage(savedDataFolder, preferredLanguages(app)) ?? parts.locale }
}

function useDataFolder(folder: string): void {
  if (profileDir !== null && !isCommand) {
    const problem = chooseDataFolder(folder)
    if (problem !== null) refuseToStart(problem)
  } else if (!canMakeFolder(folder)) {
    // Electron's default is the same folder. The window says that nothing can be stored.
    return
  }
  app.setPath('userData', folder)
  if (profileDir !== null && !isCommand) markFolder(folder)
}

function canMakeFolder(folder: string): boolean {
  try {
    makeFolder(folder)
    return true
  } catch {
    return false
  }
}

/** Also where no lock can be made, as in a read-only folder: the window says that nothing is stored. */
async function mayOpen(folder: string): Promise<boolean> {
  removeFalseLock(folder)
  return app.requestSingleInstanceLock() || !(await isHeld(folder))
}

function temporaryFolder(): string {
  const parent = tmpdir()
  try {
    return mkdtempSync(join(parent, 'portside-'))
  } catch {
    const variable = platform === 'win32' ? 'TEMP' : 'TMPDIR'
    const sentence = `${parent} can’t be written to. Make room there, or set ${variable} to another folder.`
    return refuseToStart(sentence, isCommand ? EXIT.incomplete : 1)
  }
}

function removeTemporary(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch (error) {
    // Chromium still has files open on Windows; the system clears its temporary folder.
    report(error)
  }
}
