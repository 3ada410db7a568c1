/** `BrowserWindow`: a real Chromium page, with the state of a window kept beside it. */
import { readFileSync } from 'node:fs'
import type { BrowserWindow as ElectronWindow, BrowserWindowConstructorOptions, Rectangle } from 'electron'
import { KnownEmitter, strict, MissingPart, preventable, prevented } from '../strict.ts'
import { needsReady, runtime } from '../runtime.ts'
import { HostWebContents } from './web-contents.ts'

const EVENTS = [
  'ready-to-show',
  'show',
  'hide',
  'focus',
  'blur',
  'minimize',
  'restore',
  'maximize',
  'unmaximize',
  'resize',
  'resized',
  'move',
  'moved',
  'close',
  'closed',
  // Of Windows; never here.
  'session-end',
  'query-session-end'
]

const KNOWN_OPTIONS = new Set([
  ...['title', 'width', 'height', 'minWidth', 'minHeight', 'x', 'y', 'center', 'show', 'backgroundColor', 'icon'],
  ...['autoHideMenuBar', 'webPreferences', 'titleBarStyle', 'paintWhenInitiallyHidden', 'useContentSize']
])

/** The host can only do what is safe; asking for less is an error here, not a silent difference. */
const SAFE = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  webSecurity: true,
  webviewTag: false,
  nodeIntegrationInSubFrames: false,
  allowRunningInsecureContent: false
} as const

let lastId = 0
const windows = new Map<number, BrowserWindow>()

export class BrowserWindow
  extends KnownEmitter
  implements Pick<ElectronWindow, 'id' | 'show' | 'hide' | 'close' | 'destroy'>
{
  readonly id: number
  readonly webContents: HostWebContents
  private self: this = this
  private bounds: Rectangle
  private readonly least: { width: number; height: number }
  private title: string
  private visible: boolean
  private focused: boolean
  private minimized = false
  private maximized = false
  private destroyed = false

  constructor(options: BrowserWindowConstructorOptions = {}) {
    needsReady('BrowserWindow')
    super('BrowserWindow', EVENTS)
    checkOptions(options)
    runtime().record.entryToWindowMs ??= performance.measure('app-start', 'app-entry').duration
    this.id = ++lastId
    this.least = { width: options.minWidth ?? 0, height: options.minHeight ?? 0 }
    this.bounds = {
      x: options.x ?? 0,
      y: options.y ?? 0,
      width: Math.max(options.width ?? 800, this.least.width),
      height: Math.max(options.height ?? 600, this.least.height)
    }
    this.title = options.title ?? runtime().package.name
    this.visible = options.show ?? true
    this.focused = this.visible
    const self = strict('BrowserWindow', this)
    this.self = self
    const preload = options.webPreferences?.preload
    this.webContents = new HostWebContents({
      settings: {
        size: this.bounds,
        backgroundColor: options.backgroundColor ?? null,
        preload: preload ? readFileSync(preload, 'utf8') : null
      },
      painted: () => self.emit('ready-to-show', preventable({})),
      gone: () => this.closedByPerson()
    })
    windows.set(this.id, self)
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

  static fromWebContents(contents: unknown): BrowserWindow | null {
    return BrowserWindow.getAllWindows().find((window) => window.webContents === contents) ?? null
  }

  loadURL(url: string): Promise<void> {
    return this.webContents.loadURL(url)
  }

  show(): void {
    const was = this.visible
    this.visible = true
    if (!was) this.self.emit('show')
    this.focus()
  }

  showInactive(): void {
    if (!this.visible) this.self.emit('show')
    this.visible = true
  }

  hide(): void {
    if (this.visible) this.self.emit('hide')
    this.visible = false
    this.blur()
  }

  focus(): void {
    if (!this.visible) return
    for (const other of windows.values()) if (other !== this.self) other.blur()
    if (!this.focused) this.self.emit('focus', preventable({}))
    this.focused = true
    this.webContents.focus()
  }

  blur(): void {
    if (this.focused) this.self.emit('blur', preventable({}))
    this.focused = false
  }

  /** A hidden window becomes visible by it, as a minimised one. */
  minimize(): void {
    this.visible = true
    this.minimized = true
    this.webContents.withPage((page) => page.setState('minimized'))
    this.blur()
    this.self.emit('minimize')
  }

  /** On Wayland the window stays minimised: xdg-shell has no request to restore it. */
  restore(): void {
    if (runtime().switches.get('ozone-platform') === 'wayland') return
    this.minimized = false
    this.maximized = false
    this.webContents.withPage((page) => page.setState('normal'))
    this.self.emit('restore')
  }

  maximize(): void {
    this.maximized = true
    this.self.emit('maximize')
  }

  unmaximize(): void {
    this.maximized = false
    this.self.emit('unmaximize')
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

  isMaximized(): boolean {
    return this.maximized
  }

  isFullScreen(): boolean {
    return false
  }

  isDestroyed(): boolean {
    return this.destroyed
  }

  getBounds(): Rectangle {
    return { ...this.bounds }
  }

  getNormalBounds(): Rectangle {
    return { ...this.bounds }
  }

  getContentBounds(): Rectangle {
    return { ...this.bounds }
  }

  getSize(): number[] {
    return [this.bounds.width, this.bounds.height]
  }

  setBounds(bounds: Partial<Rectangle>): void {
    this.bounds = { ...this.bounds, ...bounds }
    this.bounds.width = Math.max(this.bounds.width, this.least.width)
    this.bounds.height = Math.max(this.bounds.height, this.least.height)
    this.webContents.withPage((page) => page.resize(this.bounds))
    this.self.emit('resize')
    this.self.emit('resized')
  }

  setSize(width: number, height: number): void {
    this.setBounds({ width, height })
  }

  getTitle(): string {
    return this.title
  }

  setTitle(title: string): void {
    this.title = title
  }

  setBackgroundColor(hex: string): void {
    this.webContents.withPage((page) => page.paintBackground(hex))
  }

  /** Asks first: a listener of `close` may prevent it. */
  close(): void {
    if (this.destroyed || prevented(this.self, 'close')) return
    this.destroy()
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

function checkOptions({ webPreferences = {}, ...options }: BrowserWindowConstructorOptions): void {
  for (const name of Object.keys(options)) {
    if (!KNOWN_OPTIONS.has(name)) throw new MissingPart(`BrowserWindow option ${name}`)
  }
  for (const [name, safe] of Object.entries(SAFE)) {
    const asked = webPreferences[name as keyof typeof SAFE]
    if (asked !== undefined && asked !== safe) throw new MissingPart(`webPreferences.${name}: ${String(asked)}`)
  }
}
