/** `Menu`: kept as data, clicked by a test or by its keys. */
import type { MenuItemConstructorOptions, PopupOptions } from 'electron'
import { strict, MissingPart, preventable } from '../strict.ts'
import { runtime } from '../runtime.ts'
import type { KeyPress } from './page.ts'

type Template = MenuItemConstructorOptions

const POPUP_OPTIONS = ['x', 'y', 'sourceType']

const mac = (): boolean => process.platform === 'darwin'

/** The roles that exist here. Of Electron's submenus only the items that do something here (lib/browser/api/menu-item-roles.ts). */
const ROLES: Record<string, () => Template> = {
  quit: () => (process.platform === 'win32' ? {} : { accelerator: 'CmdOrCtrl+Q' }),
  close: () => ({ accelerator: 'CmdOrCtrl+W' }),
  // Elsewhere Chromium takes its key (`registerAccelerator: false`).
  paste: () => (mac() ? { accelerator: 'CmdOrCtrl+V' } : {}),
  undo: () => ({}),
  redo: () => ({}),
  cut: () => ({}),
  copy: () => ({}),
  delete: () => ({}),
  selectAll: () => ({}),
  minimize: () => ({}),
  zoom: () => ({}),
  front: () => ({}),
  togglefullscreen: () => ({}),
  resetZoom: () => ({}),
  zoomIn: () => ({}),
  zoomOut: () => ({}),
  services: () => ({}),
  hide: () => ({}),
  hideOthers: () => ({}),
  unhide: () => ({}),
  help: () => ({}),
  appMenu: () => ({ submenu: [{ role: 'quit' }] }),
  fileMenu: () => ({ submenu: [{ role: mac() ? 'close' : 'quit' }] }),
  editMenu: () => ({ submenu: [{ role: 'paste' }] }),
  windowMenu: () => ({ submenu: mac() ? [] : [{ role: 'close' }] })
}

class MenuItem {
  readonly type: NonNullable<Template['type']>
  readonly role: Template['role']
  readonly accelerator: string | undefined
  readonly submenu: Menu | undefined
  readonly click: Template['click']
  readonly label: string
  readonly enabled: boolean
  checked: boolean
  /** Of radio items: those beside it, of which one is marked. */
  group: MenuItem[] = [this]

  constructor({ role, type, click, label, enabled = true, checked = false, ...own }: Template) {
    const defaults = role ? ROLES[role]?.() : {}
    if (!defaults) throw new MissingPart(`menu role ${role}`)
    const { accelerator, submenu } = { ...defaults, ...own }
    this.role = role
    this.accelerator = accelerator
    this.submenu = Array.isArray(submenu) ? Menu.buildFromTemplate(submenu) : undefined
    this.type = type ?? (this.submenu ? 'submenu' : 'normal')
    this.click = click
    this.label = label ?? role ?? ''
    this.enabled = enabled
    this.checked = checked
  }

  /** The user chose it. */
  activate(): void {
    if (!this.enabled) throw new Error(`The menu item "${this.label}" is disabled.`)
    if (this.type === 'radio') for (const item of this.group) item.checked = item === this
    if (this.click) this.click(this as never, undefined, preventable({ triggeredByAccelerator: false }))
    else if (this.role) runtime().events.emit('role', this.role)
  }
}

export class Menu {
  private static application: Menu | null = null
  /** The one that is open over a page. */
  private static open: Menu | null = null
  /** Otherwise Electron has set its own menu, with developer tools (lib/browser/default-menu.ts). */
  static wasSet = false
  readonly items: MenuItem[] = []

  constructor() {
    return strict('Menu', this)
  }

  static buildFromTemplate(template: Template[]): Menu {
    const menu = new Menu()
    for (const options of template) {
      const item = new MenuItem(options)
      const before = menu.items.at(-1)
      if (item.type === 'radio' && before?.type === 'radio') {
        item.group = before.group
        item.group.push(item)
      }
      menu.items.push(item)
    }
    return menu
  }

  static setApplicationMenu(menu: Menu | null): void {
    Menu.wasSet = true
    // On macOS null leaves the menu that is there (lib/browser/api/menu.ts).
    if (menu || !mac()) Menu.application = menu
  }

  popup(options: PopupOptions = {}): void {
    for (const name of Object.keys(options)) {
      if (!POPUP_OPTIONS.includes(name)) throw new MissingPart(`option ${name} of Menu.popup`)
    }
    Menu.open = this
  }

  /** The menu over a page, which closes with the choice. Not part of Electron. */
  static getOpen(): Menu | null {
    return Menu.open
  }

  /** Not part of Electron. */
  static close(): void {
    Menu.open = null
  }

  /** Not part of what src/ uses. */
  static getApplicationMenu(): Menu | null {
    return Menu.application
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
  menu.items.map(({ label, type, enabled, checked, accelerator, submenu }) => ({
    label: plain(label),
    type,
    enabled,
    checked,
    accelerator: accelerator ?? null,
    submenu: submenu ? listMenu(submenu) : null
  }))

/** Chooses the item under these labels. @throws Error naming what is there, if it isn't */
export function chooseItem(menu: Menu, [label, ...deeper]: string[]): void {
  const item = menu.items.find((each) => plain(each.label) === label)
  if (!item) throw new Error(`No menu item "${label}" among: ${menu.items.map((each) => each.label).join(', ')}`)
  if (deeper.length === 0) item.activate()
  else if (item.submenu) chooseItem(item.submenu, deeper)
  else throw new Error(`The menu item "${label}" has no submenu.`)
}

/** @param accelerator Electron's spelling, such as "CmdOrCtrl+Shift+R" */
export function matches(accelerator: string, press: KeyPress, platform: NodeJS.Platform = process.platform): boolean {
  const parts = accelerator.toLowerCase().split('+')
  const key = parts.pop() ?? ''
  const mac = platform === 'darwin'
  const either = parts.includes('cmdorctrl')
  return (
    press.control === (parts.includes('control') || (either && !mac)) &&
    press.meta === (either && mac) &&
    press.shift === parts.includes('shift') &&
    press.alt === parts.includes('alt') &&
    (press.key.toLowerCase() === key || press.code.toLowerCase() === `digit${key}`)
  )
}

const applicationItems = (): MenuItem[] =>
  (Menu.getApplicationMenu()?.items ?? []).flatMap((item) => [item, ...(item.submenu?.items ?? [])])

/** Keys of the application menu. */
export const listKeys = (): string[] => applicationItems().flatMap(({ accelerator }) => accelerator ?? [])

/** A press that the page left unused. */
export const pressAccelerator = (press: KeyPress): void =>
  applicationItems()
    .find(({ enabled, accelerator }) => enabled && accelerator !== undefined && matches(accelerator, press))
    ?.activate()
