import { Menu, type MenuItemConstructorOptions } from 'electron'
import { cut, oneLine } from '../../shared/i18n/format.ts'
import { language, t } from '../../shared/i18n/translate.ts'
import { hasView, MOST_SHORTCUTS, type AccountChoice, type ViewFacts } from '../../shared/models/account.ts'

export interface MenuState extends ViewFacts {
  /** While locked, the menu shows no account names and only standard items. */
  locked: boolean
  lockEnabled: boolean
  accounts: AccountChoice[]
  hasUpdates: boolean
}

export interface MenuActions {
  goTo: (path: string) => void
  refresh: () => void
  switchAccount: (id: string) => void
  lockNow: () => void
  checkForUpdates: () => void
}

const LONGEST_LABEL = 60
/** In the order of the page's rail. */
const VIEWS = ['overview', 'catalogue', 'invoices', 'profile', 'plans'] as const
const separator = { type: 'separator' } as const

/** The application menu with each system's usual shortcuts. It is set again after every change. */
export class AppMenu {
  readonly #read: () => MenuState
  readonly #actions: MenuActions
  #shown = ''

  constructor(read: () => MenuState, actions: MenuActions) {
    this.#read = read
    this.#actions = { ...actions, switchAccount: (id) => this.#switchAccount(id, actions) }
    this.update()
  }

  /** Sets the menu again if its content has changed. */
  update(): void {
    const state = this.#read()
    const shown = JSON.stringify([state, language.tag])
    if (shown === this.#shown) return
    this.#shown = shown
    const template = menuTemplate(state, this.#actions, process.platform === 'darwin')
    Menu.setApplicationMenu(Menu.buildFromTemplate(template))
  }

  #switchAccount(id: string, { switchAccount }: MenuActions): void {
    switchAccount(id)
    // The system has already moved the radio mark, so the menu must be set again even without a switch.
    this.#shown = ''
    this.update()
  }
}

export function menuTemplate(state: MenuState, actions: MenuActions, mac: boolean): MenuItemConstructorOptions[] {
  const { locked } = state
  const help = locked ? [] : helpItems(state, actions, mac)
  return [
    ...(mac ? [macAppMenu(state, actions)] : []),
    {
      label: t('tray.menu.file'),
      submenu: [
        ...(locked ? [] : [...fileItems(state, actions), separator]),
        mac ? roleItem('close') : roleItem('quit')
      ]
    },
    { label: t('tray.menu.edit'), role: 'editMenu', submenu: editItems() },
    {
      label: t('tray.menu.view'),
      submenu: [
        ...(locked ? [] : [...viewItems(state, actions), separator]),
        roleItem('resetZoom'),
        roleItem('zoomIn'),
        // Electron reads the role's `Plus` as Shift and = (`KeyboardCodeFromStr` in keyboard_util.cc, electron#15496).
        { ...roleItem('zoomIn'), accelerator: 'CmdOrCtrl+=', visible: false },
        roleItem('zoomOut'),
        roleItem('togglefullscreen')
      ]
    },
    ...(locked ? [] : [{ label: t('tray.menu.accounts'), submenu: accountItems(state.accounts, actions) }]),
    ...(mac ? [windowMenu()] : []),
    ...(help.length > 0 ? [{ label: t('tray.menu.help'), role: 'help', submenu: help } as const] : [])
  ]
}

const aboutItem = ({ goTo }: MenuActions): MenuItemConstructorOptions => ({
  label: t('tray.menu.about'),
  click: () => goTo('/about')
})

const diagnosticsItem = ({ goTo }: MenuActions): MenuItemConstructorOptions => ({
  label: t('tray.menu.diagnostics'),
  click: () => goTo('/diagnostics')
})

/** In a build without an update feed there is nothing to check. */
const updateItems = ({ hasUpdates }: MenuState, { checkForUpdates }: MenuActions): MenuItemConstructorOptions[] =>
  hasUpdates ? [{ label: t('tray.menu.checkForUpdates'), click: checkForUpdates }] : []

/** Electron's own labels are English (lib/browser/api/menu-item-roles.ts). */
const roleItem = (role: keyof typeof ROLE_LABELS): MenuItemConstructorOptions => ({ role, label: t(ROLE_LABELS[role]) })
const ROLE_LABELS = {
  services: 'tray.menu.services',
  hide: 'tray.menu.hide',
  hideOthers: 'tray.menu.hideOthers',
  unhide: 'tray.menu.showAll',
  quit: 'tray.quit',
  close: 'tray.menu.close',
  undo: 'tray.menu.undo',
  redo: 'tray.menu.redo',
  cut: 'tray.menu.cut',
  copy: 'tray.menu.copy',
  paste: 'tray.menu.paste',
  delete: 'tray.menu.delete',
  selectAll: 'tray.menu.selectAll',
  resetZoom: 'tray.menu.actualSize',
  zoomIn: 'tray.menu.zoomIn',
  zoomOut: 'tray.menu.zoomOut',
  togglefullscreen: 'tray.menu.fullScreen',
  minimize: 'tray.menu.minimise',
  zoom: 'tray.menu.zoom',
  front: 'tray.menu.front'
} as const

const editItems = (): MenuItemConstructorOptions[] => [
  roleItem('undo'),
  roleItem('redo'),
  separator,
  roleItem('cut'),
  roleItem('copy'),
  roleItem('paste'),
  roleItem('delete'),
  separator,
  roleItem('selectAll')
]

const windowMenu = (): MenuItemConstructorOptions => ({
  label: t('tray.menu.window'),
  role: 'windowMenu',
  submenu: [roleItem('minimize'), roleItem('zoom'), separator, roleItem('front')]
})

/** The items of Electron's role `appMenu`, whose own About opens the system's panel. */
const macAppMenu = (state: MenuState, actions: MenuActions): MenuItemConstructorOptions => ({
  role: 'appMenu',
  submenu: [
    ...(state.locked ? [] : [aboutItem(actions), ...updateItems(state, actions), separator]),
    roleItem('services'),
    separator,
    roleItem('hide'),
    roleItem('hideOthers'),
    roleItem('unhide'),
    separator,
    roleItem('quit')
  ]
})

/** On macOS, About is in the application's own menu. */
const helpItems = (state: MenuState, actions: MenuActions, mac: boolean): MenuItemConstructorOptions[] =>
  mac ? [diagnosticsItem(actions)] : [...updateItems(state, actions), diagnosticsItem(actions), aboutItem(actions)]

const viewItem = (
  key: (typeof VIEWS)[number] | 'settings',
  accelerator: string,
  { goTo }: MenuActions
): MenuItemConstructorOptions => ({ label: t(`tray.menu.${key}`), accelerator, click: () => goTo(`/${key}`) })

/** A view keeps its key where another is missing. */
const viewItems = (state: MenuState, actions: MenuActions): MenuItemConstructorOptions[] =>
  VIEWS.flatMap((view, at) => (hasView(state, view) ? [viewItem(view, `CmdOrCtrl+${at + 1}`, actions)] : []))

const fileItems = ({ lockEnabled }: MenuState, actions: MenuActions): MenuItemConstructorOptions[] => [
  { label: t('tray.menu.refresh'), accelerator: 'CmdOrCtrl+R', click: actions.refresh },
  viewItem('settings', 'CmdOrCtrl+,', actions),
  ...(lockEnabled ? [{ label: t('tray.menu.lockNow'), accelerator: 'CmdOrCtrl+Shift+L', click: actions.lockNow }] : [])
]

function accountItems(accounts: AccountChoice[], { goTo, switchAccount }: MenuActions): MenuItemConstructorOptions[] {
  // Electron always checks one of several radio items, so one account has to be shown.
  const type = accounts.some(({ current }) => current) ? 'radio' : 'normal'
  const lines = accounts.map(({ id, label, current, signedOut }, place): MenuItemConstructorOptions => {
    const name = cut(label, LONGEST_LABEL)
    return {
      label: escaped(signedOut ? t('tray.accountSignedOut', { label: name }) : name),
      type,
      checked: current,
      // Control on macOS, too: Shift-Command with 3 and 4 takes pictures of the screen there.
      ...(place < MOST_SHORTCUTS ? { accelerator: `Control+Shift+${place + 1}` } : {}),
      click: () => switchAccount(id)
    }
  })
  const add = { label: t('tray.menu.addAccount'), click: () => goTo('/sign-in?add=1') }
  return lines.length > 0 ? [...lines, { type: 'separator' }, add] : [add]
}

/**
 * Escapes a label. On Windows and Linux a single & marks the next letter. On Linux, labels are sent over D-Bus, and Chromium
 * crashes on noncharacters such as U+FFFE.
 */
export const escaped = (label: string): string => oneLine(label).replaceAll('&', '&&')
