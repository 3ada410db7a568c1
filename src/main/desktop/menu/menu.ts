/** The application menu with each system's usual shortcuts. It is set again after every change. */
import { Menu } from 'electron'
import { menuTemplate, type MenuActions, type MenuState } from './menu-template.ts'

export interface MenuParts extends MenuActions {
  accounts: () => MenuState['accounts']
  locked: () => boolean
  lockEnabled: () => boolean
}

export interface AppMenu {
  /** Updates the menu if its content has changed. */
  stale(): void
}

export function installMenu({ accounts, locked, lockEnabled, ...actions }: MenuParts): AppMenu {
  let shown = ''

  const draw = (): void => {
    const state = { locked: locked(), lockEnabled: lockEnabled(), accounts: accounts() }
    const same = JSON.stringify(state)
    if (same === shown) return
    shown = same
    const template = menuTemplate(state, { ...actions, switchAccount }, process.platform === 'darwin')
    Menu.setApplicationMenu(Menu.buildFromTemplate(template))
  }
  const switchAccount = (id: string): void => {
    actions.switchAccount(id)
    // The system has already moved the radio mark, so the menu must be set again even without a switch.
    shown = ''
    draw()
  }
  draw()
  return { stale: draw }
}
