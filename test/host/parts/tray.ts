/** `Tray`: its tooltip and menu are kept for a test to see and click. */
import type { Tray as ElectronTray } from 'electron'
import { KnownEmitter, strict, preventable } from '../strict.ts'
import { needsReady } from '../runtime.ts'
import { BrowserWindow } from './browser-window.ts'
import type { Menu } from './menu.ts'
import type { NativeImage } from './native-image.ts'

const trays = new Set<Tray>()

/** The newest tray that lives. */
export const currentTray = (): Tray | null => [...trays].at(-1) ?? null

export class Tray extends KnownEmitter implements Pick<ElectronTray, 'setToolTip' | 'destroy'> {
  private title = ''
  private tooltip = ''
  private menu: Menu | null = null

  constructor(image: NativeImage) {
    needsReady('Tray')
    super('Tray', ['click'])
    this.setImage(image)
    const self = strict('Tray', this)
    trays.add(self)
    return self
  }

  setImage(image: NativeImage): void {
    if (image.isEmpty()) throw new Error('A Tray with an empty image would be invisible.')
  }

  setToolTip(text: string): void {
    this.tooltip = text
  }

  /** Only macOS shows it. */
  setTitle(title: string, options?: { fontType?: string }): void {
    if (typeof title !== 'string') throw new TypeError('Error processing argument at index 0')
    const { fontType = 'monospaced' } = options ?? {}
    if (fontType !== 'monospaced' && fontType !== 'monospacedDigit') {
      throw new TypeError("fontType must be one of 'monospaced' or 'monospacedDigit'")
    }
    if (process.platform === 'darwin') this.title = title
  }

  setContextMenu(menu: Menu | null): void {
    this.menu = menu
  }

  destroy(): void {
    trays.delete(this)
  }

  /** What the user sees of it. Not part of Electron. */
  shown(): { title: string; tooltip: string; menu: Menu | null } {
    return { title: this.title, tooltip: this.tooltip, menu: this.menu }
  }

  /** The user clicked the icon. On Windows the taskbar takes the focus first. Not part of Electron. */
  activate(): void {
    if (process.platform === 'win32') BrowserWindow.deactivate()
    this.emit('click', preventable({}), { x: 0, y: 0, width: 16, height: 16 }, { x: 0, y: 0 })
  }
}
