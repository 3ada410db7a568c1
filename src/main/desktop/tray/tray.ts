/** The tray icon. Linux requires that its menu is set again after every change. */
import { Menu, Tray, type MenuItemConstructorOptions } from 'electron'
import { oneLine } from '../../../shared/i18n/format.ts'
import type { Clock } from '../../core/ports/index.ts'
import { escaped } from '../menu.ts'
import type { TrayHost } from './tray-host.ts'
import { createTrayPictures } from './tray-icons.ts'
import type { AccountLine, TrayAction, TrayContent, TrayLine } from './tray-menu.ts'

/** Events often come in groups. One redraw handles them all. */
const DEBOUNCE_MS = 50
/** The menu shows the age of its data, so it is redrawn this often. */
const AGE_MS = 60_000

export interface TrayActions extends Record<TrayAction, () => void> {
  openInvoice: (accountId: string, key: string) => void
  switchAccount: (id: string) => void
}

export interface TrayParts {
  host: TrayHost
  actions: TrayActions
  content: () => Promise<TrayContent>
  clock: Clock
  report: (error: unknown) => void
}

/** Call after ready. The icon appears once it is known whether there is a panel, to notice one that starts later. */
export function createTray({ host, actions, content, clock, report }: TrayParts) {
  const mac = process.platform === 'darwin'
  const pictures = createTrayPictures(process.platform)
  /** A reference, because a garbage-collected icon vanishes from the panel. */
  let tray: Tray | null = null
  let shown = ''
  let marked = false
  let draws = 0
  let cancelTimer = (): void => undefined

  const make = (): void => {
    tray?.destroy()
    tray = new Tray(pictures.now().plain)
    // On macOS a click opens the menu; elsewhere it means "open".
    if (!mac) tray.on('click', actions.open)
    shown = ''
    draw()
  }
  const showPicture = (): void => tray?.setImage(marked ? pictures.now().marked : pictures.now().plain)
  const show = (next: TrayContent): void => {
    const same = JSON.stringify(next)
    if (!tray || same === shown) return
    shown = same
    marked = next.marked
    showPicture()
    tray.setToolTip(oneLine(next.tooltip))
    tray.setContextMenu(Menu.buildFromTemplate(next.lines.map((line) => item(line, does))))
  }
  const draw = (): void => {
    if (!tray) return
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

  pictures.onChange(showPicture)
  void host.present().then(() => {
    make()
    // Chromium drops an icon that finds no panel. An icon that has found one registers with every later panel.
    let foundPanel = host.known()
    host.onChange(() => {
      if (foundPanel || !host.known()) return
      foundPanel = true
      make()
    })
  })
  return {
    /** Redraws soon: the content may have changed. */
    stale: (): void => plan(DEBOUNCE_MS),
    /** Redraws now, to hide the content. */
    redraw: draw
  }
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
