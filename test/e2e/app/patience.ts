/** Waits for an item of the tray, a menu or a notification before it clicks, as Playwright does in a page. */
import { expect } from '@playwright/test'
import type { App, Driven, Label, MenuLine } from './app.ts'

/** The driver's words. */
const NO_ITEM = 'No enabled item'

/** Returns the full labels of the path to an enabled item, or null. */
function find(items: readonly MenuLine[], [label, ...deeper]: Label[]): string[] | null {
  const isMeant = ({ label: its }: MenuLine): boolean =>
    typeof label === 'string' ? its === label : !!label?.test(its)
  const item = items.find((each) => each.enabled && isMeant(each))
  if (!item) return null
  if (deeper.length === 0) return [item.label]
  const below = find(item.submenu ?? [], deeper)
  return below && [item.label, ...below]
}

export function patient(driven: Driven): App {
  const items = async (where: 'tray' | 'menu'): Promise<MenuLine[]> =>
    where === 'menu' ? driven.menu() : ((await driven.tray())?.items ?? [])
  /** The menu may be drawn anew between a look and the click, which then finds no such item and is tried again. */
  const click = async (where: 'tray' | 'menu', labels: Label[]): Promise<void> => {
    const look = async (): Promise<string> => {
      const shown = await items(where)
      const path = find(shown, labels)
      if (!path) return JSON.stringify(shown)
      try {
        await (where === 'menu' ? driven.clickMenu(...path) : driven.clickTray(...path))
        return 'clicked'
      } catch (error) {
        if (String(error).includes(NO_ITEM)) return String(error)
        throw error
      }
    }
    await expect.poll(look, `${where}: ${labels.join(' › ')}`).toBe('clicked')
  }
  return {
    ...driven,
    clickTray: (...labels) => click('tray', labels),
    clickMenu: (...labels) => click('menu', labels),
    async activateTray() {
      await expect.poll(async () => (await driven.tray()) !== null, 'there is a tray').toBe(true)
      await driven.activateTray()
    },
    async clickNotification(index) {
      await expect.poll(async () => (await driven.notifications()).length, 'notifications').toBeGreaterThan(index)
      await driven.clickNotification(index)
    }
  }
}
