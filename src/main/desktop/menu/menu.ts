/** The application menu, so that every platform's usual shortcuts work; made anew and set again after every change. */
import { Menu } from 'electron'
import { menuTemplate, type MenuActions, type MenuState } from './menu-template.ts'

export interface MenuParts extends MenuActions {
  accounts: () => MenuState['accounts']
  locked: () => boolean
  lockEnabled: () => boolean
}

export interface AppMenu {
  /** What it says may have changed. */
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
    // The system has moved the mark already; should nothing come of it, it goes back.
    shown = ''
    draw()
  }
  draw()
  return { stale: draw }
}
