/** The tray icon. Linux requires that its menu is set again after every change. */
import { Menu, Tray, type MenuItemConstructorOptions, type NativeImage } from 'electron'
import { oneLine } from '../../../shared/i18n/format.ts'
import type { Clock } from '../../ports/index.ts'
import { escaped } from '../menu.ts'
import type { TrayHost } from './tray-host.ts'
import { createTrayPictures } from './tray-icons.ts'
import type { TrayAccount, TrayAction, TrayContent, TrayLine } from './tray-menu.ts'

/** From the first of a group of events; one redraw handles them all. */
const GROUP_MS = 50
/** The menu shows the age of its data, so it is redrawn this often. */
const AGE_MS = 60_000

export interface TrayActions extends Record<TrayAction, () => void> {
  openInvoice: (accountId: string, key: string) => void
  openPlans: (accountId: string) => void
  switchAccount: (id: string) => void
  toggleWindow: () => void
}

export interface TrayParts {
  host: Pick<TrayHost, 'isPresent' | 'isKnown' | 'onChange'>
  actions: TrayActions
  content: () => Promise<TrayContent>
  clock: Clock
  report: (error: unknown) => void
}

/** Create it after ready. The icon appears once it is known whether there is a panel, to notice one that starts later. */
export class TrayIcon {
  readonly #parts: TrayParts
  readonly #actions: TrayActions
  readonly #pictures = createTrayPictures(process.platform)
  /** A reference, because a garbage-collected icon vanishes from the panel. */
  #tray: Tray | null = null
  #shown = ''
  /** Setting the same one again takes as long as another. */
  #picture: NativeImage | null = null
  #isMarked = false
  #draws = 0
  #isDrawing = false
  #isDue = false
  #cancelTimer: () => void = () => undefined

  constructor(parts: TrayParts) {
    this.#parts = parts
    this.#actions = { ...parts.actions, switchAccount: (id) => this.#switchAccount(id) }
    this.#pictures.onChange(() => this.#showPicture())
    void this.#start()
  }

  /** Redraws soon: the content may have changed. Later events put it off no further, and a draw under way is shown first. */
  redrawSoon(): void {
    if (this.#isDue) return
    this.#isDue = true
    if (!this.#isDrawing) this.#redrawAfter(GROUP_MS)
  }

  /** Redraws now, to hide the content. */
  redraw(): void {
    if (!this.#tray) return
    this.#redrawAfter(AGE_MS)
    this.#isDue = false
    this.#isDrawing = true
    const draw = ++this.#draws
    // A newer draw may have started meanwhile.
    const isLatest = (): boolean => draw === this.#draws
    this.#parts
      .content()
      .then((content) => isLatest() && this.#show(content))
      .catch(this.#parts.report)
      .finally(() => {
        if (!isLatest()) return
        this.#isDrawing = false
        if (this.#isDue) this.#redrawAfter(GROUP_MS)
      })
  }

  async #start(): Promise<void> {
    const { host } = this.#parts
    await host.isPresent()
    this.#makeIcon()
    // Chromium drops an icon that finds no panel. An icon that has found one registers with every later panel
    // (status_icon_linux_dbus.cc), and a new one would flicker and close an open menu.
    let hasFoundPanel = host.isKnown()
    host.onChange(() => {
      if (hasFoundPanel || !host.isKnown()) return
      hasFoundPanel = true
      this.#makeIcon()
    })
  }

  #makeIcon(): void {
    this.#tray?.destroy()
    this.#picture = this.#pictures.current().plain
    this.#tray = new Tray(this.#picture)
    // On macOS a click opens the menu.
    if (process.platform !== 'darwin') this.#tray.on('click', this.#actions.toggleWindow)
    this.#shown = ''
    this.redraw()
  }

  #show(content: TrayContent): void {
    const shown = JSON.stringify(content)
    if (!this.#tray || shown === this.#shown) return
    this.#shown = shown
    this.#isMarked = content.marked
    this.#showPicture()
    // It reads ANSI colour codes (tray_icon_cocoa.mm), of which oneLine leaves no control character.
    if (process.platform === 'darwin') this.#tray.setTitle(oneLine(content.title), { fontType: 'monospacedDigit' })
    this.#tray.setToolTip(oneLine(content.tooltip))
    this.#tray.setContextMenu(Menu.buildFromTemplate(content.lines.map((line) => item(line, this.#actions))))
  }

  #showPicture(): void {
    const { plain, marked } = this.#pictures.current()
    const picture = this.#isMarked ? marked : plain
    if (picture === this.#picture) return
    this.#picture = picture
    this.#tray?.setImage(picture)
  }

  #switchAccount(id: string): void {
    // The system has already moved the radio mark, so the menu must be set again even without a switch.
    this.#shown = ''
    this.#parts.actions.switchAccount(id)
    this.redrawSoon()
  }

  #redrawAfter(ms: number): void {
    this.#cancelTimer()
    this.#cancelTimer = this.#parts.clock.after(ms, () => this.redraw())
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
    case 'plan':
      return { label: escaped(line.label), click: () => actions.openPlans(line.account) }
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

function accountItem(line: TrayAccount, all: TrayAccount[], actions: TrayActions): MenuItemConstructorOptions {
  return {
    label: escaped(line.label),
    // Electron always checks one of several radio items, so one account has to be shown.
    type: all.some(({ checked }) => checked) ? 'radio' : 'normal',
    checked: line.checked,
    click: () => actions.switchAccount(line.id)
  }
}
