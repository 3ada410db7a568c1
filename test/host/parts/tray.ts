/** `Tray`: its tooltip, picture and menu are kept for a test to see and click. */
import type { Tray as ElectronTray } from 'electron'
import { KnownEmitter, strict, preventable } from '../strict.ts'
import { needsReady } from '../runtime.ts'
import type { Menu } from './menu.ts'
import type { NativeImage } from './native-image.ts'
import { nativeImage } from './native-image.ts'

const trays = new Set<Tray>()

/** The newest tray that lives. */
export const currentTray = (): Tray | null => [...trays].at(-1) ?? null

export class Tray extends KnownEmitter implements Pick<ElectronTray, 'setToolTip' | 'destroy' | 'isDestroyed'> {
  private image: NativeImage
  private tooltip = ''
  private menu: Menu | null = null

  constructor(image: NativeImage | string) {
    needsReady('Tray')
    super('Tray', ['click', 'right-click', 'double-click', 'mouse-enter', 'mouse-leave', 'mouse-move'])
    this.image = toImage(image)
    const self = strict('Tray', this)
    trays.add(self)
    return self
  }

  setImage(image: NativeImage | string): void {
    this.image = toImage(image)
  }

  setToolTip(text: string): void {
    this.tooltip = text
  }

  setContextMenu(menu: Menu | null): void {
    this.menu = menu
  }

  setTitle(_title: string): void {}

  destroy(): void {
    trays.delete(this)
  }

  isDestroyed(): boolean {
    return !trays.has(this)
  }

  /** What the person sees of it. Not part of Electron. */
  shown(): { tooltip: string; menu: Menu | null; image: NativeImage } {
    return { tooltip: this.tooltip, menu: this.menu, image: this.image }
  }

  /** The person clicked the icon. Not part of Electron. */
  activate(): void {
    this.emit('click', preventable({}), { x: 0, y: 0, width: 16, height: 16 }, { x: 0, y: 0 })
  }
}

function toImage(image: NativeImage | string): NativeImage {
  const made = typeof image === 'string' ? nativeImage.createFromPath(image) : image
  if (made.isEmpty()) throw new Error('A Tray with an empty image would be invisible.')
  return made
}
