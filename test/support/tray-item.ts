/**
 * An app's icon as a Linux panel has it: a StatusNotifierItem on the session's bus, asked by dbus-send. Names and paths are Chromium's
 * (chrome/browser/ui/views/status_icons/status_icon_linux_dbus.cc).
 */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { TrayWatcher } from './tray-watcher.ts'

const ITEM = '/StatusNotifierItem'
const MENU = '/com/canonical/dbusmenu'

export interface TrayItem {
  property(name: string): Promise<string>
  /** The whole menu, as dbus-send prints it. */
  menu(): Promise<string>
  /** Chooses the first menu item with this label. */
  choose(label: string): Promise<void>
  /** A click on the icon. */
  activate(): Promise<void>
}

/** The latest icon. @param bus address of the session's bus */
export function trayItem(bus: string, watcher: TrayWatcher): TrayItem {
  const call = async (path: string, method: string, ...args: string[]): Promise<string> => {
    const target = [`--bus=${bus}`, '--print-reply', `--dest=${watcher.items.at(-1)}`, path, method]
    return (await promisify(execFile)('dbus-send', [...target, ...args])).stdout
  }
  const menu = (): Promise<string> =>
    call(MENU, 'com.canonical.dbusmenu.GetLayout', 'int32:0', 'int32:-1', 'array:string:label')
  return {
    property: (name) =>
      call(ITEM, 'org.freedesktop.DBus.Properties.Get', 'string:org.kde.StatusNotifierItem', `string:${name}`),
    menu,
    async choose(label) {
      // Each item is a struct of its id, its properties and its children.
      const [before = '', found] = (await menu()).split(`string "${label}"\n`)
      const id = [...before.matchAll(/^\s+int32 (\d+)$/gm)].at(-1)?.[1]
      if (found === undefined || id === undefined) throw new Error(`The tray's menu has no “${label}”.`)
      await call(MENU, 'com.canonical.dbusmenu.Event', `int32:${id}`, 'string:clicked', 'variant:int32:0', 'uint32:0')
    },
    activate: async () => void (await call(ITEM, 'org.kde.StatusNotifierItem.Activate', 'int32:0', 'int32:0'))
  }
}
