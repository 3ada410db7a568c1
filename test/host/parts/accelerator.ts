/** Keys of the application menu: a press that the page left unused finds its item. */
import { Menu, type MenuItem } from './menu.ts'
import type { KeyPress } from './page.ts'

const NAMED: Record<string, string> = { plus: '+', space: ' ', esc: 'escape', return: 'enter' }

/** @param accelerator Electron's spelling, such as "CmdOrCtrl+Shift+R" */
export function matches(accelerator: string, press: KeyPress, platform: NodeJS.Platform = process.platform): boolean {
  const parts = accelerator.toLowerCase().split('+')
  const wanted = parts.pop() || '+'
  const has = (...names: string[]): boolean => names.some((name) => parts.includes(name))
  const mac = platform === 'darwin'
  const either = has('cmdorctrl', 'commandorcontrol')
  const control = has('ctrl', 'control') || (either && !mac)
  const meta = has('cmd', 'command', 'super', 'meta') || (either && mac)
  const key = NAMED[wanted] ?? wanted
  return (
    press.control === control &&
    press.meta === meta &&
    press.shift === has('shift') &&
    press.alt === has('alt', 'option') &&
    (press.key.toLowerCase() === key || press.code.toLowerCase() === `digit${key}`)
  )
}

function find(items: MenuItem[], press: KeyPress): MenuItem | null {
  for (const item of items) {
    if (item.enabled && item.visible && item.accelerator && matches(item.accelerator, press)) return item
    const inside = item.submenu && find(item.submenu.items, press)
    if (inside) return inside
  }
  return null
}

export function pressAccelerator(press: KeyPress): void {
  const menu = Menu.getApplicationMenu()
  if (menu) find(menu.items, press)?.activate()
}
