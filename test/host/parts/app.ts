/** `app`: life and death of the program, in Electron's order. */
import { mkdirSync } from 'node:fs'
import type { App, LoginItemSettingsOptions, Settings } from 'electron'
import { KnownEmitter, strict, preventable, prevented } from '../strict.ts'
import { needsEarly, runtime } from '../runtime.ts'
import { BrowserWindow } from './browser-window.ts'
import { InstanceLock, type Launch } from './instance-lock.ts'
import { getPath, setAppName, setPath } from './paths.ts'

const EVENTS = [
  ...['will-finish-launching', 'ready', 'window-all-closed', 'before-quit', 'will-quit', 'quit', 'activate'],
  ...['second-instance', 'web-contents-created', 'browser-window-created'],
  // Told by a test only.
  'open-url',
  // Never happen here.
  ...['open-file', 'certificate-error', 'login', 'select-client-certificate', 'child-process-gone'],
  ...['render-process-gone', 'gpu-info-update', 'accessibility-support-changed']
]

type Members =
  | 'whenReady'
  | 'isReady'
  | 'quit'
  | 'exit'
  | 'relaunch'
  | 'focus'
  | 'getAppPath'
  | 'getVersion'
  | 'getName'
  | 'setName'
  | 'getLocale'
  | 'getSystemLocale'
  | 'getPreferredSystemLanguages'
  | 'requestSingleInstanceLock'
  | 'hasSingleInstanceLock'
  | 'releaseSingleInstanceLock'
  | 'setAppUserModelId'
  | 'setDesktopName'
  | 'setAsDefaultProtocolClient'
  | 'enableSandbox'
  | 'isPackaged'
  | 'name'

/** The locale that the environment asks for, as BCP 47. */
function systemLocale(): string {
  const { LC_ALL, LC_MESSAGES, LANG } = process.env
  const name = (LC_ALL || LC_MESSAGES || LANG || '').split('.')[0]?.replace('_', '-') ?? ''
  return /^[a-z]{2,3}(-[A-Za-z0-9]+)*$/.test(name) ? name : 'en-US'
}

class HostApp extends KnownEmitter implements Pick<App, Members> {
  readonly commandLine = strict('CommandLine', {
    appendSwitch(name: string, value = ''): void {
      runtime().switches.set(name, value)
    },
    hasSwitch(name: string): boolean {
      return runtime().switches.has(name)
    },
    getSwitchValue(name: string): string {
      return runtime().switches.get(name) ?? ''
    }
  })
  /** On macOS only, as in Electron. */
  readonly setActivationPolicy = process.platform === 'darwin' ? (_policy: string): void => undefined : undefined
  private readonly lock = new InstanceLock()
  private readonly readiness = Promise.withResolvers<void>()
  private quitting = false
  private ended = false
  private exitCode = 0
  private givenName: string | null = null

  constructor() {
    super('app', EVENTS)
  }

  get isPackaged(): boolean {
    return runtime().options.packaged
  }

  whenReady(): Promise<void> {
    return this.readiness.promise
  }

  isReady(): boolean {
    return runtime().ready
  }

  get name(): string {
    return this.getName()
  }

  getName(): string {
    return this.givenName ?? runtime().package.name
  }

  setName(name: string): void {
    this.givenName = name
    setAppName(name)
  }

  getVersion(): string {
    return runtime().package.version
  }

  getAppPath(): string {
    return runtime().package.folder
  }

  getPath(name: string): string {
    return getPath(name)
  }

  setPath(name: string, path: string): void {
    setPath(name, path)
  }

  getLocale(): string {
    return systemLocale()
  }

  getSystemLocale(): string {
    return systemLocale()
  }

  getPreferredSystemLanguages(): string[] {
    return [systemLocale()]
  }

  getLocaleCountryCode(): string {
    return systemLocale().split('-')[1] ?? ''
  }

  /** Pages are always sandboxed here; only the rule about when to ask for it is kept. */
  enableSandbox(): void {
    needsEarly('app.enableSandbox()')
  }

  disableHardwareAcceleration(): void {
    needsEarly('app.disableHardwareAcceleration()')
  }

  setAppUserModelId(_id: string): void {}

  setDesktopName(_name: string): void {}

  /** False: this machine's links stay as they are. */
  setAsDefaultProtocolClient(_scheme: string): boolean {
    return false
  }

  focus(): void {
    BrowserWindow.getAllWindows()[0]?.focus()
  }

  relaunch(): void {
    process.stderr.write('host: relaunch was asked for; the stand-in only ends\n')
  }

  setLoginItemSettings(settings: Settings): void {
    runtime().record.loginItem = settings
  }

  getLoginItemSettings(_options?: LoginItemSettingsOptions): { openAtLogin: boolean } {
    return { openAtLogin: false, ...runtime().record.loginItem }
  }

  requestSingleInstanceLock(additionalData: unknown = {}): boolean {
    const launch: Launch = { argv: process.argv, workingDirectory: process.cwd(), additionalData }
    return this.lock.request(this.getPath('userData'), runtime().browser.chromium.ownFolder, launch, (later) => {
      this.emit('second-instance', preventable({}), later.argv, later.workingDirectory, later.additionalData)
    })
  }

  hasSingleInstanceLock(): boolean {
    return this.lock.holds()
  }

  releaseSingleInstanceLock(): void {
    this.lock.release()
  }

  /** before-quit → every window's close → will-quit → quit; each of the first three may be prevented. */
  quit(): void {
    if (this.ended || prevented(this, 'before-quit')) return
    this.quitting = true
    for (const window of BrowserWindow.getAllWindows()) {
      window.close()
      if (!window.isDestroyed()) {
        this.quitting = false
        return
      }
    }
    this.finish()
  }

  /** Exits at once: windows are not asked, and only `quit` is emitted. The code counts even while the app quits. */
  exit(code = 0): void {
    this.exitCode = code
    if (this.ended) return
    this.quitting = true
    this.end()
    for (const window of BrowserWindow.getAllWindows()) window.destroy()
  }

  /** The app's main module has run. Not part of Electron. */
  becomeReady(): void {
    if (this.ended) return
    mkdirSync(this.getPath('userData'), { recursive: true })
    const { events } = runtime()
    events.on('last-window-closed', () => this.lastWindowClosed())
    events.on('no-way-back', () => this.quit())
    events.on('web-contents', (contents) => this.emit('web-contents-created', preventable({}), contents))
    events.on('role', (role: string) => this.playRole(role))
    this.emit('will-finish-launching')
    runtime().ready = true
    this.emit('ready', preventable({}), {})
    this.readiness.resolve()
  }

  /** Whether the program has ended and the process may go. Not part of Electron. */
  hasEnded(): boolean {
    return this.ended
  }

  private lastWindowClosed(): void {
    if (this.quitting) return
    if (this.listenerCount('window-all-closed') === 0) this.quit()
    else this.emit('window-all-closed')
  }

  private finish(): void {
    if (prevented(this, 'will-quit')) {
      this.quitting = false
      return
    }
    this.end()
  }

  private end(): void {
    this.ended = true
    this.lock.release()
    this.emit('quit', preventable({}), this.exitCode)
    runtime().events.emit('end', this.exitCode)
  }

  private playRole(role: string): void {
    const window = BrowserWindow.getFocusedWindow()
    if (role === 'quit') this.quit()
    else if (role === 'close') window?.close()
    else if (role === 'minimize') window?.minimize()
    else if (role === 'reload') window?.webContents.reload()
  }
}

export const app = strict('app', new HostApp())
