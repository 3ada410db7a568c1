/** `app`: life and death of the program, in Electron's order. */
import { existsSync, mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import type { App, ProcessMetric, Settings } from 'electron'
import { KnownEmitter, strict, preventable, prevented } from '../strict.ts'
import { needsEarly, runtime } from '../runtime.ts'
import { BrowserWindow } from './browser-window.ts'
import { InstanceLock, type Launch } from './instance-lock.ts'

const EVENTS = [
  ...['window-all-closed', 'before-quit', 'will-quit', 'quit', 'second-instance'],
  // A test emits it.
  'open-url',
  // A test emits it: the host's Chromium has processes of its own.
  'child-process-gone',
  // Never happen here.
  ...['activate', 'select-client-certificate']
]

type Members =
  | 'whenReady'
  | 'quit'
  | 'exit'
  | 'getAppPath'
  | 'getVersion'
  | 'getName'
  | 'setName'
  | 'getLocale'
  | 'getSystemLocale'
  | 'getPreferredSystemLanguages'
  | 'requestSingleInstanceLock'
  | 'releaseSingleInstanceLock'
  | 'setAppUserModelId'
  | 'setDesktopName'
  | 'setAsDefaultProtocolClient'
  | 'enableSandbox'
  | 'isPackaged'
  | 'getAppMetrics'

function appData(): string {
  if (process.platform === 'darwin') return join(homedir(), 'Library/Application Support')
  if (process.platform === 'win32') return process.env.APPDATA ?? join(homedir(), 'AppData/Roaming')
  return process.env.XDG_CONFIG_HOME || join(homedir(), '.config')
}

class HostApp extends KnownEmitter implements Pick<App, Members> {
  readonly commandLine = strict('CommandLine', {
    /** It comes too late for the host's Chromium: the app only reads it back. */
    appendSwitch: (name: string, value = ''): void => void runtime().switches.set(name, value),
    getSwitchValue: (name: string): string => runtime().switches.get(name) ?? '',
    hasSwitch: (name: string): boolean => runtime().switches.has(name),
    removeSwitch: (name: string): void => void runtime().switches.delete(name)
  })
  /** On macOS only, as in Electron. */
  readonly setActivationPolicy = process.platform === 'darwin' ? (_policy: string): void => undefined : undefined
  private readonly lock = new InstanceLock()
  private readonly readiness = Promise.withResolvers<void>()
  private readonly paths = new Map<string, string>()
  private name: string | null = null
  private loginItem: Settings = {}
  private quitting = false
  private ended = false
  private exitCode = 0

  constructor() {
    super('app', EVENTS)
  }

  get isPackaged(): boolean {
    return runtime().options.packaged
  }

  whenReady(): Promise<void> {
    return this.readiness.promise
  }

  getName(): string {
    return this.name ?? runtime().package.name
  }

  setName(name: string): void {
    this.name = name
  }

  getVersion(): string {
    return runtime().package.version
  }

  /** Main's own process alone: Chromium's belong to all hosts that share it. */
  getAppMetrics(): ProcessMetric[] {
    const { rss } = process.memoryUsage()
    const memory = { workingSetSize: rss >> 10, peakWorkingSetSize: process.resourceUsage().maxRSS }
    const cpu = { percentCPUUsage: 0, idleWakeupsPerSecond: 0 }
    return [{ type: 'Browser', pid: process.pid, creationTime: performance.timeOrigin, cpu, memory }]
  }

  getAppPath(): string {
    return runtime().package.folder
  }

  /** The data folder is named after the app (shell/common/electron_paths.h). */
  getPath(name: 'appData' | 'userData' | 'sessionData'): string {
    const path = this.paths.get(name)
    if (path !== undefined) return path
    if (name === 'appData') return appData()
    if (name === 'userData') return join(this.getPath('appData'), this.getName())
    if (name === 'sessionData') return this.getPath('userData')
    throw new Error(`Failed to get '${String(name)}' path`)
  }

  setPath(name: string, path: string): void {
    // Electron makes the folder for some names; its documentation promises it for none.
    if (!existsSync(path)) throw new Error(`Failed to set path: ${name}, because there is no ${path}`)
    this.paths.set(name, path)
  }

  /** As BCP 47. */
  getSystemLocale(): string {
    const { LC_ALL, LC_MESSAGES, LANG } = process.env
    const name = (LC_ALL || LC_MESSAGES || LANG || '').split('.')[0]?.replace('_', '-') ?? ''
    return /^[a-z]{2,3}(-[A-Za-z0-9]+)*$/.test(name) ? name : 'en-US'
  }

  /** As GLib's g_get_language_names, without its variants such as `de` of `de_AT` (shell/common/language_util_linux.cc). */
  getPreferredSystemLanguages(): string[] {
    const { LANGUAGE = '', LC_ALL, LC_MESSAGES, LANG } = process.env
    return [...LANGUAGE.split(':'), LC_ALL || LC_MESSAGES || LANG || '']
      .map((name) => (name.split('.')[0] ?? '').replace('_', '-'))
      .filter((name) => name !== '' && name !== 'C')
  }

  getLocale(): string {
    return this.getSystemLocale()
  }

  /** Takes the switch away (`RemoveNoSandboxSwitch` in shell/browser/api/electron_api_app.cc). Pages are always sandboxed here. */
  enableSandbox(): void {
    needsEarly('app.enableSandbox()')
    runtime().switches.delete('no-sandbox')
  }

  disableHardwareAcceleration(): void {
    needsEarly('app.disableHardwareAcceleration()')
    // `App::DisableHardwareAcceleration` in shell/browser/api/electron_api_app.cc
    this.commandLine.appendSwitch('disable-gpu')
  }

  setAppUserModelId(_id: string): void {}

  setDesktopName(_name: string): void {}

  /** False: this machine's links stay as they are. */
  setAsDefaultProtocolClient(_scheme: string): boolean {
    return false
  }

  setLoginItemSettings(settings: Settings): void {
    this.loginItem = settings
  }

  getLoginItemSettings(): { openAtLogin: boolean } {
    return { openAtLogin: false, ...this.loginItem }
  }

  /** @throws for data that can't be cloned (`CloneableMessage` in shell/common/gin_converters/blink_converter.cc) */
  requestSingleInstanceLock(additionalData?: Record<string, unknown>): boolean {
    const launch: Launch = {
      argv: process.argv,
      workingDirectory: process.cwd(),
      additionalData: additionalData === undefined ? null : serialize(additionalData).toString('base64')
    }
    return this.lock.request(this.getPath('userData'), runtime().browser.chromium.ownFolder, launch, (later) => {
      // Electron emits it after ready, whenever the second start comes.
      void this.readiness.promise.then(() => {
        const data: unknown = later.additionalData && deserialize(Buffer.from(later.additionalData, 'base64'))
        this.emit('second-instance', preventable({}), later.argv, later.workingDirectory, data)
      })
    })
  }

  releaseSingleInstanceLock(): void {
    this.lock.release()
  }

  /** before-quit → every window's close → will-quit → quit; each of the first three may be prevented. */
  quit(): void {
    if (this.ended || this.quitting || prevented(this, 'before-quit')) return
    this.quitting = true
    void this.closeWindows()
  }

  private async closeWindows(): Promise<void> {
    const closing = BrowserWindow.getAllWindows().map((window) => window.tryToClose())
    // Without a window, Electron ends at once.
    const closed = closing.length === 0 || (await Promise.all(closing)).every(Boolean)
    if (this.ended) return
    if (!closed || prevented(this, 'will-quit')) this.quitting = false
    else this.end()
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
    events.on('role', (role: string) => {
      if (role === 'quit') this.quit()
      else if (role === 'close') BrowserWindow.getFocusedWindow()?.close()
      else if (role === 'paste') BrowserWindow.getFocusedWindow()?.webContents.paste()
    })
    runtime().ready = true
    this.readiness.resolve()
  }

  private lastWindowClosed(): void {
    if (this.quitting) return
    if (this.listenerCount('window-all-closed') === 0) this.quit()
    else this.emit('window-all-closed')
  }

  private end(): void {
    this.ended = true
    this.lock.release()
    this.emit('quit', preventable({}), this.exitCode)
    runtime().events.emit('end', this.exitCode)
  }
}

export const app = strict('app', new HostApp())
