/** `BrowserWindow`: a real Chromium page, with the state of a window kept beside it. */
import { readFileSync } from 'node:fs'
import { setTimeout as later } from 'node:timers/promises'
import type { BrowserWindow as ElectronWindow, BrowserWindowConstructorOptions, Rectangle } from 'electron'
import type { Size } from '../chromium/browser.ts'
import { KnownEmitter, strict, MissingPart, preventable, prevented } from '../strict.ts'
import { needsReady, runtime } from '../runtime.ts'
import { listKeys, Menu } from './menu.ts'
import { screen } from './screen.ts'
import { HostWebContents } from './web-contents.ts'

const EVENTS = [
  ...['focus', 'blur', 'close', 'closed', 'resize', 'move', 'maximize', 'unmaximize', 'restore'],
  ...['unresponsive', 'responsive'],
  // Of Windows; never here.
  ...['query-session-end', 'session-end']
]

const KNOWN_OPTIONS = new Set([
  ...['title', 'x', 'y', 'width', 'height', 'minWidth', 'minHeight', 'show', 'backgroundColor', 'autoHideMenuBar'],
  'webPreferences'
])

/** The host can only do what is safe; asking for less is an error here, not a silent difference. */
const SAFE = { sandbox: true, contextIsolation: true, nodeIntegration: false, webSecurity: true, webviewTag: false }

/** How long a page may take to respond. */
const HANG_MS = 300

let lastId = 0
const windows = new Map<number, BrowserWindow>()
/** The app has the keyboard, and not another program. */
let active = false

export class BrowserWindow
  extends KnownEmitter
  implements
    Pick<
      ElectronWindow,
      'id' | 'show' | 'close' | 'destroy' | 'focus' | 'minimize' | 'maximize' | 'restore' | 'getBounds'
    >
{
  readonly id: number
  readonly webContents: HostWebContents
  readonly backgroundColors: string[] = []
  private self: this = this
  private normal: Rectangle
  private maximized = false
  private readonly least: Size
  private visible: boolean
  private focused = false
  private minimized = false
  private destroyed = false
  /** Modal dialogs above it. */
  private dialogs = 0

  constructor(options: BrowserWindowConstructorOptions = {}) {
    needsReady('BrowserWindow')
    super('BrowserWindow', EVENTS)
    checkOptions(options)
    if (!Menu.wasSet) throw new MissingPart('default menu (it opens developer tools)')
    runtime().record.keysAtFirstWindow ??= listKeys()
    runtime().record.entryToWindowMs ??= performance.measure('app-start', 'app-entry').duration
    this.id = ++lastId
    this.least = { width: options.minWidth ?? 0, height: options.minHeight ?? 0 }
    this.normal = placed(options, this.least)
    this.backgroundColors.push(options.backgroundColor ?? '')
    this.visible = options.show ?? true
    const self = strict('BrowserWindow', this)
    this.self = self
    const preload = options.webPreferences?.preload
    this.webContents = new HostWebContents({
      settings: {
        size: this.getBounds(),
        backgroundColor: options.backgroundColor ?? null,
        preload: preload ? readFileSync(preload, 'utf8') : null
      },
      gone: () => this.closedByPerson()
    })
    windows.set(this.id, self)
    if (this.visible) this.takeFocus()
    this.webContents.withPage(({ target }) => {
      runtime().events.emit('window', { id: this.id, targetId: target.targetId })
    })
    return self
  }

  static getAllWindows(): BrowserWindow[] {
    return [...windows.values()]
  }

  static getFocusedWindow(): BrowserWindow | null {
    return BrowserWindow.getAllWindows().find((window) => window.isFocused()) ?? null
  }

  loadURL(url: string): Promise<void> {
    return this.webContents.loadURL(url)
  }

  setBackgroundColor(color: string): void {
    this.backgroundColors.push(color)
    this.webContents.withPage((page) => page.paintBackground(color))
  }

  /** The user goes to another program. Not part of Electron. */
  static deactivate(): void {
    active = false
    for (const window of windows.values()) window.loseFocus()
  }

  show(): void {
    this.visible = true
    active = true
    this.takeKeyboard()
  }

  /** On macOS another program keeps the keyboard: `activateIgnoringOtherApps:NO` (shell/browser/native_window_mac.mm). */
  focus(): void {
    if (this.isVisible() && (active || process.platform !== 'darwin')) this.takeKeyboard()
  }

  private takeKeyboard(): void {
    this.takeFocus()
    this.webContents.focus()
  }

  private takeFocus(): void {
    active = true
    for (const other of windows.values()) if (other.id !== this.id) other.loseFocus()
    if (!this.focused) this.emitSoon('focus')
    this.focused = true
  }

  private loseFocus(): void {
    if (this.focused) this.emitSoon('blur')
    this.focused = false
  }

  /** As `EmitEventSoon` does (shell/browser/api/electron_api_base_window.h): later, unless the window is destroyed by then. */
  private emitSoon(event: 'focus' | 'blur'): void {
    setImmediate(() => {
      if (!this.destroyed) this.self.emit(event, preventable({}))
    })
  }

  /** A hidden window becomes visible by it, as a minimised one. */
  minimize(): void {
    this.visible = true
    this.minimized = true
    this.loseFocus()
    this.webContents.withPage((page) => page.setState('minimized'))
  }

  /** On Wayland the window stays minimised: xdg-shell has no request to restore it. */
  restore(): void {
    if (onWayland()) return
    if (this.minimized) this.self.emit('restore', preventable({}))
    this.minimized = false
    this.webContents.withPage((page) => page.setState('normal'))
  }

  /** A hidden window becomes visible by it, without the keyboard. */
  maximize(): void {
    this.visible = true
    this.setMaximized(true)
  }

  /** The user maximises it, or undoes that. Not part of Electron. */
  setMaximized(maximized: boolean): void {
    if (maximized === this.maximized) return
    this.maximized = maximized
    this.self.emit(maximized ? 'maximize' : 'unmaximize', preventable({}))
    this.boundsChanged()
  }

  /** False for a minimised one (shell/browser/native_window_mac.mm; `Widget::IsMaximized`). */
  isMaximized(): boolean {
    return this.maximized && !this.minimized
  }

  isNormal(): boolean {
    return !this.maximized && !this.minimized
  }

  /** There is no full screen. */
  isFullScreen(): boolean {
    return false
  }

  /** Of a minimised window, those that it will have again. */
  getBounds(): Rectangle {
    const bounds = this.isMaximized() ? screen.getDisplayMatching(this.normal).workArea : this.normal
    return onWayland() ? { ...bounds, x: 0, y: 0 } : { ...bounds }
  }

  /** On Linux a minimised window counts as visible. */
  isVisible(): boolean {
    return this.visible && (process.platform === 'linux' || !this.minimized)
  }

  isFocused(): boolean {
    return this.focused
  }

  isMinimized(): boolean {
    return this.minimized
  }

  /**
   * Fifteen seconds have passed since the user touched the page, which doesn't respond (`kHungRendererDelay` in Chromium's
   * components/input). A window below a modal dialog is disabled and says nothing (lib/browser/api/browser-window.ts). Not part of
   * Electron. @throws if the page responds
   */
  async reportHang(): Promise<void> {
    const waits = new Promise<boolean>((resolve) => {
      this.webContents.withPage(async (page) => {
        const response = page.respond()
        response.then(
          () => resolve(false),
          () => resolve(true)
        )
        await Promise.race([response, later(HANG_MS)])
        resolve(true)
        await response
        if (!this.destroyed) this.self.emit('responsive')
      })
    })
    if (!(await waits)) throw new Error('The page responds.')
    if (!this.destroyed && this.dialogs === 0) this.self.emit('unresponsive')
  }

  /** Not part of Electron. */
  enable(enabled: boolean): void {
    this.dialogs += enabled ? -1 : 1
  }

  isDestroyed(): boolean {
    return this.destroyed
  }

  /** The user drags its border. Not part of Electron. */
  resize(width: number, height: number): void {
    this.normal = { ...this.normal, ...atLeast({ width, height }, this.least) }
    this.boundsChanged()
  }

  /** The user drags its title bar. Not part of Electron. */
  move(x: number, y: number): void {
    this.normal = { ...this.normal, x, y }
    this.self.emit('move', preventable({}))
  }

  private boundsChanged(): void {
    this.self.emit('resize', preventable({}))
    this.webContents.withPage((page) => page.resize(this.getBounds()))
  }

  close(): void {
    void this.tryToClose()
  }

  /** Asks a listener of `close` first, then the page. Not part of Electron. @returns whether it has closed */
  async tryToClose(): Promise<boolean> {
    if (this.destroyed) return true
    if (prevented(this.self, 'close')) return this.destroyed
    if (!(await this.webContents.leave())) return false
    this.destroy()
    return true
  }

  destroy(): void {
    if (this.destroyed) return
    this.destroyed = true
    this.visible = false
    this.focused = false
    windows.delete(this.id)
    this.webContents.end()
    this.self.emit('closed')
    if (windows.size === 0) runtime().events.emit('last-window-closed')
  }

  /** On screen, the window is gone before anyone could be asked; `close` is told all the same. */
  private closedByPerson(): void {
    if (this.destroyed) return
    const kept = prevented(this.self, 'close')
    this.destroy()
    if (kept) {
      process.stderr.write('host: the app would stay in the tray now; there is none here, so it ends\n')
      runtime().events.emit('no-way-back')
    }
  }
}

const onWayland = (): boolean => runtime().switches.get('ozone-platform') === 'wayland'

const atLeast = ({ width, height }: Size, least: Size): Size => ({
  width: Math.max(width, least.width),
  height: Math.max(height, least.height)
})

/** Centred on the primary display unless it has both coordinates. */
function placed({ x, y, width = 800, height = 600 }: BrowserWindowConstructorOptions, least: Size): Rectangle {
  if ((x === undefined) !== (y === undefined)) throw new MissingPart('BrowserWindow with one coordinate only')
  const size = atLeast({ width, height }, least)
  const { workArea } = screen.getPrimaryDisplay()
  const centre = {
    x: workArea.x + Math.round((workArea.width - size.width) / 2),
    y: workArea.y + Math.round((workArea.height - size.height) / 2)
  }
  return { ...size, ...centre, ...(x !== undefined && y !== undefined && { x, y }) }
}

function checkOptions({ webPreferences = {}, ...options }: BrowserWindowConstructorOptions): void {
  for (const name of Object.keys(options)) {
    if (!KNOWN_OPTIONS.has(name)) throw new MissingPart(`BrowserWindow option ${name}`)
  }
  for (const [name, safe] of Object.entries(SAFE)) {
    const asked = webPreferences[name as keyof typeof SAFE]
    if (asked !== undefined && asked !== safe) throw new MissingPart(`webPreferences.${name}: ${String(asked)}`)
  }
}
