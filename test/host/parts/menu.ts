/** `Menu` and `MenuItem`: kept as data, clicked by a test or by their keys. */
import type { MenuItem as ElectronItem, MenuItemConstructorOptions } from 'electron'
import { KnownEmitter, strict, MissingPart, preventable } from '../strict.ts'
import { runtime } from '../runtime.ts'

type Template = MenuItemConstructorOptions
type Click = NonNullable<Template['click']>

/** Roles whose action the host has; the editing roles are Chromium's own doing. */
const ROLES = new Set([
  ...['quit', 'close', 'reload', 'minimize', 'togglefullscreen', 'resetZoom', 'zoomIn', 'zoomOut', 'about', 'hide'],
  ...['undo', 'redo', 'cut', 'copy', 'paste', 'pasteAndMatchStyle', 'delete', 'selectAll'],
  ...['appMenu', 'editMenu', 'viewMenu', 'windowMenu', 'fileMenu', 'help', 'window', 'hideOthers', 'unhide', 'front'],
  ...['services', 'zoom', 'forceReload', 'toggleDevTools']
])

export class MenuItem implements Pick<ElectronItem, 'label' | 'enabled' | 'visible' | 'checked'> {
  readonly id: string
  readonly type: NonNullable<Template['type']>
  readonly role: Template['role']
  readonly accelerator: string | undefined
  readonly submenu: Menu | undefined
  readonly click: Click | undefined
  label: string
  sublabel: string
  toolTip: string
  enabled: boolean
  visible: boolean
  checked: boolean
  /** Of radio items: those beside it, of which one is marked. Not part of Electron. */
  group: MenuItem[] = [this]

  constructor(options: Template) {
    if (options.role && !ROLES.has(options.role)) throw new MissingPart(`menu role ${options.role}`)
    const { submenu } = options
    this.id = options.id ?? ''
    this.role = options.role
    this.accelerator = options.accelerator
    this.submenu = Array.isArray(submenu) ? Menu.buildFromTemplate(submenu) : (submenu as Menu | undefined)
    this.type = options.type ?? (this.submenu ? 'submenu' : 'normal')
    this.click = options.click
    this.label = options.label ?? options.role ?? ''
    this.sublabel = options.sublabel ?? ''
    this.toolTip = options.toolTip ?? ''
    this.enabled = options.enabled ?? true
    this.visible = options.visible ?? true
    this.checked = options.checked ?? false
  }

  /** The person chose it. Not part of Electron. */
  activate(): void {
    if (!this.enabled) throw new Error(`The menu item "${this.label}" is disabled.`)
    if (this.type === 'checkbox') this.checked = !this.checked
    if (this.type === 'radio') for (const item of this.group) item.checked = item === this
    if (this.click) this.click(this as never, undefined, preventable({ triggeredByAccelerator: false }))
    else if (this.role) runtime().events.emit('role', this.role)
  }
}

export class Menu extends KnownEmitter {
  private static application: Menu | null = null
  readonly items: MenuItem[] = []

  constructor() {
    super('Menu', ['menu-will-show', 'menu-will-close'])
    return strict('Menu', this)
  }

  static buildFromTemplate(template: (Template | MenuItem)[]): Menu {
    const menu = new Menu()
    for (const item of template) menu.append(item instanceof MenuItem ? item : new MenuItem(item))
    return menu
  }

  static setApplicationMenu(menu: Menu | null): void {
    Menu.application = menu
  }

  static getApplicationMenu(): Menu | null {
    return Menu.application
  }

  append(item: MenuItem): void {
    const before = this.items.at(-1)
    if (item.type === 'radio' && before?.type === 'radio') {
      item.group = before.group
      item.group.push(item)
    }
    this.items.push(item)
  }

  getMenuItemById(id: string): MenuItem | null {
    for (const item of this.items) {
      const found = item.id === id ? item : item.submenu?.getMenuItemById(id)
      if (found) return found
    }
    return null
  }
}

/** A menu as a test sees it. `&&` is how a plain & is written in a label. */
export interface MenuLine {
  label: string
  type: string
  enabled: boolean
  checked: boolean
  accelerator: string | null
  submenu: MenuLine[] | null
}

const plain = (label: string): string => label.replaceAll('&&', '\0').replaceAll('&', '').replaceAll('\0', '&')

export const listMenu = (menu: Menu): MenuLine[] =>
  menu.items
    .filter(({ visible }) => visible)
    .map(({ label, type, enabled, checked, accelerator, submenu }) => ({
      label: plain(label),
      type,
      enabled,
      checked,
      accelerator: accelerator ?? null,
      submenu: submenu ? listMenu(submenu) : null
    }))

/** Chooses the item under these labels. @throws Error naming what is there, if it isn't */
export function chooseItem(menu: Menu, [label, ...deeper]: string[]): void {
  const item = menu.items.find((each) => each.visible && plain(each.label) === label)
  if (!item) throw new Error(`No menu item "${label}" among: ${menu.items.map((each) => each.label).join(', ')}`)
  if (deeper.length === 0) item.activate()
  else if (item.submenu) chooseItem(item.submenu, deeper)
  else throw new Error(`The menu item "${label}" has no submenu.`)
}
