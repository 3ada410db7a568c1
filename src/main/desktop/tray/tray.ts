/** The tray icon. Linux requires that its menu is set again after every change. */
import { Menu, Tray, type MenuItemConstructorOptions } from 'electron'
import { oneLine } from '../../../shared/i18n/format.ts'
import type { Clock } from '../../core/ports/index.ts'
import { escaped } from '../menu/menu-template.ts'
import type { AccountLine, TrayAction, TrayContent, TrayLine } from './tray-menu.ts'
import { createTrayPictures } from './tray-icons.ts'

/** Events often come in groups. One redraw handles them all. */
const DEBOUNCE_MS = 50
/** The menu shows the age of its data, so it is redrawn this often. */
const AGE_MS = 60_000

/** Actions of the menu's lines. */
export interface TrayActions extends Record<TrayAction, () => void> {
  /** Opens that account, and shows one of its invoices. */
  openInvoice: (accountId: string, key: string) => void
  /** Opens that account; one that is signed out leads to its sign-in. */
  switchAccount: (id: string) => void
}

export interface TrayParts {
  actions: TrayActions
  /** The current content. */
  content: () => Promise<TrayContent>
  clock: Clock
  report: (error: unknown) => void
}

export interface TrayIcon {
  /** Redraws soon: the content may have changed. */
  stale(): void
  /** Redraws now, to hide the content. */
  redraw(): void
  /** Creates the icon again. Call when the first panel starts after the icon was created. */
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
  const show = (next: TrayContent): void => {
    const same = JSON.stringify(next)
    if (same === shown) return
    shown = same
    marked = next.marked
    showPicture()
    tray.setToolTip(oneLine(next.tooltip))
    tray.setContextMenu(Menu.buildFromTemplate(next.lines.map((line) => item(line, does))))
  }

  let cancelTimer = (): void => undefined
  const draw = (): void => {
    plan(AGE_MS)
    const draw = ++draws
    content()
      .then((next) => {
        // A newer draw has already started.
        if (draw === draws) show(next)
      })
      .catch(report)
  }
  const plan = (ms: number): void => {
    cancelTimer()
    cancelTimer = clock.after(ms, draw)
  }
  const does: TrayActions = {
    ...actions,
    switchAccount(id) {
      // The system has already moved the radio mark, so the menu must be set again even without a switch.
      shown = ''
      actions.switchAccount(id)
      plan(DEBOUNCE_MS)
    }
  }
  draw()
  const renew = (): void => {
    tray.destroy()
    tray = make()
    shown = ''
    draw()
  }
  return { stale: () => plan(DEBOUNCE_MS), redraw: draw, renew }
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
    // Electron always checks one of several radio items, so they need an open account.
    type: all.some(({ checked }) => checked) ? 'radio' : 'normal',
    checked: line.checked,
    click: () => actions.switchAccount(line.id)
  }
}
