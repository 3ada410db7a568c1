/** The tray icon. Its menu is made anew and set again after every change, which Linux needs. */
import { Menu, nativeImage, Tray, type MenuItemConstructorOptions, type NativeImage } from 'electron'
import icon from './icons/tray.png?asset'
import icon2x from './icons/tray@2x.png?asset'
import iconOpen from './icons/tray-open.png?asset'
import iconOpen2x from './icons/tray-open@2x.png?asset'
import iconOpenTemplate from './icons/tray-open-template.png?asset'
import iconOpenTemplate2x from './icons/tray-open-template@2x.png?asset'
import iconTemplate from './icons/tray-template.png?asset'
import iconTemplate2x from './icons/tray-template@2x.png?asset'
import type { Clock } from '../core/ports.ts'
import { escaped } from './menu-template.ts'
import type { AccountLine, TrayContent, TrayLine } from './tray-lines.ts'

/** Many pushes come together; the menu is made once for all of them. */
const TOGETHER_MS = 50
/** The menu says how old its answer is; made anew this often so that the age stays true. */
const AGE_MS = 60_000

export interface TrayActions {
  refresh: () => void
  open: () => void
  quit: () => void
  openInvoice: (key: string) => void
  /** Opens that account; one that is signed out leads to its sign-in. */
  switchAccount: (id: string) => void
}

export interface TrayParts {
  actions: TrayActions
  /** What the tray says now. */
  content: () => Promise<TrayContent>
  clock: Clock
  report: (error: unknown) => void
}

export interface TrayIcon {
  /** What it shows may have changed. */
  stale(): void
  /** What it shows is to be out of sight. */
  redraw(): void
  /** A panel came that was not there when the icon was made: one that was refused then is not tried again by itself. */
  renew(): void
}

/** Call after ready. The returned object must be kept: a collected Tray vanishes from the panel. */
export function createTray({ actions, content, clock, report }: TrayParts): TrayIcon {
  const mac = process.platform === 'darwin'
  const plain = mac ? image(iconTemplate, iconTemplate2x, true) : image(icon, icon2x, false)
  const marked = mac ? image(iconOpenTemplate, iconOpenTemplate2x, true) : image(iconOpen, iconOpen2x, false)
  const make = (): Tray => {
    const made = new Tray(plain)
    // On macOS a click opens the menu; elsewhere it means "open".
    if (!mac) made.on('click', actions.open)
    return made
  }
  let tray = make()
  let shown = ''
  let draws = 0

  const show = (seen: TrayContent): void => {
    const same = JSON.stringify(seen)
    if (same === shown) return
    shown = same
    tray.setImage(seen.marked ? marked : plain)
    tray.setToolTip(seen.tooltip)
    tray.setContextMenu(Menu.buildFromTemplate(seen.lines.map((line) => item(line, does))))
  }

  let callOff = (): void => undefined
  const draw = (): void => {
    plan(AGE_MS)
    const draw = ++draws
    content()
      .then((seen) => {
        // One that took longer is not newer.
        if (draw === draws) show(seen)
      })
      .catch(report)
  }
  const plan = (ms: number): void => {
    callOff()
    callOff = clock.after(ms, draw)
  }
  const does: TrayActions = {
    ...actions,
    switchAccount(id) {
      // The system has moved the mark already: the menu is made anew even if nothing comes of it.
      shown = ''
      actions.switchAccount(id)
      plan(TOGETHER_MS)
    }
  }
  draw()
  const renew = (): void => {
    tray.destroy()
    tray = make()
    shown = ''
    draw()
  }
  return { stale: () => plan(TOGETHER_MS), redraw: draw, renew }
}

function item(line: TrayLine, actions: TrayActions): MenuItemConstructorOptions {
  switch (line.kind) {
    case 'separator':
      return { type: 'separator' }
    case 'note':
      return { label: escaped(line.label), enabled: false }
    case 'invoice':
      return { label: escaped(line.label), click: () => actions.openInvoice(line.key) }
    case 'accounts':
      return {
        label: escaped(line.label),
        submenu: line.accounts.map((one) => accountItem(one, line.accounts, actions))
      }
    case 'action':
      return { label: escaped(line.label), enabled: line.enabled, click: () => actions[line.action]() }
  }
}

function accountItem(line: AccountLine, all: AccountLine[], actions: TrayActions): MenuItemConstructorOptions {
  return {
    label: escaped(line.label),
    // Of radio items Electron marks one, whether or not it is told to: only where one is open.
    type: all.some(({ checked }) => checked) ? 'radio' : 'normal',
    checked: line.checked,
    click: () => actions.switchAccount(line.id)
  }
}

function image(path: string, path2x: string, template: boolean): NativeImage {
  const made = nativeImage.createFromPath(path)
  made.addRepresentation({ scaleFactor: 2, dataURL: nativeImage.createFromPath(path2x).toDataURL() })
  made.setTemplateImage(template)
  return made
}
