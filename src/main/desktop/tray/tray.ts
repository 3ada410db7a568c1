/** The tray icon. Its menu is made anew and set again after every change, which Linux needs. */
import { Menu, Tray, type MenuItemConstructorOptions } from 'electron'
import { oneLine } from '../../../shared/i18n/format.ts'
import type { Clock } from '../../core/ports/index.ts'
import { escaped } from '../menu/menu-template.ts'
import type { AccountLine, TrayAction, TrayContent, TrayLine } from './tray-menu.ts'
import { createTrayPictures } from './tray-icons.ts'

/** Many pushes come together; the menu is made once for all of them. */
const TOGETHER_MS = 50
/** The menu says how old its answer is; made anew this often so that the age stays true. */
const AGE_MS = 60_000

/** What the lines of the menu do. */
export interface TrayActions extends Record<TrayAction, () => void> {
  /** Opens that account, and shows one of its invoices. */
  openInvoice: (accountId: string, key: string) => void
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
  /** Makes the icon again. Call when the first panel comes that was not there when the icon was made. */
  renew(): void
}

/** Call after ready. The returned object must be kept: a collected Tray vanishes from the panel. */
export function createTray({ actions, content, clock, report }: TrayParts): TrayIcon {
  const mac = process.platform === 'darwin'
  const pictures = createTrayPictures(process.platform)
  const make = (): Tray => {
    const made = new Tray(pictures.now().plain)
    // On macOS a click opens the menu; elsewhere it means "open".
    if (!mac) made.on('click', actions.open)
    return made
  }
  let tray = make()
  let shown = ''
  let marked = false
  let draws = 0

  const showPicture = (): void => {
    const { plain, marked: withMark } = pictures.now()
    tray.setImage(marked ? withMark : plain)
  }
  pictures.onChange(showPicture)
  const show = (seen: TrayContent): void => {
    const same = JSON.stringify(seen)
    if (same === shown) return
    shown = same
    marked = seen.marked
    showPicture()
    tray.setToolTip(oneLine(seen.tooltip))
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
      return { label: escaped(line.label), click: () => actions.openInvoice(line.account, line.key) }
    case 'group':
      return { label: escaped(line.label), submenu: line.lines.map((one) => item(one, actions)) }
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
